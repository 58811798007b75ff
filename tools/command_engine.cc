#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <string_view>
#include <thread>

#include "tools/commands.h"
#include "tools/engine_session.h"
#include "tools/line_reader.h"
#include "tools/number_checks.h"

namespace lielow {
namespace {

struct EngineCommandOptions {
  std::string player;  // Empty: the shipped network.
  int size = 8;
};

// False if nobody reads it any more.
bool WriteLine(const std::string& line) {
  const std::string text = line + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void ReadLines(EngineSession& session) {
  LineReader reader(STDIN_FILENO);
  while (const auto line = reader.Read()) {
    if (line->too_long) {
      session.TakeTooLong();
    } else if (!session.Take(line->text)) {
      return;
    }
  }
  session.End();
}

void RunEngine(const EngineCommandOptions& options) {
  // Where nobody listens, writing fails, and the session ends.
  std::signal(SIGPIPE, SIG_IGN);
  // Outlives this function: the thread that reads may wait for a line that never comes.
  const auto session = std::make_shared<EngineSession>(options.player, options.size, WriteLine);
  std::thread([session] { ReadLines(*session); }).detach();
  session->Run();
}

}  // namespace

void AddEngineCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand(
      "engine", "Play for another program, by the Universal Game Interface (UGI)");
  auto options = std::make_shared<EngineCommandOptions>();
  command->add_option("--player", options->player,
                      "Who plays, unless the option Player says else [the shipped network]");
  command->add_option("--size", options->size, "Board size, unless the option Size says else")
      ->check(CLI::Range(4, 9))
      ->capture_default_str();
  command->footer(
      "Reads commands from standard input, one a line: ugi, isready, setoption name N value V,\n"
      "uginewgame, position startpos|fen P [moves ...], go [nodes N|movetime MS|infinite], stop,\n"
      "query gameover|p1turn|result, quit. Moves are written as everywhere: a2-a3, b5xe5, c4-off.\n"
      "Example: lielow engine --player net:runs/quickstart,sims=400");
  command->callback([options] { RunEngine(*options); });
}

}  // namespace lielow
