// The operators of ONNX that our networks are made of, in plain loops: to check what we export, not
// to play with.

#pragma once

#include <vector>

#include "nn/onnx_model.h"

namespace lielow {

// The node's result, without a name, from its inputs in their order. Does what the standard says
// (github.com/onnx/onnx, "Operators.md", opset 13), for as much of each operator as MakeOnnxModel
// uses. Throws std::runtime_error naming the node for anything else: an unknown operator, a missing
// attribute, inputs that do not fit.
OnnxTensor RunOnnxNode(const OnnxNode& node, const std::vector<const OnnxTensor*>& inputs);

}  // namespace lielow
