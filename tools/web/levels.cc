#include "tools/web/levels.h"

#include <algorithm>
#include <span>
#include <utility>

#include "game/quoted_text.h"
#include "tools/player_spec.h"
#include "tools/shipped_files.h"
#include "tools/web/web_error.h"

namespace lielow {

// Their ratings are in README.md ("In the browser"). What opens by chance does not open the same
// way every time.
std::vector<Level> StandardLevels() {
  const std::string net = "net,backend=eigen,opening_temperature=0.5,";
  return {
      {"beginner", "Beginner", "Sees what can be taken now, and little else", "greedy", ""},
      {"easy", "Easy", "Thinks a little, and errs often", "rollouts:n=400", ""},
      {"casual", "Casual", "Plays by intuition alone", net + "sims=1", "alphabeta:depth=1"},
      {"fast", "Fast", "Answers at once, and punishes mistakes", net + "sims=16",
       "alphabeta:depth=2"},
      {"strong", "Strong", "Thinks ahead before each move", net + "sims=200", "alphabeta:depth=4"},
      {"full", "Full", "Thinks for a second, as deep as it gets", net + "ms=1000",
       "alphabeta:ms=1000"}};
}

std::string PlayerOf(const Level& level, int size) {
  return level.plain.empty() || ShippedModel(size) ? level.player : level.plain;
}

LevelPlayers::LevelPlayers(std::vector<Level> levels) : levels_(std::move(levels)) {
  const int size = Position().size();
  for (const Level& level : levels_) {
    players_[{level.id, size}].make = ParsePlayer(PlayerOf(level, size), size);
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
  const int size = request.position.size();
  std::unique_ptr<Player> player = Take(*found, size);
  MoveChoice choice;
  player->ChooseMoves(std::span(&request, 1), std::span(&choice, 1));
  const std::lock_guard lock(mutex_);
  players_[{level, size}].free.push_back(std::move(player));
  return choice;
}

std::unique_ptr<Player> LevelPlayers::Take(const Level& level, int size) {
  const std::lock_guard lock(mutex_);
  Places& places = players_[{level.id, size}];
  if (!places.free.empty()) {
    std::unique_ptr<Player> player = std::move(places.free.back());
    places.free.pop_back();
    return player;
  }
  if (!places.make) places.make = ParsePlayer(PlayerOf(level, size), size);
  return places.make();
}

}  // namespace lielow
