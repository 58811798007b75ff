// The date, as game records write it.

#pragma once

#include <string>

namespace lielow {

// Local time, such as "2026.11.30".
std::string Today();

}  // namespace lielow
