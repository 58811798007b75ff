// The options --size and --position that many commands share.

#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "game/input_error.h"
#include "game/position.h"

namespace lielow {

struct PositionOptions {
  std::optional<int> size;
  std::optional<std::string> position;

  void AddTo(CLI::App& command) {
    command.add_option("--size", size, "Board size, 4 to 9 [8]");
    command.add_option("--position", position, "Position string instead of the start");
  }

  // Throws InputError for a bad size or position string, or two that do not agree.
  Position Get() const {
    if (!position) return Position(size.value_or(8));
    const Position parsed = Position::Parse(*position);
    if (size && *size != parsed.size()) {
      throw InputError("--size " + std::to_string(*size) + ": the position's board has size " +
                       std::to_string(parsed.size()));
    }
    return parsed;
  }
};

}  // namespace lielow
