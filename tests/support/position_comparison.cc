#include "tests/support/position_comparison.h"

#include <algorithm>
#include <array>
#include <vector>

#include "game/action.h"
#include "game/game_record.h"
#include "game/move_text.h"

namespace lielow {
namespace {

char LetterOf(Color color) { return *Letter(color); }

// Remembers the first of its claims that does not hold.
class Claims {
 public:
  // For a claim that is made once for each square or move, `place` says which.
  void Hold(bool claim, const char* what, int place = -1) {
    if (claim || !broken_.empty()) return;
    broken_ = what;
    if (place >= 0) broken_ += " (" + std::to_string(place) + ")";
  }

  const std::string& broken() const { return broken_; }

 private:
  std::string broken_;
};

bool TakesKing(const PlainPosition& plain, const PlainMove& move) {
  const PlainCell* const target = plain.Target(move);
  return target != nullptr && target->crowned;
}

// Which of all moves, legal or not, are legal by the plain rules.
class LegalTable {
 public:
  LegalTable(const std::vector<PlainMove>& moves, int size) {
    for (const PlainMove& move : moves) {
      legal_[static_cast<std::size_t>(ActionIndex(MoveOf(move), size))] = true;
    }
  }

  bool Has(int action) const { return legal_[static_cast<std::size_t>(action)]; }

