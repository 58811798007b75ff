// Whoever chooses moves: the plain opponents, a search, a network.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/game_record.h"
#include "game/position.h"
#include "mcts/tactics.h"

namespace lielow {

// How a game came to where it is.
struct GameSoFar {
  Position start;
  std::vector<Move> moves;  // They lead to the position on the board.
  std::uint64_t seed = 0;   // Of the game: its move at ply p has DeriveSeed(seed, p).
};

struct MoveRequest {
  Position position;
  int ply = 0;             // From the start of the game.
  std::uint64_t seed = 0;  // All that is random in the answer comes from it.

  // Where the caller knows it; valid during the call. For players that keep something from move to
  // move: other programs, searches that go on from their tree. Such a caller tells the game's end.
  const GameSoFar* game = nullptr;
};

// Why there is no move: the player has lost the game by it.
struct PlayerFailure {
  Termination termination = Termination::kIllegalMove;  // Or kTime.
  std::string reason;                                   // One line.
};

struct MoveChoice {
  Move move;

  // Probability that the player to move wins, where the player has an opinion.
  std::optional<float> value = std::nullopt;

  // What the player has proven, for the player to move.
  ProvenResult result = {};

  // Then there is no move. Only of players that are other programs.
  std::optional<PlayerFailure> failure = std::nullopt;
};

class Player {
 public:
  virtual ~Player() = default;

  // Writes choices[i] for requests[i]; blocks. A choice depends on its own request alone, and what
  // the player chose before in the same game, so games can be played together or apart with the
  // same moves. Not thread-safe: one player a thread. REQUIRES: equal sizes, no finished games, no
  // two requests of one game.
  virtual void ChooseMoves(std::span<const MoveRequest> requests,
                           std::span<MoveChoice> choices) = 0;

  // No more moves of this game, by its seed, will be asked for.
  virtual void EndGame(const GameSoFar& /*game*/) {}
};

}  // namespace lielow
