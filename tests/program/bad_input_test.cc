// Bad input that needs no network: each is refused by one line that names the place, with exit code
// 2, and leaves nothing on the disk.

#include <gmock/gmock.h>

#include <fstream>

#include "tests/program/run_program.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;

struct BadInput {
  std::vector<std::string> arguments;
  std::string place;  // What the message must name.
};

void ExpectRefusals(const std::vector<BadInput>& inputs) {
  const TemporaryDirectory directory;
  for (const BadInput& input : inputs) {
    SCOPED_TRACE(testing::PrintToString(input.arguments).substr(0, 200));
    const ProgramResult result = RunProgram(input.arguments, {.directory = directory.path()});
    EXPECT_TRUE(IsRefusal(result, input.place));
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(BadInputTest, Positions) {
  const std::vector<std::pair<std::string, std::string>> positions = {
      {"", "character 1"},
      {"r1r1r1r1/b1b1b1b1/4 b", "3 rows"},
      {"r1r13/5/5/b1b13 b", "row 4"},             // Five squares in each of four rows.
      {"r1r1r1/4/4/b1b1b1b1 b", "row 4"},         // Three squares.
      {"r0r1r1r1/4/4/b1b1b1b1 b", "'0'"},         // A height of 0.
      {"R5r1r1r1/4/4/b1b1b1b1 b", "'5'"},         // Higher than the board is wide.
      {"R2R2r1r1/4/4/b1b1b1b1 b", "Red"},         // Two kings.
      {"4/4/4/b1b1b1b1 b", "Red"},                // No stack.
      {"r2r2r1r1/4/4/b1b1b1b1 b", "Red"},         // High stacks, and no king.
      {"r13/4/4/b1b1b1b1 b", "Red"},              // Only one stack, and no king.
      {"R1r3r1r1/4/4/b1b1b1b1 b", "Red"},         // Another stack is alone at the top.
      {"r1r1r1r1/13/4/b1b1b1b1 b", "character"},  // Empty squares are split.
      {"r1r1r1r1/4/4/b1b1b1b1", "character"},     // Nobody is to move.
      {"r1r1r1r1/4/4/b1b1b1b1 b b", "character"},
      {"r1r1r1r1/4/4/b1b1b1b1 g", "'g'"},
      {"r1r1r1x1/4/4/b1b1b1b1 b", "'x'"},
  };
  for (const auto& [position, place] : positions) {
    const ProgramResult result = RunProgram({"moves", "--position", position});
    EXPECT_TRUE(IsRefusal(result, place)) << position;
    EXPECT_THAT(result.errors, HasSubstr("position string"));
  }
}

TEST(BadInputTest, Sizes) {
  ExpectRefusals({
      {{"moves", "--size", "3"}, "size 3"},
      {{"perft", "--size", "10", "--depth", "1"}, "size 10"},
      {{"moves", "--size", "eight"}, "--size"},
      {{"play", "--size", "-8"}, "size -8"},
      {{"match", "random", "random", "--size", "3", "--games", "2"}, "size 3"},
  });
}

TEST(BadInputTest, Depths) {
  ExpectRefusals({
      {{"perft", "--depth", "-1"}, "--depth"},
      {{"perft", "--depth", "1.5"}, "--depth"},
      {{"perft", "--depth", "99999999999999999999"}, "--depth"},
  });
}

TEST(BadInputTest, Records) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path();
  EXPECT_TRUE(IsRefusal(RunProgram({"replay", folder}), folder));
  const std::string missing = directory / "missing.lgn";
  EXPECT_TRUE(IsRefusal(RunProgram({"replay", missing}), missing));
  const std::string open_comment = directory / "comment.lgn";
  std::ofstream(open_comment) << "1. a2-a3 { never closed";
  EXPECT_TRUE(IsRefusal(RunProgram({"replay", open_comment}), open_comment));
  const std::string bytes = directory / "bytes.lgn";
  std::ofstream(bytes) << std::string(1000, '\0') << "\xff\x1b[31m";
  EXPECT_TRUE(IsRefusal(RunProgram({"replay", bytes}), bytes));
  const std::string endless = directory / "endless.lgn";
  std::ofstream(endless) << std::string(1000000, 'a');
  EXPECT_TRUE(IsRefusal(RunProgram({"replay", endless}), endless));
}

TEST(BadInputTest, Players) {
  std::vector<BadInput> inputs;
  for (const std::string player :
       {"nobody", "", "random,", "greedy:x=1", "random:seed=-1", "random:seed", "rollouts:n=0",
        "rollouts:n=1e3", "rollouts:n=5,n=6", "rollouts:c=nan", "uniform:sims=0",
        "uniform:sims=4,ms=4", "uniform:search=best", "net:", "net:missing", "human"}) {
    inputs.push_back({{"match", player, "random", "--games", "2"}, "player \"" + player + "\""});
  }
  for (const std::string player :
       {"alphabeta:depth=0", "alphabeta:depth=101", "alphabeta:ms=0", "alphabeta:n=4"}) {
    inputs.push_back({{"match", player, "random", "--games", "2"}, "player \"" + player + "\""});
  }
  inputs.push_back({{"match", "random", "nobody", "--games", "2"}, "player \"nobody\""});
  inputs.push_back({{"play", "--red", "nobody"}, "player \"nobody\""});
  inputs.push_back({{"play", "--blue", std::string(100000, 'x')}, "player \"xxx"});
  ExpectRefusals(inputs);
}

TEST(BadInputTest, NumbersOfAMatch) {
  const std::vector<std::vector<std::string>> options = {
      {"--games", "3"},          {"--games", "0"},   {"--games", "-2"},
      {"--games", "1000000000"}, {"--seed", "-1"},   {"--seed", "18446744073709551616"},
      {"--concurrency", "0"},    {"--threads", "0"}, {"--openings", "-1"},
      {"--openings", "101"},
  };
  std::vector<BadInput> inputs;
  for (const auto& option : options) {
    std::vector<std::string> arguments = {"match", "random", "random", "--size", "4"};
    if (option[0] != "--games") arguments.insert(arguments.end(), {"--games", "2"});
    arguments.insert(arguments.end(), option.begin(), option.end());
    inputs.push_back({arguments, option[0]});
  }
  ExpectRefusals(inputs);
}

TEST(BadInputTest, FilesOfAMatch) {
  const std::vector<std::string> match = {"match", "random", "random", "--games",
                                          "4",     "--size", "4"};
  const auto with = [&](const std::string& option, const std::string& file) {
    std::vector<std::string> arguments = match;
    arguments.insert(arguments.end(), {option, file});
    return RunProgram(arguments);
  };
  const TemporaryDirectory directory;
  const std::string nowhere = directory / "no/match.lgn";
  EXPECT_TRUE(IsRefusal(with("--record", nowhere), nowhere));
  EXPECT_TRUE(IsRefusal(with("--record", directory.path()), directory.path()));
  EXPECT_TRUE(IsRefusal(with("--openings", nowhere), nowhere));
  const std::string openings = directory / "openings.lgn";
  std::ofstream(openings) << "[Size \"5\"]\n\n1. a2-a3 *\n";
  EXPECT_TRUE(IsRefusal(with("--openings", openings), openings + ": opening 1"));  // Another size.
  std::ofstream(openings) << "[Size \"4\"]\n\n1. a2-a1 *\n";
  EXPECT_TRUE(IsRefusal(with("--openings", openings), openings));  // One is missing.
}

TEST(BadInputTest, ModelsAndRuns) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path();
  const std::string missing = directory / "missing";
  const std::string empty = directory / "empty.safetensors";
  std::ofstream(empty).close();
  const std::string text = directory / "text.safetensors";
  std::ofstream(text) << std::string(1000, 'a');
  for (const std::string& path : {folder, missing, empty, text}) {
    EXPECT_TRUE(IsRefusal(RunProgram({"inspect", path}), path));
    EXPECT_TRUE(IsRefusal(RunProgram({"status", path}), path));
  }
  // A database that is none.
  std::ofstream(directory / "run.db") << std::string(5000, 'a');
  EXPECT_TRUE(IsRefusal(RunProgram({"status", folder}), "run.db"));
}

}  // namespace
}  // namespace lielow
