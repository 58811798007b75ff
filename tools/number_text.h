// Numbers as text.

#pragma once

#include <charconv>
#include <optional>
#include <string>

namespace lielow {

// The whole of `text` as a number; nullopt for anything else, also for what is out of range.
template <class Number>
std::optional<Number> ParseNumber(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace lielow
