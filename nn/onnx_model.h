// Our network as an ONNX graph, for other programs: what is in a .onnx file, as plain data.
//
// ONNX (github.com/onnx/onnx): a graph of standard operators on named tensors. Here is the part of
// it that our networks need; nn/onnx_format.h makes the bytes of a file of it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "nn/folded_network.h"

namespace lielow {

// A constant of the graph (an "initializer"), or a result while it is evaluated.
struct OnnxTensor {
  std::string name;
  std::vector<std::int64_t> dims;  // Row-major.
  std::variant<std::vector<float>, std::vector<std::int64_t>> values;

  bool operator==(const OnnxTensor&) const = default;
};

struct OnnxAttribute {
  std::string name;
  std::variant<std::int64_t, std::vector<std::int64_t>> value;

  bool operator==(const OnnxAttribute&) const = default;
};

struct OnnxNode {
  std::string name;
  std::string op_type;
  std::vector<std::string> inputs;
  std::string output;  // Each of our operators has one.
  std::vector<OnnxAttribute> attributes;

  bool operator==(const OnnxNode&) const = default;
};

// A float32 input or output of the graph.
struct OnnxValueInfo {
  std::string name;
  std::vector<std::variant<std::int64_t, std::string>> dims;  // A name: any length.
  std::string doc;

  bool operator==(const OnnxValueInfo&) const = default;
};

struct OnnxModel {
  std::string doc;
  std::map<std::string, std::string> metadata;
  std::vector<OnnxNode> nodes;  // Each after those whose results it takes.
  std::vector<OnnxTensor> initializers;
  std::vector<OnnxValueInfo> inputs;
  std::vector<OnnxValueInfo> outputs;

  bool operator==(const OnnxModel&) const = default;
};

// The operators are those of this version of ONNX's standard.
inline constexpr int kOnnxOpset = 13;

// The names and shapes of the graph's input and outputs, all float32. Batch, rows and columns may
// be any: the weights fit every board.
//
// Input: [batch, kNumPlanes, rows, columns], the order that is usual in ONNX. Encode's planes of
// one position are [rows, columns, kNumPlanes] and have to be transposed.
inline constexpr const char* kOnnxPlanes = "planes";
// Output: [batch, rows * columns * 9] by action index (game/action.h), as the player to move sees
// the board (View of nn/encoding.h). Illegal moves are not masked.
inline constexpr const char* kOnnxPolicy = "policy_logits";
// Output: [batch, 1], the probability that the player to move wins.
inline constexpr const char* kOnnxValue = "value";

// The metadata are those of the model file (nn/model.h) and a line on each of: planes,
// policy_logits, value, view.
OnnxModel MakeOnnxModel(const FoldedNetwork& network);

// Trained numbers: those of all float32 initializers.
std::size_t ParameterCount(const OnnxModel& model);

}  // namespace lielow
