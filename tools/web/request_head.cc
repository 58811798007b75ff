#include "tools/web/request_head.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "tools/web/web_error.h"

namespace lielow {
namespace {

bool EqualNames(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

std::string_view Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::size_t> ParseLength(std::string_view text) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

RequestHead Refused(int status, const std::string& reason) {
  return {.body_bytes = 0, .refusal = reason, .status = status};
}

}  // namespace

RequestHead ParseRequestHead(std::string_view head) {
  RequestHead parsed;
  bool has_length = false;
  std::size_t begin = head.find("\r\n");
  if (head.substr(0, begin).find(" HTTP/1.") == std::string_view::npos) {
    return Refused(kBadRequest, "this is no HTTP request");
  }
  while (begin != std::string_view::npos) {
    begin += 2;
    const std::size_t end = head.find("\r\n", begin);
    const std::string_view line = head.substr(begin, end - begin);
    begin = end;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return Refused(kBadRequest, "a header has no colon");
    const std::string_view name = line.substr(0, colon);
    if (EqualNames(name, "Transfer-Encoding")) {
      return Refused(kLengthRequired, "a request needs a Content-Length");
    }
    if (EqualNames(name, "Content-Length")) {
      const auto length = ParseLength(Trimmed(line.substr(colon + 1)));
      if (!length || has_length) return Refused(kBadRequest, "the Content-Length is no number");
      has_length = true;
      parsed.body_bytes = *length;
    }
  }
  return parsed;
}

}  // namespace lielow
