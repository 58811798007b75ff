#include "train/learner.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include "game/action.h"
#include "game/input_error.h"
#include "nn/loaded_network.h"
#include "nn/torch_evaluator.h"
#include "nn/torch_threads.h"
#include "tests/game/random_games.h"
#include "tests/selfplay/temporary_directory.h"
#include "train/learning_rate.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

constexpr int kSize = 5;
constexpr NetworkOptions kShape = {.blocks = 1, .channels = 8};

TrainingOptions Options() {
  TrainingOptions options;
  options.learning_rate = 0.01;
  options.warmup_steps = 5;
  options.search_value_share = 0;
  options.device = Device::kCpu;
  return options;
}

Learner NewLearner(std::uint64_t seed, const TrainingOptions& options = Options()) {
  return {kShape, options, seed, 1};
}

// Positions of a random game, each with one move to be learnt and the value of its outcome.
Window SmallWindow() {
  Window window(Options());
  RecordedGame game;
  const std::vector<Position> positions = RandomGame(kSize, 3);
  game.start = positions[0];
  for (std::size_t ply = 0; ply + 1 < positions.size(); ++ply) {
    RecordedMove move;
    const MoveList moves = positions[ply].LegalMoves();
    move.policy.assign(static_cast<std::size_t>(moves.size()), 0);
    for (int i = 0; i < moves.size(); ++i) {
      Position next = positions[ply];
      next.Play(moves[i]);
      if (next != positions[ply + 1]) continue;
      move.move = moves[i];
      move.policy[static_cast<std::size_t>(i)] = 1;
      break;
    }
    game.moves.push_back(move);
  }
  game.winner = *positions.back().winner();
  window.Add(game);
  window.Trim(6);
  return window;
}

// The same batch for the same seed.
Batch SomeBatch(std::uint64_t seed, int count = 16) {
  static const Window window = SmallWindow();
  Random random(seed);
  Batch batch;
  DrawBatch(window, count, random, batch);
  return batch;
}

// The tensors of a checkpoint whose names begin with `prefix`, without it.
std::map<std::string, std::vector<float>> Part(const ModelFile& file, const std::string& prefix) {
  std::map<std::string, std::vector<float>> part;
  for (const NamedTensor& tensor : file.tensors) {
    if (tensor.name.starts_with(prefix)) part[tensor.name.substr(prefix.size())] = tensor.values;
  }
  return part;
}

void Fill(ModelFile& file, const std::string& name, float value) {
  for (NamedTensor& tensor : file.tensors) {
    if (tensor.name != name) continue;
    std::fill(tensor.values.begin(), tensor.values.end(), value);
    return;
  }
  throw std::out_of_range(name);
}

TEST(LearnerTest, LearnsAFewPositionsByHeart) {
  Learner learner = NewLearner(1);
  const Losses first = learner.Step(SomeBatch(0));
  EXPECT_GT(first.policy, 2);   // About log 20: the moves look alike.
  EXPECT_GT(first.value, 0.4);  // About log 2.
  Losses last;
  for (std::uint64_t i = 1; i < 150; ++i) last = learner.Step(SomeBatch(i, 32));
  EXPECT_LT(last.policy, 0.4);
  EXPECT_LT(last.value, 0.1);
  EXPECT_EQ(learner.steps(), 150);
}

TEST(LearnerTest, Bfloat16LearnsAsFloat32) {
  if (!ProcessorHasBfloat16()) GTEST_SKIP() << "this processor has no bfloat16";
  TrainingOptions options = Options();
  options.precision = Precision::kFloat32;
  Learner exact = NewLearner(1, options);
  options.precision = Precision::kBfloat16;
  Learner fast = NewLearner(1, options);
  const Losses expected = exact.Step(SomeBatch(0));
  const Losses found = fast.Step(SomeBatch(0));
  EXPECT_NE(found.policy, expected.policy);
  EXPECT_NEAR(found.policy, expected.policy, 0.02);
  EXPECT_NEAR(found.value, expected.value, 0.02);
  Losses last;
  for (std::uint64_t i = 1; i < 150; ++i) last = fast.Step(SomeBatch(i, 32));
  EXPECT_LT(last.policy, 0.4);
  EXPECT_LT(last.value, 0.1);
}

TEST(LearnerTest, Bfloat16IsRefusedWhereThereIsNone) {
  TrainingOptions options = Options();
  EXPECT_EQ(TrainsInBfloat16(options), ProcessorHasBfloat16());
  options.precision = Precision::kFloat32;
  EXPECT_FALSE(TrainsInBfloat16(options));
  options.precision = Precision::kBfloat16;
  if (ProcessorHasBfloat16()) {
    EXPECT_TRUE(TrainsInBfloat16(options));
  } else {
    EXPECT_THAT([&] { NewLearner(1, options); },
                ThrowsMessage<InputError>(HasSubstr("training.precision: found \"bfloat16\"")));
  }
}

