#include "nn/eigen_network.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <numeric>

#include "game/move.h"
#include "nn/encoding.h"

namespace lielow {
namespace {

constexpr float kNoFloor = -std::numeric_limits<float>::infinity();

// Boards go through the whole tower together as long as what a convolution works with leaves room
// in the second-level cache.
constexpr std::size_t kCacheFloats = (256 << 10) / sizeof(float);

// Not Eigen's cwiseMax, which may make a number of what is none.
auto Relu(const auto& x) { return (x.array() < 0).select(0.0F, x); }

Eigen::VectorXf Apply(const DenseLayer& layer, const Eigen::VectorXf& x) {
  using Weights =
      Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  return Weights(layer.weight.data(), layer.out, layer.in) * x +
         Eigen::Map<const Eigen::VectorXf>(layer.bias.data(), layer.out);
}

// Means and maxima of the first `channels` numbers of the squares, negative ones taken as 0.
Eigen::VectorXf Pool(const float* squares, int num_squares, int stride, int channels) {
  using Squares = Eigen::Map<const Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
  const Eigen::MatrixXf values =
      Relu(Squares(squares, channels, num_squares, Eigen::OuterStride<>(stride)));
  Eigen::VectorXf pooled(2 * channels);
  pooled.head(channels) = values.rowwise().sum() / static_cast<float>(num_squares);
  pooled.tail(channels) = values.rowwise().maxCoeff();
  return pooled;
}

}  // namespace

EigenNetwork::PointwiseConv::PointwiseConv(const ConvLayer& layer, int stride)
    : weights(stride, layer.out), bias(layer.bias) {
  bias.resize(static_cast<std::size_t>(weights.columns));
  for (int o = 0; o < layer.out; ++o) {
    for (int i = 0; i < layer.in; ++i) {
      weights.At(i, o) = layer.weight[static_cast<std::size_t>(o * layer.in + i)];
    }
  }
}

EigenNetwork::EigenNetwork(const FoldedNetwork& network, int size)
    : info_(network.info),
      grid_(size),
      stride_(Padded(network.stem.out)),
      stem_(network.stem, grid_),
      policy_hidden_(network.policy_hidden, stride_),
      policy_out_(network.policy_out, stride_),
      value_planes_(network.value_planes, stride_),
      value_hidden_(network.value_hidden),
      value_out_(network.value_out) {
  for (const FoldedBlock& block : network.blocks) {
    blocks_.push_back(
        {WinogradConv(block.first, grid_), WinogradConv(block.second, grid_), block.pooling});
  }
}

// So many that their tiles fill the rows that are multiplied at once. (Measured: a few rows over
// cost a fifth.)
int EigenNetwork::BoardsAtOnce() const {
  const int step = kRowsAtOnce / std::gcd(kRowsAtOnce, grid_.count());
  const std::size_t one = blocks_.front().first.WorkspaceSize(1);
  return std::max(static_cast<int>(kCacheFloats / one) / step, 1) * step;
}

EigenNetwork::Workspace::Workspace(const EigenNetwork& network) {
  const int boards = network.BoardsAtOnce();
  const auto squares = static_cast<std::size_t>(boards * network.size() * network.size());
  tower_.resize(squares * static_cast<std::size_t>(network.stride_));
  hidden_.resize(tower_.size());
  heads_.resize(squares * static_cast<std::size_t>(Padded(kValueChannels)));
  products_.resize(std::max(network.stem_.WorkspaceSize(boards),
                            network.blocks_.front().first.WorkspaceSize(boards)));
}

void EigenNetwork::Forward(const float* planes, int count, Workspace& workspace,
                           float* policy_logits, float* value_logits) const {
  const int at_once = BoardsAtOnce();
  for (int done = 0; done < count; done += at_once) {
    ForwardFew(planes + done * EncodedSize(size()), std::min(at_once, count - done), workspace,
               policy_logits + done * NumActions(size()), value_logits + done);
  }
}

void EigenNetwork::ForwardFew(const float* planes, int boards, Workspace& workspace,
                              float* policy_logits, float* value_logits) const {
  const int area = size() * size();
  const int squares = boards * area;
  float* tower = workspace.tower_.data();
  float* hidden = workspace.hidden_.data();
  float* heads = workspace.heads_.data();
  // Encode's planes are read only.
  stem_.Run({const_cast<float*>(planes), kNumPlanes}, boards, nullptr, 0, {tower, stride_},
            workspace.products_);
  for (const Block& block : blocks_) RunBlock(block, boards, workspace);

  const auto pointwise = [&](const PointwiseConv& conv, const float* x, float floor, float* y) {
    Multiply(x, stride_, squares, conv.weights, conv.bias.data(), floor, y, conv.weights.columns);
  };
  pointwise(value_planes_, tower, 0, heads);
  for (int board = 0; board < boards; ++board) {
    value_logits[board] = Value(heads + board * area * value_planes_.weights.columns);
  }
  pointwise(policy_hidden_, tower, 0, hidden);
  pointwise(policy_out_, hidden, kNoFloor, heads);
  for (int square = 0; square < squares; ++square) {
    std::copy_n(heads + square * policy_out_.weights.columns, kNumDirections,
                policy_logits + square * kNumDirections);
  }
}

void EigenNetwork::RunBlock(const Block& block, int boards, Workspace& workspace) const {
  const Activations tower = {workspace.tower_.data(), stride_};
  const Activations hidden = {workspace.hidden_.data(), stride_};
  block.first.Run(tower, boards, nullptr, block.pooling ? kNoFloor : 0, hidden,
                  workspace.products_);
  if (block.pooling) AddPooled(*block.pooling, boards, hidden.values);
  block.second.Run(hidden, boards, tower.values, 0, tower, workspace.products_);
}

void EigenNetwork::AddPooled(const DenseLayer& pooling, int boards, float* hidden) const {
  const int area = size() * size();
  for (int board = 0; board < boards; ++board) {
    float* squares = hidden + board * area * stride_;
    const Eigen::VectorXf added = Apply(pooling, Pool(squares, area, stride_, pooling.in / 2));
    using Squares = Eigen::Map<Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
    Squares values(squares, pooling.out, area, Eigen::OuterStride<>(stride_));
    values.colwise() += added;
    values = Relu(values).eval();
  }
}

float EigenNetwork::Value(const float* value_planes) const {
  const Eigen::VectorXf pooled =
      Pool(value_planes, size() * size(), value_planes_.weights.columns, kValueChannels);
  return Apply(value_out_, Relu(Apply(value_hidden_, pooled)))[0];
}

}  // namespace lielow
