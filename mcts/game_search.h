// The searches of one player's moves in one game, each of which can go on from the tree of the one
// before.

#pragma once

#include <optional>

#include "mcts/player.h"
#include "mcts/search.h"

namespace lielow {

class GameSearch {
 public:
  explicit GameSearch(const SearchOptions& options) : search_(options) {}

  // Whether the last search was of the same game, at a move before.
  bool Knows(const MoveRequest& request) const;

  // Begins the search of a move with what the one before has found out about it, if it was of the
  // same game. `simulations` come on top. REQUIRES: as Search::Start, and no leaf is outstanding.
  void StartFromTree(const MoveRequest& request, int simulations);

  // Begins it anew.
  void Start(const MoveRequest& request, int simulations);

  Search& search() { return search_; }
  const Search& search() const { return search_; }

 private:
  Search search_;
  std::optional<GameSoFar> game_;  // Of the last search, if its caller knew it.
};

}  // namespace lielow
