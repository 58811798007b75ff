#include "nn/onnx_operators.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace lielow {
namespace {

using Dims = std::vector<std::int64_t>;
using Floats = std::vector<float>;

OnnxTensor Apply(const std::string& op_type, const std::vector<OnnxTensor>& inputs,
                 const std::vector<OnnxAttribute>& attributes = {}) {
  std::vector<const OnnxTensor*> pointers;
  for (const OnnxTensor& input : inputs) pointers.push_back(&input);
  return RunOnnxNode({"node", op_type, {}, "out", attributes}, pointers);
}

OnnxTensor Tensor(const Dims& dims, const Floats& values) { return {{}, dims, values}; }
OnnxTensor Ints(const Dims& values) {
  return {{}, {static_cast<std::int64_t>(values.size())}, values};
}

const OnnxTensor kTwoByThree = Tensor({2, 3}, {1, 2, 3, 4, 5, 6});

TEST(OnnxOperatorsTest, ConvSeesZerosOutsideTheBoard) {
  const std::vector<OnnxAttribute> same = {{"kernel_shape", Dims{3, 3}},
                                           {"pads", Dims{1, 1, 1, 1}}};
  const OnnxTensor x = Tensor({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
  // The neighbour above left, and the square itself ten times.
  const OnnxTensor weight = Tensor({1, 1, 3, 3}, {1, 0, 0, 0, 10, 0, 0, 0, 0});
  EXPECT_EQ(Apply("Conv", {x, weight, Tensor({1}, {0.5F})}, same),
            Tensor({1, 1, 2, 3}, {10.5F, 20.5F, 30.5F, 40.5F, 51.5F, 62.5F}));
}

TEST(OnnxOperatorsTest, ConvMixesChannels) {
  const std::vector<OnnxAttribute> same = {{"kernel_shape", Dims{1, 1}},
                                           {"pads", Dims{0, 0, 0, 0}}};
  const OnnxTensor x = Tensor({2, 2, 1, 1}, {1, 2, 3, 4});
  const OnnxTensor weight = Tensor({3, 2, 1, 1}, {1, 0, 0, 1, 10, 100});
  EXPECT_EQ(Apply("Conv", {x, weight, Tensor({3}, {0, 0, 1})}, same),
            Tensor({2, 3, 1, 1}, {1, 2, 211, 3, 4, 431}));
}

TEST(OnnxOperatorsTest, GemmTransposesItsWeights) {
  EXPECT_EQ(Apply("Gemm", {Tensor({1, 3}, {1, 10, 100}), kTwoByThree, Tensor({2}, {0.5F, 0})},
                  {{"transB", std::int64_t{1}}}),
            Tensor({1, 2}, {321.5F, 654}));
}

TEST(OnnxOperatorsTest, AddRepeatsWhatHasLengthOne) {
  EXPECT_EQ(Apply("Add", {kTwoByThree, kTwoByThree}), Tensor({2, 3}, {2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(Apply("Add", {kTwoByThree, Tensor({2, 1}, {10, 20})}),
            Tensor({2, 3}, {11, 12, 13, 24, 25, 26}));
  EXPECT_THROW(Apply("Add", {Tensor({2, 1}, {10, 20}), kTwoByThree}), std::runtime_error);
}

TEST(OnnxOperatorsTest, FunctionsOfOneNumber) {
  EXPECT_EQ(Apply("Relu", {Tensor({3}, {-1, 0, 2})}), Tensor({3}, {0, 0, 2}));
  EXPECT_EQ(Apply("Sigmoid", {Tensor({2}, {0, -200})}), Tensor({2}, {0.5F, 0}));
}

TEST(OnnxOperatorsTest, PoolsAreOverTheBoardOfEachChannel) {
  const OnnxTensor x = Tensor({1, 2, 1, 3}, {1, 2, 6, -3, -2, -1});
  EXPECT_EQ(Apply("GlobalAveragePool", {x}), Tensor({1, 2, 1, 1}, {3, -2}));
  EXPECT_EQ(Apply("GlobalMaxPool", {x}), Tensor({1, 2, 1, 1}, {6, -1}));
}

TEST(OnnxOperatorsTest, ConcatAndSliceGoAlongADimension) {
  const OnnxTensor x =
      Apply("Concat", {kTwoByThree, Tensor({2, 1}, {10, 20})}, {{"axis", std::int64_t{1}}});
  EXPECT_EQ(x, Tensor({2, 4}, {1, 2, 3, 10, 4, 5, 6, 20}));
  EXPECT_EQ(Apply("Slice", {x, Ints({1}), Ints({3}), Ints({1})}), Tensor({2, 2}, {2, 3, 5, 6}));
  EXPECT_EQ(Apply("Slice", {x, Ints({1}), Ints({2}), Ints({0})}), Tensor({1, 4}, {4, 5, 6, 20}));
}

TEST(OnnxOperatorsTest, ShapesChange) {
  EXPECT_EQ(Apply("Transpose", {kTwoByThree}, {{"perm", Dims{1, 0}}}),
            Tensor({3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(Apply("Flatten", {Tensor({1, 2, 3}, {1, 2, 3, 4, 5, 6})}, {{"axis", std::int64_t{1}}}),
            Tensor({1, 6}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Apply("Unsqueeze", {kTwoByThree, Ints({2, 3})}),
            Tensor({2, 3, 1, 1}, {1, 2, 3, 4, 5, 6}));
}

TEST(OnnxOperatorsTest, AnythingElseIsRefused) {
  EXPECT_THROW(Apply("Tanh", {kTwoByThree}), std::runtime_error);
  EXPECT_THROW(Apply("Relu", {}), std::runtime_error);
  EXPECT_THROW(Apply("Relu", {Tensor({2, 3}, {1})}), std::runtime_error);
  EXPECT_THROW(Apply("Transpose", {kTwoByThree}), std::runtime_error);
  EXPECT_THROW(Apply("Transpose", {kTwoByThree}, {{"perm", Dims{0, 0}}}), std::runtime_error);
  EXPECT_THROW(Apply("Flatten", {kTwoByThree}, {{"axis", std::int64_t{2}}}), std::runtime_error);
  EXPECT_THROW(Apply("Slice", {kTwoByThree, Ints({1}), Ints({4}), Ints({1})}), std::runtime_error);
}

}  // namespace
}  // namespace lielow
