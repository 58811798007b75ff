#include "nn/eigen_evaluator.h"

#include <gmock/gmock.h>

#include <stdexcept>
#include <thread>

#include "game/action.h"
#include "nn/encoding.h"
#include "tests/nn/evaluations.h"

namespace lielow {
namespace {

using testing::SizeIs;
using testing::ThrowsMessage;

constexpr NetworkOptions kShape = {.blocks = 3, .channels = 24, .pooling_every = 2};

std::shared_ptr<const EigenModel> RandomModel(std::uint64_t seed = 1) {
  return std::make_shared<const EigenModel>(RandomFoldedNetwork(kShape, seed));
}

std::unique_ptr<Evaluator> RandomEvaluator() { return MakeEigenEvaluator(RandomModel(), 64); }

TEST(EigenEvaluatorTest, SameBitsWhateverTheBatch) {
  for (const int size : {5, 8, 9}) {
    const std::vector<Position> positions = OpenPositions(size, 33);
    const auto evaluator = RandomEvaluator();
    const std::vector<Evaluation> together = EvaluateTogether(*evaluator, positions);
    float lowest = 1;
    float highest = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Evaluation alone = EvaluateTogether(*evaluator, {positions[i]})[0];
      EXPECT_EQ(alone.value, together[i].value);
      EXPECT_EQ(alone.priors, together[i].priors);
      lowest = std::min(lowest, alone.value);
      highest = std::max(highest, alone.value);
    }
    EXPECT_GT(highest - lowest, 0.01);  // So that the comparison says something.
  }
}

TEST(EigenEvaluatorTest, BoardsOfDifferentSizesFollowOneAnother) {
  const auto evaluator = RandomEvaluator();
  const Evaluation small = EvaluateTogether(*evaluator, {Position(5)})[0];
  const Evaluation large = EvaluateTogether(*evaluator, {Position(9)})[0];
  EXPECT_NE(small.value, large.value);
  EXPECT_EQ(EvaluateTogether(*evaluator, {Position(5)})[0].priors, small.priors);
}

TEST(EigenEvaluatorTest, ThreadsShareAModel) {
  const auto model = RandomModel();
  const std::vector<Position> positions = OpenPositions(6, 16);
  std::vector<std::vector<Evaluation>> results(3);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : results) {
      threads.emplace_back([&] {
        const auto evaluator = MakeEigenEvaluator(model, 16);
        for (int i = 0; i < 5; ++i) mine = EvaluateTogether(*evaluator, positions);
      });
    }
  }
  for (const auto& mine : results) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      EXPECT_EQ(mine[i].priors, results[0][i].priors);
    }
  }
}

TEST(EigenEvaluatorTest, EmptyBatchIsNothing) {
  EXPECT_THAT(EvaluateTogether(*RandomEvaluator(), {}), SizeIs(0));
}

TEST(EigenEvaluatorTest, NumbersThatAreNotFiniteNeverReachTheSearch) {
  FoldedNetwork huge = RandomFoldedNetwork(kShape, 1);
  for (float& weight : huge.stem.weight) weight *= 1e38F;
  for (float& weight : huge.blocks[0].first.weight) weight *= 1e38F;
  huge.info.step = 70;
  const auto evaluator = MakeEigenEvaluator(std::make_shared<const EigenModel>(std::move(huge)), 1);
  EXPECT_THAT([&] { EvaluateTogether(*evaluator, {Position(5)}); },
              ThrowsMessage<std::runtime_error>(
                  "the network of step 70 gives numbers that are not finite"));
}

// What the network does, written down plainly: no packing, no Winograd, no batches.
class PlainNetwork {
 public:
  PlainNetwork(const FoldedNetwork& network, int size) : network_(network), size_(size) {}

