#include "tools/player_options.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "tools/number_text.h"

namespace lielow {
namespace {

std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

template <class Names>
std::string List(const Names& names) {
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list.empty() ? "none" : list;
}

// Without zeros at the end.
std::string Short(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

}  // namespace

PlayerText::PlayerText(const std::string& text) : text_(text) {
  // The shipped network has options and no argument: "net,sims=800".
  const auto end = text.starts_with("net,") ? text.find(',') : text.find(':');
  kind_ = text.substr(0, end);
  const bool has_colon = end != std::string::npos && text[end] == ':';
  if (kind_ == "engine") {
    if (!has_colon || text.find_first_not_of(' ', end + 1) == std::string::npos) {
      Fail("expected the command of a program after \"engine:\"");
    }
    argument_ = text.substr(end + 1);
    return;
  }
  if (end == std::string::npos) return;
  std::vector<std::string> parts = SplitAtCommas(text.substr(end + 1));
  if (kind_ == "net" && has_colon) {
    if (parts.empty() || parts.front().empty()) Fail("expected a model file or run after \"net:\"");
    argument_ = parts.front();
    parts.erase(parts.begin());
  }
  for (const std::string& part : parts) {
    const auto equals = part.find('=');
    if (equals == std::string::npos || equals == 0) {
      Fail("found " + Quoted(part) + ", expected an option as name=value");
    }
    const std::string name = part.substr(0, equals);
    if (!options_.emplace(name, part.substr(equals + 1)).second) {
      Fail("option " + Quoted(name) + " is given twice");
    }
  }
}

void PlayerText::AllowOnly(const std::vector<std::string_view>& names) const {
  for (const auto& [name, value] : options_) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      Fail("unknown option " + Quoted(name) + "; " + kind_ + " takes " + List(names));
    }
  }
}

int PlayerText::Integer(const std::string& name, int otherwise, int low, int high) const {
  if (!Has(name)) return otherwise;
  const std::string& text = options_.at(name);
  const auto number = ParseNumber<int>(text);
  if (!number || *number < low || *number > high) {
    Fail(name + ": found " + Quoted(text) + ", expected a whole number from " +
         std::to_string(low) + " to " + std::to_string(high));
  }
  return *number;
}

double PlayerText::Number(const std::string& name, double otherwise, double low,
                          double high) const {
  if (!Has(name)) return otherwise;
  const std::string& text = options_.at(name);
  const auto number = ParseNumber<double>(text);
  if (!number || !(*number >= low && *number <= high)) {
    Fail(name + ": found " + Quoted(text) + ", expected a number from " + Short(low) + " to " +
         Short(high));
  }
  return *number;
}

std::optional<std::uint64_t> PlayerText::Seed() const {
  if (!Has("seed")) return std::nullopt;
  const auto seed = ParseNumber<std::uint64_t>(options_.at("seed"));
  if (!seed) {
    Fail("seed: found " + Quoted(options_.at("seed")) + ", expected a whole number from 0");
  }
  return seed;
}

std::string PlayerText::Word(const std::string& name,
                             const std::vector<std::string_view>& allowed) const {
  if (!Has(name)) return std::string(*allowed.begin());
  const std::string& text = options_.at(name);
  if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
    Fail(name + ": found " + Quoted(text) + ", allowed are " + List(allowed));
  }
  return text;
}

void PlayerText::Fail(const std::string& reason) const {
  constexpr std::size_t kLongestText = 100;
  throw InputError("player " + Quoted(text_, kLongestText) + ": " + reason);
}

}  // namespace lielow
