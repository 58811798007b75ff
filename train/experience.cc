#include "train/experience.h"

#include <algorithm>
#include <utility>

namespace lielow {
namespace {

void AddTo(GameStatistics& statistics, const RecordedGame& game) {
  ++statistics.games;
  statistics.plies += static_cast<int>(game.moves.size());
  statistics.blue_wins += game.winner == Color::kBlue ? 1 : 0;
  statistics.kings_moved_off += game.termination == Termination::kKingMovedOff ? 1 : 0;
  statistics.resigned += game.termination == Termination::kResigned ? 1 : 0;
  statistics.resignations_tested += game.would_resign ? 1 : 0;
  statistics.resignations_wrong += game.would_resign == game.winner ? 1 : 0;
  statistics.positions += game.TrainedPositions();
  for (const RecordedMove& move : game.moves) statistics.surprise += move.surprise;
}

}  // namespace

Experience::Experience(const Config& config, const RunDirectory& directory, RunDatabase& database,
                       std::int64_t games)
    : options_(config.training),
      database_(database),
      others_seen_(database.LastId(games)),
      games_(games),
      positions_(database.PositionCount(games)),
      window_(config.training),
      writer_(directory.database(), kTrainingSource) {
  // The window is not saved: it follows from the games.
  const std::int64_t wanted = WindowSize(options_, positions_);
  // Some positions are in it several times, others not at all: twice as many games are enough.
  const std::int64_t read = 2 * wanted;
  constexpr std::int64_t kChunk = 500;
  for (std::int64_t skip = database.GamesBeforeNewest(read, games); skip < games; skip += kChunk) {
    for (const RecordedGame& game : database.Games(skip, std::min(kChunk, games - skip))) {
      window_.Add(game);
    }
  }
  window_.Trim(wanted);
}

void Experience::Add(const RecordedGame& game) {
  Count(game);
  writer_.Add(game);
}

void Experience::AddGamesOfOthers() {
  for (const RecordedGame& game : database_.GamesOfOthers(others_seen_)) Count(game);
}

void Experience::Count(const RecordedGame& game) {
  const std::lock_guard lock(mutex_);
  ++games_;
  positions_ += game.TrainedPositions();
  AddTo(statistics_, game);
  window_.Add(game);
  window_.Trim(WindowSize(options_, positions_));
}

std::int64_t Experience::window_size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(window_.size());
}

void Experience::Draw(int count, Random& random, Batch& batch) const {
  const std::lock_guard lock(mutex_);
  DrawBatch(window_, count, random, batch);
}

void Experience::DrawNewest(int count, std::int64_t newest, Random& random, Batch& batch) const {
  const std::lock_guard lock(mutex_);
  const std::int64_t first =
      std::max<std::int64_t>(0, static_cast<std::int64_t>(window_.size()) - newest);
  DrawBatch(window_, count, random, batch, static_cast<std::size_t>(first));
}

GameStatistics Experience::TakeStatistics() {
  const std::lock_guard lock(mutex_);
  return std::exchange(statistics_, {});
}

}  // namespace lielow
