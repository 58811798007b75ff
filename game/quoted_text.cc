#include "game/quoted_text.h"

#include <cctype>

namespace lielow {

std::string Quoted(std::string_view text, std::size_t longest) {
  std::string quoted = "\"";
  for (const char c : text.substr(0, longest)) {
    quoted += std::isprint(static_cast<unsigned char>(c)) != 0 ? c : '?';
  }
  return quoted + (text.size() > longest ? "...\"" : "\"");
}

}  // namespace lielow
