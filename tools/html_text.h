// Text within an HTML page or an SVG drawing.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lielow {

// The text as it must stand in HTML, between tags or in a quoted attribute.
std::string HtmlEscaped(std::string_view text);

// With so many digits behind the point. "infinite" and "-infinite" for what has none.
std::string FixedText(double number, int digits);

// 1234567 as "1,234,567".
std::string GroupedText(std::int64_t number);

// 0.1234 as "12.3 %".
std::string PercentText(double share);

}  // namespace lielow
