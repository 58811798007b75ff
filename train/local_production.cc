#include "train/local_production.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void Pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

// All numbers that need not be given out again.
std::vector<std::int64_t> TakenNumbers(std::vector<std::int64_t> finished,
                                       const std::vector<BegunGame>& begun) {
  for (const BegunGame& game : begun) finished.push_back(game.game.number);
  std::sort(finished.begin(), finished.end());
  return finished;
}

// Those that are not finished after all, as many as there are places.
std::vector<BegunGame> Unfinished(std::vector<BegunGame> begun,
                                  const std::vector<std::int64_t>& finished, int places) {
  std::erase_if(begun, [&](const BegunGame& game) {
    return std::binary_search(finished.begin(), finished.end(), game.game.number);
  });
  if (std::ssize(begun) > places) begun.resize(static_cast<std::size_t>(places));
  return begun;
}

SelfPlaySetup SetupOf(const Config& config, std::uint64_t seed) {
  return {.options = config.selfplay,
          .search = config.search,
          .size = config.game.size,
          .run_seed = seed};
}

int Places(const Config& config) {
  return WorkerThreads(config.selfplay) * GamesPerThread(config.selfplay);
}

}  // namespace

LocalProduction::LocalProduction(const Config& config, std::uint64_t seed, Experience& experience,
                                 const std::vector<std::int64_t>& finished,
                                 std::vector<BegunGame> begun)
    : experience_(experience),
      in_background_(config.training.mode == TrainingMode::kConcurrent),
      numbers_(TakenNumbers(finished, Unfinished(begun, finished, Places(config)))),
      selfplay_(SetupOf(config, seed), numbers_,
                Unfinished(std::move(begun), finished, Places(config))) {}

LocalProduction::~LocalProduction() {
  ending_ = true;
  if (thread_.joinable()) thread_.join();
}

void LocalProduction::Use(const PlayingNetwork& network, const std::filesystem::path& /*model*/) {
  networks_.Set(std::make_shared<const PlayingNetwork>(network));
}

void LocalProduction::PlayUntil(std::int64_t positions, std::int64_t lead,
                                const std::function<bool()>& stop,
                                const std::function<void()>& progress) {
  const auto done = [&] { return experience_.positions() >= positions || stop(); };
  if (in_background_) {
    limit_ = positions + lead;
    if (!thread_.joinable()) thread_ = std::thread([this] { PlayInBackground(); });
    while (!done() && !failed_) {
      Pause();
      progress();
    }
    if (failed_) std::rethrow_exception(error_);
  } else if (!done()) {
    Play(done, progress);
  }
  experience_.Flush();
}

double LocalProduction::TakeWaiting() {
  const double seconds = SecondsSince(std::exchange(waiting_taken_, Clock::now()));
  return std::min(1.0, waited_.exchange(0) / std::max(seconds, 1e-6));
}

std::vector<BegunGame> LocalProduction::Begun() const {
  return in_background_ ? std::vector<BegunGame>() : selfplay_.Unfinished();
}

void LocalProduction::Play(const std::function<bool()>& stop, const std::function<void()>& kept) {
  selfplay_.Run([this] { return networks_.Newest(); }, stop,
                [&](const RecordedGame& game) {
                  experience_.Add(game);
                  kept();
                });
}

void LocalProduction::PlayInBackground() {
  const auto wait_for_the_learner = [this] {
    const auto start = Clock::now();
    while (experience_.positions() >= limit_ && !ending_) Pause();
    waited_ = waited_ + SecondsSince(start);
  };
  try {
    Play([this] { return ending_.load(); }, wait_for_the_learner);
  } catch (...) {
    error_ = std::current_exception();
    failed_ = true;
  }
}

}  // namespace lielow
