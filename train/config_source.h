// A configuration as it is given: fields with YAML values, and where each stands.
//
// Here end syntax errors, unknown names and duplicates; whether a value fits its field is decided
// by the reader (train/config_reader.cc).

#pragma once

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lielow {

struct ConfigEntry {
  std::string key;  // A known field: "selfplay.simulations".
  YAML::Node value;
  std::string place;  // "quickstart.yaml:7", or "--set selfplay.simulations=16".
};

// The fields that a file sets, in its order; a section that is empty sets nothing, and a field's
// name may also be written whole ("stop.minutes: 5"). Throws InputError.
std::vector<ConfigEntry> ReadConfigFile(const std::filesystem::path& path);

// The fields that "a.b=value" sets: one, or some if the value is a mapping. Throws InputError.
std::vector<ConfigEntry> ReadConfigSet(std::string_view set);

// What a value is, for a message: "\"many\"", "a list", ...
std::string FoundText(const YAML::Node& value);

// Whether a scalar was written without quotes and without a tag that makes it text, so that it may
// be a number.
bool MayBeNumber(const YAML::Node& value);

}  // namespace lielow
