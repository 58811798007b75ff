// Runs the program under test as a process of its own, as a user or a script would.

#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lielow {

struct ProgramResult {
  int exit_code = -1;  // -1 where a signal ended it.
  int signal = 0;      // That signal, or 0.
  std::string output;  // What it wrote to standard output.
  std::string errors;  // What it wrote to standard error.
};

struct ProgramOptions {
  std::string input = {};                // Its standard input.
  std::filesystem::path directory = {};  // Where it runs; empty: where the test runs.

  // Where its standard output goes, instead of to the result.
  std::string output_file = {};
  bool unread_output = false;  // To a pipe whose reader is gone.

  // Writing beyond so many bytes of a file fails, as on a full disk.
  std::optional<std::uint64_t> largest_file = {};
};

class RunningProgram {
 public:
  explicit RunningProgram(const std::vector<std::string>& arguments,
                          const ProgramOptions& options = {});
  ~RunningProgram();  // Kills it, if it still runs.
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  // Whether it still runs. After five minutes it is killed, and the test has failed.
  bool Running();

  // Waits for a condition. Returns false, and the test has failed, if the program ends before.
  bool RunsUntil(const std::function<bool()>& condition);

  // REQUIRES: Wait has not returned.
  void Send(int signal) const;

  // Until it has ended.
  ProgramResult Wait();

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  const File input_;
  const File output_;
  const File errors_;
  pid_t process_ = -1;
  std::chrono::steady_clock::time_point deadline_;
  std::optional<int> status_;  // As of waitpid, once it has ended.
};

ProgramResult RunProgram(const std::vector<std::string>& arguments,
                         const ProgramOptions& options = {});

// Whether it ended as it must for bad input: exit code 2, nothing on standard output, and one line
// on standard error that names `place`.
testing::AssertionResult IsRefusal(const ProgramResult& result, const std::string& place);

}  // namespace lielow
