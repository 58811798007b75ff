#include "selfplay/outbox.h"

#include <bit>

#include "game/input_error.h"
#include "selfplay/sqlite.h"

namespace lielow {
namespace {

using sqlite::Bytes;
using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

constexpr std::int64_t kApplicationId = 0x4c694f62;  // "LiOb"

constexpr const char* kTables = R"(
CREATE TABLE waiting (              -- games that the learner does not have yet
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL,         -- 64 bits, signed here
  number INTEGER NOT NULL,          -- of the session's games, from 0
  message BLOB NOT NULL,
  UNIQUE (session, number)
);
CREATE TABLE sessions (             -- of the worker, from one of its starts to its end
  session INTEGER PRIMARY KEY,
  finished INTEGER NOT NULL         -- games, sent or not
);
)";

void MakeTables(Database& database) {
  Transaction transaction(database);
  if (database.QueryInteger("SELECT count(*) FROM sqlite_master") == 0) {
    database.Execute(kTables);
    database.Execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
    transaction.Commit();
  }
  if (database.QueryInteger("PRAGMA application_id") != kApplicationId) {
    throw InputError(database.name() + ": is no outbox of a lielow worker");
  }
}

std::int64_t Signed(std::uint64_t session) { return std::bit_cast<std::int64_t>(session); }

}  // namespace

Outbox::Outbox(const std::filesystem::path& path)
    : database_(std::make_unique<Database>(path, Database::Mode::kReadWrite)) {
  MakeTables(*database_);
  database_->UseWriteAheadLog();
  database_->Execute("PRAGMA synchronous = FULL");  // Each commit is on the disk.
  games_ = database_->QueryInteger("SELECT count(*) FROM waiting");
  bytes_ = database_->QueryInteger("SELECT coalesce(sum(length(message)), 0) FROM waiting");
}

Outbox::~Outbox() = default;

void Outbox::Add(std::span<const GameMessage> messages) {
  const std::lock_guard lock(mutex_);
  std::int64_t bytes = 0;
  Transaction transaction(*database_);
  Statement insert(*database_, "INSERT INTO waiting (session, number, message) VALUES (?, ?, ?)");
  Statement count(*database_,
                  "INSERT INTO sessions (session, finished) VALUES (?, 1)"
                  " ON CONFLICT (session) DO UPDATE SET finished = finished + 1");
  for (const GameMessage& message : messages) {
    const std::string encoded = EncodeGameMessage(message);
    insert.Bind(Signed(message.session), message.game.number, Bytes{encoded});
    insert.Run();
    count.Bind(Signed(message.session));
    count.Run();
    bytes += std::ssize(encoded);
  }
  transaction.Commit();
  games_ += std::ssize(messages);
  bytes_ += bytes;
}

std::vector<Outbox::Item> Outbox::Oldest(int count) const {
  const std::lock_guard lock(mutex_);
  Statement select(*database_,
                   "SELECT id, session, number, message FROM waiting ORDER BY id LIMIT ?");
  select.Bind(count);
  std::vector<Item> items;
  while (select.Step()) {
    items.push_back({.id = select.Integer(0),
                     .session = std::bit_cast<std::uint64_t>(select.Integer(1)),
                     .number = select.Integer(2),
                     .bytes = std::string(select.Blob(3))});
  }
  return items;
}

void Outbox::Remove(std::span<const std::int64_t> ids) {
  const std::lock_guard lock(mutex_);
  std::int64_t games = 0;
  std::int64_t bytes = 0;
  Transaction transaction(*database_);
  Statement remove(*database_, "DELETE FROM waiting WHERE id = ? RETURNING length(message)");
  for (const std::int64_t id : ids) {
    remove.Bind(id);
    while (remove.Step()) {
      ++games;
      bytes += remove.Integer(0);
    }
  }
  transaction.Commit();
  games_ -= games;
  bytes_ -= bytes;
}

std::int64_t Outbox::games() const {
  const std::lock_guard lock(mutex_);
  return games_;
}

std::int64_t Outbox::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::int64_t Outbox::Finished(std::uint64_t session) const {
  const std::lock_guard lock(mutex_);
  Statement select(*database_, "SELECT finished FROM sessions WHERE session = ?");
  select.Bind(Signed(session));
  return select.Step() ? select.Integer(0) : 0;
}

}  // namespace lielow
