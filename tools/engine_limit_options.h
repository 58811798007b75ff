// The options --engine-... of the commands that let other programs play.

#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <string>

#include "selfplay/engine_player.h"
#include "tools/number_checks.h"

namespace lielow {

struct EngineLimitOptions {
  double start = 10;
  double move = 60;
  std::string go;

  void AddTo(CLI::App& command) {
    command
        .add_option("--engine-start", start,
                    "Seconds within which an engine must answer the handshake")
        ->check(NumberCheck(0.001, 3600))
        ->capture_default_str();
    command.add_option("--engine-move", move, "Seconds within which an engine must move")
        ->check(NumberCheck(0.001, 86400))
        ->capture_default_str();
    command.add_option("--engine-go", go,
                       "What engines are told after go, such as \"movetime 1000\" [nothing]");
  }

  EngineOptions Get() const {
    const auto time = [](double seconds) {
      return std::chrono::milliseconds(std::llround(1000 * seconds));
    };
    return {.start = time(start), .move = time(move), .budget = go};
  }
};

}  // namespace lielow
