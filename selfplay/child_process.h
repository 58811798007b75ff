// Another program that is talked to by lines: its standard input and output are ours.

#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lielow {

// Belongs to the thread that makes it: the program is killed when that thread ends.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // What came instead of a line.
  enum class Problem { kNone, kTime, kEnded, kLineTooLong };

  struct Line {
    std::string text;  // Without its end.
    Problem problem = Problem::kNone;
  };

  static constexpr std::size_t kLongestLine = 1 << 20;

  // Runs `command` with the shell, in a process group of its own. Its standard error stays ours.
  // Throws std::runtime_error if the system has no process or pipe left.
  explicit ChildProcess(const std::string& command);

  // Ends the program and all that it has started in its group, with a moment to do so by itself if
  // there is a farewell to tell it.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends the line and its end. Problem::kTime where the program does not read it until `deadline`.
  Problem Write(std::string_view line, Clock::time_point deadline);

  // The next line of the program's output.
  Line Read(Clock::time_point deadline);

  // "ended by signal 11", "ended with exit code 3". Waits a moment for the end.
  std::string EndText();

  // Told before the end, as a line. Empty: nothing.
  void SetFarewell(std::string line) { farewell_ = std::move(line); }

  pid_t process() const { return process_; }

 private:
  bool WaitForEnd(std::chrono::milliseconds time);

  pid_t process_ = -1;
  int input_ = -1;   // Where the program's input is written.
  int output_ = -1;  // Where its output is read.
  std::string buffer_;
  std::string farewell_;
  std::optional<int> status_;  // As of waitpid, once it has ended.
};

}  // namespace lielow
