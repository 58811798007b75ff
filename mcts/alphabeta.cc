#include "mcts/alphabeta.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>

#include "mcts/alphabeta_evaluation.h"
#include "mcts/alphabeta_history.h"
#include "mcts/alphabeta_moves.h"
#include "mcts/alphabeta_pruning.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLogBuckets = 20;

// Further from the root, a position is only evaluated.
constexpr int kMaxPly = 120;
constexpr int kMostPliesBeyondHorizon = 8;

constexpr int kInfinity = 32000;
constexpr int kWonValue = AlphaBetaResult::kWonValue;
constexpr bool IsProvenWin(int value) { return value >= AlphaBetaResult::kProvenValue; }
constexpr bool IsProvenLoss(int value) { return value <= -AlphaBetaResult::kProvenValue; }

// Half the width of the first window around the last iteration's value.
constexpr int kAspiration = 30;
constexpr int kFirstDepthWithAspiration = 4;

// In the table, the plies of a proven result count from the position itself.
constexpr int FromRoot(int value, int ply) {
  return IsProvenWin(value) ? value - ply : (IsProvenLoss(value) ? value + ply : value);
}
constexpr int FromPosition(int value, int ply) { return FromRoot(value, -ply); }

template <int N>
class Searcher {
 public:
  Searcher(TranspositionTable& table, const AlphaBetaLimits& limits, const AlphaBetaWatch& watch)
      : table_(table), limits_(limits), watch_(watch) {
    if (limits.milliseconds) end_ = Clock::now() + std::chrono::milliseconds(*limits.milliseconds);
  }

  AlphaBetaResult Run(const Board<N>& board) {
    AlphaBetaResult best;
    if (board.KingAttackers() != 0) return KingCapture(board);
    // Where every move loses at once: one that makes the other take the king.
    board.ForEachMove([&](BoardMove move) {
      if (root_move_.height == 0 || !IsKingOff(board, move)) root_move_ = move;
    });
    const int most = limits_.depth.value_or(AlphaBetaLimits::kMostDepth);
    for (int depth = 1; depth <= most && !stopped_; ++depth) {
      const int value = SearchAround(board, depth, best.value);
      // A search that was broken off may have found a better move, but not one to give up a win
      // for.
      if (!stopped_ || !IsProvenWin(best.value)) {
        best.move = {board.SquareOf(root_move_.from), root_move_.direction};
      }
      if (stopped_) break;
      best.depth = depth;
      best.value = value;
      if (IsProvenWin(value)) best.result = {Proof::kWin, kWonValue - value};
      if (IsProvenLoss(value)) best.result = {Proof::kLoss, kWonValue + value};
      best.nodes = nodes_;
      if (watch_.depth_done) watch_.depth_done(best);
      // A shorter win would have been found, or a longer defence.
      if (best.result.proof != Proof::kNone && best.result.plies <= depth) break;
    }
    best.nodes = nodes_;
    return best;
  }

 private:
  static bool IsKingOff(const Board<N>& board, BoardMove move) {
    return move.to == kNoBoardSquare && move.from == board.king(board.to_move());
  }

  static AlphaBetaResult KingCapture(const Board<N>& board) {
    AlphaBetaResult result;
    board.ForEachMove([&](BoardMove move) {
      if (move.to != board.king(Other(board.to_move()))) return;
      result.move = {board.SquareOf(move.from), move.direction};
    });
    result.value = kWonValue - 1;
    result.result = {Proof::kWin, 1};
    result.depth = 1;
    result.nodes = 1;
    return result;
  }

  // Searches with a narrow window around the value that is expected, and with wider ones as long as
  // the value lies outside.
  int SearchAround(const Board<N>& board, int depth, int expected) {
    root_depth_ = depth;
    int width = depth < kFirstDepthWithAspiration ? kInfinity : kAspiration;
    int alpha = std::max(expected - width, -kInfinity);
    int beta = std::min(expected + width, kInfinity);
    while (true) {
      const int value = Search(board, depth, alpha, beta, 0);
      if (stopped_ || (value > alpha && value < beta)) return value;
      width = width > 1000 ? kInfinity : 4 * width;
      if (value <= alpha) alpha = std::max(value - width, -kInfinity);
      if (value >= beta) beta = std::min(value + width, kInfinity);
    }
  }

