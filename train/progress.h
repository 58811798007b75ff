// What a run tells its user: lines on standard error and in log.txt, and on a terminal one live
// line below them.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "selfplay/terminal_line.h"

namespace spdlog {
class logger;
}

namespace lielow {

class Progress {
 public:
  // Appends to the log file.
  explicit Progress(const std::filesystem::path& log);

  // A line that stays.
  void Line(const std::string& text);

  // The same, as a warning.
  void Warning(const std::string& text);

  // Shows `text` below the lines, for the moment. Thread-safe.
  void Live(const std::string& text);

  // Whether Live would show a new text now: making it may cost something.
  bool WantsLive() const;

 private:
  const std::shared_ptr<spdlog::logger> logger_;

  mutable std::mutex mutex_;
  TerminalLine live_;  // Guarded by mutex_.
};

// 12345678 as "12,345,678".
std::string WithThousands(std::int64_t number);

// "3:05" for 185 seconds, "1:02:03" above an hour.
std::string ClockText(double seconds);

}  // namespace lielow
