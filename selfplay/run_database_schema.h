// The tables of a run database, and how its file is told from others.

#pragma once

#include <filesystem>
#include <memory>

#include "selfplay/sqlite.h"

namespace lielow {

// Opens the run database at `path`; kReadWrite makes it if there is no file, or an empty one.
// Throws InputError, and changes nothing, if the file cannot be opened, is no run database, or was
// made by a newer version.
std::unique_ptr<sqlite::Database> OpenRunDatabase(const std::filesystem::path& path,
                                                  sqlite::Database::Mode mode);

}  // namespace lielow
