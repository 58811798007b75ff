#include "selfplay/run_database_schema.h"

#include <cstdint>
#include <string>

#include "game/input_error.h"

namespace lielow {
namespace {

using sqlite::Database;
using sqlite::Transaction;

constexpr std::int64_t kApplicationId = 0x4c69656c;  // "Liel"
constexpr std::int64_t kSchemaVersion = 3;

// The comments stay in the file, for people who look at it with `sqlite3 run.db .schema`.
constexpr const char* kGames = R"(
CREATE TABLE games (
  id INTEGER PRIMARY KEY,           -- the order in which the games were added
  source INTEGER NOT NULL,          -- who played it: 0 the training itself, else in sources
  number INTEGER NOT NULL,          -- of the source's games, from 0
  seed INTEGER NOT NULL,            -- 64 bits, signed here
  model_step INTEGER NOT NULL,      -- training steps of the network that played its last move
  size INTEGER NOT NULL,            -- of the board
  start TEXT,                       -- position string; NULL is the standard start
  plies INTEGER NOT NULL,
  positions INTEGER NOT NULL,       -- plies that are trained
  winner TEXT NOT NULL,             -- 'b' or 'r'
  ending TEXT NOT NULL,             -- 'king captured', 'king moved off' or 'resigned'
  would_resign TEXT,                -- 'b' or 'r': who would have resigned, in games played on
  moves_bytes INTEGER NOT NULL,     -- of its moves; 0 where they were dropped to save room
  added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (source, number)
);

-- Counts positions and skips games quickly.
CREATE INDEX games_positions ON games (id, positions);

CREATE TABLE game_moves (           -- apart from the games, so that these stay small to look through
  id INTEGER PRIMARY KEY,           -- of the game
  moves BLOB NOT NULL               -- moves, policies and values; begins with a format version
);

CREATE TABLE sources (              -- programs beside the training that have added games
  id INTEGER PRIMARY KEY,
  seed INTEGER NOT NULL,            -- 64 bits, signed here
  player TEXT NOT NULL,
  options TEXT NOT NULL,            -- how it played: a configuration in YAML
  added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (seed, player, options)
);
)";

constexpr const char* kEvaluations = R"(
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
)";

constexpr const char* kFigures = R"(
CREATE TABLE figures (              -- of the iterations of the training loop
  step INTEGER NOT NULL,            -- training steps when the iteration ended
  name TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (step, name)
) WITHOUT ROWID;

CREATE TABLE choices (              -- what the run chose itself, to choose it again
  name TEXT PRIMARY KEY,            -- of a configuration field
  value TEXT NOT NULL
) WITHOUT ROWID;
)";

constexpr const char* kLadder = R"(
CREATE TABLE ladder (               -- games of `lielow ladder`, in pairs with colours swapped
  id INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,            -- of the board
  a TEXT NOT NULL,                  -- players
  b TEXT NOT NULL,
  opening INTEGER NOT NULL,         -- its number in the ladder's list
  a_won_as_blue INTEGER NOT NULL,   -- 1 or 0
  a_won_as_red INTEGER NOT NULL,
  UNIQUE (size, a, b, opening)
);
)";

// Version 1 had no sources, and figures in columns.
constexpr const char* kFromVersion1 = R"(
INSERT INTO games (id, source, number, seed, model_step, size, start, plies, positions, winner,
                   ending, moves_bytes, added_at)
  SELECT id, 0, number, seed, model_step, size, start, plies, positions, winner, ending,
         length(moves), added_at FROM old_games;
INSERT INTO game_moves SELECT id, moves FROM old_games;
DROP TABLE old_games;
INSERT INTO figures
  SELECT step, 'minutes', minutes FROM metrics UNION ALL
  SELECT step, 'games', games FROM metrics UNION ALL
  SELECT step, 'positions', positions FROM metrics UNION ALL
  SELECT step, 'policy_loss', policy_loss FROM metrics UNION ALL
  SELECT step, 'value_loss', value_loss FROM metrics UNION ALL
  SELECT step, 'positions_per_second', positions_per_second FROM metrics UNION ALL
  SELECT step, 'learning_rate', learning_rate FROM metrics;
DROP TABLE metrics;
)";

bool IsNew(const Database& database) {
  return database.QueryInteger("PRAGMA application_id") == 0 &&
         database.QueryInteger("PRAGMA user_version") == 0 &&
         database.QueryInteger("SELECT count(*) FROM sqlite_master") == 0;
}

void SetVersion(Database& database) {
  database.Execute(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str());
}

void Create(Database& database) {
  Transaction transaction(database);
  if (!IsNew(database)) return;  // Another process was faster.
  database.Execute(kGames);
  database.Execute(kEvaluations);
  database.Execute(kFigures);
  database.Execute(kLadder);
  database.Execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  SetVersion(database);
  transaction.Commit();
}

std::int64_t Version(const Database& database) {
  return database.QueryInteger("PRAGMA user_version");
}

void Migrate(Database& database) {
  Transaction transaction(database);
  const std::int64_t version = Version(database);
  if (version == kSchemaVersion) return;  // Another process was faster.
  if (version == 1) {
    database.Execute("ALTER TABLE games RENAME TO old_games; DROP INDEX games_positions");
    database.Execute(kGames);
    database.Execute(kFigures);
    database.Execute(kFromVersion1);
  }
  database.Execute(kLadder);  // Version 2 had none.
  SetVersion(database);
  transaction.Commit();
}

void CheckVersion(const Database& database) {
  if (database.QueryInteger("PRAGMA application_id") != kApplicationId) {
    throw InputError(database.name() + ": is no run database of lielow");
  }
  const std::int64_t version = Version(database);
  if (version < 1 || version > kSchemaVersion) {
    throw InputError(database.name() + ": run database version " + std::to_string(version) +
                     (version > kSchemaVersion ? " is newer than this program, which reads 1 to "
                                               : " is unknown: this program reads 1 to ") +
                     std::to_string(kSchemaVersion));
  }
}

}  // namespace

std::unique_ptr<Database> OpenRunDatabase(const std::filesystem::path& path, Database::Mode mode) {
  auto database = std::make_unique<Database>(path, mode);
  if (mode == Database::Mode::kReadWrite && IsNew(*database)) Create(*database);
  CheckVersion(*database);
  if (Version(*database) < kSchemaVersion) {
    if (mode == Database::Mode::kReadOnly) {
      OpenRunDatabase(path, Database::Mode::kReadWrite);
    } else {
      Migrate(*database);
    }
  }
  if (mode == Database::Mode::kReadWrite) {
    database->UseWriteAheadLog();
    // Each commit is on the disk before it returns. A killed process loses nothing under NORMAL
    // either, but after a power cut a checkpoint of the training could count games that are gone.
    database->Execute("PRAGMA synchronous = FULL");
  }
  return database;
}

}  // namespace lielow
