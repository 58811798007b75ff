#include "tools/analysis_text.h"

#include <algorithm>
#include <cstdio>

#include "game/move_text.h"

namespace lielow {

std::string OpinionText(float value, ProvenResult result) {
  if (result.proof == Proof::kWin) return "wins in " + std::to_string(int{result.plies});
  if (result.proof == Proof::kLoss) return "loses in " + std::to_string(int{result.plies});
  char text[16];
  std::snprintf(text, sizeof(text), "%.1f %%", std::clamp(100.0 * value, 0.1, 99.9));
  return text;
}

std::vector<std::string> LineTexts(Position start, std::span<const Move> moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) {
    texts.push_back(MoveText(start, move));
    start.Play(move);
  }
  return texts;
}

std::string LineText(const Position& start, std::span<const Move> moves) {
  std::string line;
  for (const std::string& move : LineTexts(start, moves)) line += (line.empty() ? "" : " ") + move;
  return line;
}

Json PliesJson(ProvenResult result) {
  if (result.proof == Proof::kNone) return nullptr;
  return int{result.plies};
}

}  // namespace lielow
