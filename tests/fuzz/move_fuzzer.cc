// Fuzz target: the input is a position string, or any other line for the 8x8 start, and then moves
// that are made one after the other, one a line. Lines that are no legal moves are passed over.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "game/input_error.h"
#include "game/move_text.h"
#include "game/position.h"
#include "tests/fuzz/require.h"
#include "tests/support/plain_position.h"

namespace lielow {
namespace {

// Small letters, and no white space around them.
std::string Canonical(const std::string& text) {
  const std::string spaces = " \t\n\v\f\r";
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string::npos) return "";
  std::string canonical = text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
  for (char& c : canonical) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return canonical;
}

// A game in both implementations of the rules, move by move.
class TwoGames {
 public:
  explicit TwoGames(const std::string& position_text)
      : plain_(PlainPosition::Read(position_text).value_or(PlainPosition(8))),
        position_(Position::Parse(plain_.ToString())),
        moves_(plain_.LegalMoves()) {}

  void Enter(const std::string& text) {
    const std::string canonical = Canonical(text);
    const auto plain_move = std::find_if(moves_.begin(), moves_.end(), [&](const PlainMove& move) {
      return move.text == canonical;
    });
    const bool is_legal = plain_move != moves_.end();
    try {
      const Move move = ParseMove(position_, text);
      Require(is_legal, "an accepted move is legal by the plain rules");
      Require(position_.IsLegal(move), "an accepted move is legal");
      Require(MoveText(position_, move) == canonical, "a move is written in its canonical form");
      Require(ParseMove(position_, canonical) == move, "a written move is read as the same move");
      Play(move, *plain_move);
    } catch (const InputError& error) {
      Require(!is_legal, std::string("a refused move is not legal; refused with: ") + error.what());
      Require(std::string(error.what()).find('\n') == std::string::npos, "errors have one line");
    }
  }

 private:
  void Play(Move move, const PlainMove& plain_move) {
    position_.Play(move);
    plain_.Play(plain_move);
    moves_ = plain_.LegalMoves();
    Require(position_.ToString() == plain_.ToString(), "a move leads to the same position");
    Require(position_.over() == (plain_.winner() != ' '), "a move ends the game or does not");
  }

  PlainPosition plain_;
  Position position_;
  std::vector<PlainMove> moves_;
};

void CheckMoves(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  TwoGames games(line);
  while (std::getline(lines, line)) games.Enter(line);
}

}  // namespace
}  // namespace lielow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lielow::CheckMoves(std::string(data, data + size));
  return 0;
}
