#include "tools/engine_session.h"

#include <gmock/gmock.h>

#include <chrono>
#include <condition_variable>
#include <thread>

#include "game/input_error.h"
#include "game/move_text.h"
#include "tools/player_spec.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

constexpr const char* kStart5 = "5/r1r1r1r1r1/5/b1b1b1b1b1/5 b";

// What the engine says to these lines, which then end.
std::vector<std::string> Answers(const std::vector<std::string>& lines,
                                 const std::string& player = "uniform:sims=20", int size = 5) {
  std::vector<std::string> said;
  EngineSession session(player, size, [&](const std::string& line) {
    said.push_back(line);
    return true;
  });
  for (const std::string& line : lines) {
    if (!session.Take(line)) break;
  }
  session.End();
  session.Run();
  return said;
}

std::vector<std::string> OnlyMoves(const std::vector<std::string>& answers) {
  std::vector<std::string> moves;
  for (const std::string& answer : answers) {
    if (answer.starts_with("bestmove ")) moves.push_back(answer.substr(9));
  }
  return moves;
}

TEST(EngineSessionTest, IntroducesItselfAndItsOptions) {
  const auto said = Answers({"ugi", "isready"});
  EXPECT_THAT(said.front(), StartsWith("id name "));
  EXPECT_THAT(said, Contains("option name Size type spin default 5 min 4 max 9"));
  EXPECT_THAT(said, Contains("option name Seed type string default 1"));
  EXPECT_THAT(said, Contains("option name Player type string default uniform:sims=20"));
  EXPECT_THAT(said, Contains("option name temperature type string"));
  EXPECT_EQ(said[said.size() - 2], "ugiok");
  EXPECT_EQ(said.back(), "readyok");
}

TEST(EngineSessionTest, AnswersQueries) {
  EXPECT_THAT(Answers({"query gameover", "query p1turn", "query result",
                       "position startpos moves a2-a3", "query p1turn"}),
              ElementsAre("response false", "response true", "response none", "response false"));
}

TEST(EngineSessionTest, KnowsWhoHasWon) {
  // Blue's king on a2 captures Red's on a3.
  EXPECT_THAT(Answers({"position fen 4/R13/B13/4 b moves a2xa3", "query gameover", "query result"}),
              ElementsAre("response true", "response p1win"));
  EXPECT_THAT(
      Answers({"position fen 4/R13/B13/4 r moves a3xa2", "query result", "go"}),
      ElementsAre("response p2win", "info string error: go: the game is over", "bestmove none"));
}

TEST(EngineSessionTest, MovesAsThePlayerDoes) {
  for (const std::string text : {"uniform:sims=20", "uniform:sims=20,opening_temperature=1,seed=7",
                                 "rollouts:n=50", "alphabeta:depth=3", "greedy", "random"}) {
    std::vector<std::string> lines = {"setoption name Seed value 99"};
    std::vector<std::string> expected;
    const auto player = ParsePlayer(text, 5)();
    Position position(5);
    std::string moves;
    GameSoFar game = {.start = position, .moves = {}, .seed = 99};
    for (int ply = 0; ply < 6 && !position.over(); ++ply) {
      lines.push_back("position startpos" + (moves.empty() ? "" : " moves" + moves));
      lines.push_back("go");
      const MoveRequest request = {.position = position,
                                   .ply = ply,
                                   .seed = DeriveSeed(99, static_cast<std::uint64_t>(ply)),
                                   .game = &game};
      MoveChoice choice;
      player->ChooseMoves({&request, 1}, {&choice, 1});
      expected.push_back(MoveText(position, choice.move));
      moves += " " + expected.back();
      position.Play(choice.move);
      game.moves.push_back(choice.move);
    }
    EXPECT_EQ(OnlyMoves(Answers(lines, text)), expected) << text;
  }
}

TEST(EngineSessionTest, TellsWhatItThinks) {
  const auto said = Answers({"go nodes 50"});
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_THAT(said[0], AllOf(StartsWith("info depth "), HasSubstr(" nodes 50 "), HasSubstr(" nps "),
                             HasSubstr(" score 0."), HasSubstr(" proven none pv ")));
  EXPECT_THAT(said[0], HasSubstr(" pv " + OnlyMoves(said)[0]));
  // A king that can be taken.
  EXPECT_THAT(Answers({"position fen 4/R13/B13/4 b", "go"})[0],
              AllOf(HasSubstr(" score 1.0000 proven win 1 pv a2xa3")));
}

TEST(EngineSessionTest, ForgivesAnyFormOfWhatItUnderstands) {
  EXPECT_THAT(
      Answers({"  ISREADY  ", "", "   ", "\t", "SetOption Size 6", "setoption name SIMS value 3",
               "Position   StartPos  Moves  A2-A3 ", "query   P1TURN"}),
      ElementsAre("readyok", "response false"));
  // A position without the word fen; it brings its own size.
  EXPECT_THAT(Answers({std::string("position ") + kStart5, "query p1turn"}, "random", 8),
              ElementsAre("response true"));
}

