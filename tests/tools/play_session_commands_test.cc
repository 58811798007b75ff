// What can be entered beside moves. The course of games is tested in play_session_test.cc.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "game/game_record.h"
#include "tests/selfplay/temporary_directory.h"
#include "tests/tools/play_script.h"
#include "tools/play_session.h"
#include "tools/text_file.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Red's answers, the second of which takes the king that moves next to it.
const std::map<int, ScriptedMove> kMoves = {{1, {"c3-c4", 0.6F}}, {3, {"b3xc3"}}};
constexpr const char* kLostGame = "a2-a1\na1-c3!\n";

// Blue: king of 2 on a1, a stack of 1 on d1. Red: king of 3 on c3, a stack of 1 on d2.
constexpr const char* kPosition = "4/2R31/3r1/B22b1 b";

GameRecord SavedGame(PlaySetup setup, const std::string& input) {
  const TemporaryDirectory directory;
  const std::string path = directory / "game.lgn";
  Dialogue(std::move(setup), input + "save " + path + "\n");
  const auto games = ReadGameRecords(ReadTextFile(path), path);
  EXPECT_EQ(games.size(), 1U);
  return games.front();
}

TEST(PlayCommandsTest, HelpNamesEveryCommand) {
  const std::string help = Dialogue(TwoHumans(Position(8)), "help\n");
  for (const char* command : {"moves", "hint", "undo", "save", "resign", "new", "board", "position",
                              "quit", "a2-a3", "b5xe5", "c4-off"}) {
    EXPECT_THAT(help, HasSubstr(command));
  }
}

TEST(PlayCommandsTest, CommandsAreReadWithoutRegardToCaseAndSpaces) {
  EXPECT_THAT(Said(TwoHumans(Position::Parse(kPosition)), "  POSITION  \r\n"), Contains(kPosition));
}

TEST(PlayCommandsTest, MovesListsAllOrThoseOfAStack) {
  EXPECT_THAT(Said(TwoHumans(Position::Parse(kPosition)), "moves\n"),
              ElementsAre("Move 1, Blue to move", "a1 (height 2): a1-a3 a1xc3# a1-c1? a1-off?",
                          "d1 (height 1): d1xd2 d1-c1 d1-c2 d1-off",
                          "# takes the king and wins; ? loses your own king at once"));
  EXPECT_THAT(Said(TwoHumans(Position::Parse(kPosition)), "moves A1\nmoves c3\n"),
              AllOf(Contains("a1-c1   loses: Red can take Blue's king with d2xc1"),
                    Contains("moves \"c3\": there is no stack of Blue on c3")));
}

TEST(PlayCommandsTest, HintAsksTheOpponentsPlayer) {
  PlaySetup setup = HumanAgainst({{0, {"b2-b1", 0.55F}}});
  EXPECT_THAT(Said(std::move(setup), "hint\nposition\n"),
              ElementsAre("Move 1, Blue to move", "hint: b2-b1 (Blue wins with 55 %)",
                          "4/r1r1r1r1/b1b1b1b1/4 b"));
}

TEST(PlayCommandsTest, HintAsksTheAdviserWhereTheOpponentHasNoOpinion) {
  const std::map<int, ScriptedMove> advice = {{0, {"c2-c1", 1.0F, {Proof::kWin, 7}}}};
  PlaySetup setup = HumanAgainst({{0, {"b2-b1"}}});
  setup.adviser = std::make_unique<ScriptedPlayer>(advice);
  EXPECT_THAT(Said(std::move(setup), "hint\n"),
              Contains("hint: c2-c1 (Blue wins by force within 7 plies)"));
  PlaySetup two_humans = TwoHumans(Position(4));
  two_humans.adviser = std::make_unique<ScriptedPlayer>(advice);
  EXPECT_THAT(Said(std::move(two_humans), "hint\n"),
              Contains("hint: c2-c1 (Blue wins by force within 7 plies)"));
}

