// The head of an HTTP request, as far as it says where the request ends.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lielow {

inline constexpr std::string_view kHeadEnd = "\r\n\r\n";

struct RequestHead {
  std::size_t body_bytes = 0;

  // If it is none that we take: one sentence, and the HTTP status that goes with it.
  std::string refusal;
  int status = 0;
};

// `head`: all before kHeadEnd.
RequestHead ParseRequestHead(std::string_view head);

}  // namespace lielow
