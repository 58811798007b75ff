// The rules core against the plain second implementation, in about a million positions: games of
// players who lead to different kinds of positions, and positions that no game would reach.
//
// LIELOW_COMPARED_POSITIONS in the environment asks for another number of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/perft.h"
#include "game/position.h"
#include "game/random.h"
#include "tests/support/plain_position.h"
#include "tests/support/position_comparison.h"

namespace lielow {
namespace {

// For one board size and kind of positions; there are 6 sizes and 4 kinds.
int PositionsToCompare() {
#ifdef NDEBUG
  constexpr int kUsual = 1'000'000;
#else
  constexpr int kUsual = 20'000;
#endif
  const char* const asked = std::getenv("LIELOW_COMPARED_POSITIONS");
  return (asked != nullptr ? std::atoi(asked) : kUsual) / (6 * 4) + 1;
}

// Counts what it has compared; asks for a random number here and there.
class Comparison {
 public:
  Comparison(int size, std::uint64_t seed)
      : random_(DeriveSeed(seed, static_cast<std::uint64_t>(size))) {}

  Random& random() { return random_; }
  int positions() const { return positions_; }

  // Everything of the position; also all its moves, in every tenth position.
  void Compare(const Position& position, const PlainPosition& plain) {
    ASSERT_EQ(Difference(position, plain, random_), "") << plain.ToString();
    if (positions_++ % 10 == 0) {
      for (const PlainMove& move : plain.LegalMoves()) {
        ASSERT_EQ(MoveDifference(position, plain, move), "") << plain.ToString();
      }
    }
  }

