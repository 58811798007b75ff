#include "tools/played_game.h"

#include <cassert>

namespace lielow {

std::optional<MoveMade> PlayedGame::last() const {
  if (moves_.empty()) return std::nullopt;
  return MoveMade{positions_[moves_.size() - 1], moves_.back()};
}

int PlayedGame::MoveNumber() const {
  const int before_first = ToMoveAt(0) == Color::kBlue ? 0 : 1;
  return (ply() + before_first) / 2 + 1;
}

std::optional<Color> PlayedGame::winner() const {
  return resigned_ ? std::optional(Other(position().to_move())) : position().winner();
}

void PlayedGame::Play(Move move) {
  assert(!over());
  Position next = position();
  next.Play(move);
  positions_.push_back(next);
  moves_.push_back(move);
}

void PlayedGame::TakeBackTo(int ply) {
  assert(ply >= 0 && ply <= this->ply());
  moves_.resize(static_cast<std::size_t>(ply));
  positions_.erase(positions_.begin() + ply + 1, positions_.end());
  resigned_ = false;
}

GameRecord PlayedGame::Record() const {
  GameRecord record;
  record.start = positions_.front();
  record.moves = moves_;
  record.winner = winner();
  record.termination = resigned_ ? Termination::kResigned : TerminationOf(position().ending());
  return record;
}

}  // namespace lielow
