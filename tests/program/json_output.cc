#include "tests/program/json_output.h"

#include <sstream>

namespace lielow {

std::vector<Json> JsonLines(const std::vector<std::string>& arguments, const std::string& input) {
  const ProgramResult result = RunProgram(arguments, {.input = input});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  std::vector<Json> objects;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
  return objects;
}

Json JsonObject(const std::vector<std::string>& arguments) {
  const std::vector<Json> objects = JsonLines(arguments);
  EXPECT_EQ(objects.size(), 1U);
  return objects.empty() ? Json() : objects[0];
}

std::vector<std::string> Names(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

}  // namespace lielow
