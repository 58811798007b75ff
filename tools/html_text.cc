#include "tools/html_text.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace lielow {

std::string HtmlEscaped(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    switch (character) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += character;
    }
  }
  return escaped;
}

std::string FixedText(double number, int digits) {
  if (std::isinf(number)) return number > 0 ? "infinite" : "-infinite";
  // Room for the largest double.
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

std::string GroupedText(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::string PercentText(double share) { return FixedText(100 * share, 1) + " %"; }

}  // namespace lielow
