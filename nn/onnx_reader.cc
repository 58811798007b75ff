#include <stdexcept>

#include "nn/onnx_format.h"
#include "nn/onnx_proto_fields.h"
#include "nn/protobuf_reader.h"

namespace lielow {
namespace {

// Calls visit(field) for every field of a message.
void ForEachField(std::string_view message, const auto& visit) {
  ProtobufReader reader(message);
  while (const auto field = reader.Next()) visit(*field);
}

OnnxAttribute ParseAttribute(std::string_view bytes) {
  OnnxAttribute attribute;
  std::int64_t number = 0;
  std::vector<std::int64_t> list;
  std::int64_t type = 0;
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::attribute::kName) attribute.name = field.Text();
    if (field.number() == onnx::attribute::kInt) number = field.Int();
    if (field.number() == onnx::attribute::kInts) list.push_back(field.Int());
    if (field.number() == onnx::attribute::kType) type = field.Int();
  });
  if (type == onnx::attribute::kTypeInt) {
    attribute.value = number;
  } else if (type == onnx::attribute::kTypeInts) {
    attribute.value = std::move(list);
  } else {
    throw std::runtime_error("ONNX: attribute \"" + attribute.name + "\" is of type " +
                             std::to_string(type));
  }
  return attribute;
}

OnnxNode ParseNode(std::string_view bytes) {
  OnnxNode node;
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::node::kInput) node.inputs.push_back(field.Text());
    if (field.number() == onnx::node::kOutput) node.output = field.Text();
    if (field.number() == onnx::node::kName) node.name = field.Text();
    if (field.number() == onnx::node::kOpType) node.op_type = field.Text();
    if (field.number() == onnx::node::kAttribute) {
      node.attributes.push_back(ParseAttribute(field.Bytes()));
    }
  });
  return node;
}

OnnxTensor ParseTensor(std::string_view bytes) {
  OnnxTensor tensor;
  std::int64_t type = 0;
  // The data may come before their type.
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::tensor::kDims) tensor.dims.push_back(field.Int());
    if (field.number() == onnx::tensor::kDataType) type = field.Int();
    if (field.number() == onnx::tensor::kName) tensor.name = field.Text();
  });
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() != onnx::tensor::kRawData) return;
    if (type == onnx::tensor::kFloat) {
      tensor.values = field.FixedNumbers<float>();
    } else if (type == onnx::tensor::kInt64) {
      tensor.values = field.FixedNumbers<std::int64_t>();
    } else {
      throw std::runtime_error("ONNX: tensor \"" + tensor.name + "\" is of type " +
                               std::to_string(type));
    }
  });
  return tensor;
}

std::variant<std::int64_t, std::string> ParseDim(std::string_view bytes) {
  std::variant<std::int64_t, std::string> dim;
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::type::kDimValue) dim = field.Int();
    if (field.number() == onnx::type::kDimParam) dim = field.Text();
  });
  return dim;
}

OnnxValueInfo ParseValueInfo(std::string_view bytes) {
  OnnxValueInfo info;
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::value_info::kName) info.name = field.Text();
    if (field.number() == onnx::value_info::kDocString) info.doc = field.Text();
    if (field.number() != onnx::value_info::kType) return;
    ForEachField(field.Bytes(), [&](const ProtobufField& type) {
      if (type.number() != onnx::type::kTensorType) return;
      ForEachField(type.Bytes(), [&](const ProtobufField& part) {
        if (part.number() == onnx::type::kElemType && part.Int() != onnx::tensor::kFloat) {
          throw std::runtime_error("ONNX: \"" + info.name + "\" is not of float32");
        }
        if (part.number() != onnx::type::kShape) return;
        ForEachField(part.Bytes(), [&](const ProtobufField& dim) {
          if (dim.number() == onnx::type::kDim) info.dims.push_back(ParseDim(dim.Bytes()));
        });
      });
    });
  });
  return info;
}

void ParseGraph(std::string_view bytes, OnnxModel& model) {
  ForEachField(bytes, [&](const ProtobufField& field) {
    switch (field.number()) {
      case onnx::graph::kNode:
        model.nodes.push_back(ParseNode(field.Bytes()));
        break;
      case onnx::graph::kInitializer:
        model.initializers.push_back(ParseTensor(field.Bytes()));
        break;
      case onnx::graph::kInput:
        model.inputs.push_back(ParseValueInfo(field.Bytes()));
        break;
      case onnx::graph::kOutput:
        model.outputs.push_back(ParseValueInfo(field.Bytes()));
        break;
      default:
        break;
    }
  });
}

void ParseMetadata(std::string_view bytes, OnnxModel& model) {
  std::string key;
  std::string value;
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::string_entry::kKey) key = field.Text();
    if (field.number() == onnx::string_entry::kValue) value = field.Text();
  });
  model.metadata[key] = value;
}

std::int64_t ParseOpset(std::string_view bytes) {
  std::int64_t version = 0;
  ForEachField(bytes, [&](const ProtobufField& field) {
    if (field.number() == onnx::opset::kVersion) version = field.Int();
  });
  return version;
}

}  // namespace

OnnxModel ParseOnnx(std::string_view bytes) {
  OnnxModel model;
  std::int64_t opset = 0;
  ForEachField(bytes, [&](const ProtobufField& field) {
    switch (field.number()) {
      case onnx::model::kDocString:
        model.doc = field.Text();
        break;
      case onnx::model::kGraph:
        ParseGraph(field.Bytes(), model);
        break;
      case onnx::model::kOpsetImport:
        opset = ParseOpset(field.Bytes());
        break;
      case onnx::model::kMetadataProps:
        ParseMetadata(field.Bytes(), model);
        break;
      default:
        break;
    }
  });
  if (opset != kOnnxOpset) {
    throw std::runtime_error("ONNX: found opset " + std::to_string(opset) + ", expected " +
                             std::to_string(kOnnxOpset));
  }
  return model;
}

}  // namespace lielow
