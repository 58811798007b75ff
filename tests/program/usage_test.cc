// What holds for all commands: help, version, usage errors, and where output goes.

#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sstream>

#include "tests/program/run_program.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::StartsWith;

// The names of the commands, from the program's help.
std::vector<std::string> Commands() {
  std::istringstream help(RunProgram({"--help"}).output);
  std::vector<std::string> commands;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (listed && name.empty()) break;
    if (listed && line.starts_with("  ") && line[2] != ' ') commands.push_back(name);
    if (line.starts_with("Subcommands:")) listed = true;
  }
  return commands;
}

TEST(UsageTest, HelpOfTheProgramListsTheCommands) {
  const ProgramResult result = RunProgram({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, HasSubstr("Example: lielow"));
  EXPECT_THAT(Commands(), IsSupersetOf({"perft", "moves", "replay", "status", "bench", "match",
                                        "play", "inspect", "export"}));
}

TEST(UsageTest, EveryCommandHasHelpWithAnExample) {
  for (const std::string& command : Commands()) {
    SCOPED_TRACE(command);
    const ProgramResult result = RunProgram({command, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, "");
    EXPECT_THAT(result.output, HasSubstr("Example: lielow " + command + " "));
  }
}

TEST(UsageTest, VersionTellsWhatTheProgramIsMadeOf) {
  const ProgramResult result = RunProgram({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, AllOf(StartsWith("lielow "), HasSubstr("\nLibTorch: "),
                                   HasSubstr("\nbuild: "), HasSubstr("\nprocessor: ")));
}

TEST(UsageTest, RefusesWhatIsNoCommandLine) {
  EXPECT_TRUE(IsRefusal(RunProgram({}), "subcommand"));
  EXPECT_TRUE(IsRefusal(RunProgram({"nobody"}), "\"nobody\""));
  EXPECT_TRUE(IsRefusal(RunProgram({"--nothing"}), "\"--nothing\""));
  EXPECT_TRUE(IsRefusal(RunProgram({"perft", "--depth", "1", "--nothing"}), "--nothing"));
  EXPECT_TRUE(IsRefusal(RunProgram({"perft", "--depth", "1", "moves"}), "moves"));
  EXPECT_TRUE(IsRefusal(RunProgram({"perft"}), "--depth"));
  EXPECT_TRUE(IsRefusal(RunProgram({"perft", "--depth"}), "--depth"));
  EXPECT_TRUE(IsRefusal(RunProgram({"perft", "--depth", "1", "--depth", "2"}), "--depth"));
  EXPECT_TRUE(IsRefusal(RunProgram({"match", "random"}), "B is required"));
  EXPECT_TRUE(IsRefusal(RunProgram({"moves", "two\nlines"}), "two"));
}

TEST(UsageTest, FullDiskIsAFailureThatIsTold) {
  const std::vector<std::vector<std::string>> commands = {
      {"--help"},
      {"--version"},
      {"moves", "--json"},
      {"match", "random", "random", "--games", "2", "--size", "4"},
      {"play", "--blue", "random", "--red", "random", "--size", "4"}};
  for (const auto& command : commands) {
    SCOPED_TRACE(command[0]);
    const ProgramResult result = RunProgram(command, {.output_file = "/dev/full"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.errors, "lielow: standard output: cannot write\n");
  }
}

TEST(UsageTest, FullDiskSpoilsNoRecordOfAMatchUnnoticed) {
  const ProgramResult result = RunProgram(
      {"match", "random", "random", "--games", "2", "--size", "4", "--record", "/dev/full"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, StartsWith("lielow: --record /dev/full: "));
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1);
}

// As with `lielow moves | head -1`: what is written there ends quietly, as other programs do.
TEST(UsageTest, ReaderThatLeavesEarlyIsNoCrash) {
  const ProgramResult result = RunProgram({"moves"}, {.unread_output = true});
  EXPECT_TRUE(result.signal == SIGPIPE || result.exit_code == 1)
      << "exit code " << result.exit_code << ", signal " << result.signal;
  EXPECT_LE(std::count(result.errors.begin(), result.errors.end(), '\n'), 1);
}

TEST(UsageTest, InterruptEndsAMatchAtOnceAndLeavesItsGames) {
  const TemporaryDirectory directory;
  const std::string record = directory / "match.lgn";
  RunningProgram match({"match", "rollouts:n=2000", "random", "--games", "10000", "--concurrency",
                        "1", "--threads", "1", "--record", record});
  const auto has_games = [&] {
    return std::filesystem::exists(record) && std::filesystem::file_size(record) > 0;
  };
  ASSERT_TRUE(match.RunsUntil(has_games));
  match.Send(SIGINT);
  const ProgramResult result = match.Wait();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(RunProgram({"replay", record}).output, StartsWith("game 1: "));
}

}  // namespace
}  // namespace lielow
