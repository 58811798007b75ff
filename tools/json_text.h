// JSON on standard output: one object a line, keys in the order they were set.

#pragma once

#include <nlohmann/json.hpp>

#include "mcts/tactics.h"

namespace lielow {

using Json = nlohmann::ordered_json;

void PrintJson(const Json& json);

// "win", "loss" or null.
Json ProofJson(Proof proof);

}  // namespace lielow
