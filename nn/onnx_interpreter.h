// Evaluates an ONNX graph.

#pragma once

#include <map>
#include <string>

#include "nn/onnx_model.h"

namespace lielow {

// The outputs of the graph by name, for its one input. Throws std::runtime_error if the graph takes
// a value that nothing makes, or holds anything that RunOnnxNode does not know.
std::map<std::string, OnnxTensor> RunOnnx(const OnnxModel& model, OnnxTensor input);

}  // namespace lielow
