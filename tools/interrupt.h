// Ctrl-C and SIGTERM.

#pragma once

#include <atomic>
#include <string_view>

namespace lielow {

// From now on either ends the process at once with exit code 130.
void InstallInterruptHandler();

// From now on the first one only shows `message` and sets the flag that is returned; the second
// ends the process.
const std::atomic<bool>& InterruptGracefully(std::string_view message);

}  // namespace lielow
