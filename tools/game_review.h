// Judging the moves of a game.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game_record.h"
#include "mcts/tactics.h"
#include "tools/analysis.h"
#include "tools/json_text.h"

namespace lielow {

// By the win probability that a move gives away.
enum class Judgement { kGood, kInaccuracy, kMistake, kBlunder };
inline constexpr float kInaccuracyFrom = 0.05F;
inline constexpr float kMistakeFrom = 0.10F;
inline constexpr float kBlunderFrom = 0.20F;

std::string_view JudgementText(Judgement judgement);

// A move of a game; values and results are for the player who makes it.
struct MoveReview {
  int ply = 0;  // From 1.
  Position position;
  Move played;
  std::vector<Move> best_line;
  std::optional<MoveLine> second_line;
  bool all_moves_seen = false;  // Else some are neither visited nor proven.
  float value = 0;              // Before the move, with best play.
  ProvenResult result;
  float played_value = 0;
  ProvenResult played_result;
  Judgement judgement = Judgement::kGood;
};

// Searches every position of the game and judges each move, until `stop` says so. A move is
// reported as soon as it is judged, and again if what follows shows it in another light.
// REQUIRES: the analysis is of the board's size.
std::vector<MoveReview> ReviewGame(const GameRecord& game, Analysis& analysis,
                                   const std::function<bool()>& stop,
                                   const std::function<void(const MoveReview&)>& report);

// One line for people; what a script reads.
std::string ReviewText(const MoveReview& review);
Json ReviewJson(int game, const MoveReview& review);

}  // namespace lielow
