#include "selfplay/game_writer.h"

#include <chrono>
#include <utility>

namespace lielow {

GameWriter::GameWriter(const std::filesystem::path& database, GameSource source)
    : database_(database, RunDatabase::Mode::kReadWrite),
      source_(source),
      thread_([this] { Run(); }) {}

GameWriter::~GameWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void GameWriter::Add(RecordedGame game) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < kMostWaiting || error_; });
  if (error_) std::rethrow_exception(error_);
  waiting_.push_back(std::move(game));
  changed_.notify_all();
}

void GameWriter::Flush() {
  std::unique_lock lock(mutex_);
  hurry_ = true;
  changed_.notify_all();
  changed_.wait(lock, [&] { return Idle() || error_; });
  hurry_ = false;
  if (error_) std::rethrow_exception(error_);
}

void GameWriter::Run() {
  constexpr auto kGroupTime = std::chrono::milliseconds(500);
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !waiting_.empty() || ending_; });
    if (waiting_.empty()) return;
    changed_.wait_for(lock, kGroupTime, [&] { return hurry_ || ending_; });
    const std::vector<RecordedGame> games = std::exchange(waiting_, {});
    writing_ = true;
    lock.unlock();
    std::exception_ptr error;
    try {
      known_ += std::ssize(games) - database_.AddGames(games, source_).games;
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    writing_ = false;
    error_ = error;
    changed_.notify_all();
    if (error_) return;
  }
}

}  // namespace lielow
