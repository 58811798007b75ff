// Text of others, made fit to stand in a one-line error message.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lielow {

// The text in double quotes, shortened to `longest` bytes, with '?' for every byte that cannot be
// printed.
std::string Quoted(std::string_view text, std::size_t longest = 20);

}  // namespace lielow
