#include "game/move_text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "game/input_error.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

std::string Cleaned(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  std::string clean(text);
  std::transform(clean.begin(), clean.end(), clean.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return clean;
}

bool IsSquareText(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'i' && text[1] >= '1' && text[1] <= '9';
}

class MoveReader {
 public:
  MoveReader(const Position& position, std::string_view text)
      : position_(position), text_(Cleaned(text)) {}

  Move Read() const {
    const bool shape_ok = text_.size() >= 5 && IsSquareText(text_.substr(0, 2)) &&
                          (text_[2] == '-' || text_[2] == 'x');
    const std::string target = shape_ok ? text_.substr(3) : "";
    if (!shape_ok || (target != "off" && !IsSquareText(target))) {
      Fail("is not a move: expected a form like a2-a3, b5xe5 or c4-off");
    }
    const Square from = ReadSquare(text_.substr(0, 2));
    const int height = position_.height(from);
    if (height == 0) Fail("there is no stack on " + from.ToString());
    if (position_.color(from) != position_.to_move()) {
      Fail("the stack on " + from.ToString() + " is not " + Name(position_.to_move()) + "'s");
    }
    if (target == "off") return ReadOff(from);
    return ReadTarget(from, height, ReadSquare(target));
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw InputError("move " + Quoted(text_) + ": " + reason);
  }

  Square ReadSquare(std::string_view text) const {
    const Square square(text[0] - 'a', text[1] - '1');
    if (square.column() >= position_.size() || square.row() >= position_.size()) {
      const std::string size = std::to_string(position_.size());
      Fail("there is no square " + std::string(text) + " on a " + size + "x" + size + " board");
    }
    return square;
  }

  Move ReadOff(Square from) const {
    if (text_[2] != '-') Fail("a stack leaves the board with '-': " + from.ToString() + "-off");
    const Move move{from, Direction::kOff};
    if (!position_.IsLegal(move)) Fail(Reach(from) + ", not off the board");
    return move;
  }

  Move ReadTarget(Square from, int height, Square to) const {
    const int columns = to.column() - from.column();
    const int rows = to.row() - from.row();
    const bool straight = columns == 0 || rows == 0 || std::abs(columns) == std::abs(rows);
    if (!straight || std::max(std::abs(columns), std::abs(rows)) != height) {
      Fail(Reach(from) + ", not to " + to.ToString());
    }
    CheckOperator(to);
    return {from, DirectionOf(columns, rows)};
  }

  // "c4 has height 3: it can go to c7, f7, or off the board".
  std::string Reach(Square from) const {
    std::string ways;
    for (const Move move : position_.LegalMoves()) {
      if (move.from != from) continue;
      const auto to = position_.Target(move);
      const std::string way = to ? to->ToString() : "off the board";
      if (ways.empty()) {
        ways = to ? "to " + way : way;
      } else {
        ways += (to ? ", " : ", or ") + way;
      }
    }
    return from.ToString() + " has height " + std::to_string(position_.height(from)) +
           ": it can go " + (ways.empty() ? "nowhere" : ways);
  }

  void CheckOperator(Square to) const {
    const auto owner = position_.color(to);
    if (owner == position_.to_move()) {
      Fail("an own stack stands on " + to.ToString());
    }
    if (owner && text_[2] == '-') {
      Fail("an enemy stack of height " + std::to_string(position_.height(to)) + " stands on " +
           to.ToString() + ": write 'x' to capture it");
    }
    if (!owner && text_[2] == 'x') {
      Fail(to.ToString() + " is empty: write '-' to move there");
    }
  }

  static Direction DirectionOf(int columns, int rows) {
    const auto sign = [](int n) { return (n > 0) - (n < 0); };
    std::size_t d = 0;
    while (kColumnStep[d] != sign(columns) || kRowStep[d] != sign(rows)) ++d;
    return static_cast<Direction>(d);
  }

  const Position& position_;
  const std::string text_;
};

}  // namespace

std::string MoveText(const Position& position, Move move) {
  const auto target = position.Target(move);
  if (!target) return move.from.ToString() + "-off";
  const char* separator = position.height(*target) == 0 ? "-" : "x";
  return move.from.ToString() + separator + target->ToString();
}

Move ParseMove(const Position& position, std::string_view text) {
  if (position.over()) throw InputError("move " + Quoted(Cleaned(text)) + ": the game is over");
  return MoveReader(position, text).Read();
}

}  // namespace lielow
