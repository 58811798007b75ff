#include "mcts/greedy_player.h"

#include <utility>
#include <vector>

#include "game/random.h"
#include "mcts/tactics.h"

namespace lielow {
namespace {

// What comes of a move, from worst to best.
enum class Outcome { kOwnKingMovedOff, kOwnKingCanBeTaken, kSafe, kKingTaken };

struct Candidate {
  Move move;
  Outcome outcome;
  int captured_height;  // 0 where nothing is captured.
};

Outcome OutcomeOf(ProvenResult result) {
  if (result.proof == Proof::kWin) return Outcome::kKingTaken;
  if (result.proof == Proof::kNone) return Outcome::kSafe;
  return result.plies == 1 ? Outcome::kOwnKingMovedOff : Outcome::kOwnKingCanBeTaken;
}

Candidate Judge(const Position& position, Move move) {
  const auto target = position.Target(move);
  return {move, OutcomeOf(ImmediateResult(position, move)), target ? position.height(*target) : 0};
}

Move GreedyMove(const Position& position, Random& random) {
  std::vector<Candidate> best;
  const auto rank = [](const Candidate& candidate) {
    return std::pair(candidate.outcome, candidate.captured_height);
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
