#include "mcts/game_search.h"

#include <algorithm>

namespace lielow {

bool GameSearch::Knows(const MoveRequest& request) const {
  return game_ && request.game != nullptr && game_->seed == request.game->seed &&
         game_->start == request.game->start && game_->moves.size() < request.game->moves.size() &&
         std::equal(game_->moves.begin(), game_->moves.end(), request.game->moves.begin());
}

void GameSearch::StartFromTree(const MoveRequest& request, int simulations) {
  if (!Knows(request)) return Start(request, simulations);
  game_ = *request.game;
  search_.StartFromTree(request.position, simulations, request.seed);
}

void GameSearch::Start(const MoveRequest& request, int simulations) {
  game_ = request.game != nullptr ? std::optional(*request.game) : std::nullopt;
  search_.Start(request.position, simulations, request.seed);
}

}  // namespace lielow
