#include "selfplay/game_in_play.h"

#include <cassert>
#include <utility>

namespace lielow {

GameInPlay::GameInPlay(const SelfPlayOptions& options, const SearchOptions& search, int size,
                       std::uint64_t run_seed, std::int64_t number)
    : options_(options), type_(search.type), search_(search), position_(size) {
  game_.start = position_;
  game_.number = number;
  game_.seed = DeriveSeed(run_seed, static_cast<std::uint64_t>(number));
  PlayRandomOpening();
}

const Position* GameInPlay::Advance(const EvaluationCache& cache) {
  while (!position_.over()) {
    if (!searching_) StartSearch();
    if (const Position* leaf = NextLeaf(cache)) return leaf;
    PlaySearchedMove();
    searching_ = false;
  }
  return nullptr;
}

void GameInPlay::StartSearch() {
  searching_ = true;
  network_simulations_ = 0;
  if (options_.reuse_tree && !tree_is_fresh_) {
    search_.StartFromTree(position_, options_.simulations, PlySeed());
  } else {
    search_.Start(position_, options_.simulations, PlySeed());
  }
  tree_is_fresh_ = false;
}

// The next leaf of the search that the cache does not know.
const Position* GameInPlay::NextLeaf(const EvaluationCache& cache) {
  while (const Position* leaf = search_.Gather()) {
    if (!cache.Find(*leaf, known_)) {
      // The evaluation of the root is no simulation.
      if (search_.simulations() > 0) ++network_simulations_;
      return leaf;
    }
    search_.Apply(known_);
    ++counts_.cache_hits;
  }
  return nullptr;
}

void GameInPlay::RestartSearch() {
  searching_ = false;
  tree_is_fresh_ = true;
}

RecordedGame GameInPlay::Finish(std::int64_t model_step) {
  assert(position_.over());
  game_.winner = *position_.winner();
  game_.ending = position_.ending();
  game_.model_step = model_step;
  return std::move(game_);
}

SearchCounts GameInPlay::TakeCounts() { return std::exchange(counts_, {}); }

void GameInPlay::PlayRandomOpening() {
  Random random(game_.seed);
  for (int ply = random.Below(options_.random_opening_plies + 1); ply > 0; --ply) {
    const MoveList moves = position_.LegalMoves();
    const Move move = moves[random.Below(moves.size())];
    // A game is not to be lost by the dice.
    if (ImmediateResult(position_, move).proof == Proof::kLoss) return;
    game_.moves.push_back({.move = move, .trained = false});
    position_.Play(move);
    if (position_.over()) break;
  }
}

void GameInPlay::PlaySearchedMove() {
  RecordedMove record;
  for (const MoveReport& report : search_.Report()) record.policy.push_back(report.policy);
  record.value = search_.value();
  record.proof = search_.result().proof;
  const bool draw = type_ == SearchType::kPuct &&
                    static_cast<int>(game_.moves.size()) < options_.temperature_plies;
  Random random(DeriveSeed(PlySeed(), 1));
  record.move = draw ? search_.DrawMove(1, random) : search_.BestMove();
  counts_.moves += 1;
  counts_.simulations += search_.simulations();
  counts_.free_simulations += search_.simulations() - network_simulations_;
  position_.Play(record.move);
  game_.moves.push_back(std::move(record));
}

}  // namespace lielow
