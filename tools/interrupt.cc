#include "tools/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "tools/program.h"

namespace lielow {
namespace {

std::atomic<bool> graceful = false;
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");

extern "C" void HandleInterrupt(int /*signal*/) {
  if (!graceful || interrupted) _exit(kExitInterrupted);
  interrupted = true;
  constexpr std::string_view kText = "\nfinishing and saving; once more to stop at once\n";
  // Nothing to be done if standard error is gone.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kText.data(), kText.size());
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

const std::atomic<bool>& InterruptGracefully() {
  graceful = true;
  return interrupted;
}

}  // namespace lielow
