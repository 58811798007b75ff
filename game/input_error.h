// The one exception for bad input: a file, a notation, an option, a configuration.
//
// Its text is a single line that names the place, what was found and what is allowed. Libraries
// throw it; only the commands in tools/ catch it.

#pragma once

#include <stdexcept>

namespace lielow {

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lielow
