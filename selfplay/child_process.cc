#include "selfplay/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace lielow {
namespace {

using Problem = ChildProcess::Problem;

struct Pipe {
  int read = -1;
  int write = -1;
};

[[noreturn]] void Fail(const char* what) {
  throw std::runtime_error(std::string("cannot start another program: ") + what + ": " +
                           std::strerror(errno));
}

// Not inherited by other programs that are started meanwhile.
Pipe MakePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) Fail("pipe");
  return {ends[0], ends[1]};
}

int Milliseconds(ChildProcess::Clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - ChildProcess::Clock::now()).count();
  constexpr std::chrono::milliseconds::rep kLongest = 1'000'000'000;
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, kLongest));
}

// Waits until the file can be read or written.
bool WaitFor(int file, decltype(pollfd::events) events, ChildProcess::Clock::time_point deadline) {
  while (true) {
    pollfd waiting = {.fd = file, .events = events, .revents = 0};
    const int ready = ::poll(&waiting, 1, Milliseconds(deadline));
    if (ready > 0) return true;
    if (ready == 0 && ChildProcess::Clock::now() >= deadline) return false;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// A write to a program that has ended is an error, not a signal that ends us.
void IgnoreBrokenPipes() {
  static const bool once = [] {
    struct sigaction action {};
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, nullptr);
    return true;
  }();
  static_cast<void>(once);
}

// Between fork and exec: only what is safe there.
[[noreturn]] void Become(const char* command, const Pipe& input, const Pipe& output) {
  ::setpgid(0, 0);
  // It must not outlive us, however we end. (It is the end of the thread that counts.)
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(input.read, STDIN_FILENO);
  ::dup2(output.write, STDOUT_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command) {
  IgnoreBrokenPipes();
  const Pipe input = MakePipe();
  const Pipe output = MakePipe();
  process_ = ::fork();
  if (process_ < 0) Fail("fork");
  if (process_ == 0) Become(command.c_str(), input, output);
  ::setpgid(process_, process_);  // Here too: whoever comes first.
  ::close(input.read);
  ::close(output.write);
  input_ = input.write;
  output_ = output.read;
  ::fcntl(input_, F_SETFL, O_NONBLOCK);
  ::fcntl(output_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  constexpr std::chrono::milliseconds kMoment{200};
  if (!farewell_.empty() && Write(farewell_, Clock::now() + kMoment) == Problem::kNone) {
    WaitForEnd(kMoment);
  }
  ::kill(-process_, SIGKILL);
  if (!status_) {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  ::close(input_);
  ::close(output_);
}

Problem ChildProcess::Write(std::string_view line, Clock::time_point deadline) {
  std::string text(line);
  text += '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(input_, rest.data(), rest.size());
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      if (!WaitFor(input_, POLLOUT, deadline)) return Problem::kTime;
    } else if (errno != EINTR) {
      return Problem::kEnded;
    }
  }
  return Problem::kNone;
}

ChildProcess::Line ChildProcess::Read(Clock::time_point deadline) {
  std::size_t searched = 0;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      Line line{buffer_.substr(0, end)};
      buffer_.erase(0, end + 1);
      if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
      return line;
    }
    searched = buffer_.size();
    if (searched > kLongestLine) return {{}, Problem::kLineTooLong};
    // Also one that never stops talking must come to an end.
    if (Clock::now() >= deadline) return {{}, Problem::kTime};
    std::array<char, 4096> chunk;
    const ssize_t count = ::read(output_, chunk.data(), chunk.size());
    if (count > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    } else if (count < 0 && errno == EAGAIN) {
      if (!WaitFor(output_, POLLIN, deadline)) return {{}, Problem::kTime};
    } else if (count == 0 || errno != EINTR) {
      return {{}, Problem::kEnded};
    }
  }
}

std::string ChildProcess::EndText() {
  if (!WaitForEnd(std::chrono::seconds(2))) return "closed its output";
  if (WIFSIGNALED(*status_)) return "ended by signal " + std::to_string(WTERMSIG(*status_));
  return "ended with exit code " + std::to_string(WEXITSTATUS(*status_));
}

bool ChildProcess::WaitForEnd(std::chrono::milliseconds time) {
  const auto deadline = Clock::now() + time;
  while (!status_) {
    int status = 0;
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      status_ = status;
    } else if (Clock::now() >= deadline) {
      return false;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return true;
}

}  // namespace lielow
