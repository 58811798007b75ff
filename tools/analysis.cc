#include "tools/analysis.h"

#include <chrono>

#include "mcts/leaf_batch.h"

namespace lielow {

Analysis::Analysis(const SearchSpec& spec, std::uint64_t seed)
    : options_(spec.options),
      seed_(seed),
      evaluator_(spec.make_evaluator()),
      search_(spec.options.search) {}

void Analysis::Run(const Position& position, const std::function<bool()>& stop) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int simulations = options_.milliseconds ? Search::kMostSimulations : options_.simulations;
  if (started_) {
    search_.StartFromTree(position, simulations, seed_);
  } else {
    search_.Start(position, simulations, seed_);
  }
  started_ = true;
  const auto time_is_up = [&] {
    return options_.milliseconds &&
           Clock::now() - start >= std::chrono::milliseconds(*options_.milliseconds);
  };
  RunSearch(search_, *evaluator_, [&] {
    seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
    return stop() || time_is_up();
  });
  seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace lielow
