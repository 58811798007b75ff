#include "tools/game_report.h"

#include <algorithm>
#include <cmath>

#include "game/move_text.h"

namespace lielow {
namespace {

// With as many digits as the page shows.
Json ValueJson(float value) { return std::round(double{value} * 1000) / 1000; }

}  // namespace

std::vector<CalibrationBin> ValueCalibration(std::span<const RecordedGame> games) {
  std::vector<CalibrationBin> bins(kCalibrationBins);
  for (const RecordedGame& game : games) {
    Color to_move = game.start.to_move();
    for (const RecordedMove& move : game.moves) {
      if (move.effort != Effort::kNone && move.proof == Proof::kNone) {
        const auto bin = static_cast<std::size_t>(move.value * float{kCalibrationBins});
        CalibrationBin& found = bins[std::min(bin, kCalibrationBins - 1)];
        ++found.positions;
        found.wins += to_move == game.winner ? 1 : 0;
        found.value_sum += move.value;
      }
      to_move = Other(to_move);
    }
  }
  return bins;
}

GameEnds CountGameEnds(std::span<const RecordedGame> games) {
  GameEnds ends;
  for (const RecordedGame& game : games) {
    ++ends.games;
    ends.plies += std::ssize(game.moves);
    ends.blue_wins += game.winner == Color::kBlue ? 1 : 0;
    ++ends.terminations[game.termination];
  }
  return ends;
}

std::vector<const RecordedGame*> SampleGames(std::span<const RecordedGame> games, std::size_t count,
                                             std::size_t among) {
  const std::span<const RecordedGame> newest = games.last(std::min(among, games.size()));
  count = std::min(count, newest.size());
  std::vector<const RecordedGame*> samples;
  for (std::size_t i = 0; i < count; ++i) {
    samples.push_back(&newest[newest.size() - 1 - i * newest.size() / count]);
  }
  return samples;
}

Json GameJson(const RecordedGame& game) {
  Json positions = Json::array({game.start.ToString()});
  Json moves = Json::array();
  Json values = Json::array();
  Json proofs = Json::array();
  Position position = game.start;
  for (const RecordedMove& move : game.moves) {
    moves.push_back(MoveText(position, move.move));
    values.push_back(move.effort == Effort::kNone ? Json(nullptr) : ValueJson(move.value));
    proofs.push_back(ProofJson(move.proof));
    position.Play(move.move);
    positions.push_back(position.ToString());
  }
  return {{"number", game.number},
          {"step", game.model_step()},
          {"winner", Name(game.winner)},
          {"termination", std::string(TerminationText(game.termination))},
          {"positions", positions},
          {"moves", moves},
          {"values", values},
          {"proofs", proofs}};
}

}  // namespace lielow
