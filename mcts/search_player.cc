#include "mcts/search_player.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "mcts/leaf_batch.h"

namespace lielow {

MoveChoice ChooseMove(const Search& search, const SearchPlayerOptions& options,
                      const MoveRequest& request) {
  const bool opening = request.ply < SearchPlayerOptions::kOpeningPlies;
  const double temperature =
      opening ? std::max(options.opening_temperature, options.temperature) : options.temperature;
  Random random(DeriveSeed(request.seed, 1));
  const Move move = temperature > 0 ? search.DrawMove(temperature, random) : search.BestMove();
  return {.move = move, .value = search.value(), .result = search.result()};
}

SearchPlayer::SearchPlayer(const SearchPlayerOptions& options, std::unique_ptr<Evaluator> evaluator)
    : options_(options), evaluator_(std::move(evaluator)) {}

void SearchPlayer::ChooseMoves(std::span<const MoveRequest> requests,
                               std::span<MoveChoice> choices) {
  std::vector<GameSearch*> searches;
  for (const MoveRequest& request : requests) searches.push_back(&SearchFor(request));
  if (options_.milliseconds) {
    // One after the other: each move has the time to itself.
    for (std::size_t i = 0; i < requests.size(); ++i) RunForTime(*searches[i], requests[i]);
  } else {
    std::vector<Search*> running;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Start(*searches[i], requests[i], options_.simulations);
      running.push_back(&searches[i]->search());
    }
    RunSearches(running, *evaluator_);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    choices[i] = ChooseMove(searches[i]->search(), options_, requests[i]);
    if (!KeepsTree(requests[i])) spare_.push_back(searches[i]);
  }
}

void SearchPlayer::EndGame(const GameSoFar& game) {
  const auto found = of_games_.find(game.seed);
  if (found == of_games_.end()) return;
  spare_.push_back(found->second);
  of_games_.erase(found);
}

bool SearchPlayer::KeepsTree(const MoveRequest& request) const {
  return options_.reuse_tree && request.game != nullptr;
}

// That of the request's game, or one that belongs to none.
GameSearch& SearchPlayer::SearchFor(const MoveRequest& request) {
  if (KeepsTree(request)) {
    if (const auto found = of_games_.find(request.game->seed); found != of_games_.end()) {
      return *found->second;
    }
  }
  if (spare_.empty()) {
    searches_.push_back(std::make_unique<GameSearch>(options_.search));
    spare_.push_back(searches_.back().get());
  }
  GameSearch& search = *spare_.back();
  spare_.pop_back();
  if (KeepsTree(request)) of_games_[request.game->seed] = &search;
  return search;
}

void SearchPlayer::Start(GameSearch& search, const MoveRequest& request, int simulations) const {
  if (KeepsTree(request)) {
    search.StartFromTree(request, simulations);
  } else {
    search.Start(request, simulations);
  }
}

void SearchPlayer::RunForTime(GameSearch& search, const MoveRequest& request) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(*options_.milliseconds);
  Start(search, request, Search::kMostSimulations);
  RunSearch(search.search(), *evaluator_, [&] { return Clock::now() >= end; });
}

}  // namespace lielow
