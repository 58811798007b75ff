// A game as the page sends it: where it began, and the moves.

#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "game/input_error.h"
#include "game/position.h"
#include "tools/json_text.h"

namespace lielow {

struct WebGame {
  std::vector<Position> positions;  // The start, and one after each move.
  std::vector<Move> moves;

  const Position& start() const { return positions.front(); }
  const Position& position() const { return positions.back(); }
  int ply() const { return static_cast<int>(moves.size()); }
};

// A move of a game that cannot be made.
class BadMoveError : public InputError {
 public:
  BadMoveError(int ply, const std::string& reason) : InputError(reason), ply_(ply) {}
  int ply() const { return ply_; }  // From 1.

 private:
  int ply_;
};

// Reads "start", "size" and "moves" of an object that may have `other_keys` besides. Throws
// InputError, BadMoveError for a move.
WebGame ReadWebGame(const Json& json, std::initializer_list<std::string_view> other_keys = {});

// The value of a key; `otherwise` where it is missing. Throws InputError for one of another type.
int IntegerAt(const Json& json, const char* key, int otherwise, int low, int high);
std::string TextAt(const Json& json, const char* key, const std::string& otherwise);

// Throws InputError if `json` is no object, or has a key that is none of `keys`.
void AllowOnlyKeys(const Json& json, const std::vector<std::string_view>& keys);

}  // namespace lielow
