#include "tools/cluster/remote_production.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <utility>

#include "game/input_error.h"
#include "nn/atomic_file.h"
#include "tools/cluster/cluster_state.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kReceiveTime = milliseconds(500);
constexpr auto kTellTime = milliseconds(1000);
constexpr auto kRetryTime = milliseconds(1000);
constexpr int kRoundsPerState = 5;  // Of telling, from one look at the workers to the next.

// By which the run is told from others of its name; made once.
std::uint64_t RunNumber(const RunDirectory& directory) {
  constexpr const char* kName = "cluster.run";
  RunDatabase database(directory.database(), RunDatabase::Mode::kReadWrite);
  if (const auto known = database.Choice(kName)) return std::strtoull(known->c_str(), nullptr, 16);
  std::random_device device;
  const std::uint64_t number = std::uint64_t{device()} << 32 | device();
  database.StoreChoice(kName, SessionName(number));
  return number;
}

// Of all networks that the run has ever played with.
std::vector<std::int64_t> PublishedSteps(const RunDirectory& directory) {
  std::vector<std::int64_t> steps = directory.ModelSteps();
  steps.push_back(0);
  const RunDatabase database(directory.database(), RunDatabase::Mode::kReadOnly);
  for (const FigureRow& row : database.Figures()) steps.push_back(row.step);
  return steps;
}

std::string FileBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw std::runtime_error(path.string() + ": cannot be read");
  return bytes;
}

}  // namespace

RemoteProduction::RemoteProduction(const Config& config, const RunDirectory& directory,
                                   Experience& experience, std::unique_ptr<Broker> broker,
                                   const RemoteOptions& options)
    : directory_(directory),
      config_(DumpConfig(config)),
      options_(options),
      broker_(std::move(broker)),
      experience_(experience),
      run_(RunNumber(directory)),
      intake_(*broker_, directory.database(), run_, config.game.size),
      positions_before_(experience.positions()) {
  for (const std::int64_t step : PublishedSteps(directory)) intake_.Allow(step);
  Guarded([this] { Begin(); });
  if (error_) std::rethrow_exception(error_);
  intake_thread_ = std::thread([this] { TakeGames(); });
  tell_thread_ = std::thread([this] { Tell(); });
}

RemoteProduction::~RemoteProduction() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (intake_thread_.joinable()) intake_thread_.join();
  if (tell_thread_.joinable()) tell_thread_.join();
}

void RemoteProduction::Use(const PlayingNetwork& network, const std::filesystem::path& model) {
  auto wanted = std::make_shared<Wanted>();
  wanted->model = FileBytes(model);
  wanted->manifest = {.run = run_,
                      .step = network.step,
                      .simulations = network.simulations,
                      .checksum = Checksum(wanted->model),
                      .config = Checksum(config_)};
  intake_.Allow(network.step);
  const std::lock_guard lock(mutex_);
  wanted_ = std::move(wanted);
  changed_.notify_all();
}

void RemoteProduction::PlayUntil(std::int64_t positions, std::int64_t lead,
                                 const std::function<bool()>& stop,
                                 const std::function<void()>& progress) {
  limit_ = positions + lead;
  changed_.notify_all();
  while (true) {
    experience_.AddGamesOfOthers();
    {
      const std::lock_guard lock(mutex_);
      if (error_) std::rethrow_exception(error_);
    }
    if (experience_.positions() >= positions || stop()) return;
    std::this_thread::sleep_for(milliseconds(50));
    progress();
  }
}

double RemoteProduction::TakeWaiting() {
  const double seconds =
      std::chrono::duration<double>(Clock::now() - std::exchange(waiting_taken_, Clock::now()))
          .count();
  return std::min(1.0, waited_.exchange(0) / std::max(seconds, 1e-6));
}

std::vector<std::string> RemoteProduction::TakeNotices() {
  const std::lock_guard lock(mutex_);
  return std::exchange(notices_, {});
}

std::int64_t RemoteProduction::refused() const {
  std::int64_t sum = 0;
  for (const auto& [session, games] : intake_.refused()) sum += games;
  return sum;
}

// Makes what the run needs on the server, which may have been there for weeks or be a new one.
void RemoteProduction::Begin() {
  broker_->MakeRun(options_.replicas);
  if (const auto other = ReadManifest(*broker_); other && other->run != run_) {
    if (!options_.replace) {
      throw InputError(
          "the server has another run of this name, of another run directory: give this one a name"
          " of its own (name in the configuration), or remove that one with --replace");
    }
    broker_->RemoveRun();
    broker_->MakeRun(options_.replicas);
  }
  begun_ = true;
}

void RemoteProduction::TakeGames() {
  do {
    Guarded([this] {
      const std::int64_t wanted = limit_ - positions_before_ - intake_.positions();
      if (!begun_) {
        Wait(kRetryTime);
      } else if (wanted <= 0) {
        const auto start = Clock::now();
        Wait(milliseconds(20));
        waited_ = waited_ + std::chrono::duration<double>(Clock::now() - start).count();
      } else {
        intake_.Round(wanted, kReceiveTime);
      }
    });
  } while (Wait(milliseconds(0)));
}

void RemoteProduction::Tell() {
  int round = 0;
  do {
    Guarded([&] {
      if (!begun_) Begin();
      PublishWanted();
      if (round++ % kRoundsPerState == 0) TellStates();
    });
  } while (Wait(kTellTime));
}

void RemoteProduction::PublishWanted() {
  std::shared_ptr<const Wanted> wanted;
  {
    const std::lock_guard lock(mutex_);
    wanted = wanted_;
  }
  if (wanted == nullptr) return;
  const auto there = ReadManifest(*broker_);
  const NetworkManifest& manifest = wanted->manifest;
  if (there && there->run == run_ && there->step == manifest.step &&
      there->simulations == manifest.simulations && there->checksum == manifest.checksum &&
      there->config == manifest.config) {
    return;
  }
  PublishConfig(*broker_, config_);
  PublishNetwork(*broker_, wanted->model, manifest);
}

void RemoteProduction::TellStates() {
  std::int64_t step = 0;
  {
    const std::lock_guard lock(mutex_);
    if (wanted_ != nullptr) step = wanted_->manifest.step;
  }
  TellState(*broker_, LearnerState{.step = step,
                                   .games = experience_.games(),
                                   .positions = experience_.positions(),
                                   .refused = intake_.refused()});
  WriteFileAtomically(directory_.workers(), ClusterJson(ReadClusterState(*broker_)).dump() + "\n");
}

// A failure of the server is told once, and tried again; any other ends the run.
void RemoteProduction::Guarded(const std::function<void()>& round) {
  try {
    round();
    if (begun_ && server_away_.exchange(false)) Notice("the server is there again");
  } catch (const BrokerError& error) {
    begun_ = false;
    if (!server_away_.exchange(true)) Notice(std::string(error.what()) + "; trying again");
    Wait(kRetryTime);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
    ending_ = true;
    changed_.notify_all();
  }
}

void RemoteProduction::Notice(const std::string& text) {
  const std::lock_guard lock(mutex_);
  notices_.push_back(text);
}

// Waits, less long if the end comes; false once it has come.
bool RemoteProduction::Wait(milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [&] { return ending_; });
}

}  // namespace lielow
