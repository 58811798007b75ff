#include "train/config_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace lielow {
namespace {

// Text that means itself without quotes, wherever it stands: nothing that YAML (1.1 or 1.2) reads
// as a number, a truth value, null, or part of its own syntax.
bool IsPlainText(const std::string& text) {
  constexpr std::array<std::string_view, 9> kWords = {"null", "true", "false", "yes", "no",
                                                      "on",   "off",  "y",     "n"};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  if (text.empty() || !is_letter(text[0])) return false;
  if (!std::all_of(text.begin(), text.end(), is_plain)) return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kWords.begin(), kWords.end(), lower) == kWords.end();
}

std::string YamlText(const std::string& text) {
  if (IsPlainText(text)) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

template <class Number>
std::string FloatingText(Number number) {
  // 0.00002 and 1000000 read better than 2e-05 and 1e+06; the bounds keep the length below 40.
  const double size = std::abs(static_cast<double>(number));
  const bool fixed = size == 0 || (size >= 1e-7 && size < 1e15);
  std::array<char, 64> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                    fixed ? std::chars_format::fixed : std::chars_format::general);
  return std::string(buffer.data(), result.ptr);
}

}  // namespace

std::string NumberText(double number) { return FloatingText(number); }
std::string NumberText(float number) { return FloatingText(number); }
std::string NumberText(std::int64_t number) { return std::to_string(number); }

std::string ValueText(std::uint64_t field, AnySeed) { return std::to_string(field); }

std::string ValueText(const std::string& field, FolderName) { return YamlText(field); }

std::string ValueText(const std::vector<std::string>& field, AnyText) {
  std::string text = "[";
  for (const std::string& item : field) {
    if (text.size() > 1) text += ", ";
    text += YamlText(item);
  }
  return text + "]";
}

std::string ValueText(const std::optional<std::string>& field, AnyText) {
  return field ? YamlText(*field) : "null";
}

std::string AllowedText(std::uint64_t, AnySeed) {
  return "a whole number from 0 to " + std::to_string(std::numeric_limits<std::uint64_t>::max());
}

std::string AllowedText(const std::string&, FolderName) {
  return "1 to 100 letters, digits, '-', '_' and '.', not starting with '.'";
}

std::string AllowedText(const std::vector<std::string>&, AnyText) {
  return "a list of texts, such as [greedy, random]";
}

std::string AllowedText(const std::optional<std::string>&, AnyText) { return "a text, or null"; }

}  // namespace lielow
