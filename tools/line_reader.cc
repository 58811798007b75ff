#include "tools/line_reader.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace lielow {

std::optional<LineReader::Line> LineReader::Read() {
  Line line;
  std::size_t searched = 0;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos || (ended_ && (!buffer_.empty() || line.too_long))) {
      if (!line.too_long) line.text = buffer_.substr(0, end);
      buffer_.erase(0, end == std::string::npos ? end : end + 1);
      if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
      return line;
    }
    if (ended_) return std::nullopt;
    if (buffer_.size() > kLongestLine) {
      line.too_long = true;
      buffer_.clear();
    }
    searched = buffer_.size();
    std::array<char, 65536> chunk;
    const ssize_t count = ::read(file_, chunk.data(), chunk.size());
    if (count > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      ended_ = true;
    }
  }
}

}  // namespace lielow
