// Depth-first proof-number search (df-pn) on one table: does the player to move win, or lose,
// within so many plies?
//
// Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002. No position of
// Lielow can come back, so a table is all that is needed where different orders of moves meet. But
// where they meet, a sum of proof numbers counts the same leaves again and again, while the
// greatest of them alone (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida, 2008) counts too
// few. We take the greatest and half of the others, which needed the least work to solve 5x5 of
// what was tried.
//
// A question with a number of plies and one without use the same entries. Proven bounds hold for
// both; the numbers of one are only a first guess for the other.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "game/board.h"
#include "mcts/proof_bounds.h"
#include "mcts/proof_table.h"
#include "mcts/symmetric_key.h"

namespace lielow {

// "The player to move wins (attacks), or loses (does not), within so many plies", kAnyPlies for
// any.
struct ProofQuestion {
  bool attacks = true;
  int plies = kAnyPlies;

  // The same question for the opponent, after a move.
  ProofQuestion AfterMove() const { return {!attacks, plies == kAnyPlies ? plies : plies - 1}; }
};

struct ProofAnswer {
  // What is known about the position now.
  ProofBounds bounds;

  // Whether the question is settled in favour of the player to move: it wins, or does not lose,
  // within so many plies. Then `move` is a way to do so.
  bool success = false;
  BoardMove move{};
};

template <int N>
class ProofSearch {
  // A position, with what is known of it, for the player to move there.
  struct Node {
    SymmetricKey key;
    BoardMove move{};  // That led to it.
    ProofNumbers numbers;
    ProofBounds bounds;
  };

  // The path's positions together rarely have more.
  static constexpr std::size_t kUsualChildren = 1U << 13;

 public:
  // Bytes that it usually takes beside the table.
  static constexpr std::uint64_t kMemory = kUsualChildren * sizeof(Node);

  // Asked before each expansion but a question's first, with the number of all before: whether to
  // stop.
  using Stop = std::function<bool(std::uint64_t nodes)>;

  // The table must outlive the search.
  ProofSearch(ProofTable& table, Stop stop) : table_(table), stop_(std::move(stop)) {
    children_.reserve(kUsualChildren);
  }

  // Searches until the question is settled, or `stop` says so; at least one position is expanded.
  // Asked again, it goes on where it stopped. REQUIRES: the game is not over.
  ProofAnswer Ask(const Board<N>& board, ProofQuestion question);

  // Positions expanded, each time counted.
  std::uint64_t nodes() const { return nodes_; }

 private:
  // The children of one position in children_.
  struct Range {
    std::size_t first;
    std::size_t last;
  };

  struct Choice {
    ProofNumbers numbers;         // Of the position itself.
    std::size_t best = 0;         // The child with the least delta.
    std::uint32_t next_best = 0;  // The least delta of the others.
    std::uint32_t greatest = 0;   // The greatest phi of the children.
  };

  void Expand(const Board<N>& board, Node& node, ProofQuestion question, ProofNumbers limits);
  Range MakeChildren(const Board<N>& board, ProofQuestion question);
  void LookUp(Node& child, const Board<N>& parent, int replies, ProofQuestion question);
  Choice Choose(Range range) const;
  void Finish(Node& node, Range range, std::uint64_t work);

  static void Settle(Node& node, ProofQuestion question);
  static ProofNumbers FirstGuess(const Board<N>& board, int moves);

  // Questions about so many plies are settled without a search.
  static constexpr int kShort = 3;
  static ProofBounds ShortBounds(const Board<N>& board, ProofQuestion question);
  static ProofBounds BoundsOfShortLoss(const Board<N>& board);
  static ProofBounds BoundsOfShortWin(const Board<N>& board);

  ProofTable& table_;
  Stop stop_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  BoardMove best_move_{};  // Of the last position whose expansion ended.

