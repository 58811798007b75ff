// What a model file says about itself: the network's shape and where it comes from.

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model_file.h"
#include "nn/network_options.h"

namespace lielow {

struct ModelInfo {
  int size = 8;  // Board it was trained on. The weights fit any board.
  NetworkOptions network;
  std::int64_t step = 0;   // Training steps behind the weights.
  std::string name = {};   // The run that made it.
  std::int64_t games = 0;  // Self-play games behind the weights, and their positions.
  std::int64_t positions = 0;
  std::string date = {};  // Of the file, such as "2026.11.30"; empty if it is not known.

  bool operator==(const ModelInfo&) const = default;
};

// The metadata of a model file, with the versions of this program's formats.
std::map<std::string, std::string> ModelMetadata(const ModelInfo& info);

// A model file of these tensors, with their checksum in its metadata.
ModelFile MakeModelFile(const ModelInfo& info, std::vector<NamedTensor> tensors);

// Reads the metadata back. `path` is for messages. Throws InputError naming what is missing,
// malformed, out of range, or made by a newer version, or that the tensors are not those of the
// checksum.
ModelInfo ReadModelInfo(const ModelFile& model, const std::filesystem::path& path);

}  // namespace lielow
