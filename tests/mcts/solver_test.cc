// The exact solver against minimax, against positions with known results, and at its limits.
//
// data/solved holds one JSON object a line: `position`, `kind`, `result` for the player to move,
// and `plies`, the exact distance, or null where it is not known.

#include "mcts/solver.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "game/symmetry.h"
#include "tests/support/minimax.h"

namespace lielow {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

// Up to `stacks` stacks a side on random squares, with random heights; the crowns are on any stack
// that the rules of position strings allow.
Position RandomPosition(int size, int stacks, Random& random) {
  PositionBuilder builder(size);
  for (const Color color : {Color::kBlue, Color::kRed}) {
    const int number = 1 + random.Below(stacks);
    std::vector<Square> squares;
    std::vector<int> heights;
    for (int i = 0; i < number; ++i) {
      const Square square(random.Below(size), random.Below(size));
      if (builder.position().color(square)) continue;
      squares.push_back(square);
      heights.push_back(1 + random.Below(size));
      builder.AddStack(square, color, heights.back());
    }
    if (squares.empty()) return RandomPosition(size, stacks, random);
    const auto highest = std::max_element(heights.begin(), heights.end());
    const bool alone = std::count(heights.begin(), heights.end(), *highest) == 1;
    const auto king =
        alone ? static_cast<std::size_t>(highest - heights.begin())
              : static_cast<std::size_t>(random.Below(static_cast<int>(squares.size())));
    builder.SetKing(color, squares[king]);
  }
  if (random.Below(2) == 1) builder.SetToMove(Color::kRed);
  return builder.position();
}

// The line ends the game when it should, with the winner that it should.
void ExpectSoundLine(const Position& position, const SolveResult& result) {
  ASSERT_EQ(static_cast<int>(result.line.size()), result.plies()) << position.ToString();
  Position next = position;
  for (const Move move : result.line) {
    ASSERT_TRUE(next.IsLegal(move)) << position.ToString();
    next.Play(move);
  }
  ASSERT_TRUE(next.over()) << position.ToString();
  EXPECT_EQ(*next.winner() == position.to_move(), result.proof() == Proof::kWin)
      << position.ToString();
}

TEST(SolverTest, AgreesWithMinimaxOnSmallEndings) {
  struct Kind {
    int size;
    int stacks;
    int positions;
  };
  std::map<Proof, int> results;
  int longest = 0;
  Random random(1);
  for (const auto& [size, stacks, positions] :
       {Kind{4, 2, 1000}, Kind{4, 3, 15}, Kind{5, 2, 60}, Kind{6, 1, 200}}) {
    Minimax minimax;
    for (int i = 0; i < positions; ++i) {
      const Position position = RandomPosition(size, stacks, random);
      const ProvenResult truth = minimax.Solve(position);
      const SolveResult result = Solve(position, {.max_memory = kMinSolveMemory});
      ASSERT_EQ(result.proof(), truth.proof) << position.ToString();
      ASSERT_EQ(result.plies(), truth.plies) << position.ToString();
      ExpectSoundLine(position, result);
      ++results[truth.proof];
      longest = std::max(longest, truth.plies);
    }
  }
  // There was something to find.
  EXPECT_GE(results[Proof::kWin], 500);
  EXPECT_GE(results[Proof::kLoss], 500);
  EXPECT_GE(longest, 12);
}

// Every move of the line is checked: the winner's is among the fastest, the loser's among the
// slowest.
TEST(SolverTest, LineIsBestPlayOfBoth) {
  Random random(2);
  Minimax minimax;
  for (int i = 0; i < 200; ++i) {
    Position position = RandomPosition(4, 2, random);
    const SolveResult result = Solve(position, {.max_memory = kMinSolveMemory});
    int left = result.plies().value_or(0);
    for (const Move move : result.line) {
      ASSERT_EQ(minimax.Solve(position).plies, left) << position.ToString();
      position.Play(move);
      --left;
    }
    EXPECT_EQ(left, 0);
  }
}

TEST(SolverTest, SymmetriesAndColorsChangeNothing) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Position position = RandomPosition(5, 2, random);
    const SolveResult result = Solve(position, {.max_memory = kMinSolveMemory});
    const SolveResult other = Solve(ExchangeColors(position), {.max_memory = kMinSolveMemory});
    EXPECT_EQ(other.proof(), result.proof()) << position.ToString();
    EXPECT_EQ(other.plies(), result.plies()) << position.ToString();
    for (int s = 1; s < kNumSymmetries; ++s) {
      const SolveResult image = Solve(Symmetry(s).Apply(position), {.max_memory = kMinSolveMemory});
      EXPECT_EQ(image.proof(), result.proof()) << position.ToString();
      EXPECT_EQ(image.plies(), result.plies()) << position.ToString();
    }
  }
}

struct KnownPosition {
  Position position;
  std::string kind;
  Proof proof = Proof::kNone;
  std::optional<int> plies;
};