  // Policy logits by action index, then the value's.
  std::vector<double> Forward(const std::vector<float>& planes) const {
    std::vector<double> x = Relu(Conv(network_.stem, {planes.begin(), planes.end()}));
    for (const FoldedBlock& block : network_.blocks) {
      std::vector<double> hidden = Conv(block.first, x);
      if (block.pooling) {
        const std::vector<double> added =
            Dense(*block.pooling, Pool(Relu(hidden), block.first.out, block.pooling->in / 2));
        for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] += added[i % added.size()];
      }
      std::vector<double> sum = Conv(block.second, Relu(hidden));
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += x[i];
      x = Relu(sum);
    }
    std::vector<double> output = Conv(network_.policy_out, Relu(Conv(network_.policy_hidden, x)));
    const std::vector<double> pooled =
        Pool(Relu(Conv(network_.value_planes, x)), kValueChannels, kValueChannels);
    output.push_back(Dense(network_.value_out, Relu(Dense(network_.value_hidden, pooled)))[0]);
    return output;
  }

 private:
  static std::vector<double> Relu(std::vector<double> x) {
    for (double& value : x) value = std::max(value, 0.0);
    return x;
  }

  static std::vector<double> Dense(const DenseLayer& layer, const std::vector<double>& x) {
    std::vector<double> y(layer.bias.begin(), layer.bias.end());
    for (std::size_t o = 0; o < y.size(); ++o) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        y[o] += double{layer.weight[o * x.size() + i]} * x[i];
      }
    }
    return y;
  }

  std::vector<double> Pool(const std::vector<double>& x, int stride, int channels) const {
    std::vector<double> pooled(static_cast<std::size_t>(2 * channels));
    for (int c = 0; c < channels; ++c) {
      double sum = 0;
      double largest = 0;
      for (int square = 0; square < size_ * size_; ++square) {
        const double value = x[static_cast<std::size_t>(square * stride + c)];
        sum += value;
        largest = std::max(largest, value);
      }
      pooled[static_cast<std::size_t>(c)] = sum / (size_ * size_);
      pooled[static_cast<std::size_t>(channels + c)] = largest;
    }
    return pooled;
  }

  // Numbers [N, N, planes].
  std::vector<double> Conv(const ConvLayer& layer, const std::vector<double>& x) const {
    std::vector<double> y;
    const int around = layer.kernel / 2;
    for (int square = 0; square < size_ * size_; ++square) {
      for (int o = 0; o < layer.out; ++o) {
        double sum = double{layer.bias[static_cast<std::size_t>(o)]};
        for (int i = 0; i < layer.in; ++i) {
          for (int k = 0; k < layer.kernel * layer.kernel; ++k) {
            const int row = square / size_ + k / layer.kernel - around;
            const int column = square % size_ + k % layer.kernel - around;
            if (row < 0 || row >= size_ || column < 0 || column >= size_) continue;
            const int weight = (o * layer.in + i) * layer.kernel * layer.kernel + k;
            sum += double{layer.weight[static_cast<std::size_t>(weight)]} *
                   x[static_cast<std::size_t>((row * size_ + column) * layer.in + i)];
          }
        }
        y.push_back(sum);
      }
    }
    return y;
  }

  const FoldedNetwork& network_;
  const int size_;
};

TEST(EigenNetworkTest, IsTheNetworkAsItIsDefined) {
  for (const int pooling : {0, 1, 2}) {
    const FoldedNetwork folded =
        RandomFoldedNetwork({.blocks = 2, .channels = 20, .pooling_every = pooling}, 3);
    for (const int size : {4, 5, 7, 8, 9}) {
      const EigenNetwork network(folded, size);
      EigenNetwork::Workspace workspace(network);
      const Position position = OpenPositions(size, 12).back();
      std::vector<float> planes(static_cast<std::size_t>(EncodedSize(size)));
      Encode(position, View(position.to_move()), planes);
      const std::vector<double> expected = PlainNetwork(folded, size).Forward(planes);
      planes.resize(planes.size() + EigenNetwork::kPlanesSlack);
      std::vector<float> policy(static_cast<std::size_t>(NumActions(size)));
      float value = 0;
      network.Forward(planes.data(), 1, workspace, policy.data(), &value);
      for (std::size_t i = 0; i < policy.size(); ++i) ASSERT_NEAR(policy[i], expected[i], 1e-4);
      EXPECT_NEAR(value, expected.back(), 1e-4);
    }
  }
}

}  // namespace
}  // namespace lielow
