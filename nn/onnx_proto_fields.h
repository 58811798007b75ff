// The numbers of fields and types in onnx.proto, for nn/onnx_writer.cc and nn/onnx_reader.cc.

#pragma once

#include <cstdint>

namespace lielow::onnx {

namespace model {
inline constexpr int kIrVersion = 1;
inline constexpr int kProducerName = 2;
inline constexpr int kDocString = 6;
inline constexpr int kGraph = 7;
inline constexpr int kOpsetImport = 8;
inline constexpr int kMetadataProps = 14;
}  // namespace model

namespace opset {
inline constexpr int kVersion = 2;
}  // namespace opset

namespace string_entry {
inline constexpr int kKey = 1;
inline constexpr int kValue = 2;
}  // namespace string_entry

namespace graph {
inline constexpr int kNode = 1;
inline constexpr int kName = 2;
inline constexpr int kInitializer = 5;
inline constexpr int kInput = 11;
inline constexpr int kOutput = 12;
}  // namespace graph

namespace node {
inline constexpr int kInput = 1;
inline constexpr int kOutput = 2;
inline constexpr int kName = 3;
inline constexpr int kOpType = 4;
inline constexpr int kAttribute = 5;
}  // namespace node

namespace attribute {
inline constexpr int kName = 1;
inline constexpr int kInt = 3;
inline constexpr int kInts = 8;
inline constexpr int kType = 20;
inline constexpr std::int64_t kTypeInt = 2;
inline constexpr std::int64_t kTypeInts = 7;
}  // namespace attribute

namespace tensor {
inline constexpr int kDims = 1;
inline constexpr int kDataType = 2;
inline constexpr int kName = 8;
inline constexpr int kRawData = 9;
inline constexpr std::int64_t kFloat = 1;
inline constexpr std::int64_t kInt64 = 7;
}  // namespace tensor

namespace value_info {
inline constexpr int kName = 1;
inline constexpr int kType = 2;
inline constexpr int kDocString = 3;
}  // namespace value_info

namespace type {
inline constexpr int kTensorType = 1;
inline constexpr int kElemType = 1;  // Of a tensor type, as the next.
inline constexpr int kShape = 2;
inline constexpr int kDim = 1;       // Of a shape.
inline constexpr int kDimValue = 1;  // Of a dimension, as the next.
inline constexpr int kDimParam = 2;
}  // namespace type

}  // namespace lielow::onnx
