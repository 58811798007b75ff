// A training run for the page that watches it.

#pragma once

#include <cstdint>
#include <filesystem>

#include "tools/json_text.h"

namespace lielow {

class WebRun {
 public:
  // Throws InputError if the directory is none of a run.
  explicit WebRun(const std::filesystem::path& directory);

  // Figures, scores and the newest games.
  Json Overview() const;

  // A game as "read" gives it, the search's values as comments. Throws WebError if there is none.
  Json Game(std::int64_t id) const;

 private:
  const std::filesystem::path directory_;
};

}  // namespace lielow
