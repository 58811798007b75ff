#include "nn/onnx_interpreter.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "nn/onnx_operators.h"

namespace lielow {
namespace {

class Interpreter {
 public:
  Interpreter(const OnnxModel& model, OnnxTensor input) {
    for (const OnnxTensor& tensor : model.initializers) values_[tensor.name] = &tensor;
    if (model.inputs.size() != 1) throw std::runtime_error("ONNX: expected one input");
    Keep(model.inputs[0].name, std::move(input));
    for (const OnnxNode& node : model.nodes) {
      std::vector<const OnnxTensor*> inputs;
      for (const std::string& name : node.inputs) inputs.push_back(&Value(name));
      Keep(node.output, RunOnnxNode(node, inputs));
    }
  }

  const OnnxTensor& Value(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) {
      throw std::runtime_error("ONNX: nothing makes the value \"" + name + "\"");
    }
    return *found->second;
  }

 private:
  void Keep(const std::string& name, OnnxTensor value) {
    value.name = name;
    values_[name] = &(results_[name] = std::move(value));
  }

  std::map<std::string, const OnnxTensor*> values_;  // The model's and ours.
  std::map<std::string, OnnxTensor> results_;
};

}  // namespace

std::map<std::string, OnnxTensor> RunOnnx(const OnnxModel& model, OnnxTensor input) {
  const Interpreter interpreter(model, std::move(input));
  std::map<std::string, OnnxTensor> outputs;
  for (const OnnxValueInfo& output : model.outputs) {
    outputs[output.name] = interpreter.Value(output.name);
  }
  return outputs;
}

}  // namespace lielow
