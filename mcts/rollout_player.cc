#include "mcts/rollout_player.h"

#include "mcts/leaf_batch.h"
#include "mcts/rollout_evaluator.h"

namespace lielow {

RolloutPlayer::RolloutPlayer(int playouts, double exploration)
    : playouts_(playouts), search_(UctOptions(exploration)) {}

void RolloutPlayer::ChooseMoves(std::span<const MoveRequest> requests,
                                std::span<MoveChoice> choices) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    RolloutEvaluator evaluator(DeriveSeed(requests[i].seed, 0));
    search_.Start(requests[i].position, playouts_, requests[i].seed);
    RunSearches({&search_, 1}, evaluator);
    choices[i] = {.move = search_.BestMove(), .value = search_.value(), .result = search_.result()};
  }
}

}  // namespace lielow
