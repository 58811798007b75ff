// YAML text to yaml-cpp's nodes, with errors that name their place.

#pragma once

#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <string>

namespace lielow {

// Where a YAML text comes from, for messages.
struct YamlSource {
  std::string name;
  bool has_lines;  // Whether a place in it is told by its line.

  std::string Place(std::ptrdiff_t line) const {
    return has_lines ? name + ":" + std::to_string(line) : name;
  }
  std::string Place(const YAML::Mark& mark) const {
    return mark.is_null() ? name : Place(mark.line + 1);
  }
};

// The only document of `text`; null if it holds none. Aliases are shared nodes, so a node can even
// contain itself: walk no deeper than needed. Throws InputError.
YAML::Node ParseYaml(const std::string& text, const YamlSource& source);

}  // namespace lielow
