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

TEST_F(CheckpointsTest, NewestIsRestoredAndOlderOnesThinOut) {
  Learner learner = NewLearner();
  SaveSteps(learner, 4);
  // 1 and 2 begin generations that grow by half; 3 is kept as the one before the newest.
  EXPECT_THAT(directory_.CheckpointSteps(), ElementsAre(1, 2, 3, 4));
  Learner restored = NewLearner();
  EXPECT_EQ(Restore(restored), (RunState{.iteration = 40}));
  EXPECT_EQ(restored.steps(), 4);
  EXPECT_EQ(restored.Checkpoint().tensors, learner.Checkpoint().tensors);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST(CheckpointHistoryTest, IsOneForEachGrowthOfTheStepsByHalf) {
  std::vector<std::int64_t> kept;
  for (std::int64_t step = 0; step <= 10000; step += 10) {
    kept.push_back(step);
    for (const std::int64_t removed : StepsToRemove(kept)) std::erase(kept, removed);
  }
  EXPECT_EQ(kept.front(), 0);
  EXPECT_EQ(kept[kept.size() - 2], 9990);
  EXPECT_EQ(kept.back(), 10000);
  EXPECT_LE(kept.size(), 22U);
  for (std::size_t i = 2; i + 2 < kept.size(); ++i) {
    const double growth = static_cast<double>(kept[i]) / static_cast<double>(kept[i - 1]);
    EXPECT_GT(growth, 1.2) << kept[i];
    EXPECT_LT(growth, 2.3) << kept[i];
  }
  EXPECT_THAT(StepsToRemove({}), IsEmpty());
  EXPECT_THAT(StepsToRemove({5, 6}), IsEmpty());
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
