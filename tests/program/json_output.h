// What commands print with --json.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program/run_program.h"

namespace lielow {

using Json = nlohmann::ordered_json;

// The objects, one a line, that a command prints. The test has failed if the command fails, or says
// anything else.
std::vector<Json> JsonLines(const std::vector<std::string>& arguments,
                            const std::string& input = "");

// The one object that a command prints.
Json JsonObject(const std::vector<std::string>& arguments);

// The names of an object's members, in their order.
std::vector<std::string> Names(const Json& object);

}  // namespace lielow
