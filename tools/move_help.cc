#include "tools/move_help.h"

#include <cctype>

#include "game/input_error.h"
#include "game/move_text.h"
#include "game/quoted_text.h"
#include "mcts/tactics.h"

namespace lielow {
namespace {

Square ReadSquare(const Position& position, std::string_view text) {
  const int size = position.size();
  if (text.size() == 2) {
    const int column = std::tolower(static_cast<unsigned char>(text[0])) - 'a';
    const int row = text[1] - '1';
    if (column >= 0 && column < size && row >= 0 && row < size) return {column, row};
  }
  throw InputError("moves " + Quoted(text) + ": is not a square, expected a1 to " +
                   Square(size - 1, size - 1).ToString());
}

const char* Mark(const Position& position, Move move) {
  switch (ImmediateResult(position, move).proof) {
    case Proof::kWin:
      return "#";
    case Proof::kLoss:
      return "?";
    case Proof::kNone:
      break;
  }
  return "";
}

std::string Effect(const Position& position, Move move) {
  if (const auto loss = LossReason(position, move)) return "loses: " + *loss;
  const auto target = position.Target(move);
  if (!target) return "leaves the board";
  const std::string enemy = Name(Other(position.to_move()));
  if (target == position.king(Other(position.to_move()))) {
    return "takes " + enemy + "'s king and wins";
  }
  if (const int height = position.height(*target); height > 0) {
    return "takes a stack of height " + std::to_string(height) + ", shrinks to 1";
  }
  return "grows to " + std::to_string(position.height(move.from) + 1);
}

Position WithOtherSideToMove(const Position& position) {
  PositionBuilder builder(position);
  builder.SetToMove(Other(position.to_move()));
  return builder.position();
}

}  // namespace

std::string LegalMovesText(const Position& position) {
  std::string text;
  std::optional<Square> stack;
  for (const Move move : position.LegalMoves()) {
    if (stack != move.from) {
      text += (stack ? "\n" : "") + move.from.ToString() + " (height " +
              std::to_string(position.height(move.from)) + "):";
      stack = move.from;
    }
    text += " " + MoveText(position, move) + Mark(position, move);
  }
  const bool wins = text.find('#') != std::string::npos;
  const bool loses = text.find('?') != std::string::npos;
  text += "\n";
  if (wins) text += "# takes the king and wins";
  if (loses) text += std::string(wins ? "; " : "") + "? loses your own king at once";
  return text + (wins || loses ? "\n" : "");
}

std::string StackMovesText(const Position& position, std::string_view square) {
  const Square from = ReadSquare(position, square);
  if (position.color(from) != position.to_move()) {
    throw InputError("moves " + Quoted(square) + ": there is no stack of " +
                     Name(position.to_move()) + " on " + from.ToString());
  }
  std::string text;
  for (const Move move : position.LegalMoves()) {
    if (move.from != from) continue;
    std::string name = MoveText(position, move);
    name.resize(8, ' ');
    text += name + Effect(position, move) + "\n";
  }
  return text.empty() ? "the stack on " + from.ToString() + " has no move\n" : text;
}

std::optional<std::string> LossReason(const Position& position, Move move) {
  if (ImmediateResult(position, move).proof != Proof::kLoss) return std::nullopt;
  const std::string own = Name(position.to_move());
  Position next = position;
  next.Play(move);
  if (next.over()) return own + "'s own king leaves the board";
  const std::string capture = MoveText(next, *next.KingCapture());
  return std::string(Name(next.to_move())) + " can take " + own + "'s king with " + capture;
}

std::optional<std::string> KingThreat(const Position& position) {
  const auto king = position.king(position.to_move());
  if (position.over() || !king) return std::nullopt;
  const Position next = WithOtherSideToMove(position);
  std::string captures;
  for (const Move move : next.LegalMoves()) {
    if (next.Target(move) != king) continue;
    captures += (captures.empty() ? "" : " or ") + MoveText(next, move);
  }
  if (captures.empty()) return std::nullopt;
  return std::string(Name(next.to_move())) + " threatens to take " + Name(position.to_move()) +
         "'s king with " + captures;
}

}  // namespace lielow
