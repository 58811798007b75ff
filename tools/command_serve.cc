#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/player_options.h"
#include "tools/player_spec.h"
#include "tools/program.h"
#include "tools/web/web_server.h"

namespace lielow {
namespace {

struct ServeOptions {
  std::string address = "127.0.0.1";
  int port = 8080;
  std::string player;
  std::string run;
};

std::string AddressText(const ServeOptions& options, int port) {
  const bool is_ipv6 = options.address.find(':') != std::string::npos;
  return "http://" + (is_ipv6 ? "[" + options.address + "]" : options.address) + ":" +
         std::to_string(port) + "/";
}

void RunServe(const ServeOptions& options) {
  WebServerOptions server_options;
  server_options.address = options.address;
  server_options.port = options.port;
  if (!options.player.empty()) {
    if (HasSearchTree(PlayerText(options.player).kind())) server_options.analyst = options.player;
    server_options.levels.push_back(
        {"player", "The given player", options.player, options.player, ""});
    server_options.default_level = "player";
  }
  if (!options.run.empty()) server_options.run = options.run;

  const std::atomic<bool>& interrupted = InterruptGracefully("\n");
  const WebServer server(server_options);
  if (!IsLoopback(options.address)) {
    std::fprintf(stderr, "warning: everybody who can reach %s can use this server\n",
                 options.address.c_str());
  }
  std::printf("Lielow is at %s (Ctrl-C ends it)\n", AddressText(options, server.port()).c_str());
  std::fflush(stdout);
  while (!interrupted) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace

void AddServeCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("serve", "A web page to play and analyse, and to watch a run");
  auto options = std::make_shared<ServeOptions>();
  command->add_option("--port", options->port, "Port; 0 for any that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command
      ->add_option("--bind", options->address,
                   "Address to listen on; 0.0.0.0 lets the whole network in")
      ->capture_default_str();
  command->add_option("--player", options->player,
                      "A player to offer besides the levels; with a search tree it analyses too");
  command->add_option("--run", options->run, "Run directory to watch");
  command->footer("Example: lielow serve --player net:runs/quickstart,sims=400");
  command->callback([options, &exit_code] {
    RunServe(*options);
    exit_code = kExitInterrupted;
  });
}

}  // namespace lielow
