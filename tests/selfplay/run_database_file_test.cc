// What a run database does with files that are none, newer ones and damaged ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "game/input_error.h"
#include "game/random.h"
#include "selfplay/run_database.h"
#include "selfplay/sqlite.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::ThrowsMessage;

using Mode = RunDatabase::Mode;

std::string Contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Write(const std::filesystem::path& path, const std::string& contents) {
  std::ofstream(path, std::ios::binary) << contents;
}

// Reads all that a run database holds.
void ReadAll(const std::filesystem::path& path) {
  const RunDatabase database(path, Mode::kReadOnly);
  database.GameCount();
  database.PositionCount();
  database.GameNumbers();
  database.Summary();
  database.Games(0, 1000);
  database.Evaluations();
  database.Figures();
  database.Choice("selfplay.threads");
  database.LadderRows(8);
}

class RunDatabaseFileTest : public testing::Test {
 protected:
  // Both modes refuse the file in one line that begins with its name, and leave it as it is.
  void ExpectRefused(const std::string& reason) {
    const std::string before = std::filesystem::is_regular_file(path_) ? Contents(path_) : "";
    for (const Mode mode : {Mode::kReadOnly, Mode::kReadWrite}) {
      EXPECT_THAT([&] { RunDatabase(path_, mode); },
                  ThrowsMessage<InputError>(
                      AllOf(StartsWith(path_.string()), HasSubstr(reason), Not(HasSubstr("\n")))));
    }
    if (std::filesystem::is_regular_file(path_)) {
      EXPECT_TRUE(Contents(path_) == before);  // Too long to be printed.
    }
  }

  void MakeDatabase() {
    RunDatabase database(path_, Mode::kReadWrite);
    database.AddGames(RandomRecordedGames(5, 0, 10));
    database.AddEvaluation({.step = 1, .opponent = "greedy"});
    database.AddFigures({.step = 1, .figures = {{"minutes", 2}}});
  }