TEST(PlayCommandsTest, UndoGoesBackToTheHumansPreviousTurn) {
  EXPECT_THAT(Said(HumanAgainst(kMoves), "a2-a1\nundo\nposition\n"),
              AllOf(Contains("took 2 plies back"), Contains("4/r1r1r1r1/b1b1b1b1/4 b")));
  EXPECT_THAT(Said(TwoHumans(Position(4)), "a2-a1\nundo\nposition\n"),
              AllOf(Contains("took 1 ply back"), Contains("4/r1r1r1r1/b1b1b1b1/4 b")));
}

TEST(PlayCommandsTest, UndoTakesBackALostGame) {
  EXPECT_THAT(Said(HumanAgainst(kMoves), std::string(kLostGame) + "undo\nposition\n"),
              AllOf(Contains("Red wins: Blue's king was taken (b3xc3)"),
                    Contains("took 2 plies back"), Contains("2R21/r1r11r1/1b1b1b1/B23 b")));
}

TEST(PlayCommandsTest, UndoTakesBackAResignation) {
  EXPECT_THAT(Said(HumanAgainst(kMoves), "a2-a1\nresign\nundo\nposition\n"),
              AllOf(Contains("Red wins: Blue resigned"), Contains("took the resignation back"),
                    Contains("2R21/r1r11r1/1b1b1b1/B23 b")));
}

TEST(PlayCommandsTest, UndoNeedsAMoveOfTheHuman) {
  EXPECT_THAT(Said(HumanAgainst(kMoves), "undo\n"),
              Contains("undo: there is no move of yours to take back"));
  EXPECT_THAT(Said(HumanAgainst({{0, {"a2-a1"}}}, Color::kBlue), "undo\nposition\n"),
              AllOf(Contains("undo: there is no move of yours to take back"),
                    Contains("4/r1r1r1r1/1b1b1b1/B23 r")));
}

TEST(PlayCommandsTest, SavedGameCanBeReadAgain) {
  const GameRecord game = SavedGame(HumanAgainst(kMoves), kLostGame);
  EXPECT_EQ(game.start, Position(4));
  EXPECT_EQ(FinalPosition(game).ToString(), "2R21/r11r1r1/1b1b1b1/4 b");
  EXPECT_EQ(game.moves.size(), 4U);
  EXPECT_EQ(game.winner, Color::kRed);
  EXPECT_EQ(game.termination, Termination::kKingCaptured);
  EXPECT_EQ(*game.FindTag("Blue"), "human");
  EXPECT_EQ(*game.FindTag("Red"), "scripted");
  EXPECT_EQ(*game.FindTag("Date"), "2026.11.30");
}

TEST(PlayCommandsTest, UnfinishedAndResignedGamesAreSavedAsSuch) {
  const GameRecord unfinished = SavedGame(HumanAgainst(kMoves), "a2-a1\n");
  EXPECT_EQ(unfinished.winner, std::nullopt);
  EXPECT_EQ(unfinished.termination, Termination::kUnfinished);
  const GameRecord resigned = SavedGame(TwoHumans(Position::Parse(kPosition)), "a1-a3\nresign\n");
  EXPECT_EQ(resigned.start, Position::Parse(kPosition));
  EXPECT_EQ(resigned.winner, Color::kBlue);
  EXPECT_EQ(resigned.termination, Termination::kResigned);
}

TEST(PlayCommandsTest, SaveReplacesAFileOnlyIfConfirmed) {
  const TemporaryDirectory directory;
  const std::string path = directory / "old file.txt";
  const auto content_after = [&](const std::string& input) {
    std::ofstream(path) << "old\n";
    Dialogue(TwoHumans(Position(8)), input);
    return ReadTextFile(path);
  };
  EXPECT_EQ(content_after("save " + path + "\n"), "old\n");
  EXPECT_EQ(content_after("save " + path + "\nno\nyes\n"), "old\n");
  EXPECT_THAT(content_after("save " + path + "\nyes\n"), HasSubstr("[Size \"8\"]"));
  EXPECT_THAT(content_after("save! " + path + "\n"), HasSubstr("[Size \"8\"]"));
  EXPECT_THAT(Said(TwoHumans(Position(8)), "save " + path + "\n"),
              Contains("Enter yes or save! FILE to do it all the same"));
}

