// What a person enters at the prompt: lines of any bytes and any length.

#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

#include "game/position.h"

namespace lielow {

inline constexpr std::size_t kLongestLine = 1000;

// The next line; nullopt at the end of the input. Of a line longer than kLongestLine, one character
// more than that is kept, and the rest is skipped.
std::optional<std::string> ReadLine(std::istream& in);

// A line in its parts.
struct Entry {
  explicit Entry(const std::string& line);

  std::string text;        // All of it, without white space around it.
  std::string word;        // The first word, in lower case, without a '!' at its end.
  std::string argument;    // What follows it.
  bool confirmed = false;  // There was that '!'.
};

// The move that `text` means where people write it their own way: without regard to spaces, a '!'
// at the end, or a missing sign between the squares. What looks like no such move stays wrong.
std::string PlainMove(const Position& position, std::string text);

}  // namespace lielow
