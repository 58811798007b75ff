// A finished game of self-play, as it is kept for training.
//
// Positions are not stored: they follow from the start and the moves.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"
#include "mcts/proof.h"

namespace lielow {

// What the search said of one position of the game, for the player to move there.
struct RecordedMove {
  Move move;  // The move that was played.

  // False for plies that are not trained: random opening plies.
  bool trained = true;

  // The improved policy, one probability a legal move in the order of Position::LegalMoves; sums to
  // 1. Empty where !trained.
  std::vector<float> policy = {};

  float value = 0.5F;  // Probability that the player to move wins, by the search.
  Proof proof = Proof::kNone;

  bool operator==(const RecordedMove&) const = default;
};

struct RecordedGame {
  Position start;
  std::vector<RecordedMove> moves;
  Color winner = Color::kBlue;
  Ending ending = Ending::kNone;

  std::int64_t number = 0;  // Of the run's games, from 0; its seed derives from it.
  std::uint64_t seed = 0;
  std::int64_t model_step = 0;  // Training steps of the network that played its last move.

  int TrainedPositions() const;

  bool operator==(const RecordedGame&) const = default;
};

// The moves as bytes, for a database or a message: a version, then a ply each with its sparse
// policy in 16-bit fixed point (so probabilities come back within 1 / 65535, and sum to 1 again). A
// position with 46 legal moves, all of them with a probability, takes 105 bytes.
//
// Nothing that DecodeMoves would refuse is ever written: throws std::invalid_argument, with the
// game's number and the ply, on an illegal move, a value or probability that is not finite or not
// in [0, 1], a policy that does not fit the legal moves or does not sum to 1, a game that is not
// finished, a winner or ending that is not what the moves lead to.
std::string EncodeMoves(const RecordedGame& game);

// Reads what EncodeMoves wrote, replaying the rules from `game.start`; sets moves, winner and
// ending. Throws InputError on anything damaged: an illegal move, a number that is not finite or
// out of range, a policy that does not fit the legal moves, bytes missing or left over, a game
// that is not finished; and on a format version that it does not know. Then `game` is unchanged.
// There is no checksum: a changed byte that still makes a game of legal moves is not noticed.
void DecodeMoves(std::string_view bytes, RecordedGame& game);

}  // namespace lielow