  // The children of all positions on the path, one range after the other.
  std::vector<Node> children_;
};

template <int N>
ProofAnswer ProofSearch<N>::Ask(const Board<N>& board, ProofQuestion question) {
  stopped_ = false;
  Node root;
  root.key = KeyOf(board);
  Expand(board, root, question, {kInfiniteProof, kInfiniteProof});
  return {root.bounds, root.numbers.phi == 0, best_move_};
}

// Searches below `node` until its numbers reach one of the limits.
template <int N>
void ProofSearch<N>::Expand(const Board<N>& board, Node& node, ProofQuestion question,
                            ProofNumbers limits) {
  const std::uint64_t nodes_before = nodes_;
  ++nodes_;
  const Range range = MakeChildren(board, question);
  while (true) {
    const Choice choice = Choose(range);
    node.numbers = choice.numbers;
    best_move_ = children_[choice.best].move;
    if (node.numbers.phi >= limits.phi || node.numbers.delta >= limits.delta) break;
    stopped_ = stopped_ || stop_(nodes_);
    if (stopped_) break;
    // A copy, since children_ grows below.
    Node child = children_[choice.best];
    ProofNumbers child_limits;
    // As if it had the greatest phi in the end.
    child_limits.phi = limits.delta == kInfiniteProof
                           ? kInfiniteProof
                           : choice.greatest + limits.delta - choice.numbers.delta;
    // A quarter more than what makes another child look better: going to and fro costs more than
    // staying a little too long (Pawlewicz and Lew, "Improving depth-first pn-search: 1 + epsilon
    // trick", 2006).
    child_limits.delta = std::min(limits.phi, choice.next_best + choice.next_best / 4 + 1);
    Board<N> next = board;
    next.template Play<false>(child.move);
    Expand(next, child, question.AfterMove(), child_limits);
    children_[choice.best] = child;
  }
  Finish(node, range, nodes_ - nodes_before);
}

// Both kinds of one-ply tactics are settled here: a move that takes the own king off the board, and
// one after which it can be captured.
template <int N>
typename ProofSearch<N>::Range ProofSearch<N>::MakeChildren(const Board<N>& board,
                                                            ProofQuestion question) {
  const std::size_t first = children_.size();
  const auto lanes = LanesOf(board, Other(board.to_move()));
  board.ForEachMove([&](BoardMove move) {
    Board<N> next = board;
    next.template Play<false>(move);
    Node child;
    child.move = move;
    if (next.over()) {
      child.bounds = next.loser() == board.to_move() ? kWonAlready : kLostAlready;
    } else if (next.KingAttackers() != 0) {
      child.bounds = kWonByNextMove;
    } else {
      child.bounds.least_to_win = 2;
      child.key = KeyOfLanes(LanesAfter<N>(lanes, board, move, next));
      table_.Prefetch(child.key);
    }
    children_.push_back(child);
  });
  // Stacks get in the way of those of their own side only. So the opponent has as many moves after
  // each move but a capture.
  Board<N> passed = board;
  passed.SetToMove(Other(board.to_move()));
  const int replies = passed.CountMoves();
  for (std::size_t i = first; i < children_.size(); ++i) {
    LookUp(children_[i], board, replies, question.AfterMove());
    // Settled: what is known of the others would only make the distance of a proof shorter.
    if (question.plies != kAnyPlies && children_[i].numbers.delta == 0) break;
  }
  return {first, children_.size()};
}

template <int N>
void ProofSearch<N>::LookUp(Node& child, const Board<N>& parent, int replies,
                            ProofQuestion question) {
  if (!child.bounds.won() && !child.bounds.lost()) {
    Board<N> board = parent;
    board.template Play<false>(child.move);
    const auto entry = table_.Find(child.key);
    if (entry) child.bounds.Add(entry->bounds);
    if (question.plies <= kShort) child.bounds.Add(ShortBounds(board, question));
    if (entry && entry->numbers.phi != 0 && entry->numbers.delta != 0) {
      child.numbers = entry->numbers;
    } else {
      // Not there, or settled for another question only.
      const bool captures = board.stacks(board.to_move()) != parent.stacks(board.to_move());
      child.numbers = FirstGuess(board, captures ? board.CountMoves() : replies);
    }
  }
  Settle(child, question);
}

template <int N>
typename ProofSearch<N>::Choice ProofSearch<N>::Choose(Range range) const {
  Choice choice;
  std::uint32_t least = kInfiniteProof + 1;
  choice.next_best = kInfiniteProof;
  std::uint64_t sum = 0;
  for (std::size_t i = range.first; i < range.last; ++i) {
    const ProofNumbers numbers = children_[i].numbers;
    if (numbers.delta < least) {
      choice.next_best = std::min(least, kInfiniteProof);
      least = numbers.delta;
      choice.best = i;
    } else {
      choice.next_best = std::min(choice.next_best, numbers.delta);
    }
    choice.greatest = std::max(choice.greatest, numbers.phi);
    sum += numbers.phi;
  }
  choice.numbers.phi = least;
  choice.numbers.delta = choice.greatest;
  if (choice.greatest != kInfiniteProof) {
    const std::uint64_t delta = choice.greatest + (sum - choice.greatest) / 2;
    choice.numbers.delta =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(delta, kInfiniteProof - 1));
  }
  return choice;
}

