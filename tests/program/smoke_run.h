// A training run of a second, by configs/smoke.yaml: 60 steps unless `settings` say else.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/program/json_output.h"

namespace lielow {

class SmokeRun {
 public:
  // Nothing is made yet.
  explicit SmokeRun(std::filesystem::path directory) : directory_(std::move(directory)) {}

  const std::filesystem::path& path() const { return directory_; }
  std::filesystem::path operator/(const std::string& name) const { return directory_ / name; }

  // The arguments of the program that train it, with --set for each of the settings.
  std::vector<std::string> Arguments(const std::vector<std::string>& settings = {}) const;

  ProgramResult Train(const std::vector<std::string>& settings = {}) const {
    return RunProgram(Arguments(settings));
  }

  Json Status() const { return JsonObject({"status", directory_, "--json"}); }

  // Lines of log.txt; none before there is one.
  std::vector<std::string> Log() const;

 private:
  const std::filesystem::path directory_;
};

// All bytes of a file.
std::string FileBytes(const std::filesystem::path& file);

}  // namespace lielow