TEST(PlayCommandsTest, ExclamationMarkInAFileNameConfirmsNothing) {
  const TemporaryDirectory directory;
  const std::string path = directory / "game!";
  std::ofstream(path) << "old\n";
  Dialogue(TwoHumans(Position(8)), "save " + path + "\n");
  EXPECT_EQ(ReadTextFile(path), "old\n");
}

TEST(PlayCommandsTest, FailedSaveIsSaidAndTheGameGoesOn) {
  const TemporaryDirectory directory;
  const std::string path = directory / "none/game.lgn";
  EXPECT_THAT(
      Said(TwoHumans(Position(8)), "save " + path + "\nsave\nsave a\tb\nd2-d3\n"),
      AllOf(Contains("file \"" + path + "\": cannot write: No such file or directory"),
            Contains("save: expected a file, such as save my-game.lgn"),
            Contains("save \"a?b\": the name has a control character"), Contains("Blue: d2-d3")));
  EXPECT_FALSE(std::filesystem::exists(directory / "none"));
}

TEST(PlayCommandsTest, FinishedGameTakesNoMovesButOtherCommands) {
  const TemporaryDirectory directory;
  EXPECT_THAT(
      Said(TwoHumans(Position::Parse(kPosition)),
           "a1xc3\nd2-d1\nmoves\nhint\nresign\nposition\nsave " + std::string(directory / "game") +
               "\nundo\n"),
      ElementsAre("Move 1, Blue to move", "Blue: a1xc3", "Blue wins: Red's king was taken (a1xc3)",
                  "undo, save FILE, new or quit?", "move \"d2-d1\": the game is over",
                  "moves: the game is over", "hint: the game is over", "resign: the game is over",
                  HasSubstr(" r"), "the game is over: Blue wins: Red's king was taken (a1xc3)",
                  HasSubstr("saved 1 ply to"), "took 1 ply back", "Move 1, Blue to move"));
}

TEST(PlayCommandsTest, NewBeginsAgainButNotByAccident) {
  EXPECT_THAT(Said(HumanAgainst(kMoves), "a2-a1\nnew\nposition\n"),
              AllOf(Contains("The game is not over, and cannot be taken up again"),
                    Contains("2R21/r1r11r1/1b1b1b1/B23 b")));
  for (const std::string confirmed : {"new\nyes\n", "new!\n", "resign\nnew\n"}) {
    EXPECT_THAT(Said(HumanAgainst(kMoves), "a2-a1\n" + confirmed + "position\n"),
                AllOf(Contains("a new game"), Contains("4/r1r1r1r1/b1b1b1b1/4 b")))
        << confirmed;
  }
}

TEST(PlayCommandsTest, NewGameIsAnotherGameOfTheComputer) {
  const auto first_moves = [](const std::string& input) {
    PlaySetup setup = TwoHumans(Position(8));
    setup.seats[0] = {"random", std::make_unique<RandomPlayer>()};
    return Said(std::move(setup), input);
  };
  // Blue, a random player, begins every game: five games begin in more than one way.
  const auto said = first_moves("new!\nnew!\nnew!\nnew!\n");
  int alike = 0;
  int begun = 0;
  for (const std::string& line : said) {
    if (!line.starts_with("Blue: ")) continue;
    ++begun;
    alike += line == said.front() ? 1 : 0;
  }
  EXPECT_EQ(begun, 5);
  EXPECT_LT(alike, 5);
}

TEST(PlayCommandsTest, BoardShowsTheBoardAgain) {
  const std::string text = Dialogue(TwoHumans(Position::Parse(kPosition)), "board\n");
  const std::string row = " 1 | B2*   .    .   b1  | 1\n";
  const auto first = text.find(row);
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(text.find(row, first + 1), std::string::npos);
}

}  // namespace
}  // namespace lielow
