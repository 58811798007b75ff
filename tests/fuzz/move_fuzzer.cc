// Fuzz target: the input is a position string, or any other line for the 8x8 start, and then moves
// that are made one after the other, one a line. Lines that are no legal moves are passed over.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

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

void CheckMove(const std::string& text, Position& position, PlainPosition& plain) {
  const std::string canonical = Canonical(text);
  const std::vector<PlainMove> moves = plain.LegalMoves();
  const auto plain_move = std::find_if(
      moves.begin(), moves.end(), [&](const PlainMove& move) { return move.text == canonical; });
  try {
    const Move move = ParseMove(position, text);
    Require(plain_move != moves.end(), "an accepted move is legal by the plain rules");
    Require(position.IsLegal(move), "an accepted move is legal");
    Require(MoveText(position, move) == canonical, "a move is written in its canonical form");
    Require(ParseMove(position, canonical) == move, "a written move is read as the same move");
    position.Play(move);
    plain.Play(*plain_move);
    Require(position.ToString() == plain.ToString(), "a move leads to the same position");
    Require(position.over() == (plain.winner() != ' '), "a move ends the game or does not");
  } catch (const InputError& error) {
    Require(plain_move == moves.end(),
            std::string("a refused move is not legal; refused with: ") + error.what());
    Require(std::string(error.what()).find('\n') == std::string::npos, "errors have one line");
  }
}

void CheckMoves(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  auto plain = PlainPosition::Read(line);
  Position position = plain ? Position::Parse(line) : Position(8);
  if (!plain) plain = PlainPosition(8);
  while (std::getline(lines, line)) CheckMove(line, position, *plain);
}

}  // namespace
}  // namespace lielow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lielow::CheckMoves(std::string(data, data + size));
  return 0;
}
