#include "tools/game_review.h"

#include <algorithm>
#include <array>

#include "game/move_text.h"
#include "tools/analysis_text.h"

namespace lielow {
namespace {

constexpr int kLongestLine = 12;

Judgement JudgementOf(float lost) {
  if (lost >= kBlunderFrom) return Judgement::kBlunder;
  if (lost >= kMistakeFrom) return Judgement::kMistake;
  if (lost >= kInaccuracyFrom) return Judgement::kInaccuracy;
  return Judgement::kGood;
}

std::string_view Mark(Judgement judgement) {
  constexpr std::array<std::string_view, 4> kMarks = {"", "?!", "?", "??"};
  return kMarks.at(static_cast<std::size_t>(judgement));
}

// The position before the move: its value, and the best line.
MoveReview BeforeMove(const Search& search) {
  MoveReview review;
  review.position = search.root();
  review.best_line = search.PrincipalLine(kLongestLine);
  review.value = search.value();
  review.result = search.result();
  return review;
}

void Judge(MoveReview& review) {
  // The search of the next position may have found that this one is better than was thought.
  const bool found_better =
      review.played == review.best_line.front() || review.played_value > review.value;
  review.judgement =
      found_better ? Judgement::kGood : JudgementOf(review.value - review.played_value);
}

}  // namespace

std::string_view JudgementText(Judgement judgement) {
  constexpr std::array<std::string_view, 4> kTexts = {"good", "inaccuracy", "mistake", "blunder"};
  return kTexts.at(static_cast<std::size_t>(judgement));
}

void ReviewGame(const GameRecord& game, Analysis& analysis, const std::function<bool()>& stop,
                const std::function<void(const MoveReview&)>& report) {
  Position position = game.start;
  if (game.moves.empty()) return;
  analysis.Run(position, stop);
  int ply = 0;
  for (const Move move : game.moves) {
    if (stop()) return;
    MoveReview review = BeforeMove(analysis.search());
    review.ply = ++ply;
    review.played = move;
    const Color mover = position.to_move();
    position.Play(move);
    if (position.over()) {
      const bool won = position.winner() == mover;
      review.played_result = {won ? Proof::kWin : Proof::kLoss, 1};
      review.played_value = won ? 1 : 0;
    } else {
      analysis.Run(position, stop);
      if (stop()) return;
      review.played_value = ForOpponent(analysis.search().value());
      const ProvenResult reply = analysis.search().result();
      if (reply.proof != Proof::kNone) {
        review.played_result = {Opposite(reply.proof), reply.plies + 1};
      }
    }
    Judge(review);
    report(review);
  }
}

std::string ReviewText(const MoveReview& review) {
  std::string text = std::to_string(review.ply) + ". " + MoveText(review.position, review.played) +
                     std::string(Mark(review.judgement)) + "  " +
                     OpinionText(review.played_value, review.played_result);
  if (review.judgement != Judgement::kGood) {
    text += "  (" + std::string(JudgementText(review.judgement)) + "; " +
            OpinionText(review.value, review.result) + " with " +
            LineText(review.position, review.best_line) + ")";
  }
  return text;
}

Json ReviewJson(int game, const MoveReview& review) {
  const std::vector<std::string> best = LineTexts(review.position, review.best_line);
  return {{"game", game},
          {"ply", review.ply},
          {"position", review.position.ToString()},
          {"value", review.value},
          {"proven", ProofJson(review.result.proof)},
          {"plies", PliesJson(review.result)},
          {"best", best.front()},
          {"line", best},
          {"move", MoveText(review.position, review.played)},
          {"move_value", review.played_value},
          {"move_proven", ProofJson(review.played_result.proof)},
          {"move_plies", PliesJson(review.played_result)},
          {"judgement", JudgementText(review.judgement)}};
}

}  // namespace lielow
