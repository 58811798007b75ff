// A game of self-play on its way: the moves so far and the search for the next one.

#pragma once

#include <cstdint>
#include <vector>

#include "game/random.h"
#include "mcts/evaluation_cache.h"
#include "mcts/search.h"
#include "selfplay/recorded_game.h"
#include "selfplay/selfplay_options.h"

namespace lielow {

// What searches of moves have cost.
struct SearchCounts {
  std::int64_t moves = 0;
  std::int64_t simulations = 0;       // Descents made for the moves.
  std::int64_t free_simulations = 0;  // Those of them that needed no network.
  std::int64_t cache_hits = 0;        // Evaluations taken from the cache.

  SearchCounts& operator+=(const SearchCounts& other) {
    moves += other.moves;
    simulations += other.simulations;
    free_simulations += other.free_simulations;
    cache_hits += other.cache_hits;
    return *this;
  }
};

class GameInPlay {
 public:
  // Game `number` of a run with `run_seed`; all that is random in the game derives from the two.
  GameInPlay(const SelfPlayOptions& options, const SearchOptions& search, int size,
             std::uint64_t run_seed, std::int64_t number);

  // Goes on with a game that has been begun. REQUIRES: it is not finished.
  GameInPlay(const SelfPlayOptions& options, const SearchOptions& search, RecordedGame begun);

  // Walks on, over as many moves as need no evaluation or find theirs in the cache, to the next
  // position that does; nullptr when the game is over. After a position, REQUIRES: search() has
  // been given its evaluation.
  const Position* Advance(const EvaluationCache& cache);

  // Drops the search of the next move and all that it has kept, and begins anew with the network of
  // `model_step` and so many simulations of a full search.
  void RestartSearch(std::int64_t model_step, int simulations);

  Search& search() { return search_; }

  // The moves so far, and the evaluations that the search of the next one has had.
  const RecordedGame& game() const { return game_; }
  int search_evaluations() const { return searching_ ? search_.evaluations() : 0; }

  // REQUIRES: Advance has returned nullptr.
  RecordedGame Finish();

  // Of the moves played since the last call.
  SearchCounts TakeCounts();

 private:
  void PlayRandomOpening();
  void StartSearch();
  const Position* NextLeaf(const EvaluationCache& cache);
  void PlaySearchedMove();
  bool Resigns();
  bool PlaysOnToTestResignation() const;
  std::uint64_t PlySeed() const { return DeriveSeed(game_.seed, game_.moves.size()); }

  const SelfPlayOptions options_;
  const SearchType type_;
  Search search_;
  bool searching_ = false;
  bool full_search_ = true;    // That of the next move.
  bool tree_is_fresh_ = true;  // Its evaluations are not of this network.
  std::int64_t model_step_ = 0;
  int simulations_;  // Of a full search.
  std::int64_t network_simulations_ = 0;
  Evaluation known_;  // Kept, so that its memory is.
  Position position_;
  RecordedGame game_;
  SearchCounts counts_;
};

}  // namespace lielow