// Takes the position's bounds from those of its children, stores it, and drops the children.
template <int N>
void ProofSearch<N>::Finish(Node& node, Range range, std::uint64_t work) {
  BoundsOfChildren bounds;
  for (std::size_t i = range.first; i < range.last; ++i) bounds.Add(children_[i].bounds);
  children_.resize(range.first);
  node.bounds.Add(bounds.Get());
  const auto old = table_.Find(node.key);
  if (old) {
    node.bounds.Add(old->bounds);
    work += old->work;
  }
  table_.Store(node.key, {node.numbers, node.bounds, work});
}

// Whether what is proven settles the question.
template <int N>
void ProofSearch<N>::Settle(Node& node, ProofQuestion question) {
  const ProofBounds bounds = node.bounds;
  const bool success =
      question.attacks ? bounds.won_within(question.plies) : bounds.not_lost_within(question.plies);
  const bool failure =
      question.attacks ? bounds.not_won_within(question.plies) : bounds.lost_within(question.plies);
  if (success) node.numbers = {0, kInfiniteProof};
  if (failure) node.numbers = {kInfiniteProof, 0};
}

// Settles a question about so few plies by the moves alone.
template <int N>
ProofBounds ProofSearch<N>::ShortBounds(const Board<N>& board, ProofQuestion question) {
  if (question.attacks) return BoundsOfShortWin(board);
  return question.plies <= 2 ? BoundsOfShortLoss(board) : ProofBounds();
}

// Whether all moves of the player to move lose its king at once.
// REQUIRES: it cannot capture the other's.
template <int N>
ProofBounds ProofSearch<N>::BoundsOfShortLoss(const Board<N>& board) {
  if (board.HasSafeMove()) return {.least_to_win = 2, .least_to_lose = 3, .most = kAnyPlies};
  const bool king_can_stay = board.AnyMove([&](BoardMove move) {
    return move.to != kNoBoardSquare || move.from != board.king(board.to_move());
  });
  const std::uint8_t plies = king_can_stay ? 2 : 1;
  return {.least_to_win = ProofBounds::kNever, .least_to_lose = plies, .most = plies};
}

// Whether the player to move has a move after which that is so for the other.
// REQUIRES: it cannot capture the other's king.
template <int N>
ProofBounds ProofSearch<N>::BoundsOfShortWin(const Board<N>& board) {
  ProofBounds bounds = {.least_to_win = 4, .least_to_lose = 1, .most = kAnyPlies};
  board.AnyMove([&](BoardMove move) {
    Board<N> next = board;
    next.template Play<false>(move);
    if (next.over() || next.KingAttackers() != 0) return false;
    const ProofBounds reply = BoundsOfShortLoss(next);
    if (!reply.lost()) return false;
    const auto plies = static_cast<std::uint8_t>(reply.most + 1);
    bounds = {.least_to_win = 2, .least_to_lose = ProofBounds::kNever, .most = plies};
    return true;
  });
  return bounds;
}

// The more ways to go on, the harder it is for the opponent to refute all of them. `moves` is the
// number of legal moves.
template <int N>
ProofNumbers ProofSearch<N>::FirstGuess(const Board<N>& board, int moves) {
  Board<N> pass = board;
  pass.SetToMove(Other(board.to_move()));
  if (pass.KingAttackers() == 0) return {1, static_cast<std::uint32_t>(moves)};
  std::uint32_t safe = 0;
  board.ForEachMove([&](BoardMove move) { safe += board.IsSafe(move) ? 1 : 0; });
  return {1, std::max<std::uint32_t>(safe, 1)};
}

}  // namespace lielow
