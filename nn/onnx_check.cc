#include "nn/onnx_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "game/action.h"
#include "game/random.h"
#include "nn/eigen_network.h"
#include "nn/encoding.h"
#include "nn/onnx_format.h"
#include "nn/onnx_interpreter.h"
#include "nn/tensor_shape.h"

namespace lielow {
namespace {

constexpr int kPliesApart = 2;

// Each from a game of its own, from the start to well into it.
std::vector<Position> SamplePositions(int size) {
  std::vector<Position> positions;
  for (int i = 0; i < kOnnxSamples; ++i) {
    Random random(DeriveSeed(1, static_cast<std::uint64_t>(i)));
    Position position(size);
    for (int ply = 0; ply < i * kPliesApart; ++ply) {
      const MoveList moves = position.LegalMoves();
      Position next = position;
      next.Play(moves[random.Below(moves.size())]);
      if (next.over()) break;
      position = next;
    }
    positions.push_back(position);
  }
  return positions;
}

// Softmax over the given logits.
std::vector<float> Probabilities(const float* logits, const std::vector<int>& actions) {
  std::vector<float> result;
  result.reserve(actions.size());
  float largest = -std::numeric_limits<float>::infinity();
  for (const int action : actions) largest = std::max(largest, logits[action]);
  for (const int action : actions) result.push_back(std::exp(logits[action] - largest));
  const float sum = std::accumulate(result.begin(), result.end(), 0.0F);
  for (float& probability : result) probability /= sum;
  return result;
}

std::vector<int> LegalActions(const Position& position) {
  std::vector<int> actions;
  for (const Move move : position.LegalMoves()) {
    actions.push_back(ViewedAction(move, View(position.to_move()), position.size()));
  }
  return actions;
}

std::vector<int> AllActions(int size) {
  std::vector<int> actions(static_cast<std::size_t>(NumActions(size)));
  std::iota(actions.begin(), actions.end(), 0);
  return actions;
}

// The largest of all differences; infinity from the first that is not finite.
class LargestOf {
 public:
  void Add(double a, double b) {
    const double difference = std::abs(a - b);
    largest_ = std::isfinite(difference) ? std::max(largest_, difference)
                                         : std::numeric_limits<double>::infinity();
  }

  void Add(const std::vector<float>& a, const std::vector<float>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) Add(a[i], b[i]);
  }

  double largest() const { return largest_; }

 private:
  double largest_ = 0;
};

// What both compute.
struct Outputs {
  std::vector<float> policy_logits;  // [positions, N * N * 9]
  std::vector<float> values;         // [positions]
};

Outputs OfNetwork(const FoldedNetwork& network, const std::vector<Position>& positions) {
  const int size = positions.front().size();
  const EigenNetwork eigen(network, size);
  EigenNetwork::Workspace workspace(eigen);
  const auto length = static_cast<std::size_t>(EncodedSize(size));
  std::vector<float> planes(positions.size() * length + EigenNetwork::kPlanesSlack);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Encode(positions[i], View(positions[i].to_move()),
           std::span(planes).subspan(i * length, length));
  }
  Outputs outputs;
  outputs.policy_logits.resize(positions.size() * static_cast<std::size_t>(NumActions(size)));
  outputs.values.resize(positions.size());
  eigen.Forward(planes.data(), static_cast<int>(positions.size()), workspace,
                outputs.policy_logits.data(), outputs.values.data());
  for (float& value : outputs.values) value = 1 / (1 + std::exp(-value));
  return outputs;
}

// An output of the graph, which must have this shape.
std::vector<float> FloatsOf(const std::map<std::string, OnnxTensor>& outputs,
                            const std::string& name, const std::vector<std::int64_t>& dims) {
  const auto found = outputs.find(name);
  if (found == outputs.end()) throw std::runtime_error("ONNX: there is no output " + name);
  const auto* values = std::get_if<std::vector<float>>(&found->second.values);
  if (values == nullptr || found->second.dims != dims) {
    throw std::runtime_error("ONNX: output " + name + " has shape " +
                             ShapeText(found->second.dims) + ", expected " + ShapeText(dims));
  }
  return *values;
}

Outputs OfGraph(const OnnxModel& model, const std::vector<Position>& positions) {
  const auto outputs = RunOnnx(model, OnnxPlanes(positions));
  const auto count = static_cast<std::int64_t>(positions.size());
  return {FloatsOf(outputs, kOnnxPolicy, {count, NumActions(positions.front().size())}),
          FloatsOf(outputs, kOnnxValue, {count, 1})};
}

}  // namespace

OnnxTensor OnnxPlanes(const std::vector<Position>& positions) {
  const std::int64_t size = positions.front().size();
  const auto area = static_cast<std::size_t>(size * size);
  std::vector<float> encoded(area * kNumPlanes);
  std::vector<float> planes;
  for (const Position& position : positions) {
    Encode(position, View(position.to_move()), encoded);
    for (std::size_t plane = 0; plane < kNumPlanes; ++plane) {
      for (std::size_t square = 0; square < area; ++square) {
        planes.push_back(encoded[square * kNumPlanes + plane]);
      }
    }
  }
  const auto count = static_cast<std::int64_t>(positions.size());
  return {kOnnxPlanes, {count, kNumPlanes, size, size}, std::move(planes)};
}

double OnnxDifference(std::string_view bytes, const FoldedNetwork& network, int size) {
  const std::vector<Position> positions = SamplePositions(size);
  const Outputs ours = OfNetwork(network, positions);
  const Outputs theirs = OfGraph(ParseOnnx(bytes), positions);
  const std::vector<int> all = AllActions(size);
  LargestOf largest;
  largest.Add(ours.values, theirs.values);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::size_t first = i * all.size();
    for (const std::vector<int>& actions : {LegalActions(positions[i]), all}) {
      largest.Add(Probabilities(&ours.policy_logits[first], actions),
                  Probabilities(&theirs.policy_logits[first], actions));
    }
  }
  return largest.largest();
}

}  // namespace lielow