  // The first iteration is always finished, so that there is a move.
  void CountNode() {
    constexpr std::uint64_t kNodesBetweenLooks = 2048;
    if (++nodes_ % kNodesBetweenLooks != 0 || root_depth_ == 1) return;
    stopped_ = (limits_.milliseconds && Clock::now() >= end_) || (watch_.stop && watch_.stop());
  }

  // The value for the side to move, `ply` plies from the root, as far as it lies between alpha and
  // beta; otherwise a bound. Means nothing once stopped_ is set.
  // REQUIRES here and below: the enemy king cannot be captured now.
  int Search(const Board<N>& board, int depth, int alpha, int beta, int ply) {
    if (depth <= 0) return Quiesce(board, alpha, beta, ply, kMostPliesBeyondHorizon);
    CountNode();
    if (stopped_) return 0;
    const bool root = ply == 0;
    const bool exact = beta - alpha > 1;  // Otherwise only a bound is asked for.
    if (!root) {
      // At worst the own king has to leave the board now, at best the enemy's can be captured in
      // three plies.
      alpha = std::max(alpha, -kWonValue + ply + 1);
      beta = std::min(beta, kWonValue - ply - 3);
      if (alpha >= beta) return alpha;
    }
    const BoardEvaluation<N> evaluation(board);
    if (ply >= kMaxPly) return evaluation.Value();
    const bool in_check = evaluation.in_check();
    // After the evaluation, in whose time the table's entry arrives from memory.
    PackedMove hash_move = kNoMove;
    if (const TableEntry* entry = table_.Find(board.hash())) {
      hash_move = entry->move;
      const int value = FromRoot(entry->value, ply);
      const bool deep = entry->depth >= depth && !exact;
      const bool cuts =
          entry->bound != Bound::kUpper && value >= beta && (deep || IsProvenWin(value));
      const bool fails =
          entry->bound != Bound::kLower && value <= alpha && (deep || IsProvenLoss(value));
      if (!root && (cuts || fails)) return value;
    }
    int best = -kInfinity;
    std::size_t most_quiets = kMaxSquares * kNumCompassDirections;
    if (in_check) {
      if (ply < 2 * root_depth_) ++depth;
    } else if (!exact && depth <= kCutDepth) {
      const int value = evaluation.Value();
      if (value - kCutMargin * depth >= beta && !IsProvenLoss(beta)) return value;
      most_quiets = QuietMovesSearched(depth);
      const bool hopeless = depth <= kHopelessDepth && value + kHopelessMargin * depth <= alpha;
      if (hopeless) most_quiets = 0;
    }
    MovePicker<N> moves(board, evaluation, history_, killers_[ply], hash_move, Wanted::kAll);
    std::array<BoardMove, 64> quiets;  // Searched without success.
    std::size_t num_quiets = 0;
    const int first_alpha = alpha;
    BoardMove best_move{};
    int searched = 0;
    for (BoardMove move; moves.Next(move);) {
      const bool quiet = !moves.Captures(move);
      Board<N> child = board;
      child.Play(move);
      if (depth > 1) table_.Prefetch(child.hash());
      int value;
      if (child.KingAttackers() != 0) {
        value = -kWonValue + ply + 2;
      } else {
        ++searched;
        const bool late = depth >= 3 && searched > 3 && quiet && !in_check;
        const int reduction =
            late ? std::max(kReductions.Of(depth, searched) - (exact ? 1 : 0), 0) : 0;
        value = SearchChild(child, depth - 1, reduction, alpha, beta, ply, searched == 1);
      }
      if (stopped_) return 0;
      if (value > best) {
        best = value;
        if (value > alpha) {
          alpha = value;
          best_move = move;
          if (root) root_move_ = move;
          if (value >= beta) {
            if (quiet) Reward(board, ply, depth, move, std::span(quiets).first(num_quiets));
            break;
          }
        }
      }
      if (quiet && num_quiets < quiets.size()) quiets[num_quiets++] = move;
      // Not where all so far lose: a loss may be claimed only if that is so of all.
      if (num_quiets >= most_quiets && !IsProvenLoss(best)) moves.DropQuiet();
    }
    if (best == -kInfinity) best = LostValue(board, ply);
    const bool found = best > first_alpha;
    const Bound bound = best >= beta ? Bound::kLower : (found ? Bound::kExact : Bound::kUpper);
    table_.Store(board.hash(), found ? Pack(best_move) : kNoMove, FromPosition(best, ply), depth,
                 bound);
    return best;
  }

