// Games that a person pastes, loads and saves.

#pragma once

#include <string>

#include "tools/json_text.h"

namespace lielow {

// What a pasted text holds: game records, a bare list of moves, or a position string. Throws
// InputError.
Json ReadGamesJson(const std::string& text);

// The record (.lgn) of a game with "tags", "annotations" and "resigned". Throws InputError.
std::string WriteGameText(const Json& request);

}  // namespace lielow
