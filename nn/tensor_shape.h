// Shapes of tensors in messages.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lielow {

// "[64, 41, 3, 3]"
inline std::string ShapeText(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const std::int64_t length : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(length);
  }
  return text + "]";
}

}  // namespace lielow
