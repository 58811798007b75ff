#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "game/input_error.h"
#include "game/move_text.h"
#include "mcts/solver.h"
#include "selfplay/terminal_line.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/json_text.h"
#include "tools/number_checks.h"
#include "tools/position_options.h"
#include "tools/program.h"

namespace lielow {
namespace {

struct SolveOptions {
  PositionOptions position;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_nodes;
  std::uint64_t max_memory = 1024;  // MiB
  bool json = false;
};

// Where standard error is no terminal, a line of progress comes once in so many seconds.
constexpr double kLogSeconds = 10;

// For all that grows a little as the program runs.
constexpr std::uint64_t kSpareMemory = std::uint64_t{8} << 20;

// Bytes of this process that are in memory now.
std::uint64_t ResidentMemory() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t virtual_pages = 0;
  std::uint64_t resident_pages = 0;
  statm >> virtual_pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// What is left for the solver of the memory that the whole process may take.
std::uint64_t SolverMemory(std::uint64_t max_mebibytes) {
  const std::uint64_t taken = ResidentMemory() + kSpareMemory;
  const std::uint64_t least = ((taken + kMinSolveMemory) >> 20) + 1;
  if (max_mebibytes < least) {
    throw InputError("--max-memory: found " + std::to_string(max_mebibytes) + ", expected " +
                     std::to_string(least) + " MiB or more");
  }
  return (max_mebibytes << 20) - taken;
}

// Such as "Blue wins in 9 to 12 plies".
std::string BoundsText(const ProofBounds& bounds, Color to_move) {
  std::ostringstream text;
  text << Name(to_move);
  if (!bounds.won() && !bounds.lost()) {
    text << " wins in " << int{bounds.least_to_win} << " plies or more, or loses in "
         << int{bounds.least_to_lose} << " or more";
    return text.str();
  }
  text << (bounds.won() ? " wins in " : " loses in ");
  const int least = bounds.won() ? bounds.least_to_win : bounds.least_to_lose;
  if (bounds.most > kMaxPlies) {
    text << least << " plies or more";
  } else {
    text << least;
    if (bounds.most != least) text << " to " << int{bounds.most};
    text << (bounds.most == 1 ? " ply" : " plies");
  }
  return text.str();
}

class ProgressOutput {
 public:
  explicit ProgressOutput(Color to_move) : to_move_(to_move) {}

  void Show(const SolveProgress& progress) {
    if (line_.Wants()) line_.Show(Text(progress));
    if (terminal_ || progress.seconds < next_log_) return;
    next_log_ = progress.seconds + kLogSeconds;
    std::cerr << Text(progress) << std::endl;
  }

 private:
  std::string Text(const SolveProgress& progress) const {
    std::ostringstream text;
    text << std::fixed << std::setprecision(0) << progress.seconds << " s, " << std::setprecision(2)
         << static_cast<double>(progress.nodes) * 1e-6 << " M positions, table "
         << std::setprecision(0) << 100 * progress.table_share
         << " % full: " << BoundsText(progress.bounds, to_move_);
    return text.str();
  }

  const Color to_move_;
  const bool terminal_ = isatty(STDERR_FILENO) != 0;
  TerminalLine line_;
  double next_log_ = kLogSeconds;
};

std::vector<std::string> LineText(Position position, const std::vector<Move>& line) {
  std::vector<std::string> moves;
  for (const Move move : line) {
    moves.push_back(MoveText(position, move));
    position.Play(move);
  }
  return moves;
}

void PrintResult(const SolveResult& result, const Position& position, bool json) {
  const std::vector<std::string> line = LineText(position, result.line);
  if (json) {
    const Json proof = ProofJson(result.proof());
    PrintJson({{"result", proof.is_null() ? Json("unknown") : proof},
               {"plies", result.plies() ? Json(*result.plies()) : Json(nullptr)},
               {"move", line.empty() ? Json(nullptr) : Json(line.front())},
               {"line", line},
               {"nodes", result.nodes},
               {"seconds", result.seconds}});
    return;
  }
  if (result.proof() == Proof::kNone) std::cout << "not decided: ";
  std::cout << BoundsText(result.bounds, position.to_move()) << "\n";
  for (std::size_t i = 0; i < line.size(); ++i) std::cout << (i == 0 ? "" : " ") << line[i];
  if (!line.empty()) std::cout << "\n";
  std::cout << result.nodes << " positions, " << result.seconds << " s\n";
}

int RunSolve(const SolveOptions& options) {
  const Position position = options.position.Get();
  SolveLimits limits;
  limits.max_seconds = options.max_seconds.value_or(limits.max_seconds);
  limits.max_nodes = options.max_nodes.value_or(limits.max_nodes);
  limits.max_memory = SolverMemory(options.max_memory);
  const std::atomic<bool>& interrupted = InterruptGracefully("\n");
  limits.stop = &interrupted;
  SolveResult result;
  {
    ProgressOutput output(position.to_move());
    result = Solve(position, limits,
                   [&output](const SolveProgress& progress) { output.Show(progress); });
  }
  PrintResult(result, position, options.json);
  return interrupted ? kExitInterrupted : kExitDone;
}

}  // namespace

void AddSolveCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("solve", "Prove who wins a position, and how soon");
  auto options = std::make_shared<SolveOptions>();
  options->position.AddTo(*command);
  command->add_option("--max-seconds", options->max_seconds, "Time [no limit]")
      ->check(NumberCheck(0, 1e9));
  command->add_option("--max-nodes", options->max_nodes, "Positions expanded [no limit]")
      ->check(NumberCheck(1, 1e18));
  command->add_option("--max-memory", options->max_memory, "MiB of memory, of the whole program")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 24));
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Where a limit comes first, or Ctrl-C, it says what is known by then.\n"
      "Example: lielow solve --size 5 --max-memory 4096 --max-seconds 300");
  command->callback([options, &exit_code] { exit_code = RunSolve(*options); });
}

}  // namespace lielow
