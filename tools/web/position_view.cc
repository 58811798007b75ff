#include "tools/web/position_view.h"

#include "game/game_record.h"
#include "game/move_text.h"
#include "tools/board_text.h"
#include "tools/move_help.h"

namespace lielow {
namespace {

Json SquareJson(const std::optional<Square>& square) {
  return square ? Json(square->ToString()) : Json(nullptr);
}

Json StacksJson(const Position& position) {
  Json stacks = Json::array();
  for (int row = 0; row < position.size(); ++row) {
    for (int column = 0; column < position.size(); ++column) {
      const Square square(column, row);
      const auto color = position.color(square);
      if (!color) continue;
      stacks.push_back({{"square", square.ToString()},
                        {"color", ColorWord(*color)},
                        {"height", position.height(square)},
                        {"king", position.king(*color) == square}});
    }
  }
  return stacks;
}

bool Captures(const Position& position, Move move) {
  const auto target = position.Target(move);
  return target && position.height(*target) > 0;
}

Json MovesJson(const Position& position) {
  Json moves = Json::array();
  const auto enemy_king = position.king(Other(position.to_move()));
  for (const Move move : position.LegalMoves()) {
    const auto loses = LossReason(position, move);
    const auto target = position.Target(move);
    moves.push_back({{"move", MoveText(position, move)},
                     {"from", move.from.ToString()},
                     {"to", TargetJson(position, move)},
                     {"captures", Captures(position, move)},
                     {"takes_king", target && target == enemy_king},
                     {"loses", loses ? Json(*loses) : Json(nullptr)}});
  }
  return moves;
}

Json PlayedJson(const Position& before, Move move, const Position& after) {
  Json crown_squares = Json::array();
  for (const Color color : {before.to_move(), Other(before.to_move())}) {
    if (before.king(color) == after.king(color)) continue;
    crown_squares.push_back({{"color", ColorWord(color)},
                             {"from", SquareJson(before.king(color))},
                             {"to", SquareJson(after.king(color))}});
  }
  return {{"move", MoveText(before, move)},     {"from", move.from.ToString()},
          {"to", TargetJson(before, move)},     {"color", ColorWord(before.to_move())},
          {"captures", Captures(before, move)}, {"crowns", CrownChanges(before, move)},
          {"crown_squares", crown_squares}};
}

Json OutcomeJson(const WebGame& game) {
  const Position& position = game.position();
  if (!position.over()) return nullptr;
  const std::string winner = Name(*position.winner());
  const std::string loser = Name(Other(*position.winner()));
  const Position& before = game.positions[game.positions.size() - 2];
  const std::string move = MoveText(before, game.moves.back());
  const bool moved_off = position.ending() == Ending::kKingMovedOff;
  return winner + " wins: " + loser +
         (moved_off ? "'s own king left the board (" : "'s king was taken (") + move + ")";
}

}  // namespace

std::string ColorWord(Color color) { return color == Color::kBlue ? "blue" : "red"; }

Json TargetJson(const Position& position, Move move) { return SquareJson(position.Target(move)); }

Json PositionViewJson(const WebGame& game) {
  const Position& position = game.position();
  const auto threat = KingThreat(position);
  Json played = Json::array();
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    played.push_back(PlayedJson(game.positions[i], game.moves[i], game.positions[i + 1]));
  }
  Json termination = nullptr;
  if (position.over()) termination = TerminationText(TerminationOf(position.ending()));
  return {{"start", game.start().ToString()},
          {"size", position.size()},
          {"position", position.ToString()},
          {"to_move", ColorWord(position.to_move())},
          {"ply", game.ply()},
          {"over", position.over()},
          {"winner", position.over() ? Json(ColorWord(*position.winner())) : Json(nullptr)},
          {"termination", termination},
          {"outcome", OutcomeJson(game)},
          {"stacks", StacksJson(position)},
          {"moves", position.over() ? Json::array() : MovesJson(position)},
          {"threat", threat ? Json(*threat) : Json(nullptr)},
          {"played", played}};
}

}  // namespace lielow
