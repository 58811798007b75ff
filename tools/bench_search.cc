#include <chrono>
#include <cstdio>

#include "game/position.h"
#include "mcts/alphabeta.h"
#include "tools/benchmarks.h"
#include "tools/json_text.h"
#include "tools/machine.h"

namespace lielow {
namespace {

// The search plays against itself, 200 ms a move, from the start for as long as there is time.
// Positions count once whenever the search or its quiescence visits them.
void BenchSearchOn(int size, const BenchOptions& options) {
  using Clock = std::chrono::steady_clock;
  constexpr AlphaBetaLimits kLimits = {.milliseconds = 200};
  AlphaBeta search;
  Position position(size);
  double nodes = 0;
  double depths = 0;
  int moves = 0;
  double elapsed = 0;
  const auto start = Clock::now();
  do {
    const AlphaBetaResult found = search.Search(position, kLimits);
    nodes += static_cast<double>(found.nodes);
    depths += found.depth;
    ++moves;
    position.Play(found.move);
    if (position.over()) position = Position(size);
    elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  } while (elapsed < options.seconds);
  if (options.json) {
    PrintJson({{"bench", "search"},
               {"size", size},
               {"player", "alphabeta"},
               {"nodes_per_second", nodes / elapsed},
               {"mean_depth", depths / moves},
               {"moves", moves},
               {"milliseconds_per_move", *kLimits.milliseconds},
               {"machine", ProcessorText()}});
    return;
  }
  std::printf("alphabeta %dx%d, one core: %.2f million positions/s, %.1f plies deep in %d ms\n",
              size, size, nodes / elapsed / 1e6, depths / moves, *kLimits.milliseconds);
}

}  // namespace

void BenchSearch(const BenchOptions& options) {
  if (!options.json) std::printf("%s\n", ProcessorText().c_str());
  if (options.size) {
    BenchSearchOn(*options.size, options);
  } else {
    for (const int size : {8, 9}) BenchSearchOn(size, options);
  }
}

}  // namespace lielow
