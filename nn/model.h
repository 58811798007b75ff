// What a model file says about itself: the network's shape and where it comes from.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

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

  bool operator==(const ModelInfo&) const = default;
};

// The metadata of a model file, with the versions of this program's formats.
std::map<std::string, std::string> ModelMetadata(const ModelInfo& info);

// Reads it back. `path` is for messages. Throws InputError naming what is missing, malformed, out
// of range, or made by a newer version.
ModelInfo ReadModelInfo(const ModelFile& model, const std::filesystem::path& path);

}  // namespace lielow