TEST(EngineSessionTest, RefusesTheRestAndChangesNothing) {
  const std::vector<std::string> bad = {"hello",
                                        "position",
                                        "position startpos moves a2-a9",
                                        "position startpos moves a2-a3 a2-a3",
                                        "position fen nonsense",
                                        "position fen 5/5/5/5/5 b",
                                        "setoption",
                                        "setoption name Size value 3",
                                        "setoption name Size value",
                                        "setoption name Threads value 2",
                                        "setoption name Seed value -1",
                                        "setoption name Player value nobody",
                                        "setoption name sims value 0",
                                        "setoption name temperature value nan",
                                        "setoption name nothing value 1",
                                        "go nodes",
                                        "go nodes 0",
                                        "go nodes 1e9",
                                        "go movetime -5",
                                        "go fast",
                                        "query",
                                        "query everything",
                                        std::string("\0\xff\x01", 3)};
  EXPECT_THAT(Answers(bad), AllOf(SizeIs(bad.size()), Each(StartsWith("info string error: "))));
  std::vector<std::string> lines = {"position startpos moves a2-a3"};
  lines.insert(lines.end(), bad.begin(), bad.end());
  lines.push_back("query p1turn");
  EXPECT_EQ(Answers(lines).back(), "response false");
}

TEST(EngineSessionTest, ProblemOfAPlayerIsSaidAtOnce) {
  const auto ignore = [](const std::string& /*line*/) { return true; };
  EXPECT_THROW(EngineSession("nobody", 8, ignore), InputError);
  EXPECT_THROW(EngineSession("engine:cat", 8, ignore), InputError);
}

TEST(EngineSessionTest, OptionsChangeThePlayer) {
  const auto said =
      Answers({"setoption name sims value 7", "go", "setoption name Player value uniform:sims=9",
               "go", "setoption name ms value 1", "setoption name sims value 4", "go"});
  EXPECT_THAT(said,
              ElementsAre(HasSubstr(" nodes 7 "), StartsWith("bestmove"), HasSubstr(" nodes 9 "),
                          StartsWith("bestmove"), HasSubstr(" nodes 4 "), StartsWith("bestmove")));
}

// A session whose lines come while it runs.
class RunningSession {
 public:
  explicit RunningSession(const std::string& player)
      : session_(player, 8,
                 [this](const std::string& line) {
                   const std::lock_guard lock(mutex_);
                   said_.push_back(line);
                   changed_.notify_all();
                   return !closed_;
                 }),
        thread_([this] { session_.Run(); }) {}
  ~RunningSession() {
    session_.Take("quit");
    thread_.join();
  }

  void Take(const std::string& line) { session_.Take(line); }
  void End() { session_.End(); }
  void Close() { closed_ = true; }
  void Join() {
    thread_.join();
    thread_ = std::thread([] {});
  }

  // Waits for a line that begins so; false after a minute.
  bool Says(const std::string& beginning) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::minutes(1), [&] {
      return std::any_of(said_.begin(), said_.end(),
                         [&](const std::string& line) { return line.starts_with(beginning); });
    });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> said_;
  std::atomic<bool> closed_ = false;
  EngineSession session_;
  std::thread thread_;
};

TEST(EngineSessionTest, ThinksUntilItIsStopped) {
  for (const std::string player : {"uniform:sims=20", "alphabeta:depth=2", "greedy"}) {
    RunningSession session(player);
    session.Take("go infinite");
    if (player != "greedy") {
      EXPECT_TRUE(session.Says("info depth")) << player;
    }
    session.Take("isready");
    EXPECT_TRUE(session.Says("readyok")) << player;
    session.Take("stop");
    EXPECT_TRUE(session.Says("bestmove ")) << player;
  }
}

TEST(EngineSessionTest, StopBeforeItHasBegunIsNotLost) {
  RunningSession session("uniform");
  for (int i = 0; i < 20; ++i) {
    session.Take("go infinite");
    session.Take("stop");
  }
  session.Take("isready");
  EXPECT_TRUE(session.Says("readyok"));
}

TEST(EngineSessionTest, EndOfInputFinishesWhatWasBegun) {
  RunningSession session("uniform:sims=30");
  session.Take("go");
  session.Take("go infinite");
  session.End();
  session.Join();
  EXPECT_TRUE(session.Says("info depth 1"));
  EXPECT_TRUE(session.Says("bestmove "));
}

TEST(EngineSessionTest, EndsWhereNobodyReads) {
  RunningSession session("uniform");
  session.Close();
  session.Take("go infinite");
  session.Join();
}

}  // namespace
}  // namespace lielow
