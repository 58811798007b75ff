#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>

#include "selfplay/today.h"
#include "tools/commands.h"
#include "tools/number_checks.h"
#include "tools/play_session.h"
#include "tools/player_spec.h"
#include "tools/position_options.h"
#include "tools/shipped_files.h"

namespace lielow {
namespace {

constexpr const char* kHuman = "human";

// Answers in a fraction of a second.
std::string Computer(int size) {
  return DefaultPlayer(size, "sims=400,backend=eigen", "rollouts:n=1000");
}

struct PlayCommandOptions {
  PositionOptions position;
  std::string blue;
  std::string red;
  std::optional<std::uint64_t> seed;
};

bool IsTerminal(int file) { return isatty(file) != 0; }

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// What the user says about the terminal, whether or not this machine has such a locale.
bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string locale = Environment(name);
    if (locale.empty()) continue;
    for (const char* charset : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
      if (locale.find(charset) != std::string::npos) return true;
    }
    return false;
  }
  return false;
}

BoardStyle TerminalStyle() {
  if (!IsTerminal(STDOUT_FILENO)) return {};
  const std::string terminal = Environment("TERM");
  // The Linux console's fonts have no crown.
  return {.unicode = LocaleIsUtf8() && terminal != "linux" && terminal != "dumb",
          .color = Environment("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb"};
}

Seat MakeSeat(const std::string& text, int size) {
  return {text, text == kHuman ? nullptr : ParsePlayer(text, size)()};
}

void RunPlay(const PlayCommandOptions& options) {
  std::string blue = options.blue;
  std::string red = options.red;
  PlaySetup setup;
  setup.start = options.position.Get();
  const int size = setup.start.size();
  if (blue.empty() && red.empty()) blue = kHuman;
  if (blue.empty()) blue = red == kHuman ? Computer(size) : kHuman;
  if (red.empty()) red = blue == kHuman ? Computer(size) : kHuman;
  setup.seats = {MakeSeat(blue, size), MakeSeat(red, size)};
  setup.adviser = ParsePlayer(Computer(size), size)();
  setup.seed = options.seed ? *options.seed : std::random_device()();
  setup.date = Today();
  setup.style = TerminalStyle();
  setup.interactive = IsTerminal(STDIN_FILENO) && IsTerminal(STDOUT_FILENO);
  RunPlaySession(std::move(setup), std::cin, std::cout);
}

}  // namespace

void AddPlayCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("play", "Play in the terminal, or watch a game");
  auto options = std::make_shared<PlayCommandOptions>();
  command->add_option("--blue", options->blue, "Who plays Blue, and moves first [human]");
  command->add_option("--red", options->red, "Who plays Red [the shipped network]");
  options->position.AddTo(*command);
  command->add_option("--seed", options->seed, "Makes the computer's moves repeatable [random]")
      ->check(SeedCheck());
  command->footer(
      "Players: human, random, greedy, alphabeta:depth=N, alphabeta:ms=N, rollouts:n=N,\n"
      "uniform:sims=N, net:PATH,sims=N.\n"
      "Where only one side is named, the other is human against a computer, and the\n"
      "computer against a human. Enter help while playing for what is understood there.\n"
      "Example: lielow play --blue net:runs/quickstart,sims=400 --red human");
  command->callback([options] { RunPlay(*options); });
}

}  // namespace lielow
