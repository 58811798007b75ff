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
  while (searches_.size() < requests.size()) searches_.emplace_back(options_.search);
  if (options_.milliseconds) {
    // One after the other: each move has the time to itself.
    for (std::size_t i = 0; i < requests.size(); ++i) RunForTime(searches_[i], requests[i]);
  } else {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      searches_[i].Start(requests[i].position, options_.simulations, requests[i].seed);
    }
    RunSearches(std::span(searches_).first(requests.size()), *evaluator_);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    choices[i] = ChooseMove(searches_[i], options_, requests[i]);
  }
}

void SearchPlayer::RunForTime(Search& search, const MoveRequest& request) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(*options_.milliseconds);
  search.Start(request.position, Search::kMostSimulations, request.seed);
  RunSearch(search, *evaluator_, [&] { return Clock::now() >= end; });
}

}  // namespace lielow
