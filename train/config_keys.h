// The names of a configuration's sections and fields.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lielow {

struct ConfigKeys {
  std::vector<std::string> sections;  // "selfplay"
  std::vector<std::string> fields;    // "selfplay.simulations", "name"
};

const ConfigKeys& AllConfigKeys();

// The section or field whose name is most like `key`, for a message about an unknown one. A field
// given in the wrong section, or in none, counts as very like.
std::string NearestConfigKey(std::string_view key);

}  // namespace lielow
