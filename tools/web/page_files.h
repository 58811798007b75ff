// The files of the page, from tools/web/page, which are part of the program.

#pragma once

#include <span>
#include <string_view>

namespace lielow {

struct PageFile {
  const char* path;  // As in an address: "/style.css".
  const char* type;
  std::string_view content;
};

std::span<const PageFile> PageFiles();

}  // namespace lielow
