// How an options struct describes its fields.
//
// A struct lists each field once, in a function VisitFields(struct, visitor), which calls
//   visit(name, field, allowed, meaning)
// with `allowed` one of the types below. Reading a configuration, writing it, checking it and
// documenting it are four visitors (train/config.h).

#pragma once

#include <array>
#include <string_view>

namespace lielow {

// A number from `low` to `high`, both allowed. A field of type std::optional<number> may also be
// absent: written as `word`.
struct Range {
  double low;
  double high;
  std::string_view word = "";  // What stands for an absent value: "auto" or "null".
};

// One of a few named values; `values` is listed in the order of the documentation.
template <class Enum, std::size_t kCount>
struct Choices {
  struct Choice {
    std::string_view name;
    Enum value;
  };
  std::array<Choice, kCount> values;
};

// Free text, or a list of texts.
struct AnyText {};

}  // namespace lielow
