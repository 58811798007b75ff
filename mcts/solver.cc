#include "mcts/solver.h"

#include <algorithm>
#include <chrono>

#include "mcts/proof_search.h"
#include "mcts/proof_table.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

// Positions expanded in the first turn of the questions about short distances, and how many times
// as many in a turn of the others, which are what long proofs need.
constexpr std::uint64_t kFirstTurn = 150'000;
constexpr std::uint64_t kLongShare = 3;

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
    for (std::uint64_t turn = kFirstTurn; !ended_ && !bounds_.plies(); turn *= 2) {
      turn_end_ = search_.nodes() + turn;
      RuleOutShort();
      turn_end_ = search_.nodes() + kLongShare * turn;
      AskLong();
      if (IsTooLong()) break;
    }
    turn_end_ = limits_.max_nodes;
    SolveResult result;
    result.bounds = bounds_;
    if (bounds_.plies()) {
      result.line = BestLine();
    } else if (bounds_.won()) {
      // A question about a loss may have shown it. Then the table knows the move.
      if (!winning_move_ && search_.nodes() < limits_.max_nodes) Ask({true, kAnyPlies});
      if (winning_move_) result.line.push_back(MoveOf(*winning_move_));
    }
    result.nodes = search_.nodes();
    result.seconds = Seconds();
    return result;
  }

 private:
  bool IsDecided() const { return bounds_.won() || bounds_.lost(); }

  // Whether the winner needs more plies than are told apart.
  bool IsTooLong() const {
    return IsDecided() && std::min(bounds_.least_to_win, bounds_.least_to_lose) == kMaxPlies;
  }

  // From the shortest distance up, until the right one is found or the turn ends.
  void RuleOutShort() {
    while (!bounds_.plies() && !ShouldStop(search_.nodes())) {
      const bool win = bounds_.least_to_win <= bounds_.least_to_lose;
      const int plies = win ? bounds_.least_to_win : bounds_.least_to_lose;
      if (plies == kMaxPlies) return;  // Longer ones are not told apart.
      Ask({win, plies});
    }
  }

  // Who wins; then, from the distance of the proof down, whether it is shorter. Each of those
  // questions but the last is answered by a small change of the proof before, and the last, which
  // fails, has to be asked in any case.
  void AskLong() {
    while (!bounds_.plies() && !ShouldStop(search_.nodes())) {
      if (IsDecided() && bounds_.most > kMaxPlies) return;
      Ask(IsDecided() ? ProofQuestion{bounds_.won(), bounds_.most - 1} : ProofQuestion{});
    }
  }

  void Ask(ProofQuestion question) {
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
    return ended_ || nodes >= turn_end_;
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

  ProofBounds bounds_;  // Of the root.
  std::optional<BoardMove> winning_move_;
  std::uint64_t turn_end_ = 0;  // In positions expanded.
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
