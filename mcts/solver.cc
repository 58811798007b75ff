#include "mcts/solver.h"

#include <algorithm>
#include <chrono>

#include "mcts/proof_search.h"
#include "mcts/proof_table.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

// Positions expanded in the first turn of the questions about a distance, and how many times as
// many in a turn of the question without one: long proofs need that alone.
constexpr std::uint64_t kFirstTurn = 20'000;
constexpr std::uint64_t kAnyPliesShare = 3;

// The clock is read once in so many positions.
constexpr std::uint64_t kClockInterval = 256;

constexpr double kReportSeconds = 0.1;

template <int N>
class Solver {
 public:
  Solver(const Board<N>& root, const SolveLimits& limits,
         const std::function<void(const SolveProgress&)>& report)
      : root_(root),
        limits_(limits),
        report_(report),
        table_(limits.max_memory - ProofSearch<N>::kMemory),
        search_(table_, [this](std::uint64_t nodes) { return ShouldStop(nodes); }) {}

  SolveResult Solve() {
    for (std::uint64_t turn = kFirstTurn; !ended_ && !IsDecided(); turn *= 2) {
      turn_end_ = search_.nodes() + turn;
      RuleOutDistances();
      turn_end_ = search_.nodes() + kAnyPliesShare * turn;
      if (!IsDecided()) Ask({true, kAnyPlies});
    }
    turn_end_ = limits_.max_nodes;
    if (IsDecided()) ShortenDistance();
    SolveResult result;
    result.bounds = bounds_;
    if (bounds_.plies()) {
      result.line = BestLine();
    } else if (bounds_.won()) {
      result.line.push_back(MoveOf(winning_move_));
    }
    result.nodes = search_.nodes();
    result.seconds = Seconds();
    return result;
  }

 private:
  bool IsDecided() const { return bounds_.won() || bounds_.lost(); }

  // From the shortest distance up, until one is proven or the turn ends.
  void RuleOutDistances() {
    while (!IsDecided() && !ShouldStop(search_.nodes())) {
      const bool win = bounds_.least_to_win <= bounds_.least_to_lose;
      const int plies = win ? bounds_.least_to_win : bounds_.least_to_lose;
      if (plies == kMaxPlies) return;  // Longer ones are not told apart.
      Ask({win, plies});
    }
  }

  // The winner is known. From the distance of the proof down: each question but the last is
  // answered by a small change of the proof before, and the last, which fails, has to be asked in
  // any case.
  void ShortenDistance() {
    ProofBounds before;
    do {
      before = bounds_;
      if (!bounds_.plies()) Ask({bounds_.won(), bounds_.most - 1});
    } while (bounds_ != before);  // Also where it is too long to be told, or a limit has come.
  }

  void Ask(ProofQuestion question) {
    if (ShouldStop(search_.nodes())) return;
    const ProofAnswer answer = search_.Ask(root_, question);
    bounds_.Add(answer.bounds);
    if (question.attacks && answer.success) winning_move_ = answer.move;
  }

  // Each move answers a question about its position, most of them from the table.
  std::vector<Move> BestLine() {
    std::vector<Move> line;
    Board<N> board = root_;
    bool wins = bounds_.won();
    for (int plies = bounds_.most; plies > 0; --plies, wins = !wins) {
      if (ShouldStop(search_.nodes())) break;
      // A winner can win within `plies`, a loser can avoid to lose in fewer.
      const ProofAnswer answer = search_.Ask(board, {wins, wins ? plies : plies - 1});
      if (!answer.success) break;
      line.push_back(MoveOf(answer.move));
      board.template Play<false>(answer.move);
    }
    return line;
  }

  static Move MoveOf(BoardMove move) { return {Board<N>::SquareOf(move.from), move.direction}; }

  bool ShouldStop(std::uint64_t nodes) {
    if (nodes >= limits_.max_nodes) ended_ = true;
    if (nodes >= next_clock_) {
      next_clock_ = nodes + kClockInterval;
      ReadClock(nodes);
    }
    return ended_ || (nodes >= turn_end_ && !IsDecided());
  }

  void ReadClock(std::uint64_t nodes) {
    const double seconds = Seconds();
    if (seconds >= limits_.max_seconds) ended_ = true;
    if (limits_.stop != nullptr && *limits_.stop) ended_ = true;
    if (!report_ || seconds < next_report_) return;
    next_report_ = seconds + kReportSeconds;
    report_({bounds_, nodes, seconds,
             static_cast<double>(table_.used()) / static_cast<double>(table_.capacity())});
  }

  double Seconds() const {
    const std::chrono::duration<double> seconds = Clock::now() - start_;
    return seconds.count();
  }

  const Clock::time_point start_ = Clock::now();
  const Board<N> root_;
  const SolveLimits& limits_;
  const std::function<void(const SolveProgress&)>& report_;
  ProofTable table_;
  ProofSearch<N> search_;

  ProofBounds bounds_;          // Of the root.
  BoardMove winning_move_{};    // Once bounds_.won().
  std::uint64_t turn_end_ = 0;  // In positions expanded; as long as the winner is not known.
  bool ended_ = false;          // By a limit.
  std::uint64_t next_clock_ = kClockInterval;
  double next_report_ = kReportSeconds;
};

}  // namespace

SolveResult Solve(const Position& position, const SolveLimits& limits,
                  const std::function<void(const SolveProgress&)>& report) {
  return position.OnBoard([&](const auto& board) { return Solver(board, limits, report).Solve(); });
}

}  // namespace lielow
