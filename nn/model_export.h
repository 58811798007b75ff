// Models for other programs: written only after what is to be written has been read back and found
// to be the same network.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "nn/folded_network.h"
#include "nn/model_file.h"

namespace lielow {

struct ExportedModel {
  std::uint64_t bytes = 0;
  std::size_t parameters = 0;     // Trained numbers in the file, normalisation folded in or not.
  double largest_difference = 0;  // From our own players, in probabilities.
};

// Writes the network as an ONNX graph (nn/onnx_model.h), whole or not at all. Throws InputError if
// it is too large for that format; std::runtime_error naming the file if it cannot be written, or
// if its graph differs by more than kOnnxTolerance from the network: then nothing is written.
ExportedModel ExportOnnx(const FoldedNetwork& network, const std::filesystem::path& path);

// Writes the tensors that our own players read, with all metadata: without the heads that are
// there only to learn from. Throws InputError naming `source` if the model is no network, as
// FoldNetwork; std::runtime_error naming the file if it cannot be written or does not come back
// equal.
ExportedModel ExportSafetensors(const ModelFile& model, const std::filesystem::path& source,
                                const std::filesystem::path& path);

}  // namespace lielow
