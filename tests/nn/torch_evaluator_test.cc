#include "nn/torch_evaluator.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "game/action.h"
#include "game/input_error.h"
#include "nn/encoding.h"
#include "tests/nn/evaluations.h"
#include "tests/nn/trained_network.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

constexpr NetworkOptions kShape = {.blocks = 2, .channels = 16};

// How much the company of a position may change its evaluation: the sums of a convolution may be
// taken in another order.
constexpr double kRounding = 1e-5;
// In bfloat16 another order can change the last of 8 bits of a layer's output.
constexpr double kBfloat16Rounding = 0.02;

class TorchEvaluatorTest : public testing::Test {
 protected:
  std::filesystem::path path() const { return directory_ / "model.safetensors"; }

  void Save(const Network& network) const {
    SaveModel(path(), network, {.size = 5, .network = kShape, .step = 70});
  }

  std::shared_ptr<const InferenceNetwork> LoadShared(Precision precision) const {
    return MakeInferenceNetwork(LoadFoldedNetwork(path()), Device::kCpu, precision);
  }

  std::unique_ptr<Evaluator> Load(Precision precision = Precision::kFloat32,
                                  int max_batch = 64) const {
    return MakeTorchEvaluator(LoadShared(precision), max_batch);
  }

  void SetUp() override { Save(TrainedNetwork(kShape, 1)); }

  const TemporaryDirectory directory_;
};

TEST_F(TorchEvaluatorTest, PriorsAreAProbabilityForEachLegalMove) {
  const auto evaluator = Load();
  for (const int size : {4, 5, 8, 9}) {
    const std::vector<Position> positions = OpenPositions(size, 20);
    const std::vector<Evaluation> results = EvaluateTogether(*evaluator, positions);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto moves = static_cast<std::size_t>(positions[i].LegalMoves().size());
      ASSERT_THAT(results[i].priors, SizeIs(moves));
      EXPECT_NEAR(std::accumulate(results[i].priors.begin(), results[i].priors.end(), 0.0), 1,
                  1e-5);
      EXPECT_THAT(results[i].priors, testing::Each(testing::Gt(0)));
      EXPECT_GT(results[i].value, 0);
      EXPECT_LT(results[i].value, 1);
    }
  }
}

TEST_F(TorchEvaluatorTest, PriorsBelongToTheirMoves) {
  // Only the bias of the policy's nine planes counts: a plane a direction, seen by the player to
  // move, the first with odds of 1, the next of 2, then 3 and so on.
  Network network = TrainedNetwork(kShape, 1);
  {
    const torch::NoGradGuard no_grad;
    network->policy_out->weight.zero_();
    network->policy_out->bias.copy_(torch::arange(1, 10, torch::kFloat).log());
  }
  Save(network);
  const auto evaluator = Load();
  for (const Position& position : OpenPositions(5, 30)) {
    const Evaluation result = EvaluateTogether(*evaluator, {position})[0];
    const auto odds = [&](Move move) {
      // Red's north is Blue's south.
      const Direction direction = View(position.to_move()).Apply(move.direction);
      return static_cast<double>(direction) + 1;
    };
    double sum = 0;
    for (const Move move : position.LegalMoves()) sum += odds(move);
    std::size_t i = 0;
    for (const Move move : position.LegalMoves()) {
      EXPECT_NEAR(result.priors[i++], odds(move) / sum, 1e-5);
    }
  }
}

TEST_F(TorchEvaluatorTest, ValueIsTheSigmoidOfTheLogit) {
  Network network = TrainedNetwork(kShape, 1);
  {
    const torch::NoGradGuard no_grad;
    network->value_out->weight.zero_();
    network->value_out->bias.fill_(std::log(3.0));
  }
  Save(network);
  EXPECT_NEAR(EvaluateTogether(*Load(), {Position(5)})[0].value, 0.75, 1e-6);
}

TEST_F(TorchEvaluatorTest, EvaluationDoesNotDependOnTheBatch) {
  for (const auto& [precision, tolerance] : {std::pair(Precision::kFloat32, kRounding),
                                             std::pair(Precision::kBfloat16, kBfloat16Rounding)}) {
    for (const int size : {5, 8}) {
      const std::vector<Position> positions = OpenPositions(size, 33);
      const auto evaluator = Load(precision, 33);
      const std::vector<Evaluation> together = EvaluateTogether(*evaluator, positions);
      // Alone, in threes (padded to four), and after a larger batch whose rest is still there.
      for (const std::size_t count : {1, 3}) {
        for (std::size_t first = 0; first + count <= positions.size(); first += count) {
          const std::vector<Evaluation> few = EvaluateTogether(
              *evaluator, {positions.begin() + static_cast<std::ptrdiff_t>(first),
                           positions.begin() + static_cast<std::ptrdiff_t>(first + count)});
          for (std::size_t i = 0; i < count; ++i) {
            EXPECT_LE(Difference(few[i], together[first + i]), tolerance);
          }
        }
      }
      // Different positions differ by more.
      float lowest = 1;
      float highest = 0;
      for (const Evaluation& result : together) {
        lowest = std::min(lowest, result.value);
        highest = std::max(highest, result.value);
      }
      EXPECT_GT(highest - lowest, 2 * tolerance);
    }
  }
}

