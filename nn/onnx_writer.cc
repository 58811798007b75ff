#include "game/input_error.h"
#include "nn/onnx_format.h"
#include "nn/onnx_proto_fields.h"
#include "nn/protobuf_writer.h"

namespace lielow {
namespace {

constexpr std::int64_t kIrVersion = 7;  // That of the time of opset 13.
constexpr std::size_t kMostBytes = (std::size_t{1} << 31) - 1;

ProtobufWriter AttributeProto(const OnnxAttribute& attribute) {
  ProtobufWriter proto;
  proto.Bytes(onnx::attribute::kName, attribute.name);
  if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
    proto.Varint(onnx::attribute::kInt, *number);
    proto.Varint(onnx::attribute::kType, onnx::attribute::kTypeInt);
  } else {
    for (const std::int64_t element : std::get<std::vector<std::int64_t>>(attribute.value)) {
      proto.Varint(onnx::attribute::kInts, element);
    }
    proto.Varint(onnx::attribute::kType, onnx::attribute::kTypeInts);
  }
  return proto;
}

ProtobufWriter NodeProto(const OnnxNode& node) {
  ProtobufWriter proto;
  for (const std::string& input : node.inputs) proto.Bytes(onnx::node::kInput, input);
  proto.Bytes(onnx::node::kOutput, node.output);
  proto.Bytes(onnx::node::kName, node.name);
  proto.Bytes(onnx::node::kOpType, node.op_type);
  for (const OnnxAttribute& attribute : node.attributes) {
    proto.Message(onnx::node::kAttribute, AttributeProto(attribute));
  }
  return proto;
}

ProtobufWriter TensorProto(const OnnxTensor& tensor) {
  ProtobufWriter proto;
  for (const std::int64_t dim : tensor.dims) proto.Varint(onnx::tensor::kDims, dim);
  const bool is_float = std::holds_alternative<std::vector<float>>(tensor.values);
  proto.Varint(onnx::tensor::kDataType, is_float ? onnx::tensor::kFloat : onnx::tensor::kInt64);
  proto.Bytes(onnx::tensor::kName, tensor.name);
  std::visit([&](const auto& values) { proto.FixedNumbers(onnx::tensor::kRawData, values); },
             tensor.values);
  return proto;
}

ProtobufWriter ValueInfoProto(const OnnxValueInfo& info) {
  ProtobufWriter shape;
  for (const auto& dim : info.dims) {
    ProtobufWriter proto;
    if (const auto* length = std::get_if<std::int64_t>(&dim)) {
      proto.Varint(onnx::type::kDimValue, *length);
    } else {
      proto.Bytes(onnx::type::kDimParam, std::get<std::string>(dim));
    }
    shape.Message(onnx::type::kDim, proto);
  }
  ProtobufWriter tensor;
  tensor.Varint(onnx::type::kElemType, onnx::tensor::kFloat);
  tensor.Message(onnx::type::kShape, shape);
  ProtobufWriter type;
  type.Message(onnx::type::kTensorType, tensor);
  ProtobufWriter proto;
  proto.Bytes(onnx::value_info::kName, info.name);
  proto.Message(onnx::value_info::kType, type);
  proto.Bytes(onnx::value_info::kDocString, info.doc);
  return proto;
}

ProtobufWriter GraphProto(const OnnxModel& model) {
  ProtobufWriter proto;
  for (const OnnxNode& node : model.nodes) proto.Message(onnx::graph::kNode, NodeProto(node));
  proto.Bytes(onnx::graph::kName, "lielow");
  for (const OnnxTensor& tensor : model.initializers) {
    proto.Message(onnx::graph::kInitializer, TensorProto(tensor));
  }
  for (const OnnxValueInfo& input : model.inputs) {
    proto.Message(onnx::graph::kInput, ValueInfoProto(input));
  }
  for (const OnnxValueInfo& output : model.outputs) {
    proto.Message(onnx::graph::kOutput, ValueInfoProto(output));
  }
  return proto;
}

void CheckSize(std::size_t bytes) {
  if (bytes > kMostBytes) {
    throw InputError("the network has " + std::to_string(bytes) +
                     " bytes, an ONNX file can have at most " + std::to_string(kMostBytes));
  }
}

}  // namespace

std::string OnnxBytes(const OnnxModel& model) {
  CheckSize(ParameterCount(model) * sizeof(float));  // Before so many are written.
  ProtobufWriter proto;
  proto.Varint(onnx::model::kIrVersion, kIrVersion);
  proto.Bytes(onnx::model::kProducerName, "lielow");
  proto.Bytes(onnx::model::kDocString, model.doc);
  proto.Message(onnx::model::kGraph, GraphProto(model));
  ProtobufWriter opset;  // Without a domain: the standard's.
  opset.Varint(onnx::opset::kVersion, kOnnxOpset);
  proto.Message(onnx::model::kOpsetImport, opset);
  for (const auto& [key, value] : model.metadata) {
    ProtobufWriter entry;
    entry.Bytes(onnx::string_entry::kKey, key);
    entry.Bytes(onnx::string_entry::kValue, value);
    proto.Message(onnx::model::kMetadataProps, entry);
  }
  CheckSize(proto.bytes().size());
  return proto.bytes();
}

}  // namespace lielow
