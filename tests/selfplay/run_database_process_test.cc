// Several processes at one run database, and one that is killed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <thread>

#include "selfplay/run_database.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using Mode = RunDatabase::Mode;

// Runs `body` in a process of its own, which exits with 0 unless `body` throws. No database may be
// open here meanwhile: SQLite's connections do not survive a fork.
template <class Body>
pid_t StartProcess(Body body) {
  const pid_t process = fork();
  if (process != 0) return process;
  try {
    body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
  _exit(0);
}

class RunDatabaseProcessTest : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "run.db";
};

TEST_F(RunDatabaseProcessTest, KilledProcessLosesNoAddedGameAndLeavesNoHalfBatch) {
  constexpr int kBatch = 3;
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t writer = StartProcess([&] {
    RunDatabase database(path_, Mode::kReadWrite);
    for (int number = 0;; number += kBatch) {
      database.AddGames(RandomRecordedGames(5, number, kBatch));
      if (write(pipe_ends[1], "x", 1) != 1) _exit(1);  // This batch is safe.
    }
  });
  ASSERT_GT(writer, 0);
  close(pipe_ends[1]);
  char byte = 0;
  int safe = 0;
  while (safe < 10 && read(pipe_ends[0], &byte, 1) == 1) ++safe;
  kill(writer, SIGKILL);
  while (read(pipe_ends[0], &byte, 1) == 1) ++safe;
  close(pipe_ends[0]);
  int status = 0;
  ASSERT_EQ(waitpid(writer, &status, 0), writer);
  ASSERT_TRUE(WIFSIGNALED(status));

  // A reader may be the first to come, before anybody who may write.
  const RunDatabase reader(path_, Mode::kReadOnly);
  const int count = static_cast<int>(reader.GameCount());
  EXPECT_GE(count, safe * kBatch);
  EXPECT_EQ(count % kBatch, 0);
  EXPECT_EQ(reader.Games(0, count), RandomRecordedGames(5, 0, count));

  RunDatabase(path_, Mode::kReadWrite).AddGames(RandomRecordedGames(5, count, 1));
  EXPECT_EQ(reader.Games(0, count + 1), RandomRecordedGames(5, 0, count + 1));
}

TEST_F(RunDatabaseProcessTest, TwoProcessesWriteWhileAnotherReads) {
  constexpr int kBatches = 15;
  constexpr int kBatch = 2;
  { const RunDatabase made(path_, Mode::kReadWrite); }
  std::vector<pid_t> writers;
  for (const int first : {0, 100}) {
    writers.push_back(StartProcess([&] {
      RunDatabase database(path_, Mode::kReadWrite);
      for (int i = 0; i < kBatches; ++i) {
        database.AddGames(RandomRecordedGames(5, first + i * kBatch, kBatch));
      }
    }));
    ASSERT_GT(writers.back(), 0);
  }

  {
    const RunDatabase reader(path_, Mode::kReadOnly);
    std::int64_t seen = 0;
    while (!writers.empty()) {
      const std::int64_t count = reader.GameCount();
      EXPECT_EQ(count % kBatch, 0);
      EXPECT_GE(count, seen);
      EXPECT_EQ(reader.Games(seen, count - seen).size(), static_cast<std::size_t>(count - seen));
      seen = count;
      int status = 0;
      if (waitpid(writers.back(), &status, WNOHANG) == writers.back()) {
        EXPECT_EQ(status, 0);
        writers.pop_back();
      }
    }
  }

  std::vector<RecordedGame> games = RunDatabase(path_, Mode::kReadOnly).Games(0, 1000);
  std::sort(games.begin(), games.end(),
            [](const RecordedGame& a, const RecordedGame& b) { return a.number < b.number; });
  std::vector<RecordedGame> expected = RandomRecordedGames(5, 0, kBatches * kBatch);
  for (const RecordedGame& game : RandomRecordedGames(5, 100, kBatches * kBatch)) {
    expected.push_back(game);
  }
  EXPECT_EQ(games, expected);
}

TEST_F(RunDatabaseProcessTest, SeveralMayMakeTheSameFileAtOnce) {
  constexpr int kWriters = 8;
  std::vector<std::thread> writers;
  std::array<bool, kWriters> done{};
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&, i] {
      try {
        RunDatabase(path_, Mode::kReadWrite).AddGames(RandomRecordedGames(5, i, 1));
        done[static_cast<std::size_t>(i)] = true;
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_THAT(done, testing::Each(true));
  EXPECT_EQ(RunDatabase(path_, Mode::kReadOnly).GameCount(), kWriters);
}

}  // namespace
}  // namespace lielow