TEST(LearnerTest, LossesAreCrossEntropiesOverTheLegalMoves) {
  Learner learner = NewLearner(1);
  ModelFile checkpoint = learner.Checkpoint();
  for (const std::string name : {"policy_out.weight", "policy_out.bias", "value_out.weight"}) {
    Fill(checkpoint, "network." + name, 0);
  }
  // A value of 3/4 for every position: the logit log 3.
  Fill(checkpoint, "network.value_out.bias", std::log(3.0F));
  learner.Restore(checkpoint, "checkpoint");

  const Batch batch = SomeBatch(1);
  double policy = 0;
  double value = 0;
  for (int row = 0; row < batch.positions; ++row) {
    const auto begin = batch.illegal.begin() + static_cast<std::ptrdiff_t>(row) * NumActions(kSize);
    policy += std::log(std::count(begin, begin + NumActions(kSize), 0.0F));
    value -= std::log(batch.value[static_cast<std::size_t>(row)] == 1 ? 0.75 : 0.25);
  }
  const Losses losses = learner.Step(batch);
  EXPECT_NEAR(losses.policy, policy / batch.positions, 1e-4);
  EXPECT_NEAR(losses.value, value / batch.positions, 1e-4);
}

TEST(LearnerTest, SameSeedLearnsTheSame) {
  Learner first = NewLearner(1);
  Learner second = NewLearner(1);
  Learner other = NewLearner(2);
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Losses losses = first.Step(SomeBatch(i));
    EXPECT_EQ(second.Step(SomeBatch(i)).policy, losses.policy);
    EXPECT_NE(other.Step(SomeBatch(i)).policy, losses.policy);
  }
  EXPECT_EQ(second.Checkpoint().tensors, first.Checkpoint().tensors);
}

TEST(LearnerTest, GoesOnFromACheckpointBitForBit) {
  const TemporaryDirectory directory;
  Learner learner = NewLearner(1);
  for (std::uint64_t i = 0; i < 7; ++i) learner.Step(SomeBatch(i));
  WriteModelFile(directory / "checkpoint", learner.Checkpoint());

  Learner restored = NewLearner(99);
  restored.Restore(ReadModelFile(directory / "checkpoint"), directory / "checkpoint");
  EXPECT_EQ(restored.steps(), 7);
  for (std::uint64_t i = 7; i < 12; ++i) {
    const Losses expected = learner.Step(SomeBatch(i));
    const Losses losses = restored.Step(SomeBatch(i));
    EXPECT_EQ(losses.policy, expected.policy);
    EXPECT_EQ(losses.value, expected.value);
  }
  EXPECT_EQ(restored.Checkpoint().tensors, learner.Checkpoint().tensors);
  EXPECT_EQ(restored.Checkpoint().metadata, learner.Checkpoint().metadata);
}

TEST(LearnerTest, CheckpointOfTheStartCanBeRestored) {
  const Learner learner = NewLearner(1);
  Learner restored = NewLearner(2);
  restored.Step(SomeBatch(0));
  restored.Restore(learner.Checkpoint(), "checkpoint");
  EXPECT_EQ(restored.steps(), 0);
  EXPECT_EQ(restored.Checkpoint().tensors, learner.Checkpoint().tensors);
}

TEST(LearnerTest, CheckpointThatDoesNotFitIsRefused) {
  Learner learner = NewLearner(1);
  learner.Step(SomeBatch(0));
  const auto error_after = [&](const std::function<void(ModelFile&)>& damage) -> std::string {
    ModelFile file = learner.Checkpoint();
    damage(file);
    Learner other = NewLearner(1);
    try {
      other.Restore(file, "a/7.safetensors");
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), StartsWith("a/7.safetensors: "));
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_after([](ModelFile&) {}), "no error");
  for (const std::string name :
       {"network.stem.conv.weight", "average.value_out.bias", "optimizer.value_out.bias.mean",
        "optimizer.stem.conv.weight.square"}) {
    const std::string error = error_after([&](ModelFile& file) {
      std::erase_if(file.tensors, [&](const NamedTensor& tensor) { return tensor.name == name; });
    });
    EXPECT_THAT(error, AllOf(HasSubstr(name.substr(name.find('.') + 1)), HasSubstr("missing")));
  }
  EXPECT_THAT(error_after([](ModelFile& file) { file.metadata.erase("steps"); }),
              HasSubstr("\"steps\" is missing"));
  for (const std::string text : {"", "many", "-1", "1.5", "99999999999999999999"}) {
    EXPECT_THAT(error_after([&](ModelFile& file) { file.metadata["steps"] = text; }),
                HasSubstr("\"steps\": found \"" + text + "\""));
  }
}

