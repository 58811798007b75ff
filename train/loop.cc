#include "train/loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "nn/loaded_network.h"
#include "nn/torch_evaluator.h"
#include "selfplay/run_database.h"
#include "selfplay/selfplay.h"
#include "selfplay/today.h"
#include "train/checkpoints.h"
#include "train/evaluation.h"
#include "train/learner.h"
#include "train/progress.h"
#include "train/run_setup.h"
#include "train/run_state.h"

namespace lielow {
namespace {

// Parts of the run's seed.
enum SeedPart : std::uint64_t { kWeightSeed, kBatchSeed, kGameSeed, kMatchSeed };

template <class... Args>
std::string Text(const char* format, Args... args) {
  char text[512];
  std::snprintf(text, sizeof(text), format, args...);
  return text;
}

class TrainingRun {
 public:
  explicit TrainingRun(const TrainRequest& request)
      : request_(request),
        config_(request.config),
        directory_(request.directory),
        changes_(PrepareRunDirectory(directory_, config_)),
        lock_(directory_),
        progress_(directory_.log()),
        database_(directory_.database(), RunDatabase::Mode::kReadWrite),
        learner_(config_.network, config_.training, DeriveSeed(config_.seed, kWeightSeed),
                 WorkerThreads(config_.selfplay)),
        numbers_(database_.GameNumbersFrom(0)),
        selfplay_(config_.selfplay, config_.search, config_.game.size,
                  DeriveSeed(config_.seed, kGameSeed), numbers_),
        window_(config_.training) {
    if (!changes_.empty()) StoreConfig(directory_, config_);
    games_ = database_.GameCount();
    positions_ = database_.PositionCount();
    Restore();
    if (!std::filesystem::exists(directory_.model(learner_.steps()))) PublishModel();
    FillWindow();
    Announce();
  }

