// What a search thinks, as text and JSON.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "game/position.h"
#include "mcts/tactics.h"
#include "tools/json_text.h"

namespace lielow {

// "wins in 5", "loses in 4", or a probability such as "63.2 %". Certainty is for proofs.
std::string OpinionText(float value, ProvenResult result);

// The moves of a line of play, one after the other.
std::vector<std::string> LineTexts(Position start, std::span<const Move> moves);
std::string LineText(const Position& start, std::span<const Move> moves);

// Of a proven result; else null.
Json PliesJson(ProvenResult result);

}  // namespace lielow
