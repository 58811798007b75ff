// Positions with known results: what a search without a network makes of them.
//
// data/tactics holds one JSON object a line: `position`, `kind` (win1, win3, win5, loss2: for the
// player to move, and in how many plies), and `winning_moves`, all moves that are proven to win.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "game/move_text.h"
#include "mcts/uniform_evaluator.h"
#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

constexpr int kSimulations = 2000;

struct Tactic {
  Position position;
  std::string kind;
  std::vector<std::string> winning_moves;
};

std::vector<Tactic> ReadTactics(const std::string& size) {
  std::ifstream file(LIELOW_TEST_DATA "/tactics/" + size + ".jsonl");
  std::vector<Tactic> tactics;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    tactics.push_back({Position::Parse(json.at("position").get<std::string>()),
                       json.at("kind").get<std::string>(),
                       json.at("winning_moves").get<std::vector<std::string>>()});
  }
  return tactics;
}

// The share of the positions of a kind in which PUCT plays a winning move. Checks on the way that
// it never plays a move which its own tree knows to be lost while there is another.
double SolvedShare(const std::vector<Tactic>& tactics, const std::string& kind) {
  SearchOptions options = OptionsOf(SearchType::kPuct);
  options.noise = 0;
  UniformEvaluator evaluator;
  int positions = 0;
  int solved = 0;
  for (const Tactic& tactic : tactics) {
    if (tactic.kind != kind) continue;
    const Search search = FinishedSearch(options, tactic.position, kSimulations, 1, evaluator);
    const Move best = search.BestMove();
    // All of these positions are won, so some move is not lost.
    EXPECT_NE(search.result().proof, Proof::kLoss) << tactic.position.ToString();
    for (const MoveReport& report : search.Report()) {
      EXPECT_FALSE(report.move == best && report.result.proof == Proof::kLoss)
          << tactic.position.ToString();
    }
    ++positions;
    solved += static_cast<int>(std::count(tactic.winning_moves.begin(), tactic.winning_moves.end(),
                                          MoveText(tactic.position, best)));
  }
  EXPECT_GE(positions, 10);
  return static_cast<double>(solved) / positions;
}

class TacticsBoardTest : public testing::TestWithParam<const char*> {
 protected:
  const std::vector<Tactic> tactics_ = ReadTactics(GetParam());
};

INSTANTIATE_TEST_SUITE_P(All, TacticsBoardTest, testing::Values("8x8", "9x9"),
                         [](const auto& info) { return std::string("Board") + info.param; });

TEST_P(TacticsBoardTest, EveryWinInOneAndThreeIsPlayed) {
  EXPECT_EQ(SolvedShare(tactics_, "win1"), 1);
  EXPECT_EQ(SolvedShare(tactics_, "win3"), 1);
}

TEST(TacticsDataTest, NearlyEveryWinInFiveIsPlayed) {
  EXPECT_GE(SolvedShare(ReadTactics("8x8"), "win5"), 0.95);
}

TEST_P(TacticsBoardTest, LossInTwoIsProvenAtOnce) {
  int positions = 0;
  for (const Tactic& tactic : tactics_) {
    if (tactic.kind != "loss2") continue;
    ++positions;
    const Search search = FinishedSearch(OptionsOf(SearchType::kPuct), tactic.position, 10);
    EXPECT_EQ(search.result(), (ProvenResult{Proof::kLoss, 2})) << tactic.position.ToString();
    EXPECT_EQ(search.evaluations(), 0);
    // It makes the opponent take the king: none is moved off.
    Position next = tactic.position;
    next.Play(search.BestMove());
    EXPECT_FALSE(next.over());
  }
  EXPECT_GE(positions, 20);
}

}  // namespace
}  // namespace lielow
