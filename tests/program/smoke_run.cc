#include "tests/program/smoke_run.h"

#include <fstream>
#include <iterator>

namespace lielow {

std::vector<std::string> SmokeRun::Arguments(const std::vector<std::string>& settings) const {
  std::vector<std::string> arguments = {"train", LIELOW_SOURCE_DIR "/configs/smoke.yaml", "--run",
                                        directory_};
  for (const std::string& setting : settings) {
    arguments.insert(arguments.end(), {"--set", setting});
  }
  return arguments;
}

std::vector<std::string> SmokeRun::Log() const {
  std::ifstream file(directory_ / "log.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string FileBytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace lielow
