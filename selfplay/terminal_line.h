// One line on standard error that is written over again and again; nothing without a terminal.

#pragma once

#include <chrono>
#include <string>

namespace lielow {

class TerminalLine {
 public:
  TerminalLine();
  ~TerminalLine() { Clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  // Whether Show would show a new text now: a few times a second at most.
  bool Wants() const;

  void Show(const std::string& text);
  void Clear();

 private:
  const bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace lielow
