#include "tools/web/levels.h"

#include <algorithm>
#include <span>
#include <utility>

#include "game/quoted_text.h"
#include "tools/player_spec.h"
#include "tools/web/web_error.h"

namespace lielow {

std::vector<Level> StandardLevels() {
  return {{"beginner", "Beginner", "Sees what can be taken now, and little else", "greedy"},
          {"easy", "Easy", "Thinks a little, and errs often", "rollouts:n=30"},
          {"fast", "Fast", "Answers at once, and punishes plain mistakes", "rollouts:n=400"},
          {"strong", "Strong", "Looks four moves ahead", "alphabeta:depth=4"},
          {"full", "Full", "Thinks for a second, as deep as it gets", "alphabeta:ms=1000"}};
}

LevelPlayers::LevelPlayers(std::vector<Level> levels) : levels_(std::move(levels)) {
  for (const Level& level : levels_) {
    players_.push_back({.make = ParsePlayer(level.player, Position().size()), .free = {}});
  }
}

MoveChoice LevelPlayers::ChooseMove(const std::string& level, const MoveRequest& request) {
  const auto found = std::find_if(levels_.begin(), levels_.end(),
                                  [&](const Level& each) { return each.id == level; });
  if (found == levels_.end()) {
    std::string allowed;
    for (const Level& each : levels_) allowed += (allowed.empty() ? "" : ", ") + each.id;
    throw WebError(kBadRequest, "level: found " + Quoted(level) + "; allowed are " + allowed);
  }
  Places& places = players_[static_cast<std::size_t>(found - levels_.begin())];
  std::unique_ptr<Player> player;
  {
    const std::lock_guard lock(mutex_);
    if (!places.free.empty()) {
      player = std::move(places.free.back());
      places.free.pop_back();
    }
  }
  if (player == nullptr) player = places.make();
  MoveChoice choice;
  player->ChooseMoves(std::span(&request, 1), std::span(&choice, 1));
  const std::lock_guard lock(mutex_);
  places.free.push_back(std::move(player));
  return choice;
}

}  // namespace lielow
