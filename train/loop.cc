#include "train/loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "nn/loaded_network.h"
#include "nn/torch_evaluator.h"
#include "selfplay/run_database.h"
#include "selfplay/today.h"
#include "train/auto_choices.h"
#include "train/checkpoints.h"
#include "train/experience.h"
#include "train/figures.h"
#include "train/judge.h"
#include "train/learner.h"
#include "train/learning_rate.h"
#include "train/local_production.h"
#include "train/process_memory.h"
#include "train/progress.h"
#include "train/run_clock.h"
#include "train/run_setup.h"
#include "train/run_state.h"
#include "train/tensorboard.h"
#include "train/trouble_signs.h"

namespace lielow {
namespace {

// Parts of the run's seed.
enum SeedPart : std::uint64_t { kWeightSeed, kBatchSeed, kGameSeed, kMatchSeed, kMeasureSeed };

template <class... Args>
std::string Text(const char* format, Args... args) {
  char text[512];
  std::snprintf(text, sizeof(text), format, args...);
  return text;
}

// A run that is the same, bit for bit, however often it is broken off.
bool IsExact(const Config& config) {
  return config.training.mode == TrainingMode::kSynchronous && config.selfplay.threads == 1;
}

// Threads that train: all of the machine's where the games are played elsewhere.
int TrainingThreads(const TrainRequest& request) {
  Config config = request.config;
  if (request.make_production) config.training.mode = TrainingMode::kSynchronous;
  return LearnerThreads(config);
}

class TrainingRun {
 public:
  explicit TrainingRun(const TrainRequest& request)
      : request_(request),
        directory_(request.directory),
        changes_(PrepareRunDirectory(directory_, request.config)),
        lock_(directory_),
        clock_(request.config.stop, request.max_minutes, request.interrupted),
        progress_(directory_.log()),
        database_(directory_.database(), RunDatabase::Mode::kReadWrite),
        tensorboard_(directory_.path() / "tensorboard"),
        learner_(request.config.network, request.config.training,
                 DeriveSeed(request.config.seed, kWeightSeed), TrainingThreads(request)) {
    if (!changes_.empty()) StoreConfig(directory_, request.config);
    RestoreLearner();
    if (IsNew() && request.config.init_from) learner_.StartFrom(*request.config.init_from);
    if (!std::filesystem::exists(directory_.model(learner_.steps()))) SaveModel();
    config_ = ChooseAuto(request.config, directory_.model(learner_.steps()), database_);
    // One that is the same twice must not depend on what a cache happens to hold.
    if (Exact()) config_.selfplay.cache_mib = 0;
    judge_ = std::make_unique<Judge>(config_, request.make_opponent,
                                     DeriveSeed(config_.seed, kMatchSeed), database_, progress_,
                                     [this] { return Interrupted(); });
    RestoreGames();
    StartSpeed();
    Announce();
  }

  TrainEnd Run() {
    while (!Finished() && !SessionOver()) {
      Generate();
      Learn();
      Publish();
      if (EvaluationDue()) Evaluate();
    }
    if (Finished() && !Interrupted() && !judge_->HasEvaluated(learner_.steps())) Evaluate();
    if (Interrupted()) {
      progress_.Line("interrupted; everything is saved, the same command goes on");
      return TrainEnd::kInterrupted;
    }
    if (!Finished()) {
      progress_.Line("time is up for now; everything is saved, the same command goes on");
      return TrainEnd::kSessionOver;
    }
    progress_.Line("finished: " + directory_.path().string() + " has " + Counts());
    return TrainEnd::kFinished;
  }

 private:
  // --- The four parts of an iteration ---

  // Plays until there are the positions of this iteration.
  void Generate() {
    experience_->AddGamesOfOthers();
    if (!Concurrent()) StartSpeed();
    const auto start = Clock::now();
    const std::int64_t goal = (state_.iteration + 1) * config_.training.positions_per_iteration;
    games_->PlayUntil(
        goal, config_.training.positions_per_iteration, [&] { return LimitReached(); },
        [&] {
          ShowSpeed();
          TellNotices();
          ShowLive("self-play");
        });
    if (Concurrent()) {
      ShowSpeed();
      Show("learner_waiting", SecondsSince(start) / SecondsSince(speed_start_));
      StartSpeed();
    }
    generated_ = experience_->positions() >= goal;
  }

