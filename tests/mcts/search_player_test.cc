#include "mcts/search_player.h"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>

#include "game/move_text.h"
#include "mcts/leaf_batch.h"
#include "mcts/uniform_evaluator.h"
#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

using testing::Gt;
using testing::SizeIs;

constexpr const char* kMidgame = "r26r2/r13r1r22/2r21R3r22/8/8/3b2b23/b16b1/2B3b2b2b22 b";

SearchPlayerOptions PuctOptions(int simulations) {
  SearchPlayerOptions options;
  options.search = OptionsOf(SearchType::kPuct);
  options.search.noise = 0;
  options.simulations = simulations;
  return options;
}

SearchPlayer MakePlayer(const SearchPlayerOptions& options) {
  return {options, std::make_unique<HashEvaluator>(3)};
}

std::vector<MoveChoice> Choices(Player& player, const std::vector<MoveRequest>& requests) {
  std::vector<MoveChoice> choices(requests.size());
  player.ChooseMoves(requests, choices);
  return choices;
}

// The different moves that are played over many seeds.
std::set<std::string> Moves(const SearchPlayerOptions& options, const char* text, int ply) {
  SearchPlayer player = MakePlayer(options);
  const Position position = Position::Parse(text);
  std::vector<MoveRequest> requests;
  for (std::uint64_t seed = 0; seed < 60; ++seed) requests.push_back({position, ply, seed});
  std::set<std::string> moves;
  for (const MoveChoice& choice : Choices(player, requests)) {
    moves.insert(MoveText(position, choice.move));
  }
  return moves;
}

TEST(SearchPlayerTest, PlaysTheBestMoveOfItsSearch) {
  SearchPlayer player = MakePlayer(PuctOptions(100));
  const Position position = Position::Parse(kMidgame);
  const Search search = FinishedSearch(PuctOptions(100).search, position, 100, 7);
  const MoveChoice choice = Choices(player, {{position, 20, 7}})[0];
  EXPECT_EQ(choice.move, search.BestMove());
  EXPECT_EQ(choice.value, search.value());
  EXPECT_EQ(choice.result, search.result());
}

TEST(SearchPlayerTest, WithoutTemperatureEverySeedPlaysTheSame) {
  EXPECT_THAT(Moves(PuctOptions(50), kMidgame, 0), SizeIs(1));
}

TEST(SearchPlayerTest, TemperatureVariesTheMoves) {
  SearchPlayerOptions options = PuctOptions(50);
  options.temperature = 1;
  EXPECT_THAT(Moves(options, kMidgame, 0), SizeIs(Gt(3)));
  EXPECT_THAT(Moves(options, kMidgame, 100), SizeIs(Gt(3)));
}

TEST(SearchPlayerTest, OpeningTemperatureHoldsForEightPlies) {
  SearchPlayerOptions options = PuctOptions(50);
  options.opening_temperature = 1;
  EXPECT_THAT(Moves(options, kMidgame, 0), SizeIs(Gt(3)));
  EXPECT_THAT(Moves(options, kMidgame, 7), SizeIs(Gt(3)));
  EXPECT_THAT(Moves(options, kMidgame, 8), SizeIs(1));
}

TEST(SearchPlayerTest, TemperatureDoesNotMissAProvenWin) {
  SearchPlayerOptions options = PuctOptions(50);
  options.temperature = 10;
  EXPECT_THAT(Moves(options, "r23/1r22/B1R12/4 b", 0), testing::ElementsAre("a2xb2"));
}

TEST(SearchPlayerTest, SameRequestGetsTheSameChoiceAloneAndTogether) {
  for (const SearchType type : {SearchType::kGumbel, SearchType::kPuct}) {
    SearchPlayerOptions options = PuctOptions(40);
    options.search = OptionsOf(type);
    options.temperature = type == SearchType::kPuct ? 1 : 0;
    std::vector<MoveRequest> requests;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Position position = seed % 2 == 0 ? Position(8) : Position::Parse(kMidgame);
      requests.push_back({position, static_cast<int>(seed), seed});
    }
    SearchPlayer player = MakePlayer(options);
    const std::vector<MoveChoice> together = Choices(player, requests);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      SearchPlayer other = MakePlayer(options);
      const MoveChoice alone = Choices(other, {requests[i]})[0];
      EXPECT_EQ(alone.move, together[i].move);
      EXPECT_EQ(alone.value, together[i].value);
      // And again by a player that has been used, for fewer requests.
      EXPECT_EQ(Choices(player, {requests[i]})[0].move, together[i].move);
    }
  }
}

// A game whose moves the player is asked for, as a match would.
class GameOnBoard {
 public:
  explicit GameOnBoard(std::uint64_t seed)
      : game_{.start = Position(5), .moves = {}, .seed = seed} {}

