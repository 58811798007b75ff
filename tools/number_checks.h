// Checks of numbers on the command line that CLI11 takes without a word: it makes -1 a huge seed,
// and lets nan pass every range.

#pragma once

#include <CLI/CLI.hpp>

namespace lielow {

// A whole number of 64 bits, from 0.
CLI::Validator SeedCheck();

// A number with `low <= number <= high`.
CLI::Validator NumberCheck(double low, double high);

}  // namespace lielow