TEST(LearnerTest, CheckpointOfAnotherArchitectureIsRefused) {
  const Learner wide({.blocks = 1, .channels = 16}, Options(), 1, 1);
  Learner learner = NewLearner(1);
  EXPECT_THAT([&] { learner.Restore(wide.Checkpoint(), "wide"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("wide: tensor"), HasSubstr("has shape"))));
}

TEST(LearnerTest, LossThatIsNotFiniteLeavesEverythingAsItWas) {
  Learner learner = NewLearner(1);
  Learner untouched = NewLearner(1);
  for (Learner* each : {&learner, &untouched}) each->Step(SomeBatch(0));

  Batch bad_value = SomeBatch(1);
  bad_value.value[3] = std::numeric_limits<float>::quiet_NaN();
  Batch bad_planes = SomeBatch(1);
  bad_planes.planes[10] = std::numeric_limits<float>::infinity();
  Batch bad_policy = SomeBatch(1);
  bad_policy.policy[20] = std::numeric_limits<float>::infinity();
  for (const Batch* batch : {&bad_value, &bad_planes, &bad_policy}) {
    EXPECT_THAT([&] { learner.Step(*batch); },
                ThrowsMessage<NotFiniteError>(AllOf(HasSubstr("step 2"), HasSubstr("not finite"))));
  }
  EXPECT_THAT([&] { learner.Step(bad_value); },
              ThrowsMessage<NotFiniteError>("the value loss of step 2 is not finite"));
  EXPECT_EQ(learner.steps(), 1);
  EXPECT_EQ(learner.Checkpoint().tensors, untouched.Checkpoint().tensors);
  EXPECT_EQ(learner.Step(SomeBatch(2)).policy, untouched.Step(SomeBatch(2)).policy);
  EXPECT_EQ(learner.Checkpoint().tensors, untouched.Checkpoint().tensors);
}

TEST(LearnerTest, PlaysWithAveragedWeights) {
  const TemporaryDirectory directory;
  Learner learner = NewLearner(1);
  const auto before = Part(learner.Checkpoint(), "average.");
  EXPECT_EQ(before, Part(learner.Checkpoint(), "network."));
  learner.Step(SomeBatch(0));
  const ModelFile checkpoint = learner.Checkpoint();
  const auto weights = Part(checkpoint, "network.");
  const auto averages = Part(checkpoint, "average.");
  ASSERT_EQ(averages.size(), weights.size());
  // After step n the decay is n / (n + 10), as long as that is below the option's: here 1 / 11.
  for (const auto& [name, values] : averages) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], before.at(name)[i] / 11 + weights.at(name)[i] * 10 / 11, 1e-5) << name;
    }
  }
  learner.SaveModel(directory / "model", {.size = kSize, .network = kShape, .step = 1});
  EXPECT_EQ(Part(ReadModelFile(directory / "model"), ""), averages);
}

TEST(LearnerTest, AverageDecayIsAnOption) {
  TrainingOptions options = Options();
  options.average_decay = 0;
  Learner learner = NewLearner(1, options);
  for (std::uint64_t i = 0; i < 3; ++i) learner.Step(SomeBatch(i));
  const ModelFile checkpoint = learner.Checkpoint();
  const auto weights = Part(checkpoint, "network.");
  for (const auto& [name, values] : Part(checkpoint, "average.")) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], weights.at(name)[i], 1e-6) << name;
    }
  }
}

TEST(LearningRateTest, RisesOverTheWarmupAndFallsTowardsTheEnd) {
  TrainingOptions options;
  options.learning_rate = 0.01;
  options.warmup_steps = 5;
  options.decay_start = 0.6;
  options.final_rate = 0.1;
  for (int i = 0; i < 7; ++i) {
    EXPECT_DOUBLE_EQ(LearningRateAt(options, i, 0), 0.01 * std::min(i + 1, 5) / 5);
  }
  EXPECT_DOUBLE_EQ(LearningRateAt(options, 100, 0.6), 0.01);
  EXPECT_NEAR(LearningRateAt(options, 100, 0.8), 0.01 * 0.55, 1e-12);
  EXPECT_NEAR(LearningRateAt(options, 100, 1), 0.001, 1e-12);
  EXPECT_NEAR(LearningRateAt(options, 100, 2), 0.001, 1e-12);
  options.decay_start = 1;
  EXPECT_DOUBLE_EQ(LearningRateAt(options, 100, 1), 0.01);
  options.warmup_steps = 0;
  EXPECT_DOUBLE_EQ(LearningRateAt(options, 0, 0), 0.01);
}

