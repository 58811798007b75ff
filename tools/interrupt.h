// Ctrl-C and SIGTERM.

#pragma once

#include <atomic>

namespace lielow {

// From now on either ends the process at once with exit code 130.
void InstallInterruptHandler();

// From now on the first one only sets the flag that is returned; the second ends the process.
const std::atomic<bool>& InterruptGracefully();

}  // namespace lielow
