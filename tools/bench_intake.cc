#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "game/input_error.h"
#include "game/random.h"
#include "nn/atomic_file.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "tools/benchmarks.h"
#include "tools/cluster/remote_production.h"
#include "tools/json_text.h"
#include "train/process_memory.h"
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

// Sends until all have arrived; the stream may be full for a while.
void SendAll(Broker& broker, std::vector<Outbox::Item> items) {
  while (!items.empty()) {
    try {
      const std::vector<std::int64_t> sent = broker.Send(items);
      std::erase_if(items, [&](const Outbox::Item& item) {
        return std::find(sent.begin(), sent.end(), item.id) != sent.end();
      });
    } catch (const BrokerError&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

// Sends the items first, first + step, ... below `count`. Returns their bytes.
std::int64_t SendItems(Broker& broker, int first, int step, int count,
                       const std::function<Outbox::Item(int i)>& item) {
  constexpr std::size_t kTogether = 200;
  std::int64_t bytes = 0;
  std::vector<Outbox::Item> items;
  for (int i = first; i < count; i += step) {
    items.push_back(item(i));
    bytes += std::ssize(items.back().bytes);
    if (items.size() == kTogether) SendAll(broker, std::exchange(items, {}));
  }
  SendAll(broker, items);
  return bytes;
}

constexpr std::uint64_t kSession = 1;
constexpr std::uint64_t kBadSession = 2;

// Game i, which is one of those that are there under a number of its own.
Outbox::Item GoodItem(const std::vector<RecordedGame>& games, std::uint64_t run, int i) {
  GameMessage message;
  message.run = run;
  message.session = kSession;
  message.game = games[static_cast<std::size_t>(i) % games.size()];
  message.game.number = i;
  return {.id = i, .session = kSession, .number = i, .bytes = EncodeGameMessage(message)};
}

// What a stranger may send.
Outbox::Item BadItem(const std::vector<RecordedGame>& games, std::uint64_t run, int i) {
  Outbox::Item item = GoodItem(games, run, i);
  item.session = kBadSession;  // Which the game itself denies.
  Random random(static_cast<std::uint64_t>(i));
  switch (i % 4) {
    case 0:
      item.bytes = std::string(1, 'x');
      break;
    case 1:
      item.bytes.resize(item.bytes.size() / 2);
      break;
    case 2:
      for (char& byte : item.bytes) byte = static_cast<char>(random());
      break;
    default:
      item.bytes[static_cast<std::size_t>(random.Below(static_cast<int>(item.bytes.size())))] ^= 1;
  }
  return item;
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

  const double memory_before = ProcessMemoryMib();
  double seconds = 0;
  std::int64_t refused = 0;
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
    senders.reserve(static_cast<std::size_t>(options.senders) + 1);
    for (int i = 0; i < options.senders; ++i) {
      senders.emplace_back([&, i] {
        const auto own = ConnectBroker(server, name);
        bytes += SendItems(*own, i, options.senders, options.count,
                           [&](int k) { return GoodItem(games, manifest->run, k); });
      });
    }
    senders.emplace_back([&] {
      const auto own = ConnectBroker(server, name);
      SendItems(*own, 0, 1, options.bad, [&](int k) { return BadItem(games, manifest->run, k); });
    });
    production.PlayUntil(
        positions, 0, [] { return false; }, [] {});
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
    // The bad ones are taken in too, as long as more games are wanted.
    constexpr std::int64_t kMore = 1'000'000'000;
    const auto all_refused = [&] { return production.refused() >= options.bad; };
    production.PlayUntil(positions + kMore, 0, all_refused, [] {});
    refused = production.refused();
  }
  ConnectBroker(server, name)->RemoveRun();

  if (experience.games() != options.count) {
    throw std::runtime_error("sent " + std::to_string(options.count) + " games, " +
                             std::to_string(experience.games()) + " arrived");
  }
  const double memory = ProcessMemoryMib() - memory_before;
  const auto all = static_cast<double>(options.count);
  if (options.json) {
    PrintJson({{"bench", "intake"},
               {"games", options.count},
               {"seconds", seconds},
               {"games_per_second", all / seconds},
               {"positions_per_second", static_cast<double>(positions) / seconds},
               {"bytes_per_game", static_cast<double>(bytes) / all},
               {"senders", options.senders},
               {"refused", refused},
               {"memory_mib", memory}});
    return;
  }
  std::printf("%.0f games/s taken in (%.0f positions/s, %.0f bytes a game, %.1f MB/s)\n",
              all / seconds, static_cast<double>(positions) / seconds,
              static_cast<double>(bytes) / all, static_cast<double>(bytes) / seconds / 1e6);
  std::printf("%s messages refused; %+.0f MiB of memory\n", std::to_string(refused).c_str(),
              memory);
}

}  // namespace lielow