  // The value of a move for its player. Moves after the first are expected to be no better than
  // alpha, and searched in full only if they are.
  int SearchChild(const Board<N>& child, int depth, int reduction, int alpha, int beta, int ply,
                  bool first) {
    if (first) return -Search(child, depth, -beta, -alpha, ply + 1);
    int value = -Search(child, depth - reduction, -alpha - 1, -alpha, ply + 1);
    if (value > alpha && reduction > 0) {
      value = -Search(child, depth, -alpha - 1, -alpha, ply + 1);
    }
    if (value > alpha && value < beta) value = -Search(child, depth, -beta, -alpha, ply + 1);
    return value;
  }

  // Beyond the horizon: captures, and all moves where the king is attacked. The side to move need
  // not capture, and then gets what the position is worth as it stands.
  int Quiesce(const Board<N>& board, int alpha, int beta, int ply, int plies_left) {
    CountNode();
    if (stopped_) return 0;
    const BoardEvaluation<N> evaluation(board);
    const bool in_check = evaluation.in_check();
    int best = -kInfinity;
    if (ply >= kMaxPly || plies_left == 0) return evaluation.Value();
    if (!in_check) {
      best = evaluation.Value();
      const bool captures =
          (evaluation.attacked_by_own() & board.stacks(Other(board.to_move()))) != 0;
      if (best >= beta || !captures) return best;
      alpha = std::max(alpha, best);
    }
    MovePicker<N> moves(board, evaluation, history_, killers_[ply], kNoMove,
                        in_check ? Wanted::kAll : Wanted::kCaptures);
    for (BoardMove move; moves.Next(move);) {
      Board<N> child = board;
      child.Play(move);
      const int value = child.KingAttackers() != 0
                            ? -kWonValue + ply + 2
                            : -Quiesce(child, -beta, -alpha, ply + 1, plies_left - 1);
      if (stopped_) return 0;
      if (value > best) {
        best = value;
        alpha = std::max(alpha, value);
        if (value >= beta) break;
      }
    }
    return best == -kInfinity ? LostValue(board, ply) : best;
  }

  // Where every move loses the king at once. It is lost a ply later if the enemy has to capture it.
  static int LostValue(const Board<N>& board, int ply) {
    int distance = 1;
    board.ForEachMove([&](BoardMove move) {
      if (!IsKingOff(board, move)) distance = 2;
    });
    return -kWonValue + ply + distance;
  }

  // A quiet move has refuted the position, which `others` had not.
  void Reward(const Board<N>& board, int ply, int depth, BoardMove good,
              std::span<const BoardMove> others) {
    Killers& killers = killers_[ply];
    if (killers[0] != Pack(good)) killers = {Pack(good), killers[0]};
    const int amount = std::min(8 * depth * depth, 1500);
    history_.Add(board.to_move(), good, amount);
    for (const BoardMove move : others) history_.Add(board.to_move(), move, -amount);
  }

  TranspositionTable& table_;
  const AlphaBetaLimits limits_;
  const AlphaBetaWatch& watch_;
  Clock::time_point end_;
  bool stopped_ = false;
  int root_depth_ = 0;
  std::uint64_t nodes_ = 0;
  BoardMove root_move_{};
  MoveHistory history_;
  std::array<Killers, kMaxPly + 1> killers_{};  // By ply.
};

}  // namespace

AlphaBeta::AlphaBeta() : table_(kLogBuckets) {}

AlphaBetaResult AlphaBeta::Search(const Position& position, const AlphaBetaLimits& limits,
                                  const AlphaBetaWatch& watch) {
  table_.StartSearch();
  return position.OnBoard(
      [&]<int N>(const Board<N>& board) { return Searcher<N>(table_, limits, watch).Run(board); });
}

}  // namespace lielow