  TrainEnd Run() {
    while (!Finished() && !SessionOver()) {
      Generate();
      Learn();
      Publish();
      if (EvaluationDue()) Evaluate();
    }
    if (Finished() && !Interrupted() && !Evaluated()) Evaluate();
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

  // Plays until the database has the positions of this iteration.
  void Generate() {
    const std::int64_t goal = (state_.iteration + 1) * config_.training.positions_per_iteration;
    if (positions_ >= goal) return;
    const auto start = Clock::now();
    const std::int64_t positions_before = positions_;
    const auto network = NewestNetwork();
    const auto make_evaluator = [&] {
      return network->MakeEvaluator(GamesPerThread(config_.selfplay));
    };
    const auto stop = [&] { return positions_ >= goal || LimitReached(); };
    const auto keep = [&](const RecordedGame& game) {
      Keep(game);
      generation_speed_ = static_cast<double>(positions_ - positions_before) / SecondsSince(start);
      ShowLive("self-play");
    };
    try {
      selfplay_.Run(make_evaluator, learner_.steps(), stop, keep);
    } catch (...) {
      SaveGames();
      throw;
    }
    SaveGames();
  }

  // Trains until each position has had its share of steps.
  void Learn() {
    if (window_.size() == 0) return;
    const auto wanted = static_cast<std::int64_t>(
        config_.training.replay_ratio * static_cast<double>(positions_) / config_.training.batch);
    std::int64_t steps = 0;
    Losses sum;
    while (learner_.steps() < wanted && !LimitReached()) {
      DrawBatch(window_, config_.training.batch, batch_random_, batch_);
      const Losses losses = learner_.Step(batch_);
      sum.policy += losses.policy;
      sum.value += losses.value;
      ++steps;
      losses_ = {sum.policy / static_cast<double>(steps), sum.value / static_cast<double>(steps)};
      ShowLive("training");
    }
  }

  // Saves the network to play with, and all that is needed to go on.
  void Publish() {
    if (!Interrupted() && !SessionOver()) ++state_.iteration;
    state_.minutes = Minutes();
    state_.batch_seed = batch_random_.state();
    PublishModel();
    SaveCheckpoint(directory_, learner_, state_);
    database_.AddMetrics({.step = learner_.steps(),
                          .minutes = state_.minutes,
                          .games = games_,
                          .positions = positions_,
                          .policy_loss = losses_.policy,
                          .value_loss = losses_.value,
                          .positions_per_second = generation_speed_,
                          .learning_rate = learner_.learning_rate()});
    progress_.Line(Status());
  }

  // The newest network against fixed opponents.
  void Evaluate() {
    std::string scores;
    for (const std::string& opponent : config_.evaluation.opponents) {
      const MatchResult match = Play(opponent);
      if (Interrupted()) return;
      scores += Text(" | %s %.0f %%", opponent.c_str(), 100 * match.AScore());
      const RatingEstimate rating = match.Rating();
      const double minutes = Minutes();
      database_.AddEvaluation({.step = learner_.steps(),
                               .opponent = opponent,
                               .games = static_cast<int>(match.games.size()),
                               .score = match.AScore(),
                               .elo = rating.elo,
                               .elo_low = rating.low,
                               .elo_high = rating.high,
                               .minutes = minutes});
      progress_.Line(Text("[%s] step %s against %s: %d of %zu (%.0f %%), Elo %+.0f [%+.0f, %+.0f]",
                          ClockText(minutes * 60).c_str(), std::to_string(learner_.steps()).c_str(),
                          opponent.c_str(), match.AWins(), match.games.size(), 100 * match.AScore(),
                          rating.elo, rating.low, rating.high));
    }
    scores_ = scores;
    state_.evaluated_minutes = Minutes();
    state_.minutes = Minutes();
    SaveCheckpoint(directory_, learner_, state_);
    RemoveOldModels(directory_, EvaluatedSteps());
  }

  // --- When ---

  bool Interrupted() const { return request_.interrupted != nullptr && *request_.interrupted; }

  bool SessionOver() const {
    return Interrupted() ||
           (request_.max_minutes && SecondsSince(session_start_) >= 60 * *request_.max_minutes);
  }

  // The run has reached one of its limits.
  bool Finished() const {
    const StopOptions& stop = config_.stop;
    return (stop.minutes && Minutes() >= *stop.minutes) || (stop.games && games_ >= *stop.games) ||
           (stop.steps && learner_.steps() >= *stop.steps);
  }

  bool LimitReached() const { return SessionOver() || Finished(); }

  bool EvaluationDue() const {
    return !SessionOver() && !Finished() &&
           Minutes() - state_.evaluated_minutes >= config_.evaluation.every_minutes;
  }

  // Of the run, all sessions.
  double Minutes() const { return minutes_before_ + SecondsSince(session_start_) / 60; }

  // --- Files ---

  // Takes a finished game into the window and the database.
  void Keep(const RecordedGame& game) {
    ++games_;
    positions_ += game.TrainedPositions();
    window_.Add(game);
    window_.Trim(WindowSize(config_.training, positions_));
    unsaved_games_.push_back(game);
    // A commit waits for the disk: the games of half a second share one.
    constexpr double kSaveSeconds = 0.5;
    if (SecondsSince(saved_at_) >= kSaveSeconds) SaveGames();
  }

  void SaveGames() {
    database_.AddGames(unsaved_games_);
    unsaved_games_.clear();
    saved_at_ = Clock::now();
  }

  void PublishModel() {
    learner_.SaveModel(directory_.model(learner_.steps()), {.size = config_.game.size,
                                                            .network = config_.network,
                                                            .step = learner_.steps(),
                                                            .name = config_.name,
                                                            .games = games_,
                                                            .positions = positions_,
                                                            .date = Today()});
  }

  // What computes it is chosen once in a session.
  std::shared_ptr<const LoadedNetwork> NewestNetwork() {
    const bool first = !backend_;
    auto network =
        LoadNetwork(directory_.model(learner_.steps()),
                    backend_.value_or(BackendOptions{.backend = config_.inference.backend,
                                                     .device = config_.training.device,
                                                     .precision = config_.inference.precision}));
    backend_ = network->options();
    if (!network->warning().empty()) progress_.Warning(network->warning());
    if (first) progress_.Line("games are played with " + network->backend());
    return network;
  }

  // Goes on from the newest checkpoint.
  void Restore() {
    const RunState fresh{.batch_seed = DeriveSeed(config_.seed, kBatchSeed)};
    state_ = RestoreCheckpoint(directory_, fresh, learner_,
                               [&](const std::string& text) { progress_.Warning(text); });
    batch_random_ = Random(state_.batch_seed);
    minutes_before_ = state_.minutes;
    // A session without a step of its own has no others to report.
    if (const std::vector<MetricsRow> metrics = database_.Metrics(); !metrics.empty()) {
      losses_ = {metrics.back().policy_loss, metrics.back().value_loss};
    }
  }

  // The window is not saved: it follows from the games.
  void FillWindow() {
    const std::int64_t wanted = WindowSize(config_.training, positions_);
    const std::int64_t first = database_.GamesBeforeNewest(wanted);
    constexpr std::int64_t kChunk = 500;
    for (std::int64_t skip = first; skip < games_; skip += kChunk) {
      for (const RecordedGame& game : database_.Games(skip, kChunk)) window_.Add(game);
    }
    window_.Trim(wanted);
  }

  MatchResult Play(const std::string& opponent) {
    const std::uint64_t seed = DeriveSeed(DeriveSeed(config_.seed, kMatchSeed),
                                          static_cast<std::uint64_t>(learner_.steps()));
    return PlayAgainst(
        request_.make_opponent(opponent, config_.game.size), *NewestNetwork(), config_, seed,
        [&](const MatchGame& /*game*/, int done, int won) {
          if (!progress_.WantsLive()) return;
          progress_.Live(Text("against %s: %d of %d games", opponent.c_str(), won, done));
        },
        [&] { return Interrupted(); });
  }

  // Whether the newest network has met every opponent.
  bool Evaluated() const {
    const std::vector<EvaluationRow> rows = database_.Evaluations();
    const auto& opponents = config_.evaluation.opponents;
    return std::all_of(opponents.begin(), opponents.end(), [&](const std::string& opponent) {
      return std::any_of(rows.begin(), rows.end(), [&](const EvaluationRow& row) {
        return row.step == learner_.steps() && row.opponent == opponent;
      });
    });
  }

  std::vector<std::int64_t> EvaluatedSteps() const {
    std::vector<std::int64_t> steps;
    for (const EvaluationRow& row : database_.Evaluations()) steps.push_back(row.step);
    return steps;
  }

  // --- What the user sees ---

  void Announce() {
    for (const std::string& change : changes_) progress_.Line("changed: " + change);
    const char* begin = learner_.steps() == 0 && games_ == 0 ? "new run" : "going on with";
    progress_.Line(std::string(begin) + " " + directory_.path().string() + ": " + Counts());
  }

  std::string Counts() const {
    return WithThousands(games_) + " games, " + WithThousands(positions_) + " positions, step " +
           WithThousands(learner_.steps());
  }

  std::string Status() const {
    std::string text = "[" + ClockText(Minutes() * 60) + "] " + Counts();
    if (generation_speed_ > 0) text += Text(" | %.0f positions/s", generation_speed_);
    if (losses_.policy > 0) {
      text += Text(" | loss policy %.3f value %.3f", losses_.policy, losses_.value);
    }
    text += scores_;
    if (config_.stop.minutes) {
      text += " | " + ClockText(std::max(0.0, *config_.stop.minutes - Minutes()) * 60) + " left";
    }
    return text;
  }

  void ShowLive(const char* phase) {
    if (progress_.WantsLive()) progress_.Live(Status() + " | " + phase);
  }

  using Clock = std::chrono::steady_clock;
  static double SecondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  const TrainRequest& request_;
  const Config& config_;
  const RunDirectory directory_;
  const std::vector<std::string> changes_;
  const RunLock lock_;
  const Clock::time_point session_start_ = Clock::now();

  Progress progress_;
  RunDatabase database_;
  Learner learner_;
  GameNumbers numbers_;
  SelfPlay selfplay_;
  Window window_;

  std::optional<BackendOptions> backend_;  // As chosen.
  RunState state_;
  Random batch_random_{0};
  std::vector<RecordedGame> unsaved_games_;
  Clock::time_point saved_at_ = session_start_;
  Batch batch_;  // Memory that is used again.

  // Of the whole run. Workers read them to see whether a limit is reached.
  std::atomic<std::int64_t> games_ = 0;
  std::atomic<std::int64_t> positions_ = 0;

  double minutes_before_ = 0;
  std::string scores_;  // Of the last evaluation, for the status line.
  Losses losses_;       // Means of the last training phase.
  double generation_speed_ = 0;
};

}  // namespace

TrainEnd Train(const TrainRequest& request) {
  // Before anything is written.
  for (const std::string& opponent : request.config.evaluation.opponents) {
    request.make_opponent(opponent, request.config.game.size);
  }
  CheckDevice(request.config.training.device);
  return TrainingRun(request).Run();
}

}  // namespace lielow