  // Trains until each position has had its share of steps.
  void Learn() {
    if (experience_->window_size() == 0) return;
    const auto wanted = static_cast<std::int64_t>(config_.training.replay_ratio *
                                                  static_cast<double>(experience_->positions()) /
                                                  config_.training.batch);
    MeasureNewGames();
    const auto start = Clock::now();
    std::int64_t steps = 0;
    Losses sum;
    while (learner_.steps() < wanted && !LimitReached()) {
      experience_->Draw(config_.training.batch, batch_random_, batch_);
      const std::optional<Losses> losses = Step();
      if (!losses) continue;
      sum.policy += losses->policy;
      sum.value += losses->value;
      ++steps;
      Show("policy_loss", sum.policy / static_cast<double>(steps));
      Show("value_loss", sum.value / static_cast<double>(steps));
      Show("steps_per_second", static_cast<double>(steps) / SecondsSince(start));
      ShowLive("training");
    }
  }

  // How well the network plays what it has not been trained on yet.
  void MeasureNewGames() {
    const GameStatistics games = experience_->TakeStatistics();
    if (games.positions == 0) return;
    AddGameFigures(games, config_.selfplay.resign_below > 0, figures_);
    constexpr int kMostMeasured = 512;
    Random random(DeriveSeed(DeriveSeed(config_.seed, kMeasureSeed),
                             static_cast<std::uint64_t>(learner_.steps())));
    experience_->DrawNewest(std::min(kMostMeasured, games.positions), games.positions, random,
                            batch_);
    AddMeasurement(learner_.Measure(batch_), figures_);
  }

  // A step of the learner; nullopt for one that was dropped because its numbers are not finite.
  // Throws where that happens again and again.
  std::optional<Losses> Step() {
    constexpr int kMostInARow = 5;
    try {
      const Losses losses = learner_.Step(batch_, ShareDone());
      dropped_in_a_row_ = 0;
      return losses;
    } catch (const NotFiniteError& error) {
      Show("dropped_steps", Shown("dropped_steps") + 1);
      progress_.Warning(std::string(error.what()) + ": the step is dropped");
      if (++dropped_in_a_row_ < kMostInARow) return std::nullopt;
      throw std::runtime_error(
          Text("%d steps in a row were dropped: %s; try a smaller "
               "training.learning_rate. The last checkpoint is sound",
               kMostInARow, error.what()));
    }
  }

  // Saves the network to play with, and all that is needed to go on.
  void Publish() {
    if (!LimitReached()) ++state_.iteration;
    SaveModel();
    ChooseNetwork();
    PlayWithChosen();
    SaveState();
    Show("minutes", state_.minutes);
    Show("games", static_cast<double>(experience_->games()));
    Show("positions", static_cast<double>(experience_->positions()));
    Show("window", static_cast<double>(experience_->window_size()));
    Show("learning_rate", LearningRateAt(config_.training, learner_.steps(), ShareDone()));
    Show("simulations", SimulationsAt(config_.selfplay, experience_->positions()));
    Show("memory_mib", ProcessMemoryMib());
    if (Concurrent()) Show("games_waiting", games_->TakeWaiting());
    database_.AddFigures({.step = learner_.steps(), .figures = figures_});
    tensorboard_.Add(learner_.steps(), figures_);
    KeepToDiskLimit();
    progress_.Line(Status());
    WarnOfTrouble();
    TellNotices();
  }

  // The newest network against fixed opponents.
  void Evaluate() {
    if (!judge_->Evaluate(*newest_, learner_.steps(), clock_.Minutes())) return;
    state_.evaluated_minutes = clock_.Minutes();
    SaveState();
    std::vector<std::int64_t> kept = judge_->EvaluatedSteps();
    kept.push_back(state_.playing_step);
    RemoveOldModels(directory_, kept);
  }

  // --- When ---

  bool Interrupted() const { return clock_.Interrupted(); }
  bool SessionOver() const { return clock_.SessionOver(); }
  bool Finished() const { return clock_.Finished(experience_->games(), learner_.steps()); }

  double ShareDone() const { return clock_.ShareDone(experience_->games(), learner_.steps()); }

  // Nothing has been done yet.
  bool IsNew() const { return directory_.CheckpointSteps().empty() && database_.GameCount() == 0; }

  bool LimitReached() const { return SessionOver() || Finished(); }

