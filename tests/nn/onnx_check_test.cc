#include "nn/onnx_check.h"

#include <gmock/gmock.h>

#include <limits>
#include <stdexcept>

#include "nn/onnx_format.h"

namespace lielow {
namespace {

constexpr NetworkOptions kPooled = {.blocks = 2, .channels = 16, .pooling_every = 2};
constexpr NetworkOptions kUnpooled = {.blocks = 2, .channels = 16, .pooling_every = 0};

// Rounding, of sums in another order.
constexpr double kRounding = 1e-5;

TEST(OnnxCheckTest, ExportedNetworkIsTheSameNetwork) {
  for (const NetworkOptions& shape : {kPooled, kUnpooled}) {
    const FoldedNetwork network = RandomFoldedNetwork(shape, 7);
    const std::string bytes = OnnxBytes(MakeOnnxModel(network));
    for (const int size : {5, 8, 9}) {
      const double difference = OnnxDifference(bytes, network, size);
      EXPECT_GT(difference, 0);
      EXPECT_LT(difference, kRounding);
    }
  }
}

TEST(OnnxCheckTest, DamageToAnyTensorIsFound) {
  const FoldedNetwork network = RandomFoldedNetwork(kPooled, 7);
  const OnnxModel good = MakeOnnxModel(network);
  for (std::size_t i = 0; i < good.initializers.size(); ++i) {
    if (std::holds_alternative<std::vector<std::int64_t>>(good.initializers[i].values)) continue;
    OnnxModel damaged = good;
    for (float& value : std::get<std::vector<float>>(damaged.initializers[i].values)) {
      value = -value;
    }
    EXPECT_GT(OnnxDifference(OnnxBytes(damaged), network, 5), kOnnxTolerance)
        << good.initializers[i].name;
  }
}

TEST(OnnxCheckTest, NumberThatIsNotFiniteIsInfinitelyFar) {
  const FoldedNetwork network = RandomFoldedNetwork(kUnpooled, 7);
  OnnxModel damaged = MakeOnnxModel(network);
  std::get<std::vector<float>>(damaged.initializers.back().values)[0] =
      std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(OnnxDifference(OnnxBytes(damaged), network, 5),
            std::numeric_limits<double>::infinity());
}

TEST(OnnxCheckTest, GraphThatCannotBeEvaluatedIsRefused) {
  const FoldedNetwork network = RandomFoldedNetwork(kUnpooled, 7);
  const OnnxModel good = MakeOnnxModel(network);
  OnnxModel without_weight = good;
  without_weight.initializers.pop_back();
  EXPECT_THROW(OnnxDifference(OnnxBytes(without_weight), network, 5), std::runtime_error);
  OnnxModel without_node = good;
  without_node.nodes.pop_back();
  EXPECT_THROW(OnnxDifference(OnnxBytes(without_node), network, 5), std::runtime_error);
  OnnxModel other_shape = good;
  other_shape.outputs.pop_back();
  EXPECT_THROW(OnnxDifference(OnnxBytes(other_shape), network, 5), std::runtime_error);
}

}  // namespace
}  // namespace lielow