 private:
  std::array<bool, kMaxActions> legal_{};
};

void CompareSquares(const Position& position, const PlainPosition& plain, Claims& claims) {
  std::array<std::array<int, kMaxSize + 1>, 2> counts{};
  std::array<std::optional<Square>, 2> kings;
  for (int row = 0; row < plain.size(); ++row) {
    for (int column = 0; column < plain.size(); ++column) {
      const PlainCell& cell = plain.At(column, row);
      const Square square(column, row);
      const auto color = position.color(square);
      claims.Hold((color ? LetterOf(*color) : ' ') == cell.owner, "owner", square.number());
      claims.Hold(position.height(square) == cell.height, "height", square.number());
      if (cell.owner == ' ') continue;
      const std::size_t side = cell.owner == 'b' ? 0 : 1;
      ++counts[side][static_cast<std::size_t>(cell.height)];
      if (cell.crowned) kings[side] = square;
    }
  }
  for (const Color color : {Color::kBlue, Color::kRed}) {
    const auto side = static_cast<std::size_t>(color);
    claims.Hold(position.king(color) == kings[side], "king", Index(color));
    for (int height = 1; height <= plain.size(); ++height) {
      claims.Hold(
          position.StackCount(color, height) == counts[side][static_cast<std::size_t>(height)],
          "number of stacks of a height", height);
    }
  }
}

// Built anew, so with a hash that no sequence of moves has led to.
Position Rebuilt(const PlainPosition& plain) {
  PositionBuilder builder(plain.size());
  for (int row = 0; row < plain.size(); ++row) {
    for (int column = 0; column < plain.size(); ++column) {
      const PlainCell& cell = plain.At(column, row);
      if (cell.owner == ' ') continue;
      const Color color = cell.owner == 'b' ? Color::kBlue : Color::kRed;
      builder.AddStack(Square(column, row), color, cell.height);
      if (cell.crowned) builder.SetKing(color, Square(column, row));
    }
  }
  builder.SetToMove(plain.to_move() == 'b' ? Color::kBlue : Color::kRed);
  if (plain.winner() != ' ') {
    builder.SetEnding(
        plain.ending() == "king captured" ? Ending::kKingCaptured : Ending::kKingMovedOff,
        plain.winner() == 'b' ? Color::kBlue : Color::kRed);
  }
  return builder.position();
}

// Squares, crowns, side to move, end: all that makes a position.
void CompareState(const Position& position, const PlainPosition& plain, Claims& claims) {
  claims.Hold(position.size() == plain.size(), "size");
  claims.Hold(LetterOf(position.to_move()) == plain.to_move(), "side to move");
  claims.Hold((position.winner() ? LetterOf(*position.winner()) : ' ') == plain.winner(), "winner");
  claims.Hold(position.over() == (plain.winner() != ' '), "whether the game is over");
  const std::string_view unfinished = TerminationText(Termination::kUnfinished);
  claims.Hold(TerminationText(TerminationOf(position.ending())) ==
                  (plain.ending().empty() ? unfinished : plain.ending()),
              "how the game ended");
  CompareSquares(position, plain, claims);
  const Position rebuilt = Rebuilt(plain);
  claims.Hold(rebuilt.hash() == position.hash(), "hash of the same position built anew");
  claims.Hold(rebuilt == position, "the same position built anew");
}

void CompareMoves(const Position& position, const LegalTable& legal, std::size_t count,
                  Claims& claims) {
  const MoveList moves = position.LegalMoves();
  claims.Hold(static_cast<std::size_t>(moves.size()) == count, "number of legal moves");
  int previous = -1;
  for (const Move move : moves) {
    const int action = ActionIndex(move, position.size());
    claims.Hold(legal.Has(action), "a listed move is not legal", action);
    claims.Hold(action > previous, "order of the legal moves", action);
    previous = action;
  }
  for (int action = 0; action < NumActions(position.size()); ++action) {
    const Move move = ActionMove(action, position.size());
    claims.Hold(position.IsLegal(move) == legal.Has(action), "IsLegal", action);
  }
  const Move outside{Square(kMaxSize - 1, kMaxSize - 1), Direction::kSouthWest};
  claims.Hold(position.size() == kMaxSize || !position.IsLegal(outside), "IsLegal off the board");
}

// Calls that a finished game does not allow.
template <int N>
void CompareBoard(const Board<N>& board, const PlainPosition& plain,
                  const std::vector<PlainMove>& moves, const LegalTable& legal, Random& random,
                  Claims& claims) {
  const auto action_of = [](BoardMove move) {
    return ActionIndex({Square(move.from % N, move.from / N), move.direction}, N);
  };
  const auto is_right = [&](BoardMove move) {
    if (!legal.Has(action_of(move))) return false;
    const int height = plain.At(move.from % N, move.from / N).height;
    int to = kNoBoardSquare;
    if (move.direction != Direction::kOff) {
      const auto d = static_cast<std::size_t>(move.direction);
      to = move.from + height * (kRowStep[d] * N + kColumnStep[d]);
    }
    return move.to == to && move.height == height;
  };

  claims.Hold(static_cast<std::size_t>(board.CountMoves()) == moves.size(), "CountMoves");
  std::array<bool, kMaxActions> visited{};
  std::size_t visits = 0;
  board.ForEachMove([&](BoardMove move) {
    ++visits;
    claims.Hold(is_right(move), "ForEachMove", action_of(move));
    bool& seen = visited[static_cast<std::size_t>(action_of(move))];
    claims.Hold(!seen, "ForEachMove visits a move twice", action_of(move));
    seen = true;
  });
  claims.Hold(visits == moves.size(), "number of moves that ForEachMove visits");
  for (const PlainMove& move : moves) {
    const int from = move.row * N + move.column;
    const BoardMove board_move = board.MoveOf(from, MoveOf(move).direction);
    claims.Hold(board_move.from == from && is_right(board_move), "MoveOf", action_of(board_move));
  }
  claims.Hold(is_right(board.RandomMove(random)), "RandomMove");

  SquareSet<N> attackers = 0;
  for (const PlainMove& move : moves) {
    if (TakesKing(plain, move)) attackers |= SquareBit<SquareSet<N>>(move.row * N + move.column);
  }
  claims.Hold(board.KingAttackers() == attackers, "KingAttackers");
  for (const Color color : {Color::kBlue, Color::kRed}) {
    SquareSet<N> attacked = 0;
    for (int row = 0; row < N; ++row) {
      for (int column = 0; column < N; ++column) {
        const PlainCell& cell = plain.At(column, row);
        if (cell.owner != LetterOf(color)) continue;
        for (int d = 0; d < kNumCompassDirections; ++d) {
          const int to_column = column + kColumnStep[static_cast<std::size_t>(d)] * cell.height;
          const int to_row = row + kRowStep[static_cast<std::size_t>(d)] * cell.height;
          if (to_column < 0 || to_column >= N || to_row < 0 || to_row >= N) continue;
          attacked |= SquareBit<SquareSet<N>>(to_row * N + to_column);
        }
      }
    }
    claims.Hold(board.Attacked(color) == attacked, "Attacked", Index(color));
  }
}

void CompareKingCapture(const Position& position, const PlainPosition& plain,
                        const std::vector<PlainMove>& moves, Claims& claims) {
  std::optional<Move> first;
  for (const PlainMove& move : moves) {
    if (!TakesKing(plain, move)) continue;
    const auto action = [&](Move m) { return ActionIndex(m, position.size()); };
    if (!first || action(MoveOf(move)) < action(*first)) first = MoveOf(move);
  }
  claims.Hold(position.KingCapture() == first, "KingCapture");
}

template <int N>
bool AreEqualButForTheHash(const Board<N>& a, const Board<N>& b) {
  bool equal = a.to_move() == b.to_move() && a.ending() == b.ending() &&
               (!a.over() || a.loser() == b.loser());
  for (const Color color : {Color::kBlue, Color::kRed}) {
    equal = equal && a.stacks(color) == b.stacks(color) && a.king(color) == b.king(color);
    for (int height = 1; height <= N; ++height) {
      equal = equal && a.StacksOfHeight(color, height) == b.StacksOfHeight(color, height);
    }
  }
  return equal;
}

}  // namespace

Move MoveOf(const PlainMove& move) {
  int d = 0;
  while (d < kNumCompassDirections &&
         (kColumnStep[static_cast<std::size_t>(d)] != move.column_step ||
          kRowStep[static_cast<std::size_t>(d)] != move.row_step)) {
    ++d;
  }
  return {Square(move.column, move.row), static_cast<Direction>(d)};
}

std::string Difference(const Position& position, const PlainPosition& plain, Random& random) {
  Claims claims;
  CompareState(position, plain, claims);
  if (!claims.broken().empty()) return claims.broken();
  const std::string text = plain.ToString();
  claims.Hold(position.ToString() == text, "position string");
  const std::vector<PlainMove> moves = plain.LegalMoves();
  const LegalTable legal(moves, position.size());
  CompareMoves(position, legal, moves.size(), claims);
  CompareKingCapture(position, plain, moves, claims);
  if (plain.winner() != ' ') return claims.broken();
  position.OnBoard(
      [&](const auto& board) { CompareBoard(board, plain, moves, legal, random, claims); });
  claims.Hold(Position::Parse(text) == position, "position read from its string");
  return claims.broken();
}

std::string MoveDifference(const Position& position, const PlainPosition& plain,
                           const PlainMove& plain_move) {
  Claims claims;
  const Move move = MoveOf(plain_move);
  const auto target = position.Target(move);
  const int reach = plain.At(plain_move.column, plain_move.row).height;
  claims.Hold(target.has_value() != plain_move.is_off(), "Target");
  claims.Hold(!target || *target == Square(plain_move.column + plain_move.column_step * reach,
                                           plain_move.row + plain_move.row_step * reach),
              "Target");
  claims.Hold(MoveText(position, move) == plain_move.text, "MoveText");
  claims.Hold(ParseMove(position, plain_move.text) == move, "ParseMove");

  Position next = position;
  next.Play(move);
  PlainPosition plain_next = plain;
  plain_next.Play(plain_move);
  CompareState(next, plain_next, claims);
  position.OnBoard([&]<int N>(const Board<N>& board) {
    const int from = plain_move.row * N + plain_move.column;
    const BoardMove board_move = board.MoveOf(from, move.direction);
    Board<N> hashed = board;
    hashed.template Play<true>(board_move);
    Board<N> unhashed = board;
    unhashed.template Play<false>(board_move);
    claims.Hold(AreEqualButForTheHash(hashed, unhashed), "Play without the hash");
    next.OnBoard([&]<int M>(const Board<M>& other) {
      if constexpr (M == N) claims.Hold(hashed == other, "Play of Position and of Board");
    });
    const bool is_safe = plain_next.winner() == ' ' ? !plain_next.IsKingAttacked(plain.to_move())
                                                    : plain_next.winner() == plain.to_move();
    claims.Hold(board.IsSafe(board_move) == is_safe, "IsSafe");
  });
  return claims.broken().empty() ? "" : plain_move.text + ": " + claims.broken();
}

}  // namespace lielow
