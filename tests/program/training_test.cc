// The training loop from its start to its end, and what a run may go on with.

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "tests/program/smoke_run.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

TEST(TrainingTest, SmokeConfigurationTrainsToItsEnd) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  const ProgramResult result = run.Train();
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("finished: "));
  EXPECT_THAT(result.errors, Not(HasSubstr("\r"))) << "a live line without a terminal";

  for (const char* file : {"config.yaml", "run.db", "log.txt", "models/0.safetensors",
                           "models/60.safetensors", "checkpoints/60.safetensors"}) {
    EXPECT_TRUE(std::filesystem::is_regular_file(run / file)) << file;
  }

  const Json status = run.Status();
  EXPECT_THAT(Names(status), IsSupersetOf({"games", "positions", "steps", "model", "ratings"}));
  EXPECT_EQ(status["steps"], 60);
  EXPECT_EQ(status["model"], (run / "models/60.safetensors").string());
  // Each position is trained four times, in batches of 16.
  EXPECT_GE(status["positions"], 60 * 16 / 4);
  EXPECT_GT(status["games"], 0);
  ASSERT_EQ(status["ratings"].size(), 1U);
  EXPECT_EQ(status["ratings"][0]["step"], 60);
  EXPECT_EQ(status["ratings"][0]["opponent"], "random");
  EXPECT_GE(status["ratings"][0]["score"], 0.0);
  EXPECT_LE(status["ratings"][0]["score"], 1.0);

  const Json model = JsonObject({"inspect", run / "models/60.safetensors", "--json"});
  EXPECT_THAT(Names(model),
              IsSupersetOf({"size", "blocks", "channels", "parameters", "step", "checksum"}));
  EXPECT_EQ(model["size"], 5);
  EXPECT_EQ(model["blocks"], 1);
  EXPECT_EQ(model["channels"], 8);
  EXPECT_EQ(model["step"], 60);
  EXPECT_EQ(model["games"], status["games"]);
  EXPECT_EQ(model["positions"], status["positions"]);
  EXPECT_NE(model["checksum"],
            JsonObject({"inspect", run / "models/0.safetensors", "--json"})["checksum"]);
}

TEST(TrainingTest, FinishedRunDoesNoMoreWork) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  ASSERT_EQ(run.Train({"stop.steps=10"}).exit_code, 0);
  const Json status = run.Status();
  const std::string model = FileBytes(run / "models/10.safetensors");
  const auto written = std::filesystem::last_write_time(run / "checkpoints/10.safetensors");
  EXPECT_EQ(run.Train({"stop.steps=10"}).exit_code, 0);
  EXPECT_EQ(run.Status(), status);
  EXPECT_EQ(FileBytes(run / "models/10.safetensors"), model);
  EXPECT_EQ(std::filesystem::last_write_time(run / "checkpoints/10.safetensors"), written);
}

TEST(TrainingTest, RunsAreKeptUnderTheirNames) {
  const TemporaryDirectory directory;
  const std::string config = LIELOW_SOURCE_DIR "/configs/smoke.yaml";
  const ProgramResult result =
      RunProgram({"train", config, "--set", "name=first", "--set", "stop.steps=1"},
                 {.directory = directory.path()});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(std::filesystem::exists(directory / "runs/first/run.db"));
}

TEST(TrainingTest, EffectiveConfigurationIsStored) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  ASSERT_EQ(run.Train({"stop.steps=1", "training.batch=8"}).exit_code, 0);
  const ProgramResult stored = RunProgram({"config", run / "config.yaml"});
  EXPECT_EQ(stored.output, FileBytes(run / "config.yaml"));
  EXPECT_THAT(stored.output, HasSubstr("batch: 8\n"));
  EXPECT_THAT(stored.output, HasSubstr("simulations: 4\n"));   // From the file.
  EXPECT_THAT(stored.output, HasSubstr("value_weight: 1\n"));  // A default.
}

TEST(TrainingTest, AnotherGameOrArchitectureIsRefusedWithTheDifference) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  ASSERT_EQ(run.Train({"stop.steps=1"}).exit_code, 0);
  const std::string config = FileBytes(run / "config.yaml");
  const std::vector<std::string> log = run.Log();
  EXPECT_TRUE(IsRefusal(run.Train({"network.channels=16"}), "network.channels: 8 -> 16"));
  EXPECT_TRUE(IsRefusal(run.Train({"network.blocks=2"}), "network.blocks: 1 -> 2"));
  EXPECT_TRUE(IsRefusal(run.Train({"game.size=6"}), "game.size: 5 -> 6"));
  EXPECT_EQ(FileBytes(run / "config.yaml"), config);
  EXPECT_EQ(run.Log(), log);
}

TEST(TrainingTest, OtherFieldsMayChangeAndThatIsLogged) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  ASSERT_EQ(run.Train({"stop.steps=1"}).exit_code, 0);
  ASSERT_EQ(run.Train({"stop.steps=2", "training.learning_rate=0.001"}).exit_code, 0);
  EXPECT_THAT(run.Log(), Contains(EndsWith("changed: training.learning_rate: 0.002 -> 0.001")));
  EXPECT_THAT(FileBytes(run / "config.yaml"), HasSubstr("learning_rate: 0.001\n"));
  EXPECT_EQ(run.Status()["steps"], 2);
}

TEST(TrainingTest, SecondProcessOnTheSameRunIsRefusedAndDoesNoHarm) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  RunningProgram first(run.Arguments({"stop.steps=null"}));
  ASSERT_TRUE(first.RunsUntil([&] { return run.Log().size() >= 2; }));
  const std::string config = FileBytes(run / "config.yaml");
  EXPECT_TRUE(IsRefusal(run.Train({"training.learning_rate=0.001"}), run.path()));
  EXPECT_EQ(FileBytes(run / "config.yaml"), config);
  EXPECT_GE(run.Status()["steps"], 1);  // Everybody may look.
  first.Send(SIGINT);
  EXPECT_EQ(first.Wait().exit_code, 130);
}

}  // namespace
}  // namespace lielow
