// Position strings: reading with every reason for refusal, and writing.

#include <cctype>
#include <string>
#include <vector>

#include "game/input_error.h"
#include "game/position.h"

namespace lielow {
namespace {

class PositionReader {
 public:
  explicit PositionReader(std::string_view text) : text_(text) {}

  Position Read() {
    const std::size_t board_end = text_.find(' ');
    if (board_end == std::string_view::npos) {
      Fail(text_.size(), "expected a space and the side to move after the board");
    }
    const int size = CountRows(board_end);
    PositionBuilder builder(size);
    for (int row = size - 1; row >= 0; --row) {
      ReadRow(builder, size, row);
      if (row > 0) {
        if (Peek() != '/') Fail(at_, "row " + RowName(row) + " is too long: expected '/'");
        ++at_;
      }
    }
    if (at_ != board_end) Fail(at_, "row 1 is too long: expected a space");
    ++at_;
    ReadSideToMove(builder);
    CheckSide(builder.position(), Color::kBlue);
    CheckSide(builder.position(), Color::kRed);
    return builder.position();
  }

 private:
  static std::string RowName(int row) { return std::to_string(row + 1); }

  [[noreturn]] void Fail(std::size_t at, const std::string& reason) const {
    throw InputError("position string, character " + std::to_string(at + 1) + ": " + reason);
  }

  [[noreturn]] static void FailSide(Color color, const std::string& reason) {
    throw InputError(std::string("position string, ") + Name(color) + ": " + reason);
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // What stands at a place, for messages: a printable character, or that there is none.
  std::string Found(std::size_t at) const {
    if (at >= text_.size()) return "the end";
    const auto c = static_cast<unsigned char>(text_[at]);
    if (std::isprint(c) == 0) return "a character that cannot be printed";
    return std::string("'") + static_cast<char>(c) + "'";
  }

  int CountRows(std::size_t board_end) const {
    int rows = 1;
    for (std::size_t i = 0; i < board_end; ++i) {
      if (text_[i] != '/') continue;
      if (++rows > kMaxSize) break;
    }
    if (rows < kMinSize || rows > kMaxSize) {
      const std::string found = rows > kMaxSize ? "more than 9" : std::to_string(rows);
      throw InputError("position string: found " + found + " rows, allowed are 4 to 9");
    }
    return rows;
  }

  void ReadRow(PositionBuilder& builder, int size, int row) {
    int column = 0;
    bool after_empties = false;
    while (column < size) {
      const char c = Peek();
      if (c >= '1' && c <= '9') {
        const int empties = c - '0';
        if (after_empties) Fail(at_, "empty squares are split into two digits");
        if (column + empties > size) {
          Fail(at_, "row " + RowName(row) + " is longer than " + std::to_string(size) + " squares");
        }
        column += empties;
        after_empties = true;
        ++at_;
      } else if (c == 'b' || c == 'B' || c == 'r' || c == 'R') {
        ReadStack(builder, size, Square(column, row));
        ++column;
        after_empties = false;
      } else if (c == '/' || c == ' ') {
        Fail(at_, "row " + RowName(row) + " has " + std::to_string(column) + " squares, expected " +
                      std::to_string(size));
      } else {
        Fail(at_, "found " + Found(at_) + ", expected a digit 1-9 or one of b, r, B, R");
      }
    }
  }

  void ReadStack(PositionBuilder& builder, int size, Square square) {
    const char letter = text_[at_];
    const Color color = letter == 'b' || letter == 'B' ? Color::kBlue : Color::kRed;
    ++at_;
    const int height = Peek() - '0';
    if (height < 1 || height > size) {
      Fail(at_, "found " + Found(at_) + ", expected a height of 1 to " + std::to_string(size));
    }
    ++at_;
    builder.AddStack(square, color, height);
    if (letter == 'B' || letter == 'R') {
      if (builder.position().king(color)) {
        Fail(at_ - 2, std::string(Name(color)) + " has a second king");
      }
      builder.SetKing(color, square);
    }
  }

  void ReadSideToMove(PositionBuilder& builder) {
    const char c = Peek();
    if (c != 'b' && c != 'r') Fail(at_, "found " + Found(at_) + ", expected b or r to move");
    builder.SetToMove(c == 'b' ? Color::kBlue : Color::kRed);
    ++at_;
    if (at_ != text_.size()) Fail(at_, "found " + Found(at_) + " after the side to move");
  }

  // The crown must be where the rules can have left it.
  static void CheckSide(const Position& position, Color color) {
    int stacks = 0;
    int tallest = 0;
    for (int height = 1; height <= position.size(); ++height) {
      const int count = position.StackCount(color, height);
      stacks += count;
      if (count > 0) tallest = height;
    }
    if (stacks == 0) FailSide(color, "has no stack");
    const auto king = position.king(color);
    if (!king) {
      if (tallest > 1) FailSide(color, "has no king although it has a stack higher than 1");
      if (stacks == 1) FailSide(color, "has no king although it has only one stack");
    } else if (position.StackCount(color, tallest) == 1 && position.height(*king) != tallest) {
      FailSide(color, "the king on " + king->ToString() + " is not the one highest stack");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Position Position::Parse(std::string_view text) { return PositionReader(text).Read(); }

std::string Position::ToString() const {
  std::string text;
  for (int row = size() - 1; row >= 0; --row) {
    int empties = 0;
    const auto flush_empties = [&] {
      if (empties > 0) text += static_cast<char>('0' + empties);
      empties = 0;
    };
    for (int column = 0; column < size(); ++column) {
      const Square square(column, row);
      const auto owner = color(square);
      if (!owner) {
        ++empties;
        continue;
      }
      flush_empties();
      const char letter = *Letter(*owner);
      text += king(*owner) == square ? static_cast<char>(letter - 'a' + 'A') : letter;
      text += static_cast<char>('0' + height(square));
    }
    flush_empties();
    text += row > 0 ? '/' : ' ';
  }
  return text + Letter(to_move());
}

}  // namespace lielow
