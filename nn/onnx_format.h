// The bytes of a .onnx file: a ModelProto of onnx.proto in the wire format of Protocol Buffers.

#pragma once

#include <string>
#include <string_view>

#include "nn/onnx_model.h"

namespace lielow {

// Throws InputError if it would have 2 GiB or more, which no protobuf can.
std::string OnnxBytes(const OnnxModel& model);

// Reads back what OnnxBytes writes; fields that OnnxModel has no place for are passed over. Throws
// std::runtime_error for what is no such file, or is of another opset.
OnnxModel ParseOnnx(std::string_view bytes);

}  // namespace lielow
