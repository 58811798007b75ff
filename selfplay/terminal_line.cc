#include "selfplay/terminal_line.h"

#include <unistd.h>

#include <cstdio>

namespace lielow {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(200);
constexpr const char* kClearLine = "\r\033[K";

}  // namespace

TerminalLine::TerminalLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

bool TerminalLine::Wants() const {
  return terminal_ && std::chrono::steady_clock::now() - last_ >= kInterval;
}

void TerminalLine::Show(const std::string& text) {
  if (!terminal_) return;
  last_ = std::chrono::steady_clock::now();
  shown_ = true;
  std::fprintf(stderr, "%s%s", kClearLine, text.c_str());
  std::fflush(stderr);
}

void TerminalLine::Clear() {
  if (shown_) std::fprintf(stderr, "%s", kClearLine);
  shown_ = false;
}

}  // namespace lielow