 private:
  Random random_;
  int positions_ = 0;
};

// Chooses one of the legal moves, which are not empty.
using Chooser = std::size_t (*)(const Position&, const std::vector<PlainMove>&, Random&);

std::size_t ChooseAny(const Position& /*position*/, const std::vector<PlainMove>& moves,
                      Random& random) {
  return static_cast<std::size_t>(random.Below(static_cast<int>(moves.size())));
}

// Any move among those with the highest worth.
template <class Worth>
std::size_t ChooseBest(const std::vector<PlainMove>& moves, Random& random, Worth worth) {
  std::vector<std::size_t> best;
  int highest = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int value = worth(moves[i]);
    if (best.empty() || value > highest) best.clear();
    if (best.empty() || value == highest) best.push_back(i);
    highest = best.front() == i ? value : highest;
  }
  return best[static_cast<std::size_t>(random.Below(static_cast<int>(best.size())))];
}

// Takes the king, and else keeps its own safe.
std::size_t ChooseSensibly(const Position& position, const std::vector<PlainMove>& moves,
                           Random& random) {
  return ChooseBest(moves, random, [&](const PlainMove& move) {
    Position next = position;
    next.Play(MoveOf(move));
    if (next.over()) return next.winner() == position.to_move() ? 2 : -1;
    return next.KingCapture() ? 0 : 1;
  });
}

// Grows stacks as high as they can get: captures and leaves only if it must, and does not raise the
// highest always, so that many become high.
std::size_t ChooseGrowth(const Position& position, const std::vector<PlainMove>& moves,
                         Random& random) {
  const bool is_careless = random.Below(20) == 0;
  return ChooseBest(moves, random, [&](const PlainMove& move) {
    if (is_careless) return 0;
    if (move.is_off()) return position.king(position.to_move()) == MoveOf(move).from ? -2 : -1;
    return move.text[2] == 'x' ? 0 : 1 + random.Below(1 + position.height(MoveOf(move).from));
  });
}

// Plays to the end of the game, or so many plies.
void CompareGame(Position position, PlainPosition plain, Chooser choose, int plies,
                 Comparison& comparison) {
  for (int ply = 0;; ++ply) {
    ASSERT_NO_FATAL_FAILURE(comparison.Compare(position, plain));
    if (plain.winner() != ' ' || ply == plies) return;
    const std::vector<PlainMove> moves = plain.LegalMoves();
    const PlainMove move = moves[choose(position, moves, comparison.random())];
    ASSERT_EQ(MoveDifference(position, plain, move), "") << plain.ToString();
    position.Play(MoveOf(move));
    plain.Play(move);
  }
}

// A position string with any number of stacks of any heights, many of them the same, and crowns
// wherever the rules of position strings allow.
std::string RandomPositionText(int size, Random& random) {
  const auto squares = static_cast<std::size_t>(size * size);
  const int density = 1 + random.Below(100);
  const int least_height = 1 + random.Below(size);
  const int heights = 1 + random.Below(size - least_height + 1);
  const int blue_share = 1 + random.Below(9);
  std::vector<std::string> cells(squares);
  for (std::string& cell : cells) {
    if (random.Below(100) >= density) continue;
    cell = random.Below(10) < blue_share ? "b" : "r";
    cell += std::to_string(least_height + random.Below(heights));
  }
  // Each side has a stack.
  const auto first = static_cast<std::size_t>(random.Below(static_cast<int>(squares)));
  cells[first] = "b" + std::to_string(least_height);
  cells[(first + 1) % squares] = "r" + std::to_string(least_height);

  for (const char side : {'b', 'r'}) {
    std::vector<std::string*> stacks;
    for (std::string& cell : cells) {
      if (!cell.empty() && cell[0] == side) stacks.push_back(&cell);
    }
    const auto lower = [](const std::string* a, const std::string* b) { return (*a)[1] < (*b)[1]; };
    std::stable_sort(stacks.begin(), stacks.end(), lower);
    const bool one_highest = stacks.size() == 1 || lower(stacks.end()[-2], stacks.back());
    const bool needs_king = one_highest || (*stacks.back())[1] > '1';
    if (!needs_king && random.Below(2) == 0) continue;
    const auto any = static_cast<std::size_t>(random.Below(static_cast<int>(stacks.size())));
    std::string& king = one_highest ? *stacks.back() : *stacks[any];
    king[0] = side == 'b' ? 'B' : 'R';
  }

  std::string text;
  int empties = 0;
  for (std::size_t i = 0; i < squares; ++i) {
    if (cells[i].empty()) ++empties;
    const bool ends_row = (i + 1) % static_cast<std::size_t>(size) == 0;
    if (empties > 0 && (ends_row || !cells[i].empty())) {
      text += std::to_string(empties);
      empties = 0;
    }
    text += cells[i];
    if (ends_row && i + 1 < squares) text += '/';
  }
  return text + (random.Below(2) == 0 ? " b" : " r");
}

class PlainComparisonTest : public testing::TestWithParam<int> {
 protected:
  void CompareGames(Chooser choose, std::uint64_t seed) {
    Comparison comparison(GetParam(), seed);
    while (comparison.positions() < PositionsToCompare()) {
      const int kNoLimit = -1;
      ASSERT_NO_FATAL_FAILURE(CompareGame(Position(GetParam()), PlainPosition(GetParam()), choose,
                                          kNoLimit, comparison));
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Sizes, PlainComparisonTest, testing::Range(kMinSize, kMaxSize + 1));

TEST_P(PlainComparisonTest, UniformlyRandomGamesAreTheSame) { CompareGames(ChooseAny, 1); }

TEST_P(PlainComparisonTest, GamesThatTakeTheKingAndGuardTheirOwnAreTheSame) {
  CompareGames(ChooseSensibly, 2);
}

TEST_P(PlainComparisonTest, GamesThatAvoidCapturesAndGrowHighStacksAreTheSame) {
  CompareGames(ChooseGrowth, 3);
}

TEST_P(PlainComparisonTest, PositionsThatNoGameReachesAreTheSame) {
  Comparison comparison(GetParam(), 4);
  while (comparison.positions() < PositionsToCompare()) {
    const std::string text = RandomPositionText(GetParam(), comparison.random());
    const auto plain = PlainPosition::Read(text);
    ASSERT_TRUE(plain.has_value()) << text;
    const int plies = 8;
    ASSERT_NO_FATAL_FAILURE(
        CompareGame(Position::Parse(text), *plain, ChooseAny, plies, comparison));
  }
}

TEST_P(PlainComparisonTest, PerftIsTheSame) {
  EXPECT_EQ(Perft(Position(GetParam()), 3), PlainPerft(PlainPosition(GetParam()), 3));
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const std::string text = RandomPositionText(GetParam(), random);
    EXPECT_EQ(Perft(Position::Parse(text), 2), PlainPerft(*PlainPosition::Read(text), 2)) << text;
  }
}

// Positions that differ little, too: all that follow a position by one move.
TEST_P(PlainComparisonTest, HashesTellPositionsApart) {
#ifdef NDEBUG
  constexpr std::size_t kPositions = 200'000;
#else
  constexpr std::size_t kPositions = 10'000;
#endif
  Random random(6);
  std::unordered_map<std::uint64_t, std::string> texts;  // By hash.
  while (texts.size() < kPositions) {
    const Position position = Position::Parse(RandomPositionText(GetParam(), random));
    for (const Move move : position.LegalMoves()) {
      Position next = position;
      next.Play(move);
      const auto [entry, is_new] = texts.try_emplace(next.hash(), next.ToString());
      ASSERT_EQ(entry->second, next.ToString());
    }
  }
}

// Pearson's statistic has about the mean of its degrees of freedom, and twice that for variance.
TEST_P(PlainComparisonTest, RandomMovesAreUniform) {
  constexpr int kDrawsOfEach = 200;
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const std::string text = RandomPositionText(GetParam(), random);
    Position::Parse(text).OnBoard([&](const auto& board) {
      std::unordered_map<int, int> draws;  // By square and direction.
      const int moves = board.CountMoves();
      for (int n = 0; n < moves * kDrawsOfEach; ++n) {
        const BoardMove move = board.RandomMove(random);
        ++draws[move.from * kNumDirections + static_cast<int>(move.direction)];
      }
      EXPECT_EQ(static_cast<int>(draws.size()), moves) << text;
      double statistic = 0;
      for (const auto& [move, count] : draws) {
        statistic +=
            static_cast<double>((count - kDrawsOfEach) * (count - kDrawsOfEach)) / kDrawsOfEach;
      }
      EXPECT_LE(statistic, moves + 5 * std::sqrt(2 * moves)) << text;
    });
  }
}

}  // namespace
}  // namespace lielow
