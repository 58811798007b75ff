// Fuzz target: the input is a position string.

#include <cstddef>
#include <cstdint>
#include <string>

#include "game/input_error.h"
#include "game/position.h"
#include "tests/fuzz/require.h"
#include "tests/support/plain_position.h"
#include "tests/support/position_comparison.h"

namespace lielow {
namespace {

void CheckPositionString(const std::string& text) {
  const auto plain = PlainPosition::Read(text);
  try {
    const Position position = Position::Parse(text);
    Require(plain.has_value(), "what is accepted follows the rules of position strings");
    Require(position.ToString() == text, "an accepted position string is written as it was read");
    // All that the plain rules say of a position takes long, so not every one is asked for it.
    if (position.hash() % 64 != 0) return;
    Random random(1);
    const std::string difference = Difference(position, *plain, random);
    Require(difference.empty(), "the plain rules agree; they differ in: " + difference);
  } catch (const InputError& error) {
    Require(!plain.has_value(), std::string("what is refused breaks the rules of position "
                                            "strings; refused with: ") +
                                    error.what());
    Require(std::string(error.what()).find('\n') == std::string::npos, "errors have one line");
  }
}

}  // namespace
}  // namespace lielow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lielow::CheckPositionString(std::string(data, data + size));
  return 0;
}
