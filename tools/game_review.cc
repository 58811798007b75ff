#include "tools/game_review.h"

#include <algorithm>
#include <array>

#include "game/move_text.h"
#include "tools/analysis_text.h"

namespace lielow {
namespace {

constexpr int kLongestLine = 12;
constexpr int kAllMoves = 1000;

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
  const std::vector<MoveLine> lines = search.BestLines(kAllMoves, kLongestLine);
  review.best_line = lines.front().moves;
  if (lines.size() > 1) review.second_line = lines[1];
  review.all_moves_seen = lines.size() == search.Report().size();
  review.value = search.value();
  review.result = search.result();
  return review;
}

bool IsShorterWin(ProvenResult one, ProvenResult other) {
  return one.proof == Proof::kWin && (other.proof != Proof::kWin || one.plies < other.plies);
}

// The best move was played and turned out to lose: what is left is the second best.
void TakeSecondLine(MoveReview& review) {
  if (!review.second_line) return;
  const auto& [second, moves] = *review.second_line;
  if (second.result.proof != Proof::kLoss) {
    review.best_line = moves;
    review.value = second.value;
    review.result = second.result;
  } else if (review.all_moves_seen) {
    if (second.result.plies > review.played_result.plies) review.best_line = moves;
    review.value = 0;
    review.result = {Proof::kLoss, std::max(second.result.plies, review.played_result.plies)};
  }
}

// What is proven of the move that was played corrects what was thought before it.
void Correct(MoveReview& review) {
  if (IsShorterWin(review.played_result, review.result)) {
    review.best_line = {review.played};
    review.value = 1;
    review.result = review.played_result;
  } else if (review.played_result.proof == Proof::kLoss && review.result.proof == Proof::kNone &&
             review.played == review.best_line.front()) {
    TakeSecondLine(review);
  }
}

void Judge(MoveReview& review) {
  Correct(review);
  // The search of the next position may have found that this one is better than was thought.
  const bool found_better =
      review.played == review.best_line.front() || review.played_value > review.value;
  review.judgement =
      found_better ? Judgement::kGood : JudgementOf(review.value - review.played_value);
}

void SetPlayed(MoveReview& review, float value, ProvenResult reply) {
  review.played_value = ForOpponent(value);
  if (reply.proof != Proof::kNone) review.played_result = {Opposite(reply.proof), reply.plies + 1};
  Judge(review);
}

// What was only proven after a move has been true before it, and the move before allowed it.
void CarryProofsBack(std::vector<MoveReview>& reviews,
                     const std::function<void(const MoveReview&)>& report) {
  for (std::size_t i = reviews.size(); i-- > 1;) {
    const MoveReview& here = reviews[i];
    MoveReview& before = reviews[i - 1];
    const bool news =
        here.result.proof != Proof::kNone && (before.played_result.proof == Proof::kNone ||
                                              here.result.plies + 1 < before.played_result.plies);
    if (!news) continue;
    SetPlayed(before, here.value, here.result);
    report(before);
  }
}

}  // namespace

std::string_view JudgementText(Judgement judgement) {
  constexpr std::array<std::string_view, 4> kTexts = {"good", "inaccuracy", "mistake", "blunder"};
  return kTexts.at(static_cast<std::size_t>(judgement));
}

std::vector<MoveReview> ReviewGame(const GameRecord& game, Analysis& analysis,
                                   const std::function<bool()>& stop,
                                   const std::function<void(const MoveReview&)>& report) {
  std::vector<MoveReview> reviews;
  Position position = game.start;
  if (game.moves.empty()) return reviews;
  analysis.Run(position, stop);
  for (const Move move : game.moves) {
    if (stop()) return reviews;
    MoveReview review = BeforeMove(analysis.search());
    review.ply = static_cast<int>(reviews.size()) + 1;
    review.played = move;
    const Color mover = position.to_move();
    position.Play(move);
    if (position.over()) {
      const bool won = position.winner() == mover;
      SetPlayed(review, won ? 0 : 1, {won ? Proof::kLoss : Proof::kWin, 0});
    } else {
      analysis.Run(position, stop);
      if (stop()) return reviews;
      SetPlayed(review, analysis.search().value(), analysis.search().result());
    }
    report(review);
    reviews.push_back(review);
  }
  CarryProofsBack(reviews, report);
  return reviews;
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
