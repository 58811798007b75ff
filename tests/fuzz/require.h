// How a fuzz target says that something is wrong with the program.

#pragma once

#include <stdexcept>
#include <string>

namespace lielow {

// Never caught by a target, so that libFuzzer and tests/fuzz/corpus_driver.cc both see it.
class FuzzFinding : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void Require(bool claim, const std::string& claim_in_words) {
  if (!claim) throw FuzzFinding("does not hold: " + claim_in_words);
}

}  // namespace lielow