TEST_F(TorchEvaluatorTest, EmptyBatchIsNothing) {
  EXPECT_THAT(EvaluateTogether(*Load(), {}), SizeIs(0));
}

TEST_F(TorchEvaluatorTest, BoardsOfDifferentSizesFollowOneAnother) {
  const auto evaluator = Load();
  const Evaluation small = EvaluateTogether(*evaluator, {Position(5)})[0];
  const Evaluation large = EvaluateTogether(*evaluator, {Position(9)})[0];
  EXPECT_NE(small.value, large.value);
  EXPECT_LE(Difference(EvaluateTogether(*evaluator, {Position(5)})[0], small), kRounding);
}

TEST_F(TorchEvaluatorTest, ExchangedColoursHaveTheSameEvaluation) {
  const auto evaluator = Load();
  for (const Position& position : OpenPositions(5, 30)) {
    const Symmetry upside_down(2);
    const Position exchanged = ExchangeColors(upside_down.Apply(position));
    const Evaluation result = EvaluateTogether(*evaluator, {position})[0];
    const Evaluation other = EvaluateTogether(*evaluator, {exchanged})[0];
    EXPECT_EQ(other.value, result.value);
    std::map<int, float> priors;
    std::size_t i = 0;
    for (const Move move : position.LegalMoves()) {
      priors[ActionIndex(upside_down.Apply(move, 5), 5)] = result.priors[i++];
    }
    i = 0;
    for (const Move move : exchanged.LegalMoves()) {
      // The softmax adds the moves up in another order.
      EXPECT_NEAR(other.priors[i++], priors.at(ActionIndex(move, 5)), 1e-6);
    }
  }
}

TEST_F(TorchEvaluatorTest, ThreadsShareANetwork) {
  const auto network = LoadShared(Precision::kFloat32);
  const std::vector<Position> positions = OpenPositions(5, 16);
  std::vector<std::vector<Evaluation>> results(3);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : results) {
      threads.emplace_back([&] {
        const auto evaluator = MakeTorchEvaluator(network, 16);
        for (int i = 0; i < 10; ++i) mine = EvaluateTogether(*evaluator, positions);
      });
    }
  }
  for (const auto& mine : results) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      EXPECT_LE(Difference(mine[i], results[0][i]), kRounding);
    }
  }
}

TEST_F(TorchEvaluatorTest, TimeOfTheForwardPassIsCounted) {
  const auto evaluator = Load();
  EXPECT_EQ(evaluator->forward_seconds(), 0);
  EvaluateTogether(*evaluator, {Position(5)});
  EXPECT_GT(evaluator->forward_seconds(), 0);
}

TEST_F(TorchEvaluatorTest, NumbersThatAreNotFiniteNeverReachTheSearch) {
  Network huge = TrainedNetwork(kShape, 1);
  {
    const torch::NoGradGuard no_grad;
    for (torch::Tensor& parameter : huge->parameters()) parameter.mul_(1e15);
  }
  Save(huge);
  const auto evaluator = Load();
  EXPECT_THAT([&] { EvaluateTogether(*evaluator, {Position(5)}); },
              ThrowsMessage<std::runtime_error>(
                  "the network of step 70 gives numbers that are not finite"));
}

TEST_F(TorchEvaluatorTest, BatchOfOneIsAsTheOthers) {
  const std::vector<Position> positions = OpenPositions(5, 4);
  const auto one = Load(Precision::kFloat32, 1);
  const std::vector<Evaluation> together = EvaluateTogether(*Load(), positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_LE(Difference(EvaluateTogether(*one, {positions[i]})[0], together[i]), kRounding);
  }
}

TEST(ChooseDeviceTest, GpuThatIsNotThereIsBadInput) {
  if (torch::cuda::is_available()) GTEST_SKIP() << "there is a GPU";
  EXPECT_THAT(
      [] { CheckDevice(Device::kCuda); },
      ThrowsMessage<InputError>(HasSubstr("found \"cuda\", but this LibTorch finds no GPU")));
  EXPECT_NO_THROW(CheckDevice(Device::kAuto));
}

}  // namespace
}  // namespace lielow
