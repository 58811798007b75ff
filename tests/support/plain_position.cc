#include "tests/support/plain_position.h"

#include <algorithm>

namespace lielow {
namespace {

char Opponent(char owner) { return owner == 'b' ? 'r' : 'b'; }

std::string SquareText(int column, int row) { return {"abcdefghi"[column], "123456789"[row]}; }

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts = {""};
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Nullopt where the text is no row of cells; of how many is for the caller to see.
std::optional<std::vector<PlainCell>> ReadRow(const std::string& text) {
  std::vector<PlainCell> cells;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] >= '1' && text[i] <= '9') {
      cells.resize(cells.size() + static_cast<std::size_t>(text[i] - '0'));
      continue;
    }
    const bool is_stack = std::string("bBrR").find(text[i]) != std::string::npos;
    if (!is_stack || i + 1 == text.size() || text[i + 1] < '1' || text[i + 1] > '9') {
      return std::nullopt;
    }
    PlainCell cell;
    cell.owner = text[i] == 'b' || text[i] == 'B' ? 'b' : 'r';
    cell.crowned = text[i] == 'B' || text[i] == 'R';
    cell.height = text[++i] - '0';
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace

PlainPosition::PlainPosition(int size) : size_(size) {
  const auto fill = [&](int row_number, char owner) {
    for (int column = 0; column < size; ++column) {
      Cell(column, row_number - 1) = PlainCell{owner, 1, false};
    }
  };
  if (size == 9) {
    fill(1, 'b');
    fill(3, 'b');
    fill(7, 'r');
    fill(9, 'r');
  } else {
    fill(2, 'b');
    fill(size - 1, 'r');
  }
}

// Takes every text that can be understood at all, and refuses it if it is not the text that this
// position has: so split empties and whatever is left over are found.
std::optional<PlainPosition> PlainPosition::Read(const std::string& text) {
  PlainPosition position;
  const std::vector<std::string> fields = Split(text, ' ');
  if (fields.size() != 2) return std::nullopt;
  const std::vector<std::string> rows = Split(fields[0], '/');
  if (rows.size() < 4 || rows.size() > 9) return std::nullopt;
  position.size_ = static_cast<int>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto cells = ReadRow(rows[i]);
    if (!cells || cells->size() != rows.size()) return std::nullopt;
    std::copy(cells->begin(), cells->end(), position.rows_[rows.size() - 1 - i].begin());
  }
  if (fields[1] != "b" && fields[1] != "r") return std::nullopt;
  position.to_move_ = fields[1][0];
  if (position.ToString() != text) return std::nullopt;
  if (!position.CrownFitsTheRules('b') || !position.CrownFitsTheRules('r')) return std::nullopt;
  return position;
}

std::string PlainPosition::ToString() const {
  std::string text;
  for (int row = size_ - 1; row >= 0; --row) {
    for (int column = 0; column < size_; ++column) {
      const PlainCell& cell = At(column, row);
      if (cell.owner == ' ') {
        // An empty square after another raises the digit that stands there already.
        if (column > 0 && At(column - 1, row).owner == ' ') {
          ++text.back();
        } else {
          text += '1';
        }
      } else {
        const std::string letters = cell.crowned ? "BR" : "br";
        text += letters[cell.owner == 'b' ? 0 : 1];
        text += std::to_string(cell.height);
      }
    }
    text += row == 0 ? ' ' : '/';
  }
  return text + to_move_;
}

const PlainCell& PlainPosition::At(int column, int row) const {
  return rows_.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
}

PlainCell& PlainPosition::Cell(int column, int row) {
  return rows_.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
}

bool PlainPosition::IsOnBoard(int column, int row) const {
  return 0 <= column && column < size_ && 0 <= row && row < size_;
}

const PlainCell* PlainPosition::Target(const PlainMove& move) const {
  if (move.is_off()) return nullptr;
  const int distance = At(move.column, move.row).height;
  return &At(move.column + move.column_step * distance, move.row + move.row_step * distance);
}

