#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "game/input_error.h"
#include "nn/atomic_file.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "tools/benchmarks.h"
#include "tools/cluster/remote_production.h"
#include "tools/json_text.h"
#include "train/run_setup.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kMostGames = 2000;  // Different ones.

std::vector<RecordedGame> ReadGames(const std::filesystem::path& path) {
  const RunDatabase database(
      std::filesystem::is_directory(path) ? RunDirectory(path).database() : path,
      RunDatabase::Mode::kReadOnly);
  const std::int64_t count = database.GameCount();
  std::vector<RecordedGame> games =
      database.Games(std::max<std::int64_t>(0, count - kMostGames), kMostGames);
  if (games.empty()) throw InputError(path.string() + ": has no games");
  // They claim to be of the one network that is published here.
  for (RecordedGame& game : games) {
    for (RecordedMove& move : game.moves) move.model_step = 0;
  }
  return games;
}

// A folder that is removed at the end.
struct ScratchFolder {
  ScratchFolder()
      : path(std::filesystem::temp_directory_path() /
             ("lielow-intake-" + std::to_string(getpid()))) {}
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  const std::filesystem::path path;
};

// Sends the games first, first + step, ... up to `count`, each under a number of its own.
std::int64_t SendGames(Broker& broker, std::uint64_t run, const std::vector<RecordedGame>& games,
                       int first, int step, int count) {
  constexpr std::size_t kTogether = 200;
  std::int64_t bytes = 0;
  std::vector<Outbox::Item> items;
  for (int i = first; i < count; i += step) {
    GameMessage message{
        .run = run, .session = 1, .game = games[static_cast<std::size_t>(i) % games.size()]};
    message.game.number = i;
    items.push_back({.id = i, .session = 1, .number = i, .bytes = EncodeGameMessage(message)});
    bytes += std::ssize(items.back().bytes);
    if (items.size() < kTogether && i + step < count) continue;
    while (!items.empty()) {
      try {
        const std::vector<std::int64_t> sent = broker.Send(items);
        std::erase_if(items, [&](const Outbox::Item& item) {
          return std::find(sent.begin(), sent.end(), item.id) != sent.end();
        });
      } catch (const BrokerError&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // The stream is full.
      }
    }
  }
  return bytes;
}

}  // namespace

void BenchIntake(const IntakeBenchOptions& options) {
  const std::vector<RecordedGame> games = ReadGames(options.games);
  const std::string name = "bench-intake-" + std::to_string(getpid());
  const BrokerOptions server = ReadBrokerOptions(options.server, name);
  const ScratchFolder folder;
  const Config config = DefaultConfig({"game.size=" + std::to_string(games[0].start.size())});
  const RunDirectory directory(folder.path / "run");
  PrepareRunDirectory(directory, config);
  WriteFileAtomically(directory.model(0), "no network: nobody plays");
  RunDatabase database(directory.database(), RunDatabase::Mode::kReadWrite);
  Experience experience(config, directory, database, 0);
  std::int64_t positions = 0;
  for (int i = 0; i < options.count; ++i) {
    positions += games[static_cast<std::size_t>(i) % games.size()].TrainedPositions();
  }

  double seconds = 0;
  std::atomic<std::int64_t> bytes = 0;
  {
    RemoteProduction production(config, directory, experience, ConnectBroker(server, name), {});
    production.Use({}, directory.model(0));
    const auto broker = ConnectBroker(server, name);
    std::optional<NetworkManifest> manifest;
    while (!(manifest = ReadManifest(*broker))) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const auto start = Clock::now();
    std::vector<std::jthread> senders;
    for (int i = 0; i < options.senders; ++i) {
      senders.emplace_back([&, i] {
        const auto own = ConnectBroker(server, name);
        bytes += SendGames(*own, manifest->run, games, i, options.senders, options.count);
      });
    }
    production.PlayUntil(
        positions, 0, [] { return false; }, [] {});
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  ConnectBroker(server, name)->RemoveRun();

  if (experience.games() != options.count) {
    throw std::runtime_error("sent " + std::to_string(options.count) + " games, " +
                             std::to_string(experience.games()) + " arrived");
  }
  const auto all = static_cast<double>(options.count);
  if (options.json) {
    PrintJson({{"bench", "intake"},
               {"games", options.count},
               {"seconds", seconds},
               {"games_per_second", all / seconds},
               {"positions_per_second", static_cast<double>(positions) / seconds},
               {"bytes_per_game", static_cast<double>(bytes) / all},
               {"senders", options.senders}});
    return;
  }
  std::printf("%.0f games/s taken in (%.0f positions/s, %.0f bytes a game, %.1f MB/s)\n",
              all / seconds, static_cast<double>(positions) / seconds,
              static_cast<double>(bytes) / all, static_cast<double>(bytes) / seconds / 1e6);
}

}  // namespace lielow