  void Execute(const char* sql) {
    sqlite::Database(path_, sqlite::Database::Mode::kReadWrite).Execute(sql);
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "run.db";
};

TEST_F(RunDatabaseFileTest, MissingFileIsRefusedForReadingAndNotMade) {
  EXPECT_THAT([&] { RunDatabase(path_, Mode::kReadOnly); },
              ThrowsMessage<InputError>(HasSubstr("no such file")));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(RunDatabaseFileTest, DirectoryIsRefused) {
  std::filesystem::create_directory(path_);
  ExpectRefused("is not a file");
}

TEST_F(RunDatabaseFileTest, FileInAMissingDirectoryIsRefused) {
  EXPECT_THROW(RunDatabase(directory_ / "none/run.db", Mode::kReadWrite), InputError);
}

TEST_F(RunDatabaseFileTest, EmptyNameIsRefused) {
  EXPECT_THROW(RunDatabase("", Mode::kReadWrite), InputError);
  EXPECT_THROW(RunDatabase("", Mode::kReadOnly), InputError);
}

TEST_F(RunDatabaseFileTest, FileThatIsNoDatabaseIsRefused) {
  for (const std::string& contents :
       {std::string("x"), std::string("# a text\n"), std::string(10000, 'x'),
        std::string("SQLite format 3"), std::string("SQLite format 3\0", 16),
        std::string("SQLite format 3\0", 16) + std::string(4080, 'x')}) {
    Write(path_, contents);
    ExpectRefused("not a database");
  }
}

TEST_F(RunDatabaseFileTest, DatabaseOfSomethingElseIsRefused) {
  Execute("CREATE TABLE games (id INTEGER PRIMARY KEY)");
  ExpectRefused("is no run database of lielow");
}

TEST_F(RunDatabaseFileTest, EmptyFileBecomesADatabase) {
  // What a process leaves that was killed while it made the file.
  Write(path_, "");
  EXPECT_THROW(RunDatabase(path_, Mode::kReadOnly), InputError);
  EXPECT_EQ(RunDatabase(path_, Mode::kReadWrite).GameCount(), 0);
}

TEST_F(RunDatabaseFileTest, NewerVersionIsRefused) {
  MakeDatabase();
  Execute("PRAGMA user_version = 4");
  ExpectRefused("run database version 4 is newer than this program, which reads 1 to 3");
}

TEST_F(RunDatabaseFileTest, DatabaseWithoutALadderGetsOne) {
  for (const Mode mode : {Mode::kReadOnly, Mode::kReadWrite}) {
    MakeDatabase();
    Execute("DROP TABLE ladder; PRAGMA user_version = 2");  // As version 2 was.
    EXPECT_EQ(RunDatabase(path_, mode).LadderRows(8).size(), 0U);
    EXPECT_EQ(RunDatabase(path_, mode).GameCount(), 10);
  }
}

TEST_F(RunDatabaseFileTest, OlderVersionIsMigratedWithAllThatItHolds) {
  const std::string make = Contents(LIELOW_TEST_DATA "/run_database/version1.sql");
  for (const Mode mode : {Mode::kReadOnly, Mode::kReadWrite}) {
    std::filesystem::remove(path_);
    Execute(make.c_str());
    const RunDatabase database(path_, mode);
    const std::vector<RecordedGame> games = database.Games(0, 10);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].number, 17);
    EXPECT_EQ(games[0].model_step(), 60);
    EXPECT_EQ(games[0].start.ToString(), "4/4/1B1R11/4 b");
    EXPECT_EQ(database.GameNumbers(kTrainingSource), std::vector<std::int64_t>{17});
    EXPECT_EQ(database.Evaluations().at(0).opponent, "greedy");
    EXPECT_EQ(database.Figures(), std::vector<FigureRow>({{60,
                                                           {{"minutes", 5.5},
                                                            {"games", 1},
                                                            {"positions", 1},
                                                            {"policy_loss", 2.25},
                                                            {"value_loss", 0.5},
                                                            {"positions_per_second", 310},
                                                            {"learning_rate", 0.002}}}}));
  }
  // The migrated tables are those of a new file.
  const auto tables = [](const std::filesystem::path& path) {
    const sqlite::Database database(path, sqlite::Database::Mode::kReadOnly);
    sqlite::Statement select(database, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL");
    std::multiset<std::string> all;
    while (select.Step()) all.emplace(select.Text(0));
    return all;
  };
  const RunDatabase fresh(directory_ / "new.db", Mode::kReadWrite);
  EXPECT_EQ(tables(path_), tables(directory_ / "new.db"));
}

TEST_F(RunDatabaseFileTest, MissingTableIsAnInputError) {
  MakeDatabase();
  Execute("DROP TABLE games");
  EXPECT_THAT([&] { ReadAll(path_); }, ThrowsMessage<InputError>(HasSubstr("no such table")));
}

TEST_F(RunDatabaseFileTest, DamagedGameIsNamed) {
  const std::string place = path_.string() + ": game 3: ";
  const struct {
    const char* change;
    const char* reason;
  } kCases[] = {
      {"moves = x'0200'", "the data ends before the game does"},
      {"moves = x'09'", "format version 9"},
      {"moves = x'02'", "the data ends before the game does"},
      {"size = 3", "board size 3"},
      {"size = 4294967301", "its columns contradict its moves"},  // 2^32 + 5
      {"start = 'b1/x b'", "position string"},
      {"winner = 'x'", "its columns contradict its moves"},
      {"ending = 'resigned'", "its columns contradict its moves"},
      {"would_resign = 'x'", "its columns contradict its moves"},
      {"model_step = 5", "its columns contradict its moves"},
      {"plies = plies + 1", "its columns contradict its moves"},
      {"positions = positions + 1", "its columns contradict its moves"},
  };
  MakeDatabase();
  const std::string contents = Contents(path_);
  for (const auto& [change, reason] : kCases) {
    Write(path_, contents);
    const std::string table =
        std::string_view(change).starts_with("moves") ? "game_moves" : "games";
    Execute(("UPDATE " + table + " SET " + change +
             " WHERE id = (SELECT id FROM games WHERE number = 3)")
                .c_str());
    const RunDatabase database(path_, Mode::kReadOnly);
    EXPECT_THAT([&] { database.Games(0, 100); },
                ThrowsMessage<InputError>(AllOf(StartsWith(place), HasSubstr(reason))))
        << change;
    EXPECT_THAT([&] { database.CheckAll(); },
                ThrowsMessage<InputError>(AllOf(StartsWith(place), HasSubstr(reason))));
    EXPECT_EQ(database.Games(0, 3), RandomRecordedGames(5, 0, 3));
  }
}

TEST_F(RunDatabaseFileTest, CheckFindsNoFaultInASoundFile) {
  MakeDatabase();
  EXPECT_NO_THROW(RunDatabase(path_, Mode::kReadOnly).CheckAll());
}

TEST_F(RunDatabaseFileTest, EveryTruncationIsAnInputError) {
  MakeDatabase();
  const std::string contents = Contents(path_);
  for (std::size_t length = 1; length < contents.size(); length += 509) {
    Write(path_, contents.substr(0, length));
    EXPECT_THROW(ReadAll(path_), InputError) << length << " of " << contents.size();
  }
}

TEST_F(RunDatabaseFileTest, ChangedBytesAreAnInputErrorOrGoUnnoticed) {
  MakeDatabase();
  const std::string contents = Contents(path_);
  Random random(3);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = contents;
    // Half of the changes in the first page, with the header and the schema.
    const int length = i % 2 == 0 ? 4096 : static_cast<int>(contents.size());
    const std::size_t at = static_cast<std::size_t>(random.Below(length));
    damaged[at] = static_cast<char>(random.Below(256));
    Write(path_, damaged);
    try {
      ReadAll(path_);
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace lielow
