// Bad configurations and runs: each is refused by one line that names the place, with exit code 2,
// and leaves nothing on the disk.

#include <gmock/gmock.h>

#include <fstream>

#include "tests/program/smoke_run.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;

TEST(BadConfigTest, FilesAreRefusedWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"name: a\nsede: 2\n", ":2: unknown key \"sede\" (did you mean \"seed\"?)"},
      {"selfplay:\n  simulations: many\n", ":2: selfplay.simulations: found \"many\""},
      {"game: {size: 3}\n", ":1: game.size: found \"3\", expected a whole number from 4 to 9"},
      {"game: 8\n", ":1: game"},
      {"- game\n", ":1: "},
      {"game: {size: 8\n", "not valid YAML"},
      {std::string(1000, '\0'), "not valid YAML"},
      {std::string(2 << 20, 'a'), "is larger than 1 MiB"},
  };
  const TemporaryDirectory directory;
  const std::string file = directory / "bad.yaml";
  for (const auto& [text, place] : texts) {
    std::ofstream(file) << text;
    const ProgramResult result = RunProgram({"config", file});
    EXPECT_TRUE(IsRefusal(result, file)) << text.substr(0, 100);
    EXPECT_THAT(result.errors, HasSubstr(place));
  }
}

TEST(BadConfigTest, FilesThatCannotBeReadAreRefused) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path();
  EXPECT_TRUE(IsRefusal(RunProgram({"config", folder}), folder));
  EXPECT_TRUE(IsRefusal(RunProgram({"config", folder + "/missing.yaml"}), "missing.yaml"));
  EXPECT_TRUE(
      IsRefusal(RunProgram({"bench", "--config", folder + "/missing.yaml"}), "missing.yaml"));
}

TEST(BadConfigTest, EveryFieldHasADefault) {
  const TemporaryDirectory directory;
  const std::string file = directory / "empty.yaml";
  std::ofstream(file).close();
  const ProgramResult empty = RunProgram({"config", file});
  EXPECT_EQ(empty.exit_code, 0);
  EXPECT_EQ(empty.output, RunProgram({"config"}).output);
}

TEST(BadConfigTest, SettingsAreRefusedByName) {
  for (const std::string setting :
       {"foo=1", "game.sise=5", "game.size=10", "game.size", "seed=-1", "training.batch=0.5"}) {
    EXPECT_TRUE(IsRefusal(RunProgram({"config", "--set", setting}), "--set " + setting));
  }
}

TEST(BadConfigTest, TrainMakesNoDirectoryForWhatItRefuses) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  EXPECT_TRUE(IsRefusal(run.Train({"game.size=3"}), "game.size"));
  EXPECT_TRUE(IsRefusal(run.Train({"evaluation.opponents=[nobody]"}), "player \"nobody\""));
  EXPECT_TRUE(IsRefusal(run.Train({"evaluation.opponents=[\"net:missing\"]"}), "net:missing"));
  EXPECT_TRUE(
      IsRefusal(RunProgram({"train", "missing.yaml", "--run", run.path()}), "missing.yaml"));
  for (const char* minutes : {"0", "-1", "nan", "soon"}) {
    std::vector<std::string> arguments = run.Arguments();
    arguments.insert(arguments.end(), {"--max-minutes", minutes});
    EXPECT_TRUE(IsRefusal(RunProgram(arguments), "--max-minutes"));
  }
  std::vector<std::string> arguments = run.Arguments();
  arguments.push_back("more.yaml");
  EXPECT_TRUE(IsRefusal(RunProgram(arguments), "more.yaml"));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(BadConfigTest, DirectoriesThatAreNoRunsAreLeftAlone) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "diary.txt") << "not yours";
  EXPECT_TRUE(IsRefusal(SmokeRun(directory.path()).Train(), directory.path()));
  EXPECT_TRUE(IsRefusal(SmokeRun(directory / "diary.txt").Train(), "diary.txt"));
  EXPECT_EQ(FileBytes(directory / "diary.txt"), "not yours");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory.path()), {}), 1);
}

TEST(BadConfigTest, DamagedRunIsRefusedByTheFile) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  ASSERT_EQ(run.Train({"stop.steps=1"}).exit_code, 0);
  const std::string database = FileBytes(run / "run.db");
  std::ofstream(run / "run.db") << std::string(10000, 'a');
  EXPECT_TRUE(IsRefusal(run.Train({"stop.steps=2"}), run / "run.db"));
  std::ofstream(run / "run.db") << database;
  std::ofstream(run / "config.yaml") << "game: {size: many}\n";
  EXPECT_TRUE(IsRefusal(run.Train({"stop.steps=2"}), (run / "config.yaml").string() + ":1"));
}

TEST(ConfigCommandTest, SchemaDescribesEveryFieldOfTheReference) {
  const Json schema = Json::parse(RunProgram({"config", "--schema"}).output);
  EXPECT_EQ(schema["properties"]["name"]["default"], "run");
  const Json& selfplay = schema["properties"]["selfplay"]["properties"];
  EXPECT_EQ(selfplay["simulations"],
            Json::parse(R"({"type": "integer", "minimum": 1.0, "maximum": 1000000.0, "default": 32,
                            "description": "simulations a move"})"));
  EXPECT_EQ(selfplay["threads"]["anyOf"][1]["const"], "auto");
  EXPECT_EQ(schema["properties"]["stop"]["properties"]["games"]["default"], nullptr);
  EXPECT_EQ(selfplay["reuse_tree"]["enum"], Json::parse("[false, true]"));
  EXPECT_EQ(schema["additionalProperties"], false);
  std::size_t fields = 0;
  for (const auto& [name, property] : schema["properties"].items()) {
    fields += property.contains("properties") ? property["properties"].size() : 1;
  }
  // A comment line for each field and each section, and four at the beginning.
  const std::string reference = RunProgram({"config", "--reference"}).output;
  std::size_t comments = 0;
  for (std::size_t at = 0; at < reference.size(); at = reference.find('\n', at) + 1) {
    at = reference.find_first_not_of(' ', at);
    comments += reference[at] == '#' ? 1 : 0;
  }
  EXPECT_EQ(fields + schema["properties"].size() - 3, comments - 3);
}

}  // namespace
}  // namespace lielow
