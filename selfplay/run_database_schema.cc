#include "selfplay/run_database_schema.h"

#include <cstdint>
#include <string>

#include "game/input_error.h"

namespace lielow {
namespace {

using sqlite::Database;
using sqlite::Transaction;

constexpr std::int64_t kApplicationId = 0x4c69656c;  // "Liel"
constexpr std::int64_t kSchemaVersion = 1;

// The comments stay in the file, for people who look at it with `sqlite3 run.db .schema`.
constexpr const char* kSchema = R"(
CREATE TABLE games (
  id INTEGER PRIMARY KEY,           -- the order in which the games were added
  number INTEGER NOT NULL UNIQUE,   -- of the run's games, from 0
  seed INTEGER NOT NULL,            -- 64 bits, signed here
  model_step INTEGER NOT NULL,      -- training steps of the network that played it
  size INTEGER NOT NULL,            -- of the board
  start TEXT,                       -- position string; NULL is the standard start
  plies INTEGER NOT NULL,
  positions INTEGER NOT NULL,       -- plies that are trained
  winner TEXT NOT NULL,             -- 'b' or 'r'
  ending TEXT NOT NULL,             -- 'king captured' or 'king moved off'
  moves BLOB NOT NULL,              -- moves, policies and values; begins with a format version
  added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);

-- Counts positions and skips games without a look at the blobs.
CREATE INDEX games_positions ON games (id, positions);

CREATE TABLE evaluations (          -- matches of the run's network against fixed opponents
  id INTEGER PRIMARY KEY,
  step INTEGER NOT NULL,            -- training steps of the network
  opponent TEXT NOT NULL,
  games INTEGER NOT NULL,
  score REAL NOT NULL,              -- share of games that the network won
  elo REAL NOT NULL,
  elo_low REAL NOT NULL,            -- 95 % interval
  elo_high REAL NOT NULL,
  minutes REAL NOT NULL,            -- run time
  UNIQUE (step, opponent)
);

CREATE TABLE metrics (              -- iterations of the training loop
  step INTEGER PRIMARY KEY,
  minutes REAL NOT NULL,            -- run time
  games INTEGER NOT NULL,
  positions INTEGER NOT NULL,
  policy_loss REAL NOT NULL,
  value_loss REAL NOT NULL,
  positions_per_second REAL NOT NULL,
  learning_rate REAL NOT NULL
);
)";

bool IsNew(const Database& database) {
  return database.QueryInteger("PRAGMA application_id") == 0 &&
         database.QueryInteger("PRAGMA user_version") == 0 &&
         database.QueryInteger("SELECT count(*) FROM sqlite_master") == 0;
}

void Create(Database& database) {
  Transaction transaction(database);
  if (!IsNew(database)) return;  // Another process was faster.
  database.Execute(kSchema);
  database.Execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  database.Execute(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str());
  transaction.Commit();
}

void CheckVersion(const Database& database) {
  if (database.QueryInteger("PRAGMA application_id") != kApplicationId) {
    throw InputError(database.name() + ": is no run database of lielow");
  }
  const std::int64_t version = database.QueryInteger("PRAGMA user_version");
  if (version < 1 || version > kSchemaVersion) {
    throw InputError(database.name() + ": run database version " + std::to_string(version) +
                     (version > kSchemaVersion ? " is newer than this program, which reads "
                                               : " is unknown: this program reads ") +
                     std::to_string(kSchemaVersion));
  }
}

}  // namespace

std::unique_ptr<Database> OpenRunDatabase(const std::filesystem::path& path, Database::Mode mode) {
  auto database = std::make_unique<Database>(path, mode);
  if (mode == Database::Mode::kReadWrite) {
    if (IsNew(*database)) Create(*database);
    CheckVersion(*database);
    database->UseWriteAheadLog();
    // Each commit is on the disk before it returns. A killed process loses nothing under NORMAL
    // either, but after a power cut a checkpoint of the training could count games that are gone.
    database->Execute("PRAGMA synchronous = FULL");
  } else {
    CheckVersion(*database);
  }
  return database;
}

}  // namespace lielow
