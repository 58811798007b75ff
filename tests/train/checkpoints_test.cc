#include "train/checkpoints.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "game/input_error.h"
#include "tests/selfplay/temporary_directory.h"
#include "train/run_setup.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr NetworkOptions kShape = {.blocks = 1, .channels = 4};

// A position of the start with equal moves, as often as wanted.
Batch SomeBatch() {
  TrainingOptions options;
  Window window(options);
  RecordedGame game;
  game.start = Position(4);
  const auto moves = static_cast<std::size_t>(game.start.LegalMoves().size());
  game.moves = {{.move = game.start.LegalMoves()[0],
                 .policy = std::vector<float>(moves, 1.0F / static_cast<float>(moves))}};
  window.Add(game);
  Random random(1);
  Batch batch;
  DrawBatch(window, 8, random, batch);
  return batch;
}

class CheckpointsTest : public testing::Test {
 protected:
  void SetUp() override { PrepareRunDirectory(directory_, DefaultConfig()); }

  static Learner NewLearner() { return {kShape, {.device = Device::kCpu}, 1, 1}; }

  // Saves a checkpoint at each of the steps 1 to `last`, with ten times the step as iteration.
  void SaveSteps(Learner& learner, std::int64_t last) const {
    const Batch batch = SomeBatch();
    while (learner.steps() < last) {
      learner.Step(batch);
      SaveCheckpoint(directory_, learner, {.iteration = 10 * learner.steps()});
    }
  }

  RunState Restore(Learner& learner) {
    return RestoreCheckpoint(directory_, {.batch_seed = 5}, learner,
                             [&](const std::string& text) { warnings_.push_back(text); });
  }

  void Damage(std::int64_t step) const {
    std::filesystem::resize_file(directory_.checkpoint(step), 100);
  }

  const TemporaryDirectory temporary_;
  const RunDirectory directory_{temporary_ / "run"};
  std::vector<std::string> warnings_;
};

TEST_F(CheckpointsTest, NewRunHasAFreshState) {
  Learner learner = NewLearner();
  EXPECT_EQ(Restore(learner), (RunState{.batch_seed = 5}));
  EXPECT_EQ(learner.steps(), 0);
}

TEST_F(CheckpointsTest, NewestIsRestoredAndOneOlderKept) {
  Learner learner = NewLearner();
  SaveSteps(learner, 4);
  EXPECT_THAT(directory_.CheckpointSteps(), ElementsAre(3, 4));
  Learner restored = NewLearner();
  EXPECT_EQ(Restore(restored), (RunState{.iteration = 40}));
  EXPECT_EQ(restored.steps(), 4);
  EXPECT_EQ(restored.Checkpoint().tensors, learner.Checkpoint().tensors);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(CheckpointsTest, DamagedOneIsPassedOverWithAWarning) {
  Learner learner = NewLearner();
  SaveSteps(learner, 3);
  Damage(3);
  Learner restored = NewLearner();
  EXPECT_EQ(Restore(restored), (RunState{.iteration = 20}));
  EXPECT_EQ(restored.steps(), 2);
  EXPECT_THAT(warnings_, ElementsAre(AllOf(HasSubstr(directory_.checkpoint(3).string()),
                                           HasSubstr("going on from the one before"))));
}

TEST_F(CheckpointsTest, NoneThatCanBeReadIsAnErrorThatNamesOne) {
  Learner learner = NewLearner();
  SaveSteps(learner, 2);
  Damage(1);
  Damage(2);
  EXPECT_THAT([&] { Restore(learner); },
              testing::ThrowsMessage<InputError>(HasSubstr(directory_.checkpoint(1).string())));
}

TEST_F(CheckpointsTest, OldModelsAreRemovedButFirstNewestAndThoseKept) {
  for (const std::int64_t step : {0, 10, 20, 30, 40}) std::ofstream(directory_.model(step)) << step;
  RemoveOldModels(directory_, {20, 99});
  EXPECT_THAT(directory_.ModelSteps(), ElementsAre(0, 20, 40));
  RemoveOldModels(directory_, {});
  EXPECT_THAT(directory_.ModelSteps(), ElementsAre(0, 40));
  RemoveOldModels(directory_, {});
  EXPECT_THAT(directory_.ModelSteps(), ElementsAre(0, 40));
}

}  // namespace
}  // namespace lielow
