#include "train/run_setup.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "game/input_error.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

void WriteText(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

class RunDirectoryTest : public testing::Test {
 protected:
  std::string name() const { return directory_.path().string(); }

  const TemporaryDirectory temporary_;
  const RunDirectory directory_{temporary_ / "new/run"};
};

TEST_F(RunDirectoryTest, NewRunGetsItsFoldersAndConfiguration) {
  EXPECT_FALSE(directory_.IsRun());
  EXPECT_THAT(PrepareRunDirectory(directory_, DefaultConfig({"seed=7"})), IsEmpty());
  EXPECT_TRUE(directory_.IsRun());
  EXPECT_TRUE(std::filesystem::is_directory(directory_.path() / "models"));
  EXPECT_TRUE(std::filesystem::is_directory(directory_.path() / "checkpoints"));
  EXPECT_EQ(LoadConfig(directory_.config()).seed, 7U);
}

TEST_F(RunDirectoryTest, EmptyDirectoryIsTakenForANewRun) {
  std::filesystem::create_directories(directory_.path());
  PrepareRunDirectory(directory_, DefaultConfig());
  EXPECT_TRUE(directory_.IsRun());
}

TEST_F(RunDirectoryTest, RunGoesOnWithChangesThatAreTold) {
  PrepareRunDirectory(directory_, DefaultConfig());
  EXPECT_THAT(PrepareRunDirectory(directory_, DefaultConfig()), IsEmpty());
  const Config changed = DefaultConfig({"selfplay.simulations=16", "stop.minutes=90"});
  const auto differences = ElementsAre("selfplay.simulations: 32 -> 16", "stop.minutes: 60 -> 90");
  EXPECT_THAT(PrepareRunDirectory(directory_, changed), differences);
  // Whoever is told stores them, once the run is known to be its own.
  EXPECT_THAT(PrepareRunDirectory(directory_, changed), differences);
  StoreConfig(directory_, changed);
  EXPECT_THAT(PrepareRunDirectory(directory_, changed), IsEmpty());
}

TEST_F(RunDirectoryTest, AnotherBoardIsRefused) {
  PrepareRunDirectory(directory_, DefaultConfig());
  EXPECT_THAT(
      [&] { PrepareRunDirectory(directory_, DefaultConfig({"game.size=9"})); },
      ThrowsMessage<InputError>(name() + ": is a run of another board size: game.size: 8 -> 9"));
}

TEST_F(RunDirectoryTest, AnotherArchitectureIsRefused) {
  PrepareRunDirectory(directory_, DefaultConfig());
  EXPECT_THAT(
      [&] {
        PrepareRunDirectory(directory_, DefaultConfig({"network.blocks=2", "network.channels=32",
                                                       "stop.minutes=90"}));
      },
      ThrowsMessage<InputError>(name() +
                                ": is a run of another architecture: network.blocks: 6 -> 2, "
                                "network.channels: 64 -> 32"));
  EXPECT_EQ(LoadConfig(directory_.config()).stop.minutes, 60);
}

TEST_F(RunDirectoryTest, FileIsRefused) {
  WriteText(directory_.path(), "text");
  EXPECT_THAT(
      [&] { PrepareRunDirectory(directory_, DefaultConfig()); },
      ThrowsMessage<InputError>(name() + ": is a file, expected a run directory or a new name"));
}

TEST_F(RunDirectoryTest, DirectoryOfSomethingElseIsRefusedAndLeftAlone) {
  WriteText(directory_.path() / "thesis.tex", "text");
  EXPECT_THAT(
      [&] { PrepareRunDirectory(directory_, DefaultConfig()); },
      ThrowsMessage<InputError>(name() + ": is a directory but no run (it has no config.yaml)"));
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "models"));
}

TEST_F(RunDirectoryTest, DamagedConfigurationIsRefused) {
  WriteText(directory_.config(), "network: {blocks: many}\n");
  EXPECT_THAT([&] { PrepareRunDirectory(directory_, DefaultConfig()); },
              ThrowsMessage<InputError>(HasSubstr("config.yaml:1")));
}

TEST_F(RunDirectoryTest, PathsAreNamedByStep) {
  EXPECT_EQ(directory_.model(120), directory_.path() / "models/120.safetensors");
  EXPECT_EQ(directory_.checkpoint(120), directory_.path() / "checkpoints/120.safetensors");
  EXPECT_EQ(directory_.database(), directory_.path() / "run.db");
  EXPECT_EQ(directory_.log(), directory_.path() / "log.txt");
}

TEST_F(RunDirectoryTest, StepsAreThoseOfTheFilesInOrderOfNumbers) {
  EXPECT_THAT(directory_.ModelSteps(), IsEmpty());
  for (const std::string file : {"100", "20", "3"}) {
    WriteText(directory_.path() / "models" / (file + ".safetensors"), "");
  }
  for (const std::string other : {"7.txt", "x.safetensors", "-5.safetensors", "9.safetensors.tmp-1",
                                  "4a.safetensors", ".safetensors"}) {
    WriteText(directory_.path() / "models" / other, "");
  }
  WriteText(directory_.path() / "checkpoints/55.safetensors", "");
  EXPECT_THAT(directory_.ModelSteps(), ElementsAre(3, 20, 100));
  EXPECT_THAT(directory_.CheckpointSteps(), ElementsAre(55));
}

TEST_F(RunDirectoryTest, ModelIsFoundByStepOrTheNewest) {
  for (const std::int64_t step : {0, 900, 1000}) WriteText(directory_.model(step), "");
  EXPECT_EQ(directory_.FindModel(std::nullopt), directory_.model(1000));
  EXPECT_EQ(directory_.FindModel(900), directory_.model(900));
  EXPECT_THAT(
      [&] { directory_.FindModel(500); },
      ThrowsMessage<InputError>(name() + ": has no model of step 500; there are 0, 900, 1000"));
}

TEST_F(RunDirectoryTest, RunWithoutModelsSaysSo) {
  EXPECT_THAT([&] { directory_.FindModel(std::nullopt); },
              ThrowsMessage<InputError>(name() + ": has no models/STEP.safetensors yet"));
}

TEST_F(RunDirectoryTest, LongListsOfModelsAreCutAtTheirBeginning) {
  for (std::int64_t step = 1; step <= 12; ++step) WriteText(directory_.model(step), "");
  EXPECT_THAT(
      [&] { directory_.FindModel(99); },
      ThrowsMessage<InputError>(HasSubstr("there are ..., 3, 4, 5, 6, 7, 8, 9, 10, 11, 12")));
}

TEST_F(RunDirectoryTest, LockKeepsOthersOutWhileItLives) {
  std::filesystem::create_directories(directory_.path());
  {
    const RunLock lock(directory_);
    EXPECT_THAT([&] { RunLock second(directory_); },
                ThrowsMessage<InputError>(name() + ": another process is training this run"));
  }
  EXPECT_NO_THROW(RunLock again(directory_));
}

TEST_F(RunDirectoryTest, LockOfAbsentDirectoryFails) {
  EXPECT_THAT([&] { RunLock lock(directory_); },
              ThrowsMessage<std::runtime_error>(HasSubstr(name())));
}

}  // namespace
}  // namespace lielow
