#include "nn/model_export.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "nn/atomic_file.h"
#include "nn/onnx_check.h"
#include "nn/onnx_format.h"
#include "nn/onnx_model.h"

namespace lielow {

ExportedModel ExportOnnx(const FoldedNetwork& network, const std::filesystem::path& path) {
  const OnnxModel model = MakeOnnxModel(network);
  const std::string bytes = OnnxBytes(model);
  const double difference = OnnxDifference(bytes, network, network.info.size);
  if (difference > kOnnxTolerance) {
    throw std::runtime_error(path.string() + ": not written: its probabilities would differ by " +
                             std::to_string(difference) + " from the network's");
  }
  WriteFileAtomically(path, bytes);
  return {bytes.size(), ParameterCount(model), difference};
}

ExportedModel ExportSafetensors(const ModelFile& model, const std::filesystem::path& source,
                                const std::filesystem::path& path) {
  FoldNetwork(model, source);
  ModelFile exported = model;
  std::erase_if(exported.tensors,
                [](const NamedTensor& tensor) { return IsForTrainingOnly(tensor.name); });
  WriteModelFile(path, exported);
  const ModelFile written = ReadModelFile(path);
  if (written.metadata != exported.metadata || written.tensors != exported.tensors) {
    throw std::runtime_error(path.string() + ": does not hold what was written there");
  }
  return {std::filesystem::file_size(path), ParameterCount(exported), 0};
}

}  // namespace lielow
