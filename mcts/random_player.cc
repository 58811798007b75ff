#include "mcts/random_player.h"

#include "game/random.h"

namespace lielow {

void RandomPlayer::ChooseMoves(std::span<const MoveRequest> requests,
                               std::span<MoveChoice> choices) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Random random(requests[i].seed);
    const MoveList moves = requests[i].position.LegalMoves();
    choices[i] = {.move = moves[random.Below(moves.size())]};
  }
}

}  // namespace lielow
