// What a configuration field holds and what it allows, as text.
//
// ValueText and AllowedText have an overload for each pair of a field's type and its `allowed`
// (mcts/option_field.h, train/config_fields.h).

#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "train/config_fields.h"

namespace lielow {

// The shortest text that is read back as the same number.
std::string NumberText(double number);
std::string NumberText(float number);
std::string NumberText(std::int64_t number);
inline std::string NumberText(int number) { return NumberText(std::int64_t{number}); }

// ValueText: the value in YAML, on one line.

template <class Number>
std::string ValueText(const Number& field, const Range&) {
  return NumberText(field);
}

template <class Number>
std::string ValueText(const std::optional<Number>& field, const Range& allowed) {
  return field ? NumberText(*field) : std::string(allowed.word);
}

template <class Enum, std::size_t kCount>
std::string ValueText(const Enum& field, const Choices<Enum, kCount>& allowed) {
  for (const auto& choice : allowed.values) {
    if (choice.value == field) return std::string(choice.name);
  }
  throw std::logic_error("configuration field with a value that has no name");
}

std::string ValueText(std::uint64_t field, AnySeed);
std::string ValueText(const std::string& field, FolderName);
std::string ValueText(const std::vector<std::string>& field, AnyText);
std::string ValueText(const std::optional<std::string>& field, AnyText);

// AllowedText: what is allowed, as it follows "expected": "a whole number from 1 to 9, or auto".

template <class Number>
std::string AllowedText(const Number&, const Range& allowed) {
  return (std::integral<Number> ? "a whole number from " : "a number from ") +
         NumberText(allowed.low) + " to " + NumberText(allowed.high);
}

template <class Number>
std::string AllowedText(const std::optional<Number>&, const Range& allowed) {
  return AllowedText(Number{}, allowed) + ", or " + std::string(allowed.word);
}

template <class Enum, std::size_t kCount>
std::string AllowedText(const Enum&, const Choices<Enum, kCount>& allowed) {
  std::string text;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (i > 0) text += i + 1 < kCount ? ", " : " or ";
    text += allowed.values[i].name;
  }
  return text;
}

std::string AllowedText(std::uint64_t, AnySeed);
std::string AllowedText(const std::string&, FolderName);
std::string AllowedText(const std::vector<std::string>&, AnyText);
std::string AllowedText(const std::optional<std::string>&, AnyText);

}  // namespace lielow
