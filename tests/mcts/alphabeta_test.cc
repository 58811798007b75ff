// The alpha-beta search on positions whose result is known, and what it promises of its limits.

#include "mcts/alphabeta.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "game/move_text.h"

namespace lielow {
namespace {

struct Tactic {
  Position position;
  std::string kind;
  std::vector<std::string> winning_moves;
};

std::vector<Tactic> ReadTactics(const std::string& size, const std::string& kind) {
  std::ifstream file(LIELOW_TEST_DATA "/tactics/" + size + ".jsonl");
  std::vector<Tactic> tactics;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json.at("kind") != kind) continue;
    tactics.push_back({Position::Parse(json.at("position").get<std::string>()), kind,
                       json.at("winning_moves").get<std::vector<std::string>>()});
  }
  return tactics;
}

bool Wins(const Tactic& tactic, Move move) {
  return std::count(tactic.winning_moves.begin(), tactic.winning_moves.end(),
                    MoveText(tactic.position, move)) == 1;
}

class AlphaBetaTacticsTest : public testing::TestWithParam<const char*> {
 protected:
  AlphaBeta search_;
};

INSTANTIATE_TEST_SUITE_P(All, AlphaBetaTacticsTest, testing::Values("8x8", "9x9"),
                         [](const auto& info) { return std::string("Board") + info.param; });

TEST_P(AlphaBetaTacticsTest, ProvesWinsInOneAndThree) {
  for (const int plies : {1, 3}) {
    const auto tactics = ReadTactics(GetParam(), "win" + std::to_string(plies));
    EXPECT_GE(tactics.size(), 10U);
    for (const Tactic& tactic : tactics) {
      const AlphaBetaResult found = search_.Search(tactic.position, {.depth = plies});
      EXPECT_EQ(found.result, (ProvenResult{Proof::kWin, plies})) << tactic.position.ToString();
      EXPECT_EQ(found.value, AlphaBetaResult::kWonValue - plies);
    }
  }
}

TEST_P(AlphaBetaTacticsTest, PlaysAWinningMove) {
  for (const char* kind : {"win1", "win3"}) {
    for (const Tactic& tactic : ReadTactics(GetParam(), kind)) {
      EXPECT_TRUE(Wins(tactic, search_.Search(tactic.position, {.depth = 4}).move))
          << tactic.position.ToString();
    }
  }
}

TEST_P(AlphaBetaTacticsTest, ProvesLossesInTwoAndMakesTheOtherTakeTheKing) {
  const auto tactics = ReadTactics(GetParam(), "loss2");
  EXPECT_GE(tactics.size(), 20U);
  for (const Tactic& tactic : tactics) {
    const AlphaBetaResult found = search_.Search(tactic.position, {.depth = 1});
    EXPECT_EQ(found.result, (ProvenResult{Proof::kLoss, 2})) << tactic.position.ToString();
    Position next = tactic.position;
    next.Play(found.move);
    EXPECT_FALSE(next.over()) << tactic.position.ToString();
  }
}

TEST(AlphaBetaTest, ProvesWinsInFive) {
  AlphaBeta search;
  const auto tactics = ReadTactics("8x8", "win5");
  EXPECT_GE(tactics.size(), 10U);
  for (const Tactic& tactic : tactics) {
    const AlphaBetaResult found = search.Search(tactic.position, {.depth = 7});
    EXPECT_EQ(found.result.proof, Proof::kWin) << tactic.position.ToString();
    EXPECT_GE(found.result.plies, 5);
    EXPECT_TRUE(Wins(tactic, found.move)) << tactic.position.ToString();
  }
}

TEST(AlphaBetaTest, MovesItsOwnKingOffWhereItMust) {
  AlphaBeta search;
  const Position position = Position::Parse("B43/4/4/R33 b");
  const AlphaBetaResult found = search.Search(position, {.depth = 3});
  EXPECT_EQ(MoveText(position, found.move), "a4-off");
  EXPECT_EQ(found.result, (ProvenResult{Proof::kLoss, 1}));
}

TEST(AlphaBetaTest, SearchOfADepthDoesNotDependOnEarlierSearches) {
  Random random(1);
  AlphaBeta used;
  for (const int size : {8, 9}) {
    Position position(size);
    for (int ply = 0; ply < 4; ++ply) {
      AlphaBeta fresh;
      const AlphaBetaResult first = fresh.Search(position, {.depth = 4});
      const AlphaBetaResult second = used.Search(position, {.depth = 4});
      EXPECT_EQ(first.move, second.move);
      EXPECT_EQ(first.value, second.value);
      EXPECT_EQ(first.nodes, second.nodes);
      const MoveList moves = position.LegalMoves();
      position.Play(moves[random.Below(moves.size())]);
    }
  }
}

TEST(AlphaBetaTest, StopsAtItsDepth) {
  AlphaBeta search;
  std::uint64_t nodes = 0;
  for (const int depth : {1, 3, 5}) {
    const AlphaBetaResult found = search.Search(Position(8), {.depth = depth});
    EXPECT_EQ(found.depth, depth);
    EXPECT_EQ(found.result, ProvenResult{});
    EXPECT_GT(found.nodes, nodes);
    nodes = found.nodes;
  }
}

TEST(AlphaBetaTest, StopsAtItsTimeOrItsDepthWhicheverComesFirst) {
  AlphaBeta search;
  // Even a time that is too short for anything gives a move.
  for (const int size : {4, 8, 9}) {
    const AlphaBetaResult found = search.Search(Position(size), {.milliseconds = 1});
    EXPECT_TRUE(Position(size).IsLegal(found.move));
    EXPECT_GE(found.depth, 1);
    EXPECT_LT(found.depth, AlphaBetaLimits::kMostDepth);
  }
  EXPECT_EQ(search.Search(Position(8), {.depth = 2, .milliseconds = 3600 * 1000}).depth, 2);
}

TEST(AlphaBetaTest, PositionsWithManyStacksHaveRoom) {
  // 648 moves would be the most that any position can have; here each stack has up to eight.
  std::string rows;
  for (int row = 0; row < 9; ++row) {
    rows += row == 4 ? "b1r1b1r1B1r1R1b1r1" : (row % 2 == 0 ? "b1b1b1b1b1b1b1b1b1" : "9");
    if (row < 8) rows += '/';
  }
  AlphaBeta search;
  const Position position = Position::Parse(rows + " r");
  EXPECT_TRUE(position.IsLegal(search.Search(position, {.depth = 2}).move));
}

}  // namespace
}  // namespace lielow
