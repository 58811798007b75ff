// Plays by a tree search with an evaluator, such as a network.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/game_search.h"
#include "mcts/player.h"
#include "mcts/search.h"
#include "mcts/search_options.h"

namespace lielow {

struct SearchPlayerOptions {
  SearchOptions search;

  // The budget of a move: simulations, or a time that replaces them, for searches that need not
  // know their budget in advance (not Gumbel). A move whose outcome is proven does not use up its
  // time.
  int simulations = 400;
  std::optional<int> milliseconds;

  // Whether a move's search goes on from the tree of the move before in the same game, where the
  // caller tells of games.
  bool reuse_tree = false;

  // 0: the best move; otherwise drawn from visits^(1 / temperature). In the first kOpeningPlies
  // plies the larger of the two holds.
  static constexpr int kOpeningPlies = 8;
  double temperature = 0;
  double opening_temperature = 0;
};

// The move that a player with these options plays after the search of a request.
MoveChoice ChooseMove(const Search& search, const SearchPlayerOptions& options,
                      const MoveRequest& request);

class SearchPlayer final : public Player {
 public:
  SearchPlayer(const SearchPlayerOptions& options, std::unique_ptr<Evaluator> evaluator);

  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override;
  void EndGame(const GameSoFar& game) override;

 private:
  bool KeepsTree(const MoveRequest& request) const;
  GameSearch& SearchFor(const MoveRequest& request);
  void Start(GameSearch& search, const MoveRequest& request, int simulations) const;
  void RunForTime(GameSearch& search, const MoveRequest& request);

  const SearchPlayerOptions options_;
  const std::unique_ptr<Evaluator> evaluator_;
  std::vector<std::unique_ptr<GameSearch>> searches_;

  // Of the searches, those that belong to a game, by its seed.
  std::map<std::uint64_t, GameSearch*> of_games_;
  std::vector<GameSearch*> spare_;
};

}  // namespace lielow
