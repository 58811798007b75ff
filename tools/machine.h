// What machine this is, for figures that are to mean something.

#pragma once

#include <string>

namespace lielow {

// Model, processors that this process may use, and the vector instructions that matter to us.
std::string ProcessorText();

}  // namespace lielow
