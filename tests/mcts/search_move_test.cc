// What a finished search answers: the best move, a drawn move, the line of play, the report.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "game/move_text.h"
#include "mcts/search.h"
#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

using testing::Key;
using testing::SizeIs;
using testing::UnorderedElementsAre;

// Blue wins in 2 by d3-off: Red's only move then takes its king off.
constexpr const char* kWinInTwo = "3B4/3b4/R43/4 b";

// Blue loses in 3 by a1-a4 and a1-d1, in 2 by a1-d4, in 1 by a1-off.
constexpr const char* kLossInThree = "4/3R1/4/B33 b";

SearchOptions PuctWithoutNoise() {
  SearchOptions options = OptionsOf(SearchType::kPuct);
  options.noise = 0;
  return options;
}

// How often each move is drawn.
std::map<std::string, int> Draws(const Search& search, double temperature, int draws) {
  std::map<std::string, int> counts;
  Random random(1);
  for (int i = 0; i < draws; ++i) {
    ++counts[MoveText(search.root(), search.DrawMove(temperature, random))];
  }
  return counts;
}

int MostVisits(const Search& search) {
  int most = 0;
  for (const MoveReport& report : search.Report()) most = std::max(most, report.visits);
  return most;
}

TEST(SearchMoveTest, PuctPlaysTheMostVisitedMove) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position(8), 200);
  const std::vector<MoveReport> reports = search.Report();
  const auto best = std::find_if(reports.begin(), reports.end(), [&](const MoveReport& report) {
    return report.move == search.BestMove();
  });
  EXPECT_EQ(best->visits, MostVisits(search));
}

TEST(SearchMoveTest, SearchCutShortPlaysByItsPriors) {
  Search search(PuctWithoutNoise());
  search.Start(Position(8), 100, 1);
  const Position* root = search.Gather();
  const Evaluation opinion = HashEvaluator::OpinionOf(*root);
  search.Apply(opinion);
  const auto largest = std::max_element(opinion.priors.begin(), opinion.priors.end());
  const MoveList moves = Position(8).LegalMoves();
  EXPECT_EQ(search.BestMove(), moves[static_cast<int>(largest - opinion.priors.begin())]);
  // 43 moves at temperature 1: each is drawn about as often as its prior says.
  const std::map<std::string, int> draws = Draws(search, 1, 20000);
  for (int i = 0; i < moves.size(); ++i) {
    const double prior = opinion.priors[static_cast<std::size_t>(i)];
    EXPECT_NEAR(draws.at(MoveText(Position(8), moves[i])) / 20000.0, prior, 0.01);
  }
}

TEST(SearchMoveTest, DrawsInProportionToVisits) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position(8), 100);
  std::map<std::string, int> draws = Draws(search, 1, 20000);
  for (const MoveReport& report : search.Report()) {
    const int drawn = draws[MoveText(search.root(), report.move)];
    EXPECT_NEAR(drawn / 20000.0, report.visits / 100.0, 0.015);
    EXPECT_EQ(drawn > 0, report.visits > 0);
  }
}

TEST(SearchMoveTest, HighTemperatureLevelsTheVisits) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position(8), 100);
  std::map<std::string, int> draws = Draws(search, 1e6, 20000);
  const auto reports = search.Report();
  const auto visited = std::count_if(reports.begin(), reports.end(),
                                     [](const MoveReport& report) { return report.visits > 0; });
  EXPECT_THAT(draws, SizeIs(visited));
  for (const auto& [move, count] : draws) {
    EXPECT_NEAR(count / 20000.0, 1.0 / static_cast<double>(visited), 0.015) << move;
  }
}

TEST(SearchMoveTest, LowestTemperaturesDrawTheMostVisited) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position(8), 400);
  std::set<std::string> most_visited;
  for (const MoveReport& report : search.Report()) {
    if (report.visits < MostVisits(search)) continue;
    most_visited.insert(MoveText(search.root(), report.move));
  }
  for (const double temperature : {1e-3, 1e-5, 1e-300}) {
    for (const auto& [move, count] : Draws(search, temperature, 200)) {
      EXPECT_EQ(most_visited.count(move), 1U) << move << ' ' << temperature;
    }
  }
}

TEST(SearchMoveTest, ProvenLossesAreNotDrawnWhileThereIsAnotherMove) {
  // Everything but the two moves of the stack of 3 along the edges is lost from the outset.
  Search search(PuctWithoutNoise());
  search.Start(Position::Parse(kLossInThree), 100, 1);
  search.Gather();
  // All of the prior is on moves that are lost.
  search.Apply({.value = 0.5F, .priors = {0, 0.5F, 0, 0.5F}});
  EXPECT_THAT(Draws(search, 1, 100), UnorderedElementsAre(Key("a1-a4"), Key("a1-d1")));
}

