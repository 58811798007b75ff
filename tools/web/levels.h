// The strengths that the page offers to play against.

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mcts/player.h"
#include "selfplay/match.h"
#include "tools/json_text.h"

namespace lielow {

struct Level {
  std::string id;
  std::string name;
  std::string about;   // One short sentence.
  std::string player;  // As in commands.
  std::string plain;   // Instead of "net" on boards for which no network is shipped; else empty.
};

// From the weakest to the strongest. One has the id "fast".
std::vector<Level> StandardLevels();

// The text of the player that plays a level on a board of this size.
std::string PlayerOf(const Level& level, int size);

// Players of all levels, made when they are first needed and used again. Safe from any thread.
class LevelPlayers {
 public:
  // Throws InputError for what is no player.
  explicit LevelPlayers(std::vector<Level> levels);

  const std::vector<Level>& levels() const { return levels_; }

  // The level's choice. Throws WebError for a level that there is not.
  MoveChoice ChooseMove(const std::string& level, const MoveRequest& request);

 private:
  struct Places {
    PlayerFactory make;
    std::vector<std::unique_ptr<Player>> free;
  };

  std::unique_ptr<Player> Take(const Level& level, int size);

  const std::vector<Level> levels_;
  std::mutex mutex_;
  std::map<std::pair<std::string, int>, Places> players_;  // By level and size. Guarded by mutex_.
};

}  // namespace lielow
