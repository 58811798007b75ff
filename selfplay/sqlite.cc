#include "selfplay/sqlite.h"

#include <sqlite3.h>

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "game/input_error.h"

namespace lielow::sqlite {
namespace {

// How long to wait for another process that writes.
constexpr std::chrono::milliseconds kBusyTime = std::chrono::seconds(30);

bool IsFaultOfFile(int code) {
  switch (code & 0xff) {  // The rest of an extended code only says more.
    case SQLITE_ERROR:    // The statements are fixed: the tables are not ours.
    case SQLITE_CANTOPEN:
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
    case SQLITE_MISMATCH:
    case SQLITE_NOTADB:
    case SQLITE_PERM:
    case SQLITE_TOOBIG:
      return true;
    default:
      return false;
  }
}

// No database is smaller. SQLite takes some such files for empty ones and would write over them.
constexpr std::uintmax_t kSmallestFile = 512;

}  // namespace

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database(const std::filesystem::path& path, Mode mode) : name_(path.string()) {
  if (path.empty()) throw InputError("the name of a database file is empty");
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status)) {
    if (!std::filesystem::is_regular_file(status)) throw InputError(name_ + ": is not a file");
    // Its bytes are left to SQLite: whoever else closes the file releases the locks that this
    // process holds on it through other connections.
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size != 0 && size < kSmallestFile) {
      throw InputError(name_ + ": is not a database");
    }
  } else if (mode == Mode::kReadOnly) {
    throw InputError(name_ + ": no such file");
  }

  // Absolute, so that no name is taken for one of SQLite's special ones, such as ":memory:".
  const std::string absolute = std::filesystem::absolute(path).string();
  const int flags =
      mode == Mode::kReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(absolute.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);  // There is one after a failure too, with the error.
  if (code != SQLITE_OK) Fail(code);

  // SQLite falls back to reading where it may not write.
  if (mode == Mode::kReadWrite && sqlite3_db_readonly(handle, "main") != 0) {
    throw InputError(name_ + ": may not be written");
  }
  sqlite3_busy_timeout(handle, static_cast<int>(kBusyTime.count()));
}

void Database::UseWriteAheadLog() {
  // SQLite does not wait here while others have a file open that is not in WAL mode yet, as when
  // several processes make it at once.
  const auto deadline = std::chrono::steady_clock::now() + kBusyTime;
  int code = SQLITE_OK;
  while ((code = sqlite3_exec(handle_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr,
                              nullptr)) == SQLITE_BUSY &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (code != SQLITE_OK) Fail(code);
  Statement mode(*this, "PRAGMA journal_mode");
  mode.Step();
  if (mode.Text(0) != "wal") {
    throw InputError(name_ + ": its file system has no shared memory, which WAL mode needs");
  }
}

void Database::Execute(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) Fail(code);
}

std::int64_t Database::QueryInteger(const char* sql) const {
  Statement statement(*this, sql);
  statement.Step();
  return statement.Integer(0);
}

void Database::Fail(int code) const {
  const std::string reason =
      handle_ != nullptr ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  if (IsFaultOfFile(code)) throw InputError(name_ + ": " + reason);
  throw std::runtime_error(name_ + ": " + reason);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, const char* sql) : database_(&database) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v2(database.handle_.get(), sql, -1, &handle, nullptr);
  handle_.reset(handle);
  Check(code);
}

void Statement::Check(int code) const {
  if (code != SQLITE_OK) database_->Fail(code);
}

void Statement::Reset() {
  // Its result is the error of the last run, which Step has thrown.
  sqlite3_reset(handle_.get());
}

bool Statement::Step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  database_->Fail(code);
}

void Statement::Run() {
  while (Step()) {
  }
  Reset();
}

void Statement::BindOne(int parameter, std::int64_t value) {
  Check(sqlite3_bind_int64(handle_.get(), parameter, value));
}

void Statement::BindOne(int parameter, double value) {
  if (std::isnan(value)) {
    const char* name = sqlite3_bind_parameter_name(handle_.get(), parameter);
    throw std::invalid_argument(database_->name() + ": " + (name != nullptr ? name : "?") +
                                " is not a number");
  }
  Check(sqlite3_bind_double(handle_.get(), parameter, value));
}

void Statement::BindOne(int parameter, std::string_view text) {
  Check(sqlite3_bind_text64(handle_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
}

void Statement::BindOne(int parameter, Bytes bytes) {
  Check(sqlite3_bind_blob64(handle_.get(), parameter, bytes.bytes.data(), bytes.bytes.size(),
                            SQLITE_TRANSIENT));
}

void Statement::BindNull(int parameter) { Check(sqlite3_bind_null(handle_.get(), parameter)); }

std::int64_t Statement::Integer(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

double Statement::Real(int column) const { return sqlite3_column_double(handle_.get(), column); }

std::string_view Statement::Text(int column) const {
  // In this order: asking for the text can change the number of bytes.
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  const int length = sqlite3_column_bytes(handle_.get(), column);
  return text == nullptr ? std::string_view()
                         : std::string_view(text, static_cast<std::size_t>(length));
}

std::string_view Statement::Blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  const int length = sqlite3_column_bytes(handle_.get(), column);
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, static_cast<std::size_t>(length));
}

bool Statement::IsNull(int column) const {
  return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

Transaction::Transaction(Database& database) : database_(database) {
  // IMMEDIATE waits for other writers here, where nothing has been done yet.
  database_.Execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // Also after an error that has undone the transaction already, and after Commit.
  if (sqlite3_get_autocommit(database_.handle_.get()) == 0) {
    sqlite3_exec(database_.handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Transaction::Commit() { database_.Execute("COMMIT"); }

}  // namespace lielow::sqlite