TEST(SearchMoveTest, PriorsOfZeroCanStillBeDrawnWhenNothingElseIsLeft) {
  Search search(PuctWithoutNoise());
  search.Start(Position::Parse(kLossInThree), 100, 1);
  search.Gather();
  search.Apply({.value = 0.5F, .priors = {1, 0, 0, 0}});
  // The move with all of the prior turns out to be lost in two simulations.
  for (int i = 0; i < 2; ++i) {
    const Position* leaf = search.Gather();
    if (search.tree().edge(0).lost()) break;
    search.Apply(HashEvaluator::OpinionOf(*leaf));
  }
  ASSERT_TRUE(search.tree().edge(0).lost());
  ASSERT_FALSE(search.result().proof == Proof::kLoss);
  EXPECT_THAT(Draws(search, 1, 100), UnorderedElementsAre(Key("a1-d1")));
}

TEST(SearchMoveTest, ProvenWinIsDrawnAtAnyTemperature) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position::Parse(kWinInTwo), 10);
  EXPECT_THAT(Draws(search, 100, 100), UnorderedElementsAre(Key("d3-off")));
}

TEST(SearchMoveTest, LostPositionPlaysAndDrawsTheLongestLosses) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position::Parse(kLossInThree), 100);
  const std::string best = MoveText(search.root(), search.BestMove());
  EXPECT_TRUE(best == "a1-a4" || best == "a1-d1");
  EXPECT_THAT(Draws(search, 1, 200), UnorderedElementsAre(Key("a1-a4"), Key("a1-d1")));
}

TEST(SearchMoveTest, LineOfPlayIsLegalAndBeginsWithTheBestMove) {
  for (const SearchType type : {SearchType::kGumbel, SearchType::kPuct, SearchType::kUct}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      // 16 simulations are one visit for each of Gumbel's candidates: visits do not decide.
      const int simulations = seed % 2 == 0 ? 16 : 100;
      const Search search = FinishedSearch(OptionsOf(type), Position(8), simulations, seed);
      const std::vector<Move> line = search.PrincipalLine(5);
      ASSERT_THAT(line, SizeIs(testing::AllOf(testing::Ge(1), testing::Le(5))));
      EXPECT_EQ(line[0], search.BestMove());
      Position position = search.root();
      for (const Move move : line) {
        ASSERT_TRUE(position.IsLegal(move));
        position.Play(move);
      }
    }
  }
}

TEST(SearchMoveTest, LineOfPlayOfAProvenPositionGoesToTheEnd) {
  for (const char* text : {kWinInTwo, kLossInThree}) {
    const Search search = FinishedSearch(PuctWithoutNoise(), Position::Parse(text), 100);
    const std::vector<Move> line = search.PrincipalLine(100);
    EXPECT_THAT(line, SizeIs(search.result().plies));
    Position position = search.root();
    for (const Move move : line) position.Play(move);
    EXPECT_TRUE(position.over());
  }
}

TEST(SearchMoveTest, ReportHasEveryMoveInOrderWithThePolicy) {
  const Search search = FinishedSearch(OptionsOf(SearchType::kGumbel), Position(8), 64);
  const std::vector<MoveReport> reports = search.Report();
  const MoveList moves = Position(8).LegalMoves();
  ASSERT_THAT(reports, SizeIs(moves.size()));
  float policy = 0;
  int visits = 0;
  for (int i = 0; i < moves.size(); ++i) {
    const MoveReport& report = reports[static_cast<std::size_t>(i)];
    EXPECT_EQ(report.move, moves[i]);
    EXPECT_EQ(report.value > 0, report.visits > 0);
    policy += report.policy;
    visits += report.visits;
  }
  EXPECT_NEAR(policy, 1, 1e-5);
  EXPECT_EQ(visits, 64);
}

TEST(SearchMoveTest, ReportOfLostMovesShowsTheirResults) {
  const Search search = FinishedSearch(PuctWithoutNoise(), Position::Parse(kLossInThree), 100);
  const std::vector<MoveReport> reports = search.Report();
  EXPECT_EQ(reports[0].result, (ProvenResult{Proof::kLoss, 3}));
  EXPECT_EQ(reports[1].result, (ProvenResult{Proof::kLoss, 2}));
  EXPECT_EQ(reports[2].result, (ProvenResult{Proof::kLoss, 3}));
  EXPECT_EQ(reports[3].result, (ProvenResult{Proof::kLoss, 1}));
  std::vector<float> policy;
  for (const MoveReport& report : reports) policy.push_back(report.policy);
  EXPECT_THAT(policy, testing::ElementsAre(0.5F, 0, 0.5F, 0));
}

}  // namespace
}  // namespace lielow
