// All thinking that the page asks for: moves of the computer, analysis, review of games.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "tools/json_text.h"
#include "tools/player_spec.h"
#include "tools/web/levels.h"
#include "tools/web/search_slots.h"
#include "tools/web/web_game.h"

namespace lielow {

// Takes an object of a stream; returns false once nobody listens.
using JsonSink = std::function<bool(const Json& json)>;

class WebSearches {
 public:
  // `analyst`: a player with a search tree; empty: the shipped network. Throws InputError for what
  // is no player.
  WebSearches(std::vector<Level> levels, const std::string& analyst);

  const std::vector<Level>& levels() const { return players_.levels(); }

  // The computer's move: {"move", "value", "proven", "plies", "seconds"}.
  Json ChooseMove(const Json& request);

  // Checks the request, and returns what makes its stream: better and better thoughts about a
  // position, and a judgement of each move of a game. Throws WebError if too many think already.
  std::function<void(const JsonSink& sink)> Analyse(const Json& request);
  std::function<void(const JsonSink& sink)> Review(const Json& request);

  // Ends all that goes on, soon.
  void Stop() { stopped_ = true; }

 private:
  class Seat;  // Of one who analyses.

  std::uint64_t NextSeed();

  // What analyses boards of this size.
  SearchSpec AnalystFor(int size);

  LevelPlayers players_;
  const std::string analyst_;
  std::mutex mutex_;
  std::map<int, SearchSpec> analysts_;  // By size. Guarded by mutex_.
  SearchSlots slots_;
  std::atomic<int> analysing_ = 0;
  std::atomic<int> moves_wanted_ = 0;
  std::atomic<bool> stopped_ = false;
  const std::uint64_t seed_;
  std::atomic<std::uint64_t> searches_ = 0;
};

}  // namespace lielow
