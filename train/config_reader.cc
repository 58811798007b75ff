// From YAML values to the fields of a configuration.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <map>
#include <string_view>
#include <system_error>

#include "game/input_error.h"
#include "train/config.h"
#include "train/config_fields.h"
#include "train/config_source.h"
#include "train/config_text.h"

namespace lielow {
namespace {

template <class Number>
std::from_chars_result ParseWhole(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  std::from_chars_result result = std::from_chars(text.data(), end, number);
  if (result.ec == std::errc() && result.ptr != end) result.ec = std::errc::invalid_argument;
  return result;
}

// The digits of a value that may be a number, without a leading plus; empty otherwise.
std::string_view NumberDigits(const YAML::Node& value) {
  if (!MayBeNumber(value)) return {};
  std::string_view text = value.Scalar();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

template <std::integral Number>
bool Read(const YAML::Node& value, const Range& allowed, Number& field) {
  Number number = 0;
  if (ParseWhole(NumberDigits(value), number).ec != std::errc()) return false;
  const auto size = static_cast<double>(number);
  if (size < allowed.low || size > allowed.high) return false;
  field = number;
  return true;
}

template <std::floating_point Number>
bool Read(const YAML::Node& value, const Range& allowed, Number& field) {
  // Judged as a double, so that a float at a limit (0.01F is a little less than 0.01) passes, but
  // rounded only once.
  double exact = 0;
  const std::string_view text = NumberDigits(value);
  if (ParseWhole(text, exact).ec != std::errc() || !std::isfinite(exact)) return false;
  if (exact < allowed.low || exact > allowed.high) return false;
  Number rounded = 0;
  const bool fits = ParseWhole(text, rounded).ec == std::errc();
  field = fits ? rounded : static_cast<Number>(exact);
  return true;
}

template <class Number>
bool Read(const YAML::Node& value, const Range& allowed, std::optional<Number>& field) {
  const bool is_absent =
      allowed.word == "null" ? value.IsNull() : value.IsScalar() && value.Scalar() == allowed.word;
  if (is_absent) {
    field.reset();
    return true;
  }
  Number number = 0;
  if (!Read(value, allowed, number)) return false;
  field = number;
  return true;
}

template <class Enum, std::size_t kCount>
bool Read(const YAML::Node& value, const Choices<Enum, kCount>& allowed, Enum& field) {
  for (const auto& choice : allowed.values) {
    if (value.IsScalar() && value.Scalar() == choice.name) {
      field = choice.value;
      return true;
    }
  }
  return false;
}

bool Read(const YAML::Node& value, AnySeed, std::uint64_t& field) {
  return ParseWhole(NumberDigits(value), field).ec == std::errc();
}

bool Read(const YAML::Node& value, FolderName, std::string& field) {
  if (!value.IsScalar()) return false;
  const std::string& text = value.Scalar();
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (text.empty() || text.size() > 100 || text[0] == '.') return false;
  if (!std::all_of(text.begin(), text.end(), is_allowed)) return false;
  field = text;
  return true;
}

bool Read(const YAML::Node& value, AnyText, std::vector<std::string>& field) {
  if (!value.IsSequence()) return false;
  std::vector<std::string> texts;
  for (const auto& item : value) {
    if (!item.IsScalar()) return false;
    texts.push_back(item.Scalar());
  }
  field = std::move(texts);
  return true;
}

bool Read(const YAML::Node& value, AnyText, std::optional<std::string>& field) {
  if (!value.IsNull() && !value.IsScalar()) return false;
  field.reset();
  if (value.IsScalar()) field = value.Scalar();
  return true;
}

// Sets the fields that have an entry and leaves the others.
class FieldReader {
 public:
  explicit FieldReader(const std::vector<ConfigEntry>& entries) {
    for (const ConfigEntry& entry : entries) entries_[entry.key] = &entry;
  }

  void BeginSection(std::string_view name, std::string_view) { prefix_ = std::string(name) + "."; }

  template <class Field, class Allowed>
  void operator()(std::string_view name, Field& field, const Allowed& allowed, std::string_view) {
    const auto found = entries_.find(prefix_ + std::string(name));
    if (found == entries_.end()) return;
    const ConfigEntry& entry = *found->second;
    if (Read(entry.value, allowed, field)) return;
    throw InputError(entry.place + ": " + entry.key + ": found " + FoundText(entry.value) +
                     ", expected " + AllowedText(field, allowed));
  }

 private:
  std::map<std::string, const ConfigEntry*> entries_;
  std::string prefix_;
};

void Apply(const std::vector<ConfigEntry>& entries, Config& config) {
  VisitFields(config, FieldReader(entries));
}

}  // namespace

void ApplySets(const std::vector<std::string>& sets, Config& config) {
  for (const std::string& set : sets) Apply(ReadConfigSet(set), config);
}

Config LoadConfig(const std::filesystem::path& path, const std::vector<std::string>& sets) {
  Config config;
  Apply(ReadConfigFile(path), config);
  ApplySets(sets, config);
  return config;
}

Config DefaultConfig(const std::vector<std::string>& sets) {
  Config config;
  ApplySets(sets, config);
  return config;
}

}  // namespace lielow
