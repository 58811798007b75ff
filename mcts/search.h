// One search from one position, in two halves: Gather walks down to a leaf that needs an
// evaluation, Apply stores it. Between them the caller evaluates, best for many searches at once
// (mcts/leaf_batch.h). There is at most one leaf outstanding, so a search is the same whatever
// it is batched with.
//
// When the tree has grown to half of its memory, what has been visited least is forgotten, so that
// a search can go on for any time.
//
// A Search belongs to one thread. It can be started again any number of times; memory is kept.

#pragma once

#include <cstdint>
#include <vector>

#include "game/position.h"
#include "game/random.h"
#include "mcts/search_options.h"
#include "mcts/sequential_halving.h"
#include "mcts/tree.h"

namespace lielow {

// What a search found out about one legal move of its root, for the player to move there.
struct MoveReport {
  Move move;
  float prior = 0;
  int visits = 0;
  float value = 0;  // 0 where neither visited nor proven.
  ProvenResult result;
  float policy = 0;  // Of the improved policy.
};

struct MoveLine {
  MoveReport report;
  std::vector<Move> moves;  // Beginning with the move itself.
};

class Search {
 public:
  // Of one search, however often it is extended: visits are counted in 32 bits.
  static constexpr int kMostSimulations = 1'000'000'000;

  explicit Search(const SearchOptions& options);

  // Begins a search of at most `simulations` descents (the evaluation of the root is not one).
  // A leaf that is outstanding is dropped. REQUIRES: the game is not over,
  // 1 <= simulations <= kMostSimulations.
  void Start(const Position& root, int simulations, std::uint64_t seed);

  // The same, but with what the tree of the search before holds of the position: the game has gone
  // on from its root to `root`, or the position is searched again. `simulations` come on top.
  // REQUIRES: as Start, and no leaf is outstanding.
  void StartFromTree(const Position& root, int simulations, std::uint64_t seed);

  // The next position to evaluate; nullptr when the search is done: the budget is spent or the root
  // is proven. REQUIRES: no leaf is outstanding.
  const Position* Gather();

  // Stores the evaluation of the position that Gather returned.
  void Apply(const Evaluation& evaluation);

  // Lets the search go on for `simulations` more. Gumbel search begins another halving, planned for
  // the whole budget. REQUIRES: Gather has returned nullptr.
  void Extend(int simulations);

  // The moves of the root, in the order of LegalMoves. From this call on, REQUIRES: Gather has
  // returned nullptr, or the root has been evaluated.
  std::vector<MoveReport> Report() const;

  // The best move: the shortest proven win, else the choice of the search type (most visits; for
  // Gumbel the winner of the halving), else the longest loss.
  Move BestMove() const;

  // Draws a move from visits^(1 / temperature), or from the priors before any visit; proven losses
  // are never drawn while there is another move. In a proven position, draws one of the shortest
  // wins or longest losses. REQUIRES: temperature > 0.
  Move DrawMove(double temperature, Random& random) const;

  // The most likely line of play: BestMove, then the moves that the search prefers, as far as it
  // has looked. REQUIRES: longest >= 1.
  std::vector<Move> PrincipalLine(int longest) const { return LineFrom(BestEdge(), longest); }

  // The `count` best moves, each with the most likely line after it: BestMove; wins, the shortest
  // first; the others by visits; losses, the longest first. Moves of which nothing is known are
  // left out, unless nothing is known of any. REQUIRES: longest >= 1.
  std::vector<MoveLine> BestLines(int count, int longest) const;

  const Position& root() const { return root_; }
  float value() const { return tree_.node(Tree::kRoot).value; }
  ProvenResult result() const { return tree_.node(Tree::kRoot).result; }
  int simulations() const { return simulations_; }
  int evaluations() const { return evaluations_; }
  const Tree& tree() const { return tree_; }

 private:
  void Prepare(const Position& root, int simulations, std::uint64_t seed);
  bool Proven() const { return tree_.node(Tree::kRoot).proven(); }
  bool Done() const;
  NodeIndex Descend();
  void BeginAtRoot();
  EdgeIndex SelectEdge(NodeIndex node);
  void AddRootNoise();
  EdgeIndex BestEdge() const;
  EdgeIndex MostVisited(NodeIndex node) const;
  std::vector<Move> LineFrom(EdgeIndex edge, int longest) const;

  const SearchOptions options_;
  Position root_;
  Random random_{0};
  Tree tree_;
  SequentialHalving halving_;
  int budget_ = 0;
  int simulations_ = 0;
  int evaluations_ = 0;

  // The outstanding leaf.
  std::vector<PathStep> path_;
  NodeIndex leaf_ = kNoNode;
  Position leaf_position_;

  std::vector<float> scratch_;  // Of SelectEdge.
};

}  // namespace lielow
