#include "tests/support/minimax.h"

namespace lielow {
namespace {

// Larger is better: winning, then soon; losing late.
int Worth(ProvenResult result) {
  constexpr int kLongerThanAnyGame = 1000;
  return static_cast<int>(result.proof) * (kLongerThanAnyGame - result.plies);
}

}  // namespace

ProvenResult Minimax::Solve(const Position& position) {
  const std::string key = position.ToString();
  if (const auto found = solved_.find(key); found != solved_.end()) return found->second;
  ProvenResult best = {Proof::kLoss, 0};
  for (const Move move : position.LegalMoves()) {
    Position next = position;
    next.Play(move);
    ProvenResult result = {next.winner() == position.to_move() ? Proof::kWin : Proof::kLoss, 1};
    if (!next.over()) {
      const ProvenResult reply = Solve(next);
      result = {Opposite(reply.proof), reply.plies + 1};
    }
    if (Worth(result) > Worth(best)) best = result;
    if (best == ProvenResult{Proof::kWin, 1}) break;  // Nothing is better.
  }
  solved_.emplace(key, best);
  return best;
}

}  // namespace lielow
