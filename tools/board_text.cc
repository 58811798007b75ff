#include "tools/board_text.h"

namespace lielow {
namespace {

struct Signs {
  std::string_view line;
  std::string_view side;
  std::string_view top_left;
  std::string_view top_right;
  std::string_view bottom_left;
  std::string_view bottom_right;
  std::string_view empty;
  std::string_view crown;
};

constexpr Signs kAsciiSigns = {"-", "|", "+", "+", "+", "+", ".", "*"};
constexpr Signs kUnicodeSigns = {"─", "│", "┌", "┐", "└", "┘", "·", "♔"};

// Bright letters on a dark ground, to be read on light and dark terminals alike.
constexpr std::string_view kBlueStack = "\033[1;97;44m";
constexpr std::string_view kRedStack = "\033[1;97;41m";
constexpr std::string_view kCrown = "\033[93m";
constexpr std::string_view kMark = "\033[1;33m";
constexpr std::string_view kPlain = "\033[0m";

constexpr int kCellWidth = 5;

const Signs& SignsOf(const BoardStyle& style) {
  return style.unicode ? kUnicodeSigns : kAsciiSigns;
}

class BoardPainter {
 public:
  BoardPainter(const Position& position, const std::optional<MoveMade>& last,
               const BoardStyle& style)
      : position_(position), signs_(SignsOf(style)), color_(style.color) {
    if (!last) return;
    from_ = last->move.from;
    to_ = last->before.Target(last->move);
  }

  std::string Paint() const {
    std::string text = ColumnNames() + Edge(signs_.top_left, signs_.top_right);
    for (int row = position_.size() - 1; row >= 0; --row) {
      const std::string name = std::to_string(row + 1);
      text += " " + name + " " + std::string(signs_.side);
      for (int column = 0; column < position_.size(); ++column) text += Cell(Square(column, row));
      text += std::string(signs_.side) + " " + name + "\n";
    }
    return text + Edge(signs_.bottom_left, signs_.bottom_right) + ColumnNames();
  }

 private:
  std::string ColumnNames() const {
    std::string text = "   ";
    for (int column = 0; column < position_.size(); ++column) {
      text += (column == 0 ? "   " : "    ") + std::string(1, static_cast<char>('a' + column));
    }
    return text + "\n";
  }

  std::string Edge(std::string_view left, std::string_view right) const {
    std::string text = "   " + std::string(left);
    for (int i = 0; i < kCellWidth * position_.size(); ++i) text += signs_.line;
    return text + std::string(right) + "\n";
  }

  // kCellWidth columns: a sign of the last move, two for the stack, its crown or a second sign.
  std::string Cell(Square square) const {
    if (position_.height(square) == 0) {
      if (square == from_) return " " + Painted(kMark, "( )") + " ";
      return "  " + std::string(signs_.empty) + "  ";
    }
    const bool crowned = IsKing(square);
    const std::string stack = Stack(square, crowned);
    if (square != to_) return " " + stack + (crowned ? " " : "  ");
    return Painted(kMark, "[") + stack + Painted(kMark, "]") + (crowned ? "" : " ");
  }

  std::string Stack(Square square, bool crowned) const {
    const Color owner = *position_.color(square);
    const char letter = *Letter(owner);
    std::string text(1, crowned ? static_cast<char>(letter - 'a' + 'A') : letter);
    text += std::to_string(position_.height(square));
    if (crowned) text += (color_ ? std::string(kCrown) : "") + std::string(signs_.crown);
    return Painted(owner == Color::kBlue ? kBlueStack : kRedStack, text);
  }

  bool IsKing(Square square) const {
    return position_.king(Color::kBlue) == square || position_.king(Color::kRed) == square;
  }

  std::string Painted(std::string_view paint, const std::string& text) const {
    return color_ ? std::string(paint) + text + std::string(kPlain) : text;
  }

  const Position& position_;
  const Signs& signs_;
  const bool color_;

  // Of the last move.
  std::optional<Square> from_;
  std::optional<Square> to_;
};

}  // namespace

std::string_view CrownSign(const BoardStyle& style) { return SignsOf(style).crown; }

std::string BoardText(const Position& position, const std::optional<MoveMade>& last,
                      const BoardStyle& style) {
  return BoardPainter(position, last, style).Paint();
}

std::vector<std::string> CrownChanges(const Position& before, Move move) {
  Position after = before;
  after.Play(move);
  std::vector<std::string> changes;
  for (const Color color : {before.to_move(), after.to_move()}) {
    const auto king = after.king(color);
    // Where the crown is if it stays on its stack.
    auto stayed = before.king(color);
    if (color == before.to_move() && stayed == move.from) stayed = before.Target(move);
    if (!king || king == stayed) continue;
    const std::string name = Name(color);
    const std::string square = king->ToString();
    const std::string highest =
        name + "'s one highest stack, of height " + std::to_string(after.height(*king));
    if (stayed) {
      changes.push_back(name + "'s crown moves from " + stayed->ToString() + " to " + square +
                        ": " + square + " is now " + highest);
    } else {
      changes.push_back(name + "'s first king: " + square + " is " + highest);
    }
  }
  return changes;
}

}  // namespace lielow
