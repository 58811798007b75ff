// Lines of a file that may be a terminal or a pipe, however long they are.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lielow {

class LineReader {
 public:
  static constexpr std::size_t kLongestLine = 1 << 20;

  struct Line {
    std::string text;       // Without its end ("\n" or "\r\n").
    bool too_long = false;  // Then the text is empty: it was not kept.
  };

  explicit LineReader(int file) : file_(file) {}

  // Blocks. The rest before the end of the file is a line too. nullopt at the end, or where reading
  // fails.
  std::optional<Line> Read();

 private:
  const int file_;
  std::string buffer_;
  bool ended_ = false;
};

}  // namespace lielow
