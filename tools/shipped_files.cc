#include "tools/shipped_files.h"

#include <cstdlib>
#include <system_error>
#include <vector>

namespace lielow {
namespace {

std::vector<std::filesystem::path> DataFolders() {
  const char* named = std::getenv("LIELOW_DATA");
  if (named != nullptr && *named != '\0') return {named};
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const std::filesystem::path above = program.parent_path().parent_path();
  return {above, above / "share" / "lielow"};
}

std::optional<std::filesystem::path> ShippedFile(const std::filesystem::path& name) {
  for (const std::filesystem::path& folder : DataFolders()) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder / name, ignored)) return folder / name;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> ShippedModel(int size) {
  const std::string side = std::to_string(size);
  return ShippedFile("models/" + side + "x" + side + ".safetensors");
}

std::string DefaultPlayer(int size, const std::string& options, const std::string& otherwise) {
  return ShippedModel(size) ? "net," + options : otherwise;
}

std::filesystem::path FindConfig(const std::filesystem::path& named) {
  std::error_code ignored;
  if (std::filesystem::exists(named, ignored) || named.empty()) return named;
  const std::filesystem::path folder = named.parent_path();
  if (!folder.empty() && folder != "configs") return named;
  const std::string file = named.filename().string();
  for (const std::string& name : {file, file + ".yaml"}) {
    if (const auto shipped = ShippedFile("configs/" + name)) return *shipped;
  }
  return named;
}

}  // namespace lielow
