#include "nn/model.h"

#include <charconv>
#include <limits>
#include <utility>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "game/square.h"
#include "nn/encoding.h"

namespace lielow {
namespace {

constexpr int kFormatVersion = 1;

class MetadataReader {
 public:
  MetadataReader(const ModelFile& model, const std::filesystem::path& path)
      : model_(model), path_(path) {}

  [[noreturn]] void Fail(const std::string& reason) const {
    throw InputError(path_.string() + ": " + reason);
  }

  const std::string& Text(const std::string& key) const {
    const auto found = model_.metadata.find(key);
    if (found == model_.metadata.end()) {
      Fail("not a lielow model: metadata \"" + key + "\" is missing");
    }
    return found->second;
  }

  std::int64_t Number(const std::string& key, std::int64_t low, std::int64_t high) const {
    const std::string& text = Text(key);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
      Fail("metadata \"" + key + "\": found " + Quoted(text) + ", expected a whole number from " +
           std::to_string(low) + " to " + std::to_string(high));
    }
    return number;
  }

 private:
  const ModelFile& model_;
  const std::filesystem::path& path_;
};

}  // namespace

std::map<std::string, std::string> ModelMetadata(const ModelInfo& info) {
  return {{"format", "lielow"},
          {"format_version", std::to_string(kFormatVersion)},
          {"encoding_version", std::to_string(kEncodingVersion)},
          {"size", std::to_string(info.size)},
          {"blocks", std::to_string(info.network.blocks)},
          {"channels", std::to_string(info.network.channels)},
          {"pooling_every", std::to_string(info.network.pooling_every)},
          {"step", std::to_string(info.step)},
          {"name", info.name},
          {"games", std::to_string(info.games)},
          {"positions", std::to_string(info.positions)},
          {"date", info.date}};
}

ModelFile MakeModelFile(const ModelInfo& info, std::vector<NamedTensor> tensors) {
  ModelFile file = {.metadata = ModelMetadata(info), .tensors = std::move(tensors)};
  file.metadata["checksum"] = TensorChecksum(file.tensors);
  return file;
}

ModelInfo ReadModelInfo(const ModelFile& model, const std::filesystem::path& path) {
  const MetadataReader reader(model, path);
  constexpr auto kAny = std::numeric_limits<std::int64_t>::max();
  if (reader.Text("format") != "lielow") {
    reader.Fail("not a lielow model: metadata \"format\": found " + Quoted(reader.Text("format")) +
                ", expected \"lielow\"");
  }
  const auto version = reader.Number("format_version", 1, kAny);
  if (version > kFormatVersion) {
    reader.Fail("model format " + std::to_string(version) + " is newer than this program's " +
                std::to_string(kFormatVersion));
  }
  const auto encoding = reader.Number("encoding_version", 1, kAny);
  if (encoding != kEncodingVersion) {
    reader.Fail("the model expects input planes of version " + std::to_string(encoding) +
                ", this program makes version " + std::to_string(kEncodingVersion));
  }
  ModelInfo info;
  info.size = static_cast<int>(reader.Number("size", kMinSize, kMaxSize));
  info.network.blocks = static_cast<int>(reader.Number("blocks", 1, 100));
  info.network.channels = static_cast<int>(reader.Number("channels", 1, 1024));
  info.network.pooling_every = static_cast<int>(reader.Number("pooling_every", 0, 100));
  info.step = reader.Number("step", 0, kAny);
  info.name = reader.Text("name");
  info.games = reader.Number("games", 0, kAny);
  info.positions = reader.Number("positions", 0, kAny);
  info.date = reader.Text("date");
  if (model.metadata.contains("checksum")) {
    const std::string checksum = TensorChecksum(model.tensors);
    if (reader.Text("checksum") != checksum) {
      reader.Fail("damaged: the checksum of its tensors is " + checksum + ", its metadata says " +
                  Quoted(reader.Text("checksum")));
    }
  }
  return info;
}

}  // namespace lielow
