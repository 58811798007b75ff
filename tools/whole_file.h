// Files that are there whole or not at all.

#pragma once

#include <string>
#include <string_view>

namespace lielow {

enum class IfExists { kRefuse, kReplace };

// Writes `text` to `path`. At no moment is there a part of it under that name, and a file that was
// there stays as it was until it is replaced. Returns false, with nothing written, if there is
// something and `if_exists` is kRefuse. Throws InputError that names the file if it cannot be
// written.
bool WriteWholeFile(const std::string& path, std::string_view text, IfExists if_exists);

}  // namespace lielow
