// SQLite's C interface with handles that close themselves and errors that are thrown.
//
// A database and its statements belong to one thread. Errors are one line that names the file:
// InputError where the file is at fault (damaged, no database, not to be opened),
// std::runtime_error where the machine is (a full disk, a lock that was not released in time).

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace lielow::sqlite {

class Database {
 public:
  enum class Mode { kReadOnly, kReadWrite };

  // kReadWrite makes the file if there is none. The first statement finds out whether it is a
  // database.
  Database(const std::filesystem::path& path, Mode mode);

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Puts the file into WAL mode, for good, if it is not: readers and a writer do not wait for each
  // other.
  void UseWriteAheadLog();

  // Runs statements that give no rows, separated by semicolons.
  void Execute(const char* sql);

  // The one number that `sql` gives.
  std::int64_t QueryInteger(const char* sql) const;

  // Throws the error of the call that gave the result code `code`.
  [[noreturn]] void Fail(int code) const;

  // The path as it was given, for messages.
  const std::string& name() const { return name_; }

 private:
  friend class Statement;
  friend class Transaction;

  struct Close {
    void operator()(sqlite3* database) const;
  };

  std::string name_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// Marks a text as a BLOB when it is bound.
struct Bytes {
  std::string_view bytes;
};

// One prepared statement. The database must outlive it.
class Statement {
 public:
  Statement(const Database& database, const char* sql);

  // Sets the parameters, in their order in the statement, and makes it ready to run (again). Throws
  // std::invalid_argument for a NaN, which SQLite would silently store as NULL.
  template <class... Values>
  void Bind(const Values&... values) {
    Reset();
    int parameter = 0;
    (BindOne(++parameter, values), ...);
  }

  // Runs to the next row; false if there is none left. Values of a row are good until the next
  // call.
  bool Step();

  // Runs to the end; for statements that give no rows.
  void Run();

  // Of the row, columns from 0. SQLite converts what has another type; a NULL is 0 or empty.
  std::int64_t Integer(int column) const;
  double Real(int column) const;
  std::string_view Text(int column) const;
  std::string_view Blob(int column) const;
  bool IsNull(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  void Reset();
  void BindOne(int parameter, std::int64_t value);
  void BindOne(int parameter, int value) { BindOne(parameter, std::int64_t{value}); }
  void BindOne(int parameter, double value);
  void BindOne(int parameter, std::string_view text);
  void BindOne(int parameter, Bytes bytes);
  void BindNull(int parameter);

  template <class Value>
  void BindOne(int parameter, const std::optional<Value>& value) {
    value ? BindOne(parameter, *value) : BindNull(parameter);
  }

  void Check(int code) const;

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

// A transaction that writes: nobody else writes from its beginning to its end. Undone unless
// committed.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();

  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void Commit();

 private:
  Database& database_;
};

}  // namespace lielow::sqlite
