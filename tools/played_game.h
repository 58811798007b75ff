// A game while it is played: moves are made and taken back, and a side can resign.

#pragma once

#include <optional>
#include <vector>

#include "game/game_record.h"
#include "game/position.h"
#include "tools/board_text.h"

namespace lielow {

class PlayedGame {
 public:
  // REQUIRES: `start` is not over.
  explicit PlayedGame(const Position& start) : positions_{start} {}

  const Position& position() const { return positions_.back(); }
  int ply() const { return static_cast<int>(moves_.size()); }
  std::optional<MoveMade> last() const;

  // Whose turn it was after `ply` moves. REQUIRES: 0 <= ply <= ply().
  Color ToMoveAt(int ply) const { return positions_[static_cast<std::size_t>(ply)].to_move(); }

  // As records count: a move of Blue and one of Red have the same number.
  int MoveNumber() const;

  bool over() const { return resigned_ || position().over(); }
  bool resigned() const { return resigned_; }
  std::optional<Color> winner() const;

  // REQUIRES: not over(), the move is legal.
  void Play(Move move);

  // By the side to move. REQUIRES: not over().
  void Resign() { resigned_ = true; }

  // Takes back all moves but the first `ply`, and a resignation. REQUIRES: 0 <= ply <= ply().
  void TakeBackTo(int ply);

  // Without tags.
  GameRecord Record() const;

 private:
  std::vector<Position> positions_;  // The start, and one after each move.
  std::vector<Move> moves_;
  bool resigned_ = false;
};

}  // namespace lielow