  MoveRequest Request() const {
    return {.position = position_,
            .ply = static_cast<int>(game_.moves.size()),
            .seed = DeriveSeed(game_.seed, game_.moves.size()),
            .game = &game_};
  }
  void Play(Move move) {
    position_.Play(move);
    game_.moves.push_back(move);
  }
  const GameSoFar& game() const { return game_; }
  const Position& position() const { return position_; }

 private:
  GameSoFar game_;
  Position position_{5};
};

SearchPlayerOptions ReuseOptions(bool reuse) {
  SearchPlayerOptions options = PuctOptions(60);
  options.reuse_tree = reuse;
  return options;
}

// The values that the player tells of its moves in a game against itself.
std::vector<float> Values(SearchPlayer& player, std::uint64_t seed, int plies) {
  GameOnBoard game(seed);
  std::vector<float> values;
  for (int i = 0; i < plies && !game.position().over(); ++i) {
    const MoveChoice choice = Choices(player, {game.Request()})[0];
    values.push_back(*choice.value);
    game.Play(choice.move);
  }
  player.EndGame(game.game());
  return values;
}

TEST(SearchPlayerTest, GoesOnFromTheTreeOfTheMoveBefore) {
  SearchPlayer player = MakePlayer(ReuseOptions(true));
  GameOnBoard game(1);
  Search search(ReuseOptions(true).search);
  HashEvaluator evaluator(3);
  for (int i = 0; i < 4; ++i) {
    const MoveRequest request = game.Request();
    search.StartFromTree(request.position, 60, request.seed);
    RunSearches({&search, 1}, evaluator);
    const MoveChoice choice = Choices(player, {request})[0];
    EXPECT_EQ(choice.move, search.BestMove());
    EXPECT_EQ(choice.value, search.value());
    game.Play(choice.move);
  }
  SearchPlayer fresh = MakePlayer(ReuseOptions(false));
  EXPECT_NE(Choices(fresh, {game.Request()})[0].value, Choices(player, {game.Request()})[0].value);
}

TEST(SearchPlayerTest, TreesOfGamesAreApart) {
  SearchPlayer one = MakePlayer(ReuseOptions(true));
  const std::vector<float> alone = Values(one, 1, 10);
  EXPECT_EQ(Values(one, 1, 10), alone);  // After the end of a game, nothing is left of it.
  SearchPlayer two = MakePlayer(ReuseOptions(true));
  GameOnBoard a(1);
  GameOnBoard b(2);
  for (const float value : alone) {
    const std::vector<MoveChoice> choices = Choices(two, {b.Request(), a.Request()});
    EXPECT_EQ(choices[1].value, value);
    a.Play(choices[1].move);
    b.Play(b.position().LegalMoves()[0]);
    if (b.position().over()) break;
  }
}

TEST(SearchPlayerTest, WithoutAGameNothingIsKept) {
  SearchPlayer player = MakePlayer(ReuseOptions(true));
  const MoveRequest request = {.position = Position(5), .ply = 0, .seed = 3};
  const auto value = Choices(player, {request})[0].value;
  EXPECT_EQ(Choices(player, {request})[0].value, value);
}

TEST(SearchPlayerTest, TimedSearchPlaysALegalMove) {
  for (const SearchType type : {SearchType::kGumbel, SearchType::kPuct}) {
    for (const int milliseconds : {0, 1, 20}) {
      SearchPlayerOptions options = PuctOptions(50);
      options.search = OptionsOf(type);
      options.milliseconds = milliseconds;
      SearchPlayer player = MakePlayer(options);
      const Position position = Position::Parse(kMidgame);
      for (const MoveChoice& choice : Choices(player, {{position, 0, 1}, {position, 9, 2}})) {
        EXPECT_TRUE(position.IsLegal(choice.move));
        EXPECT_NE(ImmediateResult(position, choice.move).proof, Proof::kLoss);
        EXPECT_TRUE(choice.value);
      }
    }
  }
}

TEST(SearchPlayerTest, TimedSearchEndsWithTheProof) {
  SearchPlayerOptions options = PuctOptions(50);
  // Two hours: a search that did not end would run into the limit of the tests.
  options.milliseconds = 7'200'000;
  for (const SearchType type : {SearchType::kGumbel, SearchType::kPuct}) {
    options.search.type = type;
    SearchPlayer player = MakePlayer(options);
    // The proof takes more than the first portion of simulations.
    const Position position = Position::Parse("4/1r22/B1r12/3R3 b");
    const MoveChoice choice = Choices(player, {{position, 0, 1}})[0];
    EXPECT_EQ(choice.result.proof, Proof::kWin);
    EXPECT_EQ(MoveText(position, choice.move), "a2xb2");
  }
}

}  // namespace
}  // namespace lielow
