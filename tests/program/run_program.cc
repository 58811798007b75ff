#include "tests/program/run_program.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace lielow {
namespace {

constexpr std::chrono::minutes kTimeLimit{5};
constexpr std::chrono::milliseconds kPause{2};

// A file without a name: unlike a pipe, it needs nobody who reads while the program writes.
std::FILE* TemporaryFile(std::string_view text = "") {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) throw std::runtime_error("cannot make a temporary file");
  std::fwrite(text.data(), 1, text.size(), file);
  std::rewind(file);
  return file;
}

std::string Contents(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[4096];
  while (const std::size_t size = std::fread(buffer, 1, sizeof(buffer), file)) {
    text.append(buffer, size);
  }
  return text;
}

int UnreadPipe() {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
  close(ends[0]);
  return ends[1];
}

int OpenOutput(const ProgramOptions& options, std::FILE* otherwise) {
  const int file = options.unread_output ? UnreadPipe()
                   : options.output_file.empty()
                       ? dup(fileno(otherwise))
                       : open(options.output_file.c_str(), O_WRONLY | O_CREAT, 0666);
  if (file < 0) throw std::runtime_error("cannot open " + options.output_file);
  return file;
}

// In the child, where nothing but system calls is allowed.
[[noreturn]] void Become(char* const* arguments, int input, int output, int errors,
                         const ProgramOptions& options) {
  // A test that is killed leaves no program behind.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool ready = dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
               dup2(errors, STDERR_FILENO) >= 0;
  if (!options.directory.empty()) ready = ready && chdir(options.directory.c_str()) == 0;
  if (options.largest_file) {
    // Ignored, the signal gives way to an error of write.
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{*options.largest_file, *options.largest_file};
    ready = ready && setrlimit(RLIMIT_FSIZE, &limit) == 0;
  }
  if (ready) execv(arguments[0], arguments);
  _exit(127);
}

}  // namespace

RunningProgram::RunningProgram(const std::vector<std::string>& arguments,
                               const ProgramOptions& options)
    : input_(TemporaryFile(options.input), std::fclose),
      output_(TemporaryFile(), std::fclose),
      errors_(TemporaryFile(), std::fclose),
      deadline_(std::chrono::steady_clock::now() + kTimeLimit) {
  std::vector<std::string> texts = arguments;
  texts.insert(texts.begin(), LIELOW_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const int output = OpenOutput(options, output_.get());
  process_ = fork();
  if (process_ == 0) {
    Become(pointers.data(), fileno(input_.get()), output, fileno(errors_.get()), options);
  }
  close(output);
  if (process_ < 0) throw std::runtime_error("cannot start a process");
}

RunningProgram::~RunningProgram() {
  if (status_) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool RunningProgram::Running() {
  if (status_) return false;
  const bool late = std::chrono::steady_clock::now() >= deadline_;
  if (late) {
    ADD_FAILURE() << "the program was killed: it ran for more than five minutes";
    kill(process_, SIGKILL);
  }
  int status = 0;
  if (waitpid(process_, &status, late ? 0 : WNOHANG) == 0) return true;
  status_ = status;
  return false;
}

bool RunningProgram::RunsUntil(const std::function<bool()>& condition) {
  while (!condition()) {
    if (!Running()) {
      ADD_FAILURE() << "the program ended before what was waited for";
      return false;
    }
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

void RunningProgram::Send(int signal) const { kill(process_, signal); }

ProgramResult RunningProgram::Wait() {
  while (Running()) std::this_thread::sleep_for(kPause);
  ProgramResult result;
  if (WIFEXITED(*status_)) result.exit_code = WEXITSTATUS(*status_);
  if (WIFSIGNALED(*status_)) result.signal = WTERMSIG(*status_);
  result.output = Contents(output_.get());
  result.errors = Contents(errors_.get());
  return result;
}

ProgramResult RunProgram(const std::vector<std::string>& arguments, const ProgramOptions& options) {
  return RunningProgram(arguments, options).Wait();
}

testing::AssertionResult IsRefusal(const ProgramResult& result, const std::string& place) {
  // What was found is quoted, but a whole file is not.
  constexpr std::size_t kLongest = 400;
  const std::string& errors = result.errors;
  const auto fail = [&](const std::string& reason) {
    return testing::AssertionFailure()
           << reason << "; exit code " << result.exit_code << ", signal " << result.signal
           << ", standard output \"" << result.output.substr(0, kLongest) << "\", standard error \""
           << errors.substr(0, kLongest) << "\"";
  };
  if (result.exit_code != 2) return fail("expected exit code 2");
  if (!result.output.empty()) return fail("expected nothing on standard output");
  if (!errors.starts_with("lielow: ") || std::count(errors.begin(), errors.end(), '\n') != 1 ||
      !errors.ends_with('\n')) {
    return fail("expected one line on standard error");
  }
  if (errors.size() > kLongest) return fail("the line has " + std::to_string(errors.size()));
  if (errors.find(place) == std::string::npos) return fail("the line does not name " + place);
  return testing::AssertionSuccess();
}

}  // namespace lielow
