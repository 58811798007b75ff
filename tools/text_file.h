// Whole text files.

#pragma once

#include <string>

namespace lielow {

// "-" is standard input. Throws InputError naming the file if it cannot be read.
std::string ReadTextFile(const std::string& path);

}  // namespace lielow
