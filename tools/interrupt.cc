#include "tools/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "tools/program.h"

namespace lielow {
namespace {

std::atomic<bool> graceful = false;
std::atomic<bool> interrupted = false;
std::string_view shown;  // Set before `graceful`.
static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");

extern "C" void HandleInterrupt(int /*signal*/) {
  if (!graceful || interrupted) _exit(kExitInterrupted);
  interrupted = true;
  // Nothing to be done if standard error is gone.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, shown.data(), shown.size());
}

}  // namespace

void InstallInterruptHandler() {
  struct sigaction action {};
  action.sa_handler = HandleInterrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

const std::atomic<bool>& InterruptGracefully(std::string_view message) {
  shown = message;
  graceful = true;
  return interrupted;
}

}  // namespace lielow
