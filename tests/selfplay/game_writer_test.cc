#include "selfplay/game_writer.h"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "selfplay/sqlite.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class GameWriterTest : public testing::Test {
 protected:
  RunDatabase Database() const { return {path_, RunDatabase::Mode::kReadOnly}; }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "run.db";
};

TEST_F(GameWriterTest, FlushedGamesAreInTheDatabase) {
  GameWriter writer(path_, kTrainingSource);
  const std::vector<RecordedGame> games = RandomRecordedGames(5, 0, 30);
  for (int i = 0; i < 20; ++i) writer.Add(games[static_cast<std::size_t>(i)]);
  writer.Flush();
  EXPECT_EQ(Database().GameCount(), 20);
  writer.Flush();
  for (int i = 20; i < 30; ++i) writer.Add(games[static_cast<std::size_t>(i)]);
  writer.Flush();
  EXPECT_EQ(Database().Games(0, 100), games);
  EXPECT_EQ(writer.known(), 0);
}

TEST_F(GameWriterTest, GamesAreWrittenBeforeLongAlsoWithoutFlush) {
  GameWriter writer(path_, kTrainingSource);
  writer.Add(RandomRecordedGame(Position(5), 0));
  while (Database().GameCount() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST_F(GameWriterTest, WhatIsLeftIsWrittenAtItsEnd) {
  { GameWriter(path_, kTrainingSource).Add(RandomRecordedGame(Position(5), 0)); }
  EXPECT_EQ(Database().GameCount(), 1);
}

TEST_F(GameWriterTest, ManyThreadsMayAddAndWaitForTheDisk) {
  constexpr int kThreads = 4;
  constexpr int kGames = 1500;  // Of each: together more than may wait.
  const std::vector<RecordedGame> games = RandomRecordedGames(4, 0, kThreads * kGames);
  GameWriter writer(path_, kTrainingSource);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        for (int k = 0; k < kGames; ++k) {
          writer.Add(games[static_cast<std::size_t>(i * kGames + k)]);
        }
      });
    }
  }
  writer.Flush();
  EXPECT_EQ(Database().GameCount(), kThreads * kGames);
}

TEST_F(GameWriterTest, CountsGamesThatWereThereAlready) {
  const std::vector<RecordedGame> games = RandomRecordedGames(5, 0, 3);
  RunDatabase(path_, RunDatabase::Mode::kReadWrite).AddGames({{games[1]}});
  GameWriter writer(path_, kTrainingSource);
  for (const RecordedGame& game : games) writer.Add(game);
  writer.Flush();
  EXPECT_EQ(writer.known(), 1);
  EXPECT_EQ(Database().GameCount(), 3);
}

TEST_F(GameWriterTest, FailedWriteIsThrownAndNothingHangs) {
  GameWriter writer(path_, kTrainingSource);
  sqlite::Database(path_, sqlite::Database::Mode::kReadWrite)
      .Execute(
          "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT raise(ABORT, 'disk is full'); "
          "END");
  writer.Add(RandomRecordedGame(Position(5), 0));
  const auto is_full = ThrowsMessage<std::runtime_error>(HasSubstr("disk is full"));
  EXPECT_THAT([&] { writer.Flush(); }, is_full);
  EXPECT_THAT([&] { writer.Add(RandomRecordedGame(Position(5), 1)); }, is_full);
  EXPECT_THAT([&] { writer.Flush(); }, is_full);
}

}  // namespace
}  // namespace lielow
