#include "selfplay/game_in_play.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "mcts/improved_policy.h"

namespace lielow {
namespace {

// Parts of the seed of a ply.
enum PlySeedPart : std::uint64_t { kDrawSeed = 1, kEffortSeed };

// Part of the seed of a game; its plies have the small numbers.
constexpr std::uint64_t kResignSeed = 1'000'000;

// The Kullback-Leibler divergence of the improved policy from the network's; 0 where the network
// was not asked, because the position was proven at once.
float Surprise(const std::vector<MoveReport>& moves) {
  double prior_sum = 0;
  double surprise = 0;
  for (const MoveReport& move : moves) {
    prior_sum += move.prior;
    if (move.policy > 0) {
      surprise += move.policy * std::log(move.policy / std::max(move.prior, kLeastPrior));
    }
  }
  return prior_sum > 0 ? static_cast<float>(std::max(surprise, 0.0)) : 0;
}

}  // namespace

GameInPlay::GameInPlay(const SelfPlayOptions& options, const SearchOptions& search, int size,
                       std::uint64_t run_seed, std::int64_t number)
    : options_(options),
      type_(search.type),
      search_(search),
      simulations_(options.simulations),
      position_(size) {
  game_.start = position_;
  game_.number = number;
  game_.seed = DeriveSeed(run_seed, static_cast<std::uint64_t>(number));
  PlayRandomOpening();
}

GameInPlay::GameInPlay(const SelfPlayOptions& options, const SearchOptions& search,
                       RecordedGame begun)
    : options_(options),
      type_(search.type),
      search_(search),
      simulations_(options.simulations),
      position_(begun.start),
      game_(std::move(begun)) {
  assert(game_.termination == Termination::kUnfinished);
  for (const RecordedMove& move : game_.moves) position_.Play(move.move);
}

const Position* GameInPlay::Advance(const EvaluationCache& cache) {
  while (!position_.over() && game_.termination != Termination::kResigned) {
    if (!searching_) StartSearch();
    if (const Position* leaf = NextLeaf(cache)) return leaf;
    searching_ = false;
    if (Resigns()) {
      game_.termination = Termination::kResigned;
    } else {
      PlaySearchedMove();
    }
  }
  return nullptr;
}

void GameInPlay::StartSearch() {
  searching_ = true;
  network_simulations_ = 0;
  full_search_ = Random(DeriveSeed(PlySeed(), kEffortSeed)).Uniform() < options_.full_search_share;
  const int simulations = full_search_ ? simulations_ : options_.fast_simulations;
  if (options_.reuse_tree && !tree_is_fresh_) {
    search_.StartFromTree(position_, simulations, PlySeed());
  } else {
    search_.Start(position_, simulations, PlySeed());
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

void GameInPlay::RestartSearch(std::int64_t model_step, int simulations) {
  searching_ = false;
  tree_is_fresh_ = true;
  model_step_ = model_step;
  simulations_ = simulations;
}

RecordedGame GameInPlay::Finish() {
  if (game_.termination == Termination::kResigned) {
    game_.winner = Other(position_.to_move());
  } else {
    assert(position_.over());
    game_.termination = TerminationOf(position_.ending());
    game_.winner = *position_.winner();
  }
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
    game_.moves.push_back({.move = move, .effort = Effort::kNone});
    position_.Play(move);
    if (position_.over()) break;
  }
}

void GameInPlay::PlaySearchedMove() {
  RecordedMove record;
  if (full_search_) {
    const std::vector<MoveReport> reports = search_.Report();
    for (const MoveReport& report : reports) record.policy.push_back(report.policy);
    RoundPolicy(record.policy);
    record.surprise = Surprise(reports);
  } else {
    record.effort = Effort::kFast;
  }
  record.value = search_.value();
  record.proof = search_.result().proof;
  record.model_step = model_step_;
  const bool draw = type_ == SearchType::kPuct &&
                    static_cast<int>(game_.moves.size()) < options_.temperature_plies;
  Random random(DeriveSeed(PlySeed(), kDrawSeed));
  record.move = draw ? search_.DrawMove(options_.temperature, random) : search_.BestMove();
  counts_.moves += 1;
  counts_.simulations += search_.simulations();
  counts_.free_simulations += search_.simulations() - network_simulations_;
  position_.Play(record.move);
  game_.moves.push_back(std::move(record));
}

// Whether the player to move resigns after its search, which is finished. Proven games are played
// out: that costs nothing.
bool GameInPlay::Resigns() {
  if (game_.moves.empty() || game_.moves.back().effort == Effort::kNone) return false;
  if (search_.result().proof != Proof::kNone) return false;
  const bool hopeless = search_.value() < options_.resign_below &&
                        game_.moves.back().value > 1 - options_.resign_below;
  if (!hopeless) return false;
  if (!PlaysOnToTestResignation()) return true;
  if (!game_.would_resign) game_.would_resign = position_.to_move();
  return false;
}

bool GameInPlay::PlaysOnToTestResignation() const {
  return Random(DeriveSeed(game_.seed, kResignSeed)).Uniform() < options_.resign_test_share;
}

}  // namespace lielow
