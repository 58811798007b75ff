#include "tools/cluster/worker.h"

#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "selfplay/terminal_line.h"
#include "tools/cluster/worker_link.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t NewSession() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

// Games by the run's newest network, whichever that is at the moment.
class Networks {
 public:
  explicit Networks(WorkerLink& link) : link_(link) {}

  // Thread-safe.
  std::shared_ptr<const PlayingNetwork> Newest() {
    const std::shared_ptr<const RunNetwork> newest = link_.Newest();
    const std::lock_guard lock(mutex_);
    if (newest != source_ || playing_ == nullptr) {
      source_ = newest;
      playing_ = std::make_shared<const PlayingNetwork>(PlayingNetwork{
          .step = newest->manifest.step,
          .make_evaluator =
              [network = newest->network, batch = GamesPerThread(newest->config->selfplay)] {
                return network->MakeEvaluator(batch);
              },
          .simulations = newest->manifest.simulations});
    }
    return playing_;
  }

 private:
  WorkerLink& link_;
  std::mutex mutex_;
  // Guarded by mutex_.
  std::shared_ptr<const RunNetwork> source_;
  std::shared_ptr<const PlayingNetwork> playing_;
};

// What the user sees, in a thread of its own.
class Display {
 public:
  explicit Display(WorkerLink& link)
      : link_(link), thread_([this](const std::stop_token& end) { Run(end); }) {}

  void Line(const std::string& text) {
    const std::lock_guard lock(mutex_);
    line_.Clear();
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
  }

  void Notices() {
    for (const std::string& notice : link_.TakeNotices()) Line("warning: " + notice);
  }

 private:
  void Run(const std::stop_token& end) {
    for (int tick = 1; !end.stop_requested(); ++tick) {
      constexpr int kTicksPerLine = 300;  // One a minute.
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      Notices();
      if (tick % kTicksPerLine == 0) Line(Text());
      const std::lock_guard lock(mutex_);
      if (line_.Wants()) line_.Show(Text());
    }
  }

  std::string Text() const {
    const WorkerState state = link_.State();
    char text[200];
    std::snprintf(text, sizeof(text),
                  "%s | %lld games, %lld not sent | %.0f positions/s | step %lld",
                  state.doing.c_str(), static_cast<long long>(state.games),
                  static_cast<long long>(state.waiting_games), state.positions_per_second,
                  static_cast<long long>(state.step));
    return text;
  }

  WorkerLink& link_;
  std::mutex mutex_;
  TerminalLine line_;  // Guarded by mutex_, as the output is.
  std::jthread thread_;
};

}  // namespace

void RunWorker(const WorkerRequest& request) {
  const std::atomic<bool>& interrupted = *request.interrupted;
  auto broker = ConnectBroker(request.broker, request.run);
  const std::unique_ptr<WorkerDirectory> directory =
      request.directory.empty() ? WorkerDirectory::FirstFree(request.run)
                                : std::make_unique<WorkerDirectory>(request.directory);
  const LinkOptions options{.name = request.name,
                            .session = NewSession(),
                            .threads = request.threads,
                            .most_bytes = std::int64_t{request.most_mib} << 20,
                            .most_minutes = request.most_minutes};
  WorkerLink link(std::move(broker), *directory, options, interrupted);
  Display display(link);
  display.Line("worker " + SessionName(options.session) + " for " + request.run +
               "; its games wait in " + directory->path().string());

  Networks networks(link);
  GameNumbers numbers({});
  std::vector<BegunGame> begun;
  std::uint64_t run = 0;
  while (!interrupted) {
    const std::shared_ptr<const RunNetwork> first = link.Newest();
    if (first == nullptr) break;
    if (std::exchange(run, first->manifest.run) != first->manifest.run) begun.clear();
    const Config& config = *first->config;
    display.Line("plays with " + first->network->backend() + ", by " +
                 std::to_string(*config.selfplay.threads) + " threads x " +
                 std::to_string(*config.selfplay.games_per_thread) + " games");
    SelfPlay selfplay({.options = config.selfplay,
                       .search = config.search,
                       .size = config.game.size,
                       .run_seed = options.session},
                      numbers, std::move(begun));
    const auto changed = [&] {
      const NetworkManifest& now = link.Newest()->manifest;
      return now.run != run || now.config != first->manifest.config;
    };
    selfplay.Run([&] { return networks.Newest(); },
                 [&] {
                   link.WaitWhileOld();
                   return interrupted || changed();
                 },
                 [&](RecordedGame game) { link.Take(run, std::move(game)); });
    begun = selfplay.Unfinished();
  }

  constexpr auto kDrainTime = std::chrono::seconds(10);
  const std::int64_t left = link.Drain(kDrainTime);
  display.Notices();
  const std::int64_t games = link.State().games;
  display.Line("interrupted after " + std::to_string(games) + " games; " +
               (left == 0 ? "the server has them all"
                          : std::to_string(left) + " wait in " + directory->path().string() +
                                ", and are sent when a worker starts there again"));
  link.SayGoodbye();
}

}  // namespace lielow
