#include "tools/number_checks.h"

#include <cstdint>
#include <sstream>
#include <string>

#include "game/quoted_text.h"
#include "tools/number_text.h"

namespace lielow {
namespace {

// CLI11 puts the option before it.
std::string Found(const std::string& text, const std::string& expected) {
  return "found " + Quoted(text) + ", expected " + expected;
}

}  // namespace

CLI::Validator SeedCheck() {
  return {[](std::string& text) {
            if (ParseNumber<std::uint64_t>(text)) return std::string();
            return Found(text, "a whole number from 0 to " + std::to_string(UINT64_MAX));
          },
          ""};
}

CLI::Validator NumberCheck(double low, double high) {
  return {[low, high](std::string& text) {
            const auto number = ParseNumber<double>(text);
            if (number && *number >= low && *number <= high) return std::string();
            std::ostringstream expected;
            expected << "a number from " << low << " to " << high;
            return Found(text, expected.str());
          },
          ""};
}

}  // namespace lielow
