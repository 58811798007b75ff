#include "selfplay/openings.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

#include "game/input_error.h"
#include "game/random.h"
#include "mcts/tactics.h"

namespace lielow {
namespace {

// Whether the side to move cannot take the king now, and has a move after which its own stays.
bool IsOpen(const Position& position) {
  if (position.over() || position.KingCapture()) return false;
  const MoveList moves = position.LegalMoves();
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    return ImmediateResult(position, move).proof == Proof::kNone;
  });
}

std::optional<Opening> RandomOpening(int size, int plies, Random& random) {
  Opening opening{Position(size), {}};
  Position position = opening.start;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = position.LegalMoves();
    opening.moves.push_back(moves[random.Below(moves.size())]);
    position.Play(opening.moves.back());
    if (!IsOpen(position)) return std::nullopt;
  }
  return opening;
}

}  // namespace

Position Opening::End() const {
  Position position = start;
  for (const Move move : moves) position.Play(move);
  return position;
}

std::vector<Opening> RandomOpenings(int size, int plies, int count, std::uint64_t seed,
                                    const std::function<bool(const Position&)>& accept) {
  Random random(seed);
  std::vector<Opening> openings;
  std::unordered_set<std::string> ends;
  const int most_tries = 1000 + 100 * count;
  for (int tries = 0; static_cast<int>(openings.size()) < count; ++tries) {
    if (tries == most_tries) {
      throw InputError("openings: found only " + std::to_string(openings.size()) +
                       " different ones of " + std::to_string(plies) + " plies, needed " +
                       std::to_string(count) + "; allow more plies or play fewer games");
    }
    auto opening = RandomOpening(size, plies, random);
    if (!opening || !ends.insert(opening->End().ToString()).second) continue;
    if (accept && !accept(opening->End())) continue;
    openings.push_back(std::move(*opening));
  }
  return openings;
}

}  // namespace lielow
