// Other programs as players: here, small shell scripts that misbehave.

#include "selfplay/engine_player.h"

#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "mcts/random_player.h"
#include "selfplay/match.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;

constexpr int kSize = 5;

// A program that answers the handshake, and what follows "go" with a piece of shell.
std::string Program(const std::string& on_go, const std::string& on_ugi = "echo ugiok") {
  return R"(while read -r word rest; do case "$word" in ugi) )" + on_ugi +
         R"(;; isready) echo readyok;; go) )" + on_go + R"(;; quit) exit 0;; esac; done)";
}

// For programs that answer, however slow the machine is, and for those that never do.
EngineOptions Patient() { return {.start = milliseconds(60000), .move = milliseconds(60000)}; }
EngineOptions Impatient() { return {.start = milliseconds(60000), .move = milliseconds(300)}; }

// What comes of the first move of a game.
MoveChoice FirstMove(const std::string& command, const EngineOptions& options = Patient()) {
  EnginePlayer player(command, options);
  const MoveRequest request = {.position = Position(kSize)};
  MoveChoice choice;
  player.ChooseMoves({&request, 1}, {&choice, 1});
  return choice;
}

void ExpectFailure(const std::string& command, Termination termination, const std::string& reason,
                   const EngineOptions& options = Patient()) {
  SCOPED_TRACE(command);
  const MoveChoice choice = FirstMove(command, options);
  ASSERT_TRUE(choice.failure);
  EXPECT_EQ(choice.failure->termination, termination);
  EXPECT_THAT(choice.failure->reason, AllOf(HasSubstr(reason), testing::Not(HasSubstr("\n"))));
}

// Whether a process runs, zombies that nobody waits for not counted.
bool Runs(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return file >> number >> name >> state && state != "Z" && state != "X";
}

TEST(EnginePlayerTest, TakesTheMoveThatTheProgramSays) {
  const MoveChoice choice =
      FirstMove(Program("echo info depth 1; echo; echo bestmove A2-A3 ponder"));
  ASSERT_FALSE(choice.failure) << choice.failure->reason;
  EXPECT_EQ(choice.move, Position(kSize).LegalMoves()[0]);
}

TEST(EnginePlayerTest, TellsTheProgramOfTheGame) {
  const TemporaryDirectory directory;
  const std::string log = directory / "log";
  EnginePlayer player(
      R"(while read -r line; do echo "$line" >> )" + log +
          R"(; case "$line" in ugi) echo option name Seed type string
                          echo option name Size type spin; echo ugiok;; isready) echo readyok;;
                          go*) echo bestmove b2-b3;; esac; done)",
      {.start = milliseconds(60000), .move = milliseconds(60000), .budget = "nodes 7"});
  GameSoFar game = {.start = Position(kSize), .moves = {}, .seed = 18446744073709551615U};
  Position position = game.start;
  for (int ply = 0; ply < 2; ++ply) {
    game.moves.push_back(position.LegalMoves()[0]);
    position.Play(game.moves.back());
  }
  const MoveRequest request = {.position = position, .ply = 2, .seed = 3, .game = &game};
  MoveChoice choice;
  for (int i = 0; i < 2; ++i) {
    player.ChooseMoves({&request, 1}, {&choice, 1});
    ASSERT_FALSE(choice.failure) << choice.failure->reason;
  }
  std::ifstream file(log);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string line = "position fen 5/r1r1r1r1r1/5/b1b1b1b1b1/5 b moves ";
  EXPECT_THAT(text, testing::StartsWith("ugi\nisready\nsetoption name Size value 5\nuginewgame\n"
                                        "setoption name Seed value 18446744073709551615\n" +
                                        line));
  // The game is the same, so it is not told again.
  EXPECT_EQ(text.find("uginewgame"), text.rfind("uginewgame"));
  EXPECT_THAT(text, HasSubstr("\ngo nodes 7\nposition fen "));
}

TEST(EnginePlayerTest, ProgramThatDoesNotStartLoses) {
  ExpectFailure("exit 3", Termination::kUnknown, "ended with exit code 3");
  ExpectFailure("no-such-program-here 2>/dev/null", Termination::kUnknown, "exit code 127");
  ExpectFailure("sleep 1000", Termination::kTime, "no ugiok within 0.1 s",
                {.start = milliseconds(100), .move = milliseconds(60000)});
  ExpectFailure(Program("", "echo ugi ok"), Termination::kTime, "no ugiok",
                {.start = milliseconds(100), .move = milliseconds(60000)});
}

TEST(EnginePlayerTest, ProgramThatHangsLosesOnTime) {
  ExpectFailure(Program("sleep 1000"), Termination::kTime, "no bestmove within 0.3 s", Impatient());
  // Also one that never stops talking, in lines or without.
  ExpectFailure(Program("while :; do echo info depth 1; done"), Termination::kTime, "no bestmove",
                Impatient());
}

