#include "tools/text_file.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "game/input_error.h"

namespace lielow {

std::string ReadTextFile(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code ignored;  // What cannot be looked at cannot be opened either.
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(path + ": is a directory, expected a file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": no such file, or it cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace lielow
