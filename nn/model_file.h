// A model file: named tensors and metadata in the safetensors format.
//
// Layout (github.com/huggingface/safetensors, "Format"): 8 bytes little-endian header length, a
// JSON header with dtype, shape and byte range of each tensor and "__metadata__" (text to text),
// then the data. We write float32 only. Safe to read from strangers: nothing in it is ever
// executed, and every size is checked before it is used.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lielow {

struct NamedTensor {
  std::string name;
  std::vector<std::int64_t> shape;  // Row-major; empty for a scalar.
  std::vector<float> values;        // As many as the product of `shape`.

  bool operator==(const NamedTensor&) const = default;
};

struct ModelFile {
  // Written by us: format_version, size, blocks, channels, planes, step, name, ... (nn/model.h).
  std::map<std::string, std::string> metadata;
  std::vector<NamedTensor> tensors;  // Sorted by name when read.
};

// Throws InputError naming the file, the place and what is wrong with it: missing, truncated, not
// safetensors, a header that is not valid JSON or inconsistent, another dtype than F32, overlapping
// or missing bytes, values that are not finite.
ModelFile ReadModelFile(const std::filesystem::path& path);

// Writes aside, syncs, and renames, so that `path` never names half a file. Throws
// std::runtime_error naming the file if that fails, or if a value is not finite: then nothing is
// written.
void WriteModelFile(const std::filesystem::path& path, const ModelFile& model);

// Trained numbers; the batch statistics beside them are not.
std::size_t ParameterCount(const ModelFile& model);

// A fingerprint of names, shapes and values, whatever their order and the metadata: FNV-1a, 16
// hexadecimal digits.
std::string TensorChecksum(const std::vector<NamedTensor>& tensors);

}  // namespace lielow
