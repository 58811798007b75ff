// What scripted dialogues need: players whose moves are known, and what a session answers.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "game/move_text.h"
#include "mcts/player.h"
#include "mcts/random_player.h"
#include "tools/play_session.h"

namespace lielow {

struct ScriptedMove {
  std::string move;
  std::optional<float> value = std::nullopt;
  ProvenResult result = {};
};

// Plays the moves it was given for the plies of a game; throws where it has none.
class ScriptedPlayer final : public Player {
 public:
  explicit ScriptedPlayer(std::map<int, ScriptedMove> moves) : moves_(std::move(moves)) {}

  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto found = moves_.find(requests[i].ply);
      if (found == moves_.end()) throw std::out_of_range("no move in the script");
      const ScriptedMove& scripted = found->second;
      choices[i] = {.move = ParseMove(requests[i].position, scripted.move),
                    .value = scripted.value,
                    .result = scripted.result};
    }
  }

 private:
  const std::map<int, ScriptedMove> moves_;
};

// A human against a scripted player on a 4x4 board: the human is Blue unless `computer` is.
inline PlaySetup HumanAgainst(std::map<int, ScriptedMove> moves, Color computer = Color::kRed) {
  PlaySetup setup;
  setup.start = Position(4);
  setup.seats[static_cast<std::size_t>(Index(computer))] = {
      "scripted", std::make_unique<ScriptedPlayer>(std::move(moves))};
  setup.adviser = std::make_unique<RandomPlayer>();
  setup.date = "2026.11.30";
  return setup;
}

inline PlaySetup TwoHumans(const Position& start) {
  PlaySetup setup;
  setup.start = start;
  setup.adviser = std::make_unique<RandomPlayer>();
  return setup;
}

// All that a session shows to a person who enters `input`.
inline std::string Dialogue(PlaySetup setup, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  RunPlaySession(std::move(setup), in, out);
  return out.str();
}

// The dialogue without greeting, boards and empty lines: what is said, line by line.
inline std::vector<std::string> Said(PlaySetup setup, const std::string& input) {
  std::istringstream text(Dialogue(std::move(setup), input));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    const bool of_board = line.size() > 2 && (line.starts_with("   ") || line[3] == '|');
    if (!line.empty() && !of_board) lines.push_back(line);
  }
  if (!lines.empty()) lines.erase(lines.begin());
  if (!lines.empty() && lines[0].starts_with("b1, r1: stacks")) lines.erase(lines.begin());
  return lines;
}

}  // namespace lielow
