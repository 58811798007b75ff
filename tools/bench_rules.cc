#include <chrono>
#include <cstdio>
#include <vector>

#include "game/perft.h"
#include "game/position.h"
#include "tools/benchmarks.h"
#include "tools/json_text.h"
#include "tools/machine.h"

namespace lielow {
namespace {

// Calls work(), which returns how much it did, again and again for about `seconds`; what was done a
// second.
template <class Work>
double Rate(double seconds, Work work) {
  using Clock = std::chrono::steady_clock;
  double done = 0;
  const auto start = Clock::now();
  double elapsed = 0;
  do {
    done += static_cast<double>(work());
    elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  } while (elapsed < seconds);
  return done / elapsed;
}

// Depths that take a fraction of a second: the rate hardly changes with more.
int PerftDepth(int size) { return size >= 9 ? 4 : 5; }

template <int N>
int PlayRandomGame(Board<N> board, Random& random) {
  int plies = 0;
  for (; !board.over(); ++plies) board.template Play<false>(board.RandomMove(random));
  return plies;
}

// Every legal move of the positions of some random games is made, with its hash.
template <int N>
std::vector<Board<N>> RandomBoards(const Board<N>& start, Random& random) {
  std::vector<Board<N>> boards;
  for (int game = 0; game < 20; ++game) {
    for (Board<N> board = start; !board.over(); board.Play(board.RandomMove(random))) {
      boards.push_back(board);
    }
  }
  return boards;
}

template <int N>
double MovesMade(const Board<N>& start, double seconds) {
  Random random(1);
  const std::vector<Board<N>> boards = RandomBoards(start, random);
  std::uint64_t hashes = 0;
  const double rate = Rate(seconds, [&] {
    std::uint64_t made = 0;
    for (const Board<N>& board : boards) {
      board.ForEachMove([&](BoardMove move) {
        Board<N> next = board;
        next.Play(move);
        hashes ^= next.hash();
        ++made;
      });
    }
    return made;
  });
  // Asked for, so that the compiler cannot leave the moves out.
  return hashes == 1 ? 0 : rate;
}

void BenchRulesOn(int size, const BenchOptions& options) {
  const Position start(size);
  const double seconds = options.seconds / 3;
  const double leaves = Rate(seconds, [&] { return Perft(start, PerftDepth(size)); });
  const double moves = start.OnBoard([&](const auto& board) { return MovesMade(board, seconds); });
  Random random(1);
  const double playouts = start.OnBoard([&](const auto& board) {
    return Rate(seconds, [&] { return PlayRandomGame(board, random) > 0 ? 1 : 0; });
  });
  if (options.json) {
    PrintJson({{"bench", "rules"},
               {"size", size},
               {"perft_leaves_per_second", leaves},
               {"moves_made_per_second", moves},
               {"playouts_per_second", playouts},
               {"machine", ProcessorText()}});
    return;
  }
  std::printf(
      "rules %dx%d, one core: %.2f billion perft leaves/s, %.1f million moves made/s, "
      "%.0f random playouts/s\n",
      size, size, leaves / 1e9, moves / 1e6, playouts);
}

}  // namespace

void BenchRules(const BenchOptions& options) {
  if (!options.json) std::printf("%s\n", ProcessorText().c_str());
  if (options.size) {
    BenchRulesOn(*options.size, options);
  } else {
    for (const int size : {8, 9}) BenchRulesOn(size, options);
  }
}

}  // namespace lielow