TEST(EnginePlayerTest, ProgramThatCrashesLoses) {
  ExpectFailure(Program("kill -SEGV $$"), Termination::kUnknown, "ended by signal 11");
  ExpectFailure(Program("exit 0"), Termination::kUnknown, "ended with exit code 0");
  // One that closes its output but lives on.
  ExpectFailure(Program("exec >&-; sleep 1000"), Termination::kUnknown, "closed its output");
}

TEST(EnginePlayerTest, WhatIsNoLegalMoveLoses) {
  for (const char* move : {"a2-a9", "a2xa3", "", "none", "a2-a1-a3", "\\0\\377"}) {
    ExpectFailure(Program(std::string("printf 'bestmove ") + move + "\\n'"),
                  Termination::kIllegalMove, "bestmove: ");
  }
  ExpectFailure(Program("head -c 3000000 /dev/zero"), Termination::kIllegalMove,
                "a line of more than 1048576 bytes",
                {.start = milliseconds(60000), .move = milliseconds(60000)});
}

TEST(EnginePlayerTest, ProgramThatDoesNotReadLosesOnTime) {
  // More than a pipe holds.
  GameSoFar game = {.start = Position(kSize), .moves = {}, .seed = 1};
  Position position = game.start;
  game.moves.assign(1, position.LegalMoves()[0]);
  position.Play(game.moves[0]);
  EnginePlayer player("echo ugiok; echo readyok; sleep 1000", Impatient());
  const MoveRequest request = {.position = position, .ply = 1, .seed = 1, .game = &game};
  for (int i = 0; i < 3; ++i) {
    MoveChoice choice;
    player.ChooseMoves({&request, 1}, {&choice, 1});
    ASSERT_TRUE(choice.failure);
    EXPECT_EQ(choice.failure->termination, Termination::kTime);
  }
}

TEST(EnginePlayerTest, FailedProgramIsStartedAnew) {
  const TemporaryDirectory directory;
  const std::string once = directory / "once";
  EnginePlayer player(
      "[ -e " + once + " ] || { touch " + once + "; exit 1; }; " + Program("echo bestmove a2-a3"),
      Patient());
  const MoveRequest request = {.position = Position(kSize)};
  std::array<MoveChoice, 2> choices;
  const std::array<MoveRequest, 2> requests = {request, request};
  player.ChooseMoves(requests, choices);
  EXPECT_TRUE(choices[0].failure);
  EXPECT_FALSE(choices[1].failure);
}

TEST(EnginePlayerTest, NoProcessIsLeftBehind) {
  const TemporaryDirectory directory;
  const std::string pids = directory / "pids";
  // It has a child of its own, and neither listens to what it is told.
  const std::string stubborn =
      "trap '' TERM INT; sleep 1000 & echo $! $$ > " + pids + "; " + Program("sleep 1000");
  ExpectFailure(stubborn, Termination::kTime, "no bestmove", Impatient());
  std::ifstream file(pids);
  std::string process;
  int count = 0;
  while (file >> process) {
    ++count;
    for (int turn = 0; turn < 1000 && Runs(process); ++turn) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    EXPECT_FALSE(Runs(process)) << process;
  }
  EXPECT_EQ(count, 2);
}

// A match of a program that fails against one of ours.
MatchResult FailingMatch(const std::string& command, const MatchOptions& options) {
  const PlayerFactory engine = [=] { return std::make_unique<EnginePlayer>(command, Patient()); };
  const PlayerFactory random = [] { return std::make_unique<RandomPlayer>(); };
  return PlayMatch(engine, random, RandomOpenings(kSize, 2, 3, 1), options);
}

TEST(EnginePlayerTest, MatchGoesOnAfterAFailure) {
  const MatchResult result = FailingMatch(Program("exit 1"), {.seed = 1, .concurrency = 1});
  ASSERT_EQ(result.games.size(), 6U);
  EXPECT_EQ(result.AWins(), 0);
  EXPECT_EQ(result.Failures(true), 6);
  EXPECT_EQ(result.Failures(false), 0);
  for (const MatchGame& game : result.games) {
    EXPECT_EQ(game.termination, Termination::kUnknown);
    EXPECT_EQ(game.failure, "ended with exit code 1");
  }
}

TEST(EnginePlayerTest, MatchEndsAtAFailureWhereItIsAskedTo) {
  int games = 0;
  const PlayerFactory engine = [] {
    return std::make_unique<EnginePlayer>(Program("exit 1"), Patient());
  };
  const PlayerFactory random = [] { return std::make_unique<RandomPlayer>(); };
  PlayMatch(engine, random, RandomOpenings(kSize, 2, 3, 1),
            {.seed = 1, .concurrency = 1, .stop_on_failure = true},
            [&](const MatchGame& /*game*/, int /*done*/, int /*a_wins*/) { ++games; });
  EXPECT_EQ(games, 1);
}

}  // namespace
}  // namespace lielow
