// JSON on standard output: one object a line, keys in the order they were set.

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "mcts/tactics.h"

namespace lielow {

using Json = nlohmann::ordered_json;

void PrintJson(const Json& json);

// The whole number that an object has under `key`. Throws Json::exception if it has none.
std::int64_t IntegerAt(const Json& object, const char* key);

// "win", "loss" or null.
Json ProofJson(Proof proof);

}  // namespace lielow
