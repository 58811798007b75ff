#include "mcts/greedy_player.h"

#include <algorithm>
#include <vector>

#include "game/random.h"
#include "mcts/tactics.h"

namespace lielow {
namespace {

// How good a move's end is: the king survives the next ply, falls in it, or leaves the board now.
enum class Safety { kKingMovedOff, kKingFalls, kSafe };

struct Candidate {
  Move move;
  Safety safety;
  int captured_height;  // 0 where nothing is captured.
};

Candidate Judge(const Position& position, Move move) {
  const ProvenResult result = ImmediateResult(position, move);
  Safety safety = Safety::kSafe;
  if (result.proof == Proof::kLoss) {
    safety = result.plies == 1 ? Safety::kKingMovedOff : Safety::kKingFalls;
  }
  const auto target = position.Target(move);
  return {move, safety, target ? position.height(*target) : 0};
}

Move GreedyMove(const Position& position, Random& random) {
  if (const auto capture = position.KingCapture()) return *capture;
  std::vector<Candidate> best;
  const auto rank = [](const Candidate& candidate) {
    return std::pair(candidate.safety, candidate.captured_height);
  };
  for (const Move move : position.LegalMoves()) {
    const Candidate candidate = Judge(position, move);
    if (!best.empty() && rank(candidate) < rank(best.front())) continue;
    if (!best.empty() && rank(candidate) > rank(best.front())) best.clear();
    best.push_back(candidate);
  }
  return best[static_cast<std::size_t>(random.Below(static_cast<int>(best.size())))].move;
}

}  // namespace

void GreedyPlayer::ChooseMoves(std::span<const MoveRequest> requests,
                               std::span<MoveChoice> choices) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Random random(requests[i].seed);
    choices[i] = {.move = GreedyMove(requests[i].position, random)};
  }
}

}  // namespace lielow
