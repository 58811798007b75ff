// The JSON header of a safetensors file.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lielow {

// A tensor of float32 and where its bytes stand in the data, which begins after the header.
struct TensorEntry {
  std::string name;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::map<std::string, std::string> metadata;
  std::vector<TensorEntry> tensors;  // Sorted by name.
};

// The bytes of a tensor of float32; nullopt if `shape` has a negative number or their count does
// not fit 63 bits.
std::optional<std::uint64_t> TensorBytes(const std::vector<std::int64_t>& shape);

// Reads `json` and checks it against the number of bytes that follow it: every tensor is F32, its
// range of bytes has the length of its shape, and the ranges cover the data once, without gaps.
// Memory and time grow with the length of `json` only, whatever it holds. Throws InputError, which
// says what is wrong, but not in which file.
SafetensorsHeader ParseSafetensorsHeader(std::string_view json, std::uint64_t data_bytes);

// The header as JSON, padded so that the data after it begins at a multiple of 8 bytes of the file,
// as the format asks. Text that is no UTF-8 is written with replacement characters.
std::string SafetensorsHeaderText(const SafetensorsHeader& header);

}  // namespace lielow
