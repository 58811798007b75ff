#include "mcts/alphabeta_player.h"

#include "mcts/alphabeta_evaluation.h"

namespace lielow {

void AlphaBetaPlayer::ChooseMoves(std::span<const MoveRequest> requests,
                                  std::span<MoveChoice> choices) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const AlphaBetaResult found = search_.Search(requests[i].position, limits_);
    choices[i] = {.move = found.move,
                  .value = static_cast<float>(WinProbability(found.value)),
                  .result = found.result};
  }
}

}  // namespace lielow
