#include "nn/winograd.h"

#include <gmock/gmock.h>

#include <limits>

#include "game/random.h"

namespace lielow {
namespace {

constexpr float kNoFloor = -std::numeric_limits<float>::infinity();

std::vector<float> RandomNumbers(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(static_cast<float>(2 * random.Uniform() - 1));
  return numbers;
}

ConvLayer RandomConv(int in, int out) {
  return {.in = in,
          .out = out,
          .kernel = 3,
          .weight = RandomNumbers(out * in * 9, 1),
          .bias = RandomNumbers(out, 2)};
}

// Numbers of `boards` boards, `stride` a square; those beyond `planes` are 0.
std::vector<float> RandomBoards(int boards, int size, int planes, int stride, std::uint64_t seed) {
  std::vector<float> values = RandomNumbers(boards * size * size * stride, seed);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (static_cast<int>(i) % stride >= planes) values[i] = 0;
  }
  return values;
}

// The convolution as it is defined, of plane `o` on one square of one board.
double Defined(const ConvLayer& layer, const std::vector<float>& x, int stride, int size, int board,
               int row, int column, int o) {
  double sum = double{layer.bias[static_cast<std::size_t>(o)]};
  for (int k = 0; k < 9; ++k) {
    const int r = row + k / 3 - 1;
    const int c = column + k % 3 - 1;
    if (r < 0 || r >= size || c < 0 || c >= size) continue;
    for (int i = 0; i < layer.in; ++i) {
      sum += double{layer.weight[static_cast<std::size_t>((o * layer.in + i) * 9 + k)]} *
             double{x[static_cast<std::size_t>(((board * size + r) * size + c) * stride + i)]};
    }
  }
  return sum;
}

class WinogradTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, WinogradTest, testing::Range(4, 10));

TEST_P(WinogradTest, IsTheConvolutionAsItIsDefined) {
  const int size = GetParam();
  constexpr int kBoards = 3;
  for (const auto& [in, out] :
       {std::pair(20, 24), std::pair(64, 64), std::pair(48, 48), std::pair(1, 1)}) {
    const ConvLayer layer = RandomConv(in, out);
    const WinogradConv conv(layer, TileGrid(size));
    const int in_stride = Padded(in);
    const int out_stride = Padded(out);
    std::vector<float> x = RandomBoards(kBoards, size, in, in_stride, 3);
    std::vector<float> y(static_cast<std::size_t>(kBoards * size * size * out_stride), 77.0F);
    std::vector<float> workspace(conv.WorkspaceSize(kBoards), 55.0F);
    conv.Run({x.data(), in_stride}, kBoards, nullptr, kNoFloor, {y.data(), out_stride}, workspace);
    for (int board = 0; board < kBoards; ++board) {
      for (int square = 0; square < size * size; ++square) {
        const auto at = static_cast<std::size_t>((board * size * size + square) * out_stride);
        for (int o = 0; o < out; ++o) {
          ASSERT_NEAR(y[at + static_cast<std::size_t>(o)],
                      Defined(layer, x, in_stride, size, board, square / size, square % size, o),
                      2e-4)
              << in << " to " << out << ", square " << square << ", plane " << o;
        }
        for (int o = out; o < out_stride; ++o) ASSERT_EQ(y[at + static_cast<std::size_t>(o)], 0);
      }
    }
  }
}

TEST_P(WinogradTest, AddsTheResidualAndCutsOffAtTheFloor) {
  const int size = GetParam();
  const ConvLayer layer = RandomConv(16, 16);
  const WinogradConv conv(layer, TileGrid(size));
  const int stride = Padded(16);
  std::vector<float> x = RandomBoards(2, size, 16, stride, 3);
  std::vector<float> plain(x.size());
  std::vector<float> workspace(conv.WorkspaceSize(2));
  conv.Run({x.data(), stride}, 2, nullptr, kNoFloor, {plain.data(), stride}, workspace);
  const std::vector<float> residual = RandomBoards(2, size, 16, stride, 4);
  std::vector<float> y = residual;  // In place.
  conv.Run({x.data(), stride}, 2, y.data(), 0, {y.data(), stride}, workspace);
  for (std::size_t i = 0; i < y.size(); ++i) {
    ASSERT_NEAR(y[i], std::max(plain[i] + residual[i], 0.0F), 1e-5);
  }
}

TEST_P(WinogradTest, BoardHasTheSameBitsInAnyCompany) {
  const int size = GetParam();
  constexpr int kBoards = 7;
  const WinogradConv conv(RandomConv(32, 32), TileGrid(size));
  const int stride = Padded(32);
  std::vector<float> x = RandomBoards(kBoards, size, 32, stride, 3);
  std::vector<float> together(x.size());
  std::vector<float> alone(x.size());
  std::vector<float> workspace(conv.WorkspaceSize(kBoards));
  conv.Run({x.data(), stride}, kBoards, nullptr, 0, {together.data(), stride}, workspace);
  for (int board = 0; board < kBoards; ++board) {
    const int at = board * size * size * stride;
    conv.Run({x.data() + at, stride}, 1, nullptr, 0, {alone.data() + at, stride}, workspace);
  }
  EXPECT_EQ(together, alone);
}

// One, two, three and five Lanes of columns: each kind of panel, alone and beside another.
class PanelProductTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Columns, PanelProductTest,
                         testing::Values(kLanes - 3, 2 * kLanes, 3 * kLanes - 1, 4 * kLanes + 3));

TEST_P(PanelProductTest, IsTheProductWithBiasAndFloor) {
  constexpr int kInner = 13;
  const int columns = GetParam();
  PanelMatrix matrix(kInner, columns);
  EXPECT_EQ(matrix.columns, Padded(columns));
  const std::vector<float> weights = RandomNumbers(kInner * columns, 1);
  for (int row = 0; row < kInner; ++row) {
    for (int column = 0; column < columns; ++column) {
      matrix.At(row, column) = weights[static_cast<std::size_t>(row * columns + column)];
    }
  }
  const std::vector<float> bias = RandomBoards(1, 1, columns, Padded(columns), 2);
  for (int count = 0; count < 30; ++count) {
    const std::vector<float> x = RandomNumbers(count * kInner, 3);
    std::vector<float> y(static_cast<std::size_t>(count * matrix.columns) + 1, 77.0F);
    Multiply(x.data(), kInner, count, matrix, bias.data(), 0, y.data(), matrix.columns);
    for (int row = 0; row < count; ++row) {
      for (int column = 0; column < columns; ++column) {
        double sum = double{bias[static_cast<std::size_t>(column)]};
        for (int k = 0; k < kInner; ++k) {
          sum += double{x[static_cast<std::size_t>(row * kInner + k)]} *
                 double{weights[static_cast<std::size_t>(k * columns + column)]};
        }
        ASSERT_NEAR(y[static_cast<std::size_t>(row * matrix.columns + column)], std::max(sum, 0.0),
                    1e-5);
      }
    }
    EXPECT_EQ(y.back(), 77.0F);
  }
}

}  // namespace
}  // namespace lielow