std::vector<PlainMove> PlainPosition::LegalMoves() const {
  std::vector<PlainMove> moves;
  if (winner_ != ' ') return moves;
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      const PlainCell& stack = At(column, row);
      if (stack.owner != to_move_) continue;
      bool can_leave = false;
      for (int column_step = -1; column_step <= 1; ++column_step) {
        for (int row_step = -1; row_step <= 1; ++row_step) {
          if (column_step == 0 && row_step == 0) continue;
          const int to_column = column + column_step * stack.height;
          const int to_row = row + row_step * stack.height;
          if (!IsOnBoard(to_column, to_row)) {
            can_leave = true;
            continue;
          }
          const char there = At(to_column, to_row).owner;
          if (there == to_move_) continue;
          moves.push_back({column, row, column_step, row_step,
                           SquareText(column, row) + (there == ' ' ? "-" : "x") +
                               SquareText(to_column, to_row)});
        }
      }
      if (can_leave) moves.push_back({column, row, 0, 0, SquareText(column, row) + "-off"});
    }
  }
  return moves;
}

void PlainPosition::Play(const PlainMove& move) {
  const char mover = to_move_;
  const char opponent = Opponent(mover);
  const PlainCell stack = At(move.column, move.row);
  Cell(move.column, move.row) = PlainCell();
  to_move_ = opponent;
  if (move.is_off()) {
    if (stack.crowned) {
      winner_ = opponent;
      ending_ = "king moved off";
    }
  } else {
    PlainCell& target = Cell(move.column + move.column_step * stack.height,
                             move.row + move.row_step * stack.height);
    const bool captures = target.owner == opponent;
    if (captures && target.crowned) {
      winner_ = mover;
      ending_ = "king captured";
    }
    target = PlainCell{mover, captures ? 1 : stack.height + 1, stack.crowned};
  }
  if (winner_ != opponent) PlaceCrown(mover);
  if (winner_ != mover) PlaceCrown(opponent);
}

bool PlainPosition::IsAttacked(int column, int row, char attacker) const {
  for (int from_row = 0; from_row < size_; ++from_row) {
    for (int from_column = 0; from_column < size_; ++from_column) {
      const PlainCell& stack = At(from_column, from_row);
      if (stack.owner != attacker) continue;
      for (const int column_way : {-stack.height, 0, stack.height}) {
        for (const int row_way : {-stack.height, 0, stack.height}) {
          if (from_column + column_way == column && from_row + row_way == row &&
              (column_way != 0 || row_way != 0)) {
            return true;
          }
        }
      }
    }
  }
  return false;
}

bool PlainPosition::IsKingAttacked(char owner) const {
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      const PlainCell& cell = At(column, row);
      if (cell.owner == owner && cell.crowned) return IsAttacked(column, row, Opponent(owner));
    }
  }
  return false;
}

void PlainPosition::PlaceCrown(char owner) {
  std::vector<PlainCell*> stacks;
  for (auto& row : rows_) {
    for (PlainCell& cell : row) {
      if (cell.owner == owner) stacks.push_back(&cell);
    }
  }
  for (PlainCell* const stack : stacks) {
    const auto is_lower = [&](const PlainCell* other) {
      return other == stack || other->height < stack->height;
    };
    if (!std::all_of(stacks.begin(), stacks.end(), is_lower)) continue;
    for (PlainCell* const other : stacks) other->crowned = false;
    stack->crowned = true;
  }
}

bool PlainPosition::CrownFitsTheRules(char owner) const {
  std::vector<PlainCell> stacks;
  for (const auto& row : rows_) {
    std::copy_if(row.begin(), row.end(), std::back_inserter(stacks),
                 [&](const PlainCell& cell) { return cell.owner == owner; });
  }
  const auto lower = [](const PlainCell& a, const PlainCell& b) { return a.height < b.height; };
  std::sort(stacks.begin(), stacks.end(), lower);
  if (stacks.empty() || stacks.back().height > size_) return false;
  const auto kings = std::count_if(stacks.begin(), stacks.end(),
                                   [](const PlainCell& cell) { return cell.crowned; });
  if (kings > 1) return false;
  if (kings == 0) return stacks.size() > 1 && stacks.back().height == 1;
  const bool one_highest =
      stacks.size() == 1 || stacks[stacks.size() - 2].height < stacks.back().height;
  return !one_highest || stacks.back().crowned;
}

std::uint64_t PlainPerft(const PlainPosition& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (const PlainMove& move : position.LegalMoves()) {
    PlainPosition next = position;
    next.Play(move);
    leaves += PlainPerft(next, depth - 1);
  }
  return leaves;
}

}  // namespace lielow
