// Files that are written whole or not at all.

#pragma once

#include <filesystem>
#include <string_view>

namespace lielow {

// Makes `bytes` the content of `path`: writes a file aside in the same directory, syncs it, and
// renames it. A reader sees the old content or the new, also after a crash or a power cut, and a
// failure leaves the old. (A killed process can leave a file PATH.tmp-... behind.) Throws
// std::runtime_error naming the file: no such directory, a full disk, something there that is no
// regular file.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace lielow
