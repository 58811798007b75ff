// A game as it is kept in a file (.lgn): tags, start, moves, annotations and result.
//
// The format is in README.md, "Formats". A GameRecord is a plain value; the functions below may be
// called from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/color.h"
#include "game/move.h"
#include "game/position.h"

namespace lielow {

enum class Termination : std::uint8_t {
  kUnfinished,
  kKingCaptured,
  kKingMovedOff,
  kResigned,
  kTime,
  kIllegalMove,
  kUnknown,  // Somebody won, though not on the board, and the record does not say how.
};

// As in the tag Termination, such as "king captured"; empty for kUnknown.
std::string_view TerminationText(Termination termination);

// How a game stands whose moves lead to `ending`; kUnfinished for Ending::kNone.
Termination TerminationOf(Ending ending);

// "1-0" where Blue won, "0-1" where Red won, "*" for an unfinished game.
std::string_view ResultText(std::optional<Color> winner);

// What stands between the moves and is kept without being judged: a comment "{...}", a variation
// "(...)", or a mark such as "!?" or "$1", with its braces, parentheses and line ends ("\n").
struct Annotation {
  int ply = 0;  // The number of moves before it.
  std::string text;

  bool operator==(const Annotation&) const = default;
};

struct GameRecord {
  // Name and value of every tag but Size, Position, Result and Termination, which are the fields
  // below. In the order of the file: Event, Date, Blue, Red, then all others.
  std::vector<std::pair<std::string, std::string>> tags;

  Position start = Position();
  std::vector<Move> moves;
  std::vector<Annotation> annotations;  // By increasing ply.
  std::optional<Color> winner;
  Termination termination = Termination::kUnfinished;

  // The value of the first tag of that name; nullptr if there is none.
  const std::string* FindTag(std::string_view name) const;

  // Changes the tag, or puts a new one in its place in the order. Line ends in a value cannot be
  // written and become spaces. REQUIRES: a name of letters, digits and underscores, not one of the
  // four that are fields.
  void SetTag(std::string_view name, std::string_view value);

  bool operator==(const GameRecord&) const = default;
};

// The position after all moves. REQUIRES: the moves are legal.
Position FinalPosition(const GameRecord& record);

// The record as text, with an empty line at the end, so that the texts of many games make a file.
// ReadGameRecords gives an equal record, if the result fits the moves. REQUIRES: the moves are
// legal, every annotation is well formed.
std::string WriteGameRecord(const GameRecord& record);

// Reads any number of games, in time linear in the text. A game begins with tags, or with the move
// number 1 after the result of another; a bare list of moves is one game. If no tag names the
// size of the board, it is 8, or 9 for moves that no 8x8 game can have but a 9x9 game can.
//
// A result or termination that the text leaves out follows from the moves. An annotation belongs to
// the move before it, also behind the result. Throws InputError that names `source`, line, game
// and, for a move, ply and reason: text that is no record, an illegal move, moves after the end, or
// tags and results that contradict each other or the moves.
std::vector<GameRecord> ReadGameRecords(std::string_view text, std::string_view source);

}  // namespace lielow
