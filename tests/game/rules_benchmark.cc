// Measures the rules core against the plain second implementation: perft and random games, both on
// one thread, in processor time.

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <vector>

#include "game/board.h"
#include "game/perft.h"
#include "game/position.h"
#include "game/random.h"
#include "tests/support/plain_position.h"

namespace lielow {
namespace {

// Calls work(), which returns how much it has done, for about a second. Returns the amount a
// second.
template <class Work>
double Rate(Work work) {
  const std::clock_t begin = std::clock();
  double done = 0;
  double seconds = 0;
  do {
    done += static_cast<double>(work());
    seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  } while (seconds < 1);
  return done / seconds;
}

// Like Perft, counts the moves of the last ply without making them.
std::uint64_t CountedPlainPerft(const PlainPosition& position, int depth) {
  const std::vector<PlainMove> moves = position.LegalMoves();
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const PlainMove& move : moves) {
    PlainPosition next = position;
    next.Play(move);
    leaves += CountedPlainPerft(next, depth - 1);
  }
  return leaves;
}

template <int N>
Board<N> StartBoard() {
  return Position{N}.OnBoard([]<int M>(const Board<M>& board) {
    if constexpr (M == N) return board;
    return Board<N>();
  });
}

template <int N>
int PlayRandomGame(Board<N> board, Random& random) {
  int plies = 0;
  for (; !board.over(); ++plies) board.template Play<false>(board.RandomMove(random));
  return plies;
}

int PlayRandomGame(PlainPosition position, Random& random) {
  int plies = 0;
  for (; position.winner() == ' '; ++plies) {
    const std::vector<PlainMove> moves = position.LegalMoves();
    position.Play(moves[static_cast<std::size_t>(random.Below(static_cast<int>(moves.size())))]);
  }
  return plies;
}

void Print(const char* what, double board, double plain) {
  std::printf("  %-22s %14.0f %14.0f %9.1f\n", what, board, plain, board / plain);
}

// The plain implementation searches one ply less, or a round would take long.
template <int N>
void Measure(int depth) {
  constexpr std::uint64_t kSeed = 1;
  constexpr int kGamesARound = 100;
  std::printf("%dx%d %34s %14s %9s\n", N, N, "board", "plain", "factor");

  const double perft = Rate([&] { return Perft(Position{N}, depth); });
  const double plain_perft = Rate([&] { return CountedPlainPerft(PlainPosition{N}, depth - 1); });
  Print("perft leaves/s", perft, plain_perft);

  const Board<N> start = StartBoard<N>();
  Random random(kSeed);
  int plies = 0;
  int games = 0;
  const auto play_round = [&](const auto& position) {
    for (int i = 0; i < kGamesARound; ++i) plies += PlayRandomGame(position, random);
    games += kGamesARound;
    return kGamesARound;
  };
  const double playouts = Rate([&] { return play_round(start); });
  const double length = static_cast<double>(plies) / games;
  plies = games = 0;
  const double plain_playouts = Rate([&] { return play_round(PlainPosition{N}); });
  const double plain_length = static_cast<double>(plies) / games;
  Print("random games/s", playouts, plain_playouts);
  Print("random moves/s", playouts * length, plain_playouts * plain_length);
}

}  // namespace
}  // namespace lielow

int main() {
  try {
    lielow::Measure<8>(5);
    lielow::Measure<9>(4);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
