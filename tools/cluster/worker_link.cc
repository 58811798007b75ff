#include "tools/cluster/worker_link.h"

#include <utility>

#include "nn/atomic_file.h"
#include "train/auto_choices.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kStoreTime = milliseconds(300);  // Games of so long are written together.
constexpr auto kSendTime = milliseconds(200);
constexpr auto kLookTime = milliseconds(1000);
constexpr auto kTellTime = std::chrono::seconds(5);
constexpr int kSentTogether = 200;
constexpr std::size_t kMostInMemory = 2000;  // Games, until they are on the disk.

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What the run's configuration means for a worker.
Config WorkerConfig(const WorkerDirectory& directory, const std::optional<int>& threads) {
  Config config = LoadConfig(directory.config());
  config.selfplay.threads = threads;
  config.training.mode = TrainingMode::kSynchronous;  // No learner works beside it.
  config.training.device = Device::kAuto;
  return config;
}

}  // namespace

WorkerLink::WorkerLink(std::unique_ptr<Broker> broker, const WorkerDirectory& directory,
                       const LinkOptions& options, const std::atomic<bool>& interrupted)
    : options_(options),
      directory_(directory),
      interrupted_(interrupted),
      broker_(std::move(broker)),
      outbox_(directory.outbox()),
      learner_heard_(Clock::now()),
      told_at_(Clock::now() - kTellTime) {
  threads_.emplace_back([this] { Repeat(kStoreTime, [this] { StoreGames(); }); });
  threads_.emplace_back([this] { Repeat(kSendTime, [this] { SendGames(); }); });
  threads_.emplace_back([this] { Repeat(kLookTime, [this] { Look(); }); });
}

WorkerLink::~WorkerLink() {
  ending_ = true;
  changed_.notify_all();
}

std::shared_ptr<const RunNetwork> WorkerLink::Newest() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (error_) std::rethrow_exception(error_);
    if (newest_ != nullptr || interrupted_) return newest_;
    changed_.wait_for(lock, milliseconds(100));
  }
}

void WorkerLink::WaitWhileOld() const {
  while (MayBeOld() && !Ends()) std::this_thread::sleep_for(milliseconds(50));
}

void WorkerLink::Take(std::uint64_t run, RecordedGame game) {
  while ((learner_has_enough_ || Full()) && !Ends()) std::this_thread::sleep_for(milliseconds(20));
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return finished_.size() < kMostInMemory || error_ || ending_; });
  if (error_) std::rethrow_exception(error_);
  positions_ += game.TrainedPositions();
  finished_.push_back({.run = run, .session = options_.session, .game = std::move(game)});
}

std::int64_t WorkerLink::Drain(std::chrono::seconds time) {
  const auto end = Clock::now() + time;
  const auto waiting = [this] {
    const std::lock_guard lock(mutex_);
    return std::ssize(finished_) + outbox_.games();
  };
  while (waiting() > 0 && Clock::now() < end) std::this_thread::sleep_for(milliseconds(50));
  return waiting();
}

void WorkerLink::SayGoodbye() {
  try {
    ForgetWorker(*broker_, SessionName(options_.session));
  } catch (const BrokerError&) {
    // It is forgotten soon in any case.
  }
}

WorkerState WorkerLink::State() const {
  WorkerState state{.session = SessionName(options_.session),
                    .name = options_.name,
                    .doing = "playing",
                    .games = outbox_.Finished(options_.session),
                    .waiting_games = outbox_.games()};
  if (MayBeOld()) state.doing = "waiting: the learner is not heard of";
  if (learner_has_enough_) state.doing = "waiting: the learner has enough games";
  if (Full()) state.doing = "waiting: too many games are not sent";
  const std::lock_guard lock(mutex_);
  state.positions_per_second = positions_per_second_;
  if (newest_ != nullptr) {
    state.step = newest_->manifest.step;
  } else {
    state.doing = "waiting for a network";
  }
  return state;
}

std::vector<std::string> WorkerLink::TakeNotices() {
  const std::lock_guard lock(mutex_);
  return std::exchange(notices_, {});
}

// Games count as finished once they are on the disk.
void WorkerLink::StoreGames() {
  std::vector<GameMessage> finished;
  {
    const std::lock_guard lock(mutex_);
    finished = std::exchange(finished_, {});
    changed_.notify_all();
  }
  if (!finished.empty()) outbox_.Add(finished);
}

void WorkerLink::SendGames() {
  while (!ending_) {
    const std::vector<Outbox::Item> games = outbox_.Oldest(kSentTogether);
    if (games.empty()) return;
    try {
      outbox_.Remove(broker_->Send(games));
      learner_has_enough_ = false;
    } catch (const BrokerFullError&) {
      learner_has_enough_ = true;
      return;
    }
  }
}

// Looks whether there is a newer network, and whether the learner lives.
void WorkerLink::Look() {
  const std::optional<NetworkManifest> manifest = ReadManifest(*broker_);
  if (manifest) {
    if (const std::uint64_t revision = LearnerRevision(*broker_); revision != learner_revision_) {
      learner_revision_ = revision;
      learner_heard_ = Clock::now();
    }
    std::shared_ptr<const RunNetwork> newest;
    {
      const std::lock_guard lock(mutex_);
      newest = newest_;
    }
    if (newest == nullptr || newest->manifest != *manifest) {
      newest = Fetch(*manifest);
      const std::lock_guard lock(mutex_);
      newest_ = newest;
      changed_.notify_all();
    }
  }
  if (Clock::now() - told_at_ >= kTellTime) Tell();
}

std::shared_ptr<const RunNetwork> WorkerLink::Fetch(const NetworkManifest& manifest) {
  std::shared_ptr<const RunNetwork> before;
  {
    const std::lock_guard lock(mutex_);
    before = newest_;
  }
  auto fetched = std::make_shared<RunNetwork>();
  fetched->manifest = manifest;
  const bool same_config = before != nullptr && before->manifest.config == manifest.config;
  if (!same_config) WriteFileAtomically(directory_.config(), FetchConfig(*broker_, manifest));
  WriteFileAtomically(directory_.network(), FetchNetwork(*broker_, manifest));
  const Config config = same_config ? *before->config : WorkerConfig(directory_, options_.threads);
  fetched->network = LoadNetwork(directory_.network(), BackendOf(config));
  fetched->config = same_config
                        ? before->config
                        : std::make_shared<const Config>(ChooseAuto(config, *fetched->network));
  return fetched;
}

void WorkerLink::Tell() {
  {
    const std::lock_guard lock(mutex_);
    positions_per_second_ =
        static_cast<double>(positions_ - told_positions_) / SecondsSince(told_at_);
    told_positions_ = positions_;
  }
  told_at_ = Clock::now();
  TellState(*broker_, State());
}

void WorkerLink::Notice(const std::string& text) {
  const std::lock_guard lock(mutex_);
  notices_.push_back(text);
}

// A failure of the server is told once, and tried again; any other ends the worker.
void WorkerLink::Repeat(milliseconds pause, const std::function<void()>& round) {
  bool failing = false;
  while (!ending_) {
    try {
      round();
      if (std::exchange(failing, false)) Notice("the server takes and gives again");
    } catch (const BrokerError& error) {
      if (!std::exchange(failing, true)) Notice(std::string(error.what()) + "; trying again");
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      changed_.notify_all();
      return;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pause, [&] { return ending_.load(); });
  }
}

bool WorkerLink::MayBeOld() const {
  return SecondsSince(learner_heard_) > 60 * options_.most_minutes;
}

bool WorkerLink::Full() const { return outbox_.bytes() > options_.most_bytes; }

}  // namespace lielow