  bool EvaluationDue() const {
    return !SessionOver() && !Finished() &&
           clock_.Minutes() - state_.evaluated_minutes >= config_.evaluation.every_minutes;
  }

  bool Concurrent() const { return games_->in_background(); }

  bool Exact() const { return IsExact(config_) && !request_.make_production; }

  // --- Files ---

  void SaveModel() {
    const bool begun = experience_ != nullptr;
    learner_.SaveModel(directory_.model(learner_.steps()),
                       {.size = request_.config.game.size,
                        .network = request_.config.network,
                        .step = learner_.steps(),
                        .name = request_.config.name,
                        .games = begun ? experience_->games() : database_.GameCount(),
                        .positions = begun ? experience_->positions() : database_.PositionCount(),
                        .date = Today()});
  }

  void SaveState() {
    state_.minutes = clock_.Minutes();
    state_.batch_seed = batch_random_.state();
    state_.games = experience_->games();
    state_.begun = games_->Begun();
    if (generated_) {
      // The next games are searched with another network.
      for (BegunGame& game : state_.begun) game.evaluations = 0;
    }
    SaveCheckpoint(directory_, learner_, state_);
  }

  // Goes on from the newest checkpoint.
  void RestoreLearner() {
    RunState fresh;
    fresh.games = 0;  // Games from before the first checkpoint come again too.
    fresh.batch_seed = DeriveSeed(request_.config.seed, kBatchSeed);
    state_ = RestoreCheckpoint(directory_, fresh, learner_,
                               [&](const std::string& text) { progress_.Warning(text); });
    batch_random_ = Random(state_.batch_seed);
    clock_.SetMinutesBefore(state_.minutes);
    // A session without a step of its own has no others to report.
    if (const std::vector<FigureRow> rows = database_.Figures(); !rows.empty()) {
      figures_ = rows.back().figures;
    }
  }

  // All games that there are; those of an exact run as they were at the checkpoint, from which on
  // the same games come again.
  void RestoreGames() {
    const bool again = Exact() && state_.games >= 0 && state_.games <= database_.GameCount();
    const std::int64_t games = again ? state_.games : database_.GameCount();
    experience_ = std::make_unique<Experience>(config_, directory_, database_, games);
    games_ = request_.make_production
                 ? request_.make_production(config_, directory_, *experience_)
                 : std::make_unique<LocalProduction>(
                       config_, DeriveSeed(config_.seed, kGameSeed), *experience_,
                       database_.GameNumbers(kTrainingSource, games), state_.begun);
    ChooseNetwork();
    PlayWithChosen();
  }

  // Loads the newest network, and decides whether games are played with it from now on: always,
  // unless it has to show first that it is stronger.
  void ChooseNetwork() {
    const std::int64_t newest = learner_.steps();
    newest_ = Load(newest);
    playing_ = newest_;
    const bool has_other = state_.playing_step >= 0 && state_.playing_step != newest &&
                           std::filesystem::exists(directory_.model(state_.playing_step));
    if (config_.evaluation.gate_elo && has_other) {
      const auto other = Load(state_.playing_step);
      const bool is_decided = state_.gated_step == newest;
      const bool stronger = !is_decided && judge_->IsStronger(*newest_, *other, newest);
      if (!stronger) playing_ = other;
      if (!is_decided && Interrupted()) return;  // It is decided when the run goes on.
    }
    state_.gated_step = newest;
    if (playing_ == newest_) state_.playing_step = newest;
  }

  std::shared_ptr<const LoadedNetwork> Load(std::int64_t step) {
    auto network = LoadNetwork(directory_.model(step), BackendOf(config_));
    if (!network->warning().empty()) progress_.Warning(network->warning());
    return network;
  }

  void PlayWithChosen() {
    games_->Use({.step = state_.playing_step,
                 .make_evaluator =
                     [network = playing_, batch = GamesPerThread(config_.selfplay)] {
                       return network->MakeEvaluator(batch);
                     },
                 .simulations = SimulationsAt(config_.selfplay, experience_->positions())},
                directory_.model(state_.playing_step));
  }

  void KeepToDiskLimit() {
    if (!config_.selfplay.disk_mib) return;
    const std::int64_t dropped =
        database_.DropOldestMoves(std::int64_t{*config_.selfplay.disk_mib} << 20);
    if (dropped > 0) {
      progress_.Line("dropped the moves of the oldest " + WithThousands(dropped) +
                     " games to keep to selfplay.disk_mib");
    }
  }