std::vector<KnownPosition> KnownPositions(const std::string& size) {
  std::ifstream file(LIELOW_TEST_DATA "/solved/" + size + ".jsonl");
  std::vector<KnownPosition> positions;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    KnownPosition& known = positions.emplace_back();
    known.position = Position::Parse(json.at("position").get<std::string>());
    known.kind = json.at("kind").get<std::string>();
    known.proof = json.at("result") == "win" ? Proof::kWin : Proof::kLoss;
    if (!json.at("plies").is_null()) known.plies = json.at("plies").get<int>();
  }
  return positions;
}

class KnownPositionsTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(All, KnownPositionsTest, testing::Values("8x8", "9x9"),
                         [](const auto& info) { return std::string("Board") + info.param; });

// With a thousand positions expanded: nothing false is claimed, and all short wins and losses
// are found.
TEST_P(KnownPositionsTest, AreSolvedExactly) {
  constexpr int kShort = 4;
  int solved = 0;
  for (const KnownPosition& known : KnownPositions(GetParam())) {
    const SolveResult result =
        Solve(known.position, {.max_nodes = 1000, .max_memory = kMinSolveMemory});
    EXPECT_LE(result.nodes, 1000U);
    if (result.proof() != Proof::kNone) {
      EXPECT_EQ(result.proof(), known.proof) << known.position.ToString();
    }
    if (result.plies() && known.plies) {
      EXPECT_EQ(result.plies(), known.plies) << known.position.ToString();
    }
    if (known.plies.value_or(kAnyPlies) <= kShort) {
      EXPECT_TRUE(result.plies()) << known.position.ToString();
    }
    if (result.plies()) ++solved;
    if (!result.line.empty()) {
      EXPECT_TRUE(known.position.IsLegal(result.line.front())) << known.position.ToString();
    }
  }
  EXPECT_GE(solved, 50);
}

TEST(SolverTest, SolvesTheStartOf4x4) {
  const SolveResult result = Solve(Position(4), {.max_memory = 4 * kMebibyte});
  EXPECT_EQ(result.proof(), Proof::kLoss);
  EXPECT_EQ(result.plies(), 15);
  ExpectSoundLine(Position(4), result);
}

// The table holds far fewer positions than are expanded, so that it forgets most of them.
TEST(SolverTest, FullTableChangesNoResult) {
  ProofBounds last;
  double share = 0;
  const SolveResult result =
      Solve(Position(5), {.max_nodes = 300'000, .max_memory = kMinSolveMemory},
            [&](const SolveProgress& progress) {
              // What is proven once stays so.
              ProofBounds both = progress.bounds;
              both.Add(last);
              EXPECT_EQ(both, progress.bounds);
              last = progress.bounds;
              share = progress.table_share;
            });
  EXPECT_GT(share, 0.99);
  // Blue loses in 32 plies.
  EXPECT_NE(result.proof(), Proof::kWin);
  EXPECT_LE(result.bounds.least_to_lose, 32);
  EXPECT_GE(result.bounds.least_to_lose, 10);
}

TEST(SolverTest, KingThatCanBeTakenIsAWinInOne) {
  const Position position = Position::Parse("R13/B13/4/4 b");
  const SolveResult result = Solve(position, {.max_memory = kMinSolveMemory});
  EXPECT_EQ(result.proof(), Proof::kWin);
  EXPECT_EQ(result.plies(), 1);
  ExpectSoundLine(position, result);
}

// A stack as high as the board is wide can only leave it.
TEST(SolverTest, KingThatMustLeaveTheBoardIsALossInOne) {
  const Position position = Position::Parse("R13/4/4/1B42 b");
  const SolveResult result = Solve(position, {.max_memory = kMinSolveMemory});
  EXPECT_EQ(result.proof(), Proof::kLoss);
  EXPECT_EQ(result.plies(), 1);
  ExpectSoundLine(position, result);
}

TEST(SolverTest, NodeLimitIsKept) {
  for (const std::uint64_t limit : {1, 2, 100, 5000}) {
    const SolveResult result =
        Solve(Position(6), {.max_nodes = limit, .max_memory = kMinSolveMemory});
    EXPECT_EQ(result.proof(), Proof::kNone);
    EXPECT_EQ(result.plies(), std::nullopt);
    EXPECT_TRUE(result.line.empty());
    EXPECT_LE(result.nodes, limit);
    EXPECT_GE(result.nodes, 1U);
  }
}

TEST(SolverTest, StopsWhenTold) {
  const std::atomic<bool> stop = true;
  const SolveResult stopped = Solve(Position(6), {.max_memory = kMinSolveMemory, .stop = &stop});
  EXPECT_EQ(stopped.proof(), Proof::kNone);
  const SolveResult late = Solve(Position(6), {.max_seconds = 0, .max_memory = kMinSolveMemory});
  EXPECT_EQ(late.proof(), Proof::kNone);
}

TEST(SolverTest, SamePositionAndNodesGiveTheSameResult) {
  const SolveLimits limits = {.max_nodes = 20'000, .max_memory = kMinSolveMemory};
  const SolveResult first = Solve(Position(5), limits);
  const SolveResult second = Solve(Position(5), limits);
  EXPECT_EQ(first.bounds, second.bounds);
  EXPECT_EQ(first.nodes, second.nodes);
}

}  // namespace
}  // namespace lielow