TEST(LearnerTest, StartsFromTheNetworkOfAnotherRunAndBoard) {
  const TemporaryDirectory directory;
  Learner other = NewLearner(5);
  for (std::uint64_t i = 0; i < 3; ++i) other.Step(SomeBatch(i));
  other.SaveModel(directory / "model", {.size = 9, .network = kShape, .step = 3});
  Learner learner = NewLearner(1);
  learner.StartFrom(directory / "model");
  EXPECT_EQ(learner.steps(), 0);
  const ModelFile checkpoint = learner.Checkpoint();
  EXPECT_EQ(Part(checkpoint, "network."), Part(other.Checkpoint(), "average."));
  EXPECT_EQ(Part(checkpoint, "average."), Part(other.Checkpoint(), "average."));
  learner.Step(SomeBatch(0));

  Learner wide({.blocks = 1, .channels = 16}, Options(), 1, 1);
  EXPECT_THAT([&] { wide.StartFrom(directory / "model"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("another architecture"),
                                              HasSubstr("1 blocks x 8 channels"),
                                              HasSubstr("1 blocks x 16 channels"))));
  EXPECT_THROW(wide.StartFrom(directory / "none"), InputError);
}

TEST(LearnerTest, MeasuresWithoutLearning) {
  Learner learner = NewLearner(1);
  const std::vector<NamedTensor> before = learner.Checkpoint().tensors;
  const Batch batch = SomeBatch(0, 64);
  const Measurement first = learner.Measure(batch);
  EXPECT_EQ(learner.Checkpoint().tensors, before);
  EXPECT_GT(first.policy_entropy, 1);
  EXPECT_LT(first.policy_agreement, 0.9);
  for (int i = 0; i < 300; ++i) learner.Step(batch);
  const Measurement last = learner.Measure(batch);
  EXPECT_LT(last.losses.policy, first.losses.policy);
  EXPECT_GT(last.policy_agreement, 0.9);
  EXPECT_LE(last.policy_agreement, 1);
}

TEST(LearnerTest, KeepsItsThreadsBesideNetworksThatPlay) {
  const TemporaryDirectory directory;
  constexpr int kThreads = 2;
  Learner learner(kShape, Options(), 1, kThreads);
  learner.SaveModel(directory.path() / "a.safetensors", {.size = kSize, .network = kShape});
  const auto network =
      LoadNetwork(directory.path() / "a.safetensors", {.backend = Backend::kTorch});
  network->MakeEvaluator(1);
  network->MakeForwardPass(kSize, 1)();

  learner.Step(SomeBatch(1));
  EXPECT_EQ(TorchThreads(), kThreads);
  network->MakeEvaluator(1);
  EXPECT_EQ(TorchThreads(), 1);
  learner.Measure(SomeBatch(1));
  EXPECT_EQ(TorchThreads(), kThreads);
}

TEST(LearnerTest, LearningRateIsTheSizeOfAFirstStep) {
  // AdamW's first step changes a weight by the learning rate, but for its decay.
  TrainingOptions options = Options();
  options.warmup_steps = 10;
  options.weight_decay = 0;
  Learner learner = NewLearner(1, options);
  const auto before = Part(learner.Checkpoint(), "network.");
  learner.Step(SomeBatch(0));
  const auto after = Part(learner.Checkpoint(), "network.");
  EXPECT_NEAR(std::abs(after.at("value_out.bias")[0] - before.at("value_out.bias")[0]), 0.001,
              1e-5);
}

TEST(LearnerTest, WeightsOfZeroLearnThePolicyOnly) {
  TrainingOptions options = Options();
  options.value_weight = 0;
  options.survival_weight = 0;
  options.king_weight = 0;
  options.plies_left_weight = 0;
  options.weight_decay = 0;
  Learner learner = NewLearner(1, options);
  const auto before = Part(learner.Checkpoint(), "network.");
  learner.Step(SomeBatch(0));
  const auto after = Part(learner.Checkpoint(), "network.");
  EXPECT_EQ(after.at("value_hidden.weight"), before.at("value_hidden.weight"));
  EXPECT_NE(after.at("policy_out.weight"), before.at("policy_out.weight"));
}

}  // namespace
}  // namespace lielow
