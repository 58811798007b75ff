// A finished game of self-play, as it is kept for training.
//
// Positions are not stored: they follow from the start and the moves.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game_record.h"
#include "game/position.h"
#include "mcts/proof.h"

namespace lielow {

// How thoroughly a move was searched.
enum class Effort : std::uint8_t {
  kNone,  // Not at all: a random move of the opening.
  kFast,  // With few simulations, to get on with the game.
  kFull,  // With all of them: the position is trained.
};

// What the search said of one position of the game, for the player to move there.
struct RecordedMove {
  Move move;  // The move that was played.
  Effort effort = Effort::kFull;

  // The improved policy, one probability a legal move in the order of Position::LegalMoves; sums to
  // 1. Empty unless the search was full.
  std::vector<float> policy = {};

  // How far that policy is from what the network thought at first: the Kullback-Leibler divergence,
  // in nats. 0 unless the search was full and the network was asked.
  float surprise = 0;

  float value = 0.5F;  // Probability that the player to move wins, by the search.
  Proof proof = Proof::kNone;
  std::int64_t model_step = 0;  // Training steps of the network that searched.

  bool trained() const { return effort == Effort::kFull; }

  bool operator==(const RecordedMove&) const = default;
};

struct RecordedGame {
  Position start;
  std::vector<RecordedMove> moves;
  Termination termination = Termination::kUnfinished;  // Or a king captured, moved off, resigned.
  Color winner = Color::kBlue;                         // Of a finished game.

  std::int64_t number = 0;  // Of its source's games, from 0; its seed derives from it.
  std::uint64_t seed = 0;

  // Who would have resigned first, where the game was played on to see whether they would have been
  // right.
  std::optional<Color> would_resign = {};

  int TrainedPositions() const;

  // Of the network that played the last move.
  std::int64_t model_step() const { return moves.empty() ? 0 : moves.back().model_step; }

  bool operator==(const RecordedGame&) const = default;
};

// Rounds probabilities to the steps in which EncodeMoves keeps them, so that a game is the same
// before and after it has been stored.
void RoundPolicy(std::vector<float>& policy);

// The moves as bytes, for a database or a message: a version, then a ply each with its sparse
// policy in 16-bit fixed point (so probabilities come back within 1 / 65535, and sum to 1 again). A
// position with 46 legal moves, all of them with a probability, takes 113 bytes.
//
// Nothing that DecodeMoves would refuse is ever written: throws std::invalid_argument, with the
// game's number and the ply, on an illegal move, a number that is not finite or out of range, a
// policy that does not fit the legal moves or does not sum to 1, a winner or termination that is
// not what the moves lead to.
std::string EncodeMoves(const RecordedGame& game);

// Reads what EncodeMoves wrote, replaying the rules from `game.start`; sets moves, winner and
// termination. Throws InputError on anything damaged: an illegal move, a number that is not finite
// or out of range, a policy that does not fit the legal moves, bytes missing or left over, a
// termination that the moves do not lead to; and on a format version that it does not know. Then
// `game` is unchanged. There is no checksum: a changed byte that still makes a game of legal moves
// is not noticed.
//
// Moves of format version 1 have no step of a model: they get `model_step`.
void DecodeMoves(std::string_view bytes, std::int64_t model_step, RecordedGame& game);

}  // namespace lielow