  // --- What the user sees ---

  void Announce() {
    for (const std::string& change : changes_) progress_.Line("changed: " + change);
    const char* begin =
        learner_.steps() == 0 && experience_->games() == 0 ? "new run" : "going on with";
    progress_.Line(std::string(begin) + " " + directory_.path().string() + ": " + Counts());
    if (!request_.make_production) {
      progress_.Line(Text("games are played with %s, by %d threads x %d games",
                          playing_->backend().c_str(), *config_.selfplay.threads,
                          *config_.selfplay.games_per_thread));
    }
    TellNotices();
    progress_.Line(Text("trained in %s, by %d threads",
                        TrainsInBfloat16(config_.training) ? "bfloat16" : "float32",
                        TrainingThreads(request_)));
  }

  void TellNotices() {
    for (const std::string& notice : games_->TakeNotices()) progress_.Warning(notice);
  }

  std::string Counts() const {
    return WithThousands(experience_->games()) + " games, " +
           WithThousands(experience_->positions()) + " positions, step " +
           WithThousands(learner_.steps());
  }

  std::string Status() const {
    std::string text = "[" + ClockText(clock_.Minutes() * 60) + "] " + Counts();
    if (const double speed = Shown("positions_per_second"); speed > 0) {
      text += Text(" | %.0f positions/s", speed);
    }
    if (const double loss = Shown("policy_loss"); loss > 0) {
      text += Text(" | loss policy %.3f value %.3f", loss, Shown("value_loss"));
    }
    text += Text(" | %.0f MiB", ProcessMemoryMib());
    text += judge_->scores();
    if (config_.stop.minutes) {
      text +=
          " | " + ClockText(std::max(0.0, *config_.stop.minutes - clock_.Minutes()) * 60) + " left";
    }
    return text;
  }

  // Each sign of trouble when it appears.
  void WarnOfTrouble() {
    const std::map<std::string, std::string> signs = TroubleSigns(figures_);
    for (const auto& [name, text] : signs) {
      if (!signs_.contains(name)) progress_.Warning(text);
    }
    signs_ = signs;
  }

  void StartSpeed() {
    speed_start_ = Clock::now();
    speed_positions_ = experience_->positions();
  }

  // Of self-play since StartSpeed.
  void ShowSpeed() {
    Show("positions_per_second", static_cast<double>(experience_->positions() - speed_positions_) /
                                     SecondsSince(speed_start_));
  }

  // Figures of this iteration, by name.
  void Show(const std::string& figure, double value) { figures_[figure] = value; }
  double Shown(const std::string& figure) const {
    const auto found = figures_.find(figure);
    return found == figures_.end() ? 0 : found->second;
  }

  void ShowLive(const char* phase) {
    if (progress_.WantsLive()) progress_.Live(Status() + " | " + phase);
  }

  using Clock = std::chrono::steady_clock;
  static double SecondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  const TrainRequest& request_;
  const RunDirectory directory_;
  const std::vector<std::string> changes_;
  const RunLock lock_;

  RunClock clock_;
  Progress progress_;
  RunDatabase database_;
  TensorBoardWriter tensorboard_;
  Learner learner_;
  Config config_;  // With everything chosen.
  RunState state_;
  Random batch_random_{0};

  std::unique_ptr<Judge> judge_;
  std::shared_ptr<const LoadedNetwork> newest_;
  std::shared_ptr<const LoadedNetwork> playing_;  // What games are played with.
  std::unique_ptr<Experience> experience_;
  std::unique_ptr<GameProduction> games_;
  bool generated_ = true;  // Whether the games of this iteration are complete.
  Batch batch_;            // Memory that is used again.

  Clock::time_point speed_start_ = Clock::now();
  std::int64_t speed_positions_ = 0;
  Figures figures_;
  std::map<std::string, std::string> signs_;  // Of trouble, that have been told.
  int dropped_in_a_row_ = 0;
};

}  // namespace

TrainEnd Train(const TrainRequest& request) {
  // Before anything is written.
  for (const std::string& opponent : request.config.evaluation.opponents) {
    request.make_opponent(opponent, request.config.game.size);
  }
  CheckDevice(request.config.training.device);
  TrainsInBfloat16(request.config.training);
  return TrainingRun(request).Run();
}

}  // namespace lielow
