#include "nn/model_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "nn/atomic_file.h"
#include "nn/safetensors_header.h"

namespace lielow {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kLongestHeader = 100'000'000;  // As in the format's own library.
// Twice the largest network that can be configured. A file with holes can claim any size.
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 34;

template <class Unsigned>
void AppendLittleEndian(Unsigned number, std::string& bytes) {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    bytes += static_cast<char>(number >> (8 * i) & 0xFF);
  }
}

template <class Unsigned>
Unsigned LittleEndian(const char* bytes) {
  Unsigned number = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    number |= static_cast<Unsigned>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return number;
}

// The index of the first value that is infinite or no number.
std::optional<std::size_t> FirstNotFinite(const std::vector<float>& values) {
  const auto found =
      std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  if (found == values.end()) return std::nullopt;
  return static_cast<std::size_t>(found - values.begin());
}

std::string NotFiniteText(const std::string& name, std::size_t index) {
  return "tensor " + Quoted(name, 60) + ": value " + std::to_string(index) + " is not finite";
}

std::vector<const NamedTensor*> SortedByName(const std::vector<NamedTensor>& tensors) {
  std::vector<const NamedTensor*> sorted;
  sorted.reserve(tensors.size());
  for (const NamedTensor& tensor : tensors) sorted.push_back(&tensor);
  std::sort(sorted.begin(), sorted.end(),
            [](const NamedTensor* a, const NamedTensor* b) { return a->name < b->name; });
  return sorted;
}

// FNV-1a, 64 bits (Fowler, Noll and Vo), of numbers in little-endian order.
class Fnv1a {
 public:
  template <class Unsigned>
  void Add(Unsigned number) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      hash_ = (hash_ ^ (number >> (8 * i) & 0xFF)) * 0x100000001b3U;
    }
  }

  std::string Text() const {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[hash_ >> shift & 15];
    return text;
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

class ModelFileReader {
 public:
  explicit ModelFileReader(const std::filesystem::path& path) : path_(path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) Fail("no such file, expected a model file");
    if (!std::filesystem::is_regular_file(status)) Fail("not a regular file");
    size_ = std::filesystem::file_size(path, error);
    file_.open(path, std::ios::binary);
    if (error || !file_) Fail("cannot be opened");
    if (size_ > kLargestFile) {
      Fail("has " + std::to_string(size_) + " bytes, expected at most 16 GiB");
    }
  }

  ModelFile Read() {
    if (size_ < kLengthBytes) {
      Fail("not safetensors: " + std::to_string(size_) + " bytes, expected at least 8");
    }
    std::array<char, kLengthBytes> length_bytes;
    ReadBytes(length_bytes.data(), length_bytes.size());
    const auto length = LittleEndian<std::uint64_t>(length_bytes.data());
    const std::uint64_t most = std::min(kLongestHeader, size_ - kLengthBytes);
    if (length > most) {
      Fail("truncated or not safetensors: its header would have " + std::to_string(length) +
           " bytes, expected at most " + std::to_string(most));
    }
    std::string json(length, '\0');
    ReadBytes(json.data(), json.size());
    try {
      return ReadTensors(ParseSafetensorsHeader(json, size_ - kLengthBytes - length),
                         kLengthBytes + length);
    } catch (const InputError& error) {
      Fail(error.what());
    }
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw InputError(path_.string() + ": " + reason);
  }

  void ReadBytes(char* bytes, std::size_t count) {
    if (!file_.read(bytes, static_cast<std::streamsize>(count))) Fail("cannot be read");
  }

  ModelFile ReadTensors(SafetensorsHeader header, std::uint64_t data_begin) {
    ModelFile model;
    model.metadata = std::move(header.metadata);
    model.tensors.reserve(header.tensors.size());
    for (TensorEntry& entry : header.tensors) {
      file_.seekg(static_cast<std::streamoff>(data_begin + entry.begin));
      NamedTensor tensor{std::move(entry.name), std::move(entry.shape), {}};
      tensor.values = ReadFloats((entry.end - entry.begin) / sizeof(float));
      if (const auto bad = FirstNotFinite(tensor.values)) {
        throw InputError(NotFiniteText(tensor.name, *bad));
      }
      model.tensors.push_back(std::move(tensor));
    }
    return model;
  }

  std::vector<float> ReadFloats(std::size_t count) {
    std::vector<float> values;
    values.reserve(count);
    std::array<char, 1 << 16> chunk;
    while (values.size() < count) {
      const std::size_t bytes = std::min(chunk.size(), (count - values.size()) * sizeof(float));
      ReadBytes(chunk.data(), bytes);
      for (std::size_t i = 0; i < bytes; i += sizeof(float)) {
        values.push_back(std::bit_cast<float>(LittleEndian<std::uint32_t>(&chunk[i])));
      }
    }
    return values;
  }

  const std::filesystem::path& path_;
  std::uint64_t size_ = 0;
  std::ifstream file_;
};

}  // namespace

ModelFile ReadModelFile(const std::filesystem::path& path) { return ModelFileReader(path).Read(); }

void WriteModelFile(const std::filesystem::path& path, const ModelFile& model) {
  const std::vector<const NamedTensor*> tensors = SortedByName(model.tensors);
  assert(std::adjacent_find(tensors.begin(), tensors.end(), [](const auto* a, const auto* b) {
           return a->name == b->name;
         }) == tensors.end());
  SafetensorsHeader header;
  header.metadata = model.metadata;
  std::uint64_t end = 0;
  for (const NamedTensor* tensor : tensors) {
    assert(TensorBytes(tensor->shape) == tensor->values.size() * sizeof(float));
    if (const auto bad = FirstNotFinite(tensor->values)) {
      throw std::runtime_error(path.string() +
                               ": not written: " + NotFiniteText(tensor->name, *bad));
    }
    const std::uint64_t begin = std::exchange(end, end + tensor->values.size() * sizeof(float));
    header.tensors.push_back({tensor->name, tensor->shape, begin, end});
  }
  const std::string json = SafetensorsHeaderText(header);
  std::string bytes;
  bytes.reserve(kLengthBytes + json.size() + end);
  AppendLittleEndian(std::uint64_t{json.size()}, bytes);
  bytes += json;
  for (const NamedTensor* tensor : tensors) {
    for (const float value : tensor->values) {
      AppendLittleEndian(std::bit_cast<std::uint32_t>(value), bytes);
    }
  }
  WriteFileAtomically(path, bytes);
}

std::size_t ParameterCount(const ModelFile& model) {
  std::size_t count = 0;
  for (const NamedTensor& tensor : model.tensors) {
    if (tensor.name.find("running_") == std::string::npos) count += tensor.values.size();
  }
  return count;
}

std::string TensorChecksum(const std::vector<NamedTensor>& tensors) {
  Fnv1a hash;
  for (const NamedTensor* tensor : SortedByName(tensors)) {
    // Lengths first, so that no two lists of tensors give the same bytes.
    hash.Add(std::uint64_t{tensor->name.size()});
    for (const char c : tensor->name) hash.Add(static_cast<std::uint8_t>(c));
    hash.Add(std::uint64_t{tensor->shape.size()});
    for (const std::int64_t length : tensor->shape) hash.Add(static_cast<std::uint64_t>(length));
    for (const float value : tensor->values) hash.Add(std::bit_cast<std::uint32_t>(value));
  }
  return hash.Text();
}

}  // namespace lielow
