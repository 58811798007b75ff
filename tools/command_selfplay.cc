#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "game/input_error.h"
#include "selfplay/game_writer.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "selfplay/selfplay.h"
#include "selfplay/terminal_line.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/json_text.h"
#include "tools/number_checks.h"
#include "tools/player_options.h"
#include "tools/player_spec.h"
#include "tools/program.h"
#include "tools/selfplay_config.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

struct SelfPlayCommandOptions {
  std::string player;
  std::int64_t games = 0;
  std::string out;
  std::string config;
  std::optional<int> size;
  std::optional<int> threads;
  std::optional<std::uint64_t> seed;
  bool json = false;
};

// What the options say over the configuration.
SelfPlaySetup SetupOf(const SelfPlayCommandOptions& options) {
  SelfPlaySetup setup = LoadSelfPlaySetup(options.config);
  setup.size = options.size.value_or(setup.size);
  setup.run_seed = options.seed.value_or(setup.run_seed);
  setup.end_number = options.games;
  if (options.threads) setup.options.threads = options.threads;
  return setup;
}

// What the player's text says over that.
void ApplyPlayer(const PlayerText& text, const SearchSpec& spec, SelfPlaySetup& setup) {
  for (const char* unfit : {"ms", "reuse", "temperature", "opening_temperature"}) {
    if (text.Has(unfit)) {
      text.Fail(std::string("self-play has no option ") + unfit +
                " for a player; a configuration says how games go");
    }
  }
  if (text.Has("sims") || text.Has("n")) setup.options.simulations = spec.options.simulations;
  if (text.Has("search")) setup.search.type = spec.options.search.type;
  if (text.Has("noise")) {
    setup.search.noise = spec.options.search.noise;
    setup.search.gumbel_noise = spec.options.search.gumbel_noise;
  }
}

// The newest network of a run, looked for every few seconds: a helper of a training follows it.
class RunNetworks {
 public:
  RunNetworks(const std::filesystem::path& directory, std::string player, int size)
      : directory_(directory), player_(std::move(player)), size_(size) {}

  // Thread-safe.
  std::shared_ptr<const PlayingNetwork> Newest() {
    const std::lock_guard lock(mutex_);
    constexpr auto kEvery = std::chrono::seconds(2);
    if (network_ != nullptr && Clock::now() - looked_at_ < kEvery) return network_;
    looked_at_ = Clock::now();
    const std::filesystem::path newest = directory_.FindModel(std::nullopt);
    if (newest != model_) {
      const SearchSpec spec = ParseSearchSpec(player_, size_);
      network_ = std::make_shared<const PlayingNetwork>(
          PlayingNetwork{.step = spec.model_step, .make_evaluator = spec.make_evaluator});
      model_ = newest;
    }
    return network_;
  }

 private:
  const RunDirectory directory_;
  const std::string player_;
  const int size_;
  std::mutex mutex_;
  // Guarded by mutex_.
  std::filesystem::path model_;
  std::shared_ptr<const PlayingNetwork> network_;
  Clock::time_point looked_at_;
};

NetworkSource NetworksOf(const PlayerText& text, const SearchSpec& spec, int size) {
  std::error_code ignored;
  if (text.kind() == "net" && std::filesystem::is_directory(text.argument(), ignored)) {
    auto networks = std::make_shared<RunNetworks>(text.argument(), text.text(), size);
    return [networks] { return networks->Newest(); };
  }
  return OneNetwork({.step = spec.model_step, .make_evaluator = spec.make_evaluator});
}

int RunSelfPlay(const SelfPlayCommandOptions& options) {
  SelfPlaySetup setup = SetupOf(options);
  Position(setup.size);  // Throws for a size that there is not.
  const PlayerText text(options.player);
  const SearchSpec spec = ParseSearchSpec(options.player, setup.size);
  ApplyPlayer(text, spec, setup);

  RunDatabase database(options.out, RunDatabase::Mode::kReadWrite);
  const GameSource source = database.SourceOf(setup.run_seed, options.player, SetupText(setup));
  std::vector<std::int64_t> finished = database.GameNumbers(source);
  std::erase_if(finished, [&](std::int64_t number) { return number >= options.games; });
  const std::size_t before = finished.size();
  GameNumbers numbers(finished);
  SelfPlay selfplay(setup, numbers);

  const auto start = Clock::now();
  const auto& interrupted =
      InterruptGracefully("\nfinishing and saving; once more to stop at once\n");
  GameWriter writer(options.out, source);
  TerminalLine line;
  std::int64_t games = 0;
  selfplay.Run(
      NetworksOf(text, spec, setup.size), [&] { return interrupted.load(); },
      [&](RecordedGame game) {
        if (writer.known() > 0) {
          throw InputError("--seed " + std::to_string(setup.run_seed) +
                           ": another program plays the same games into " + options.out +
                           "; give each a seed of its own");
        }
        writer.Add(std::move(game));
        ++games;
        if (line.Wants()) {
          line.Show(std::to_string(before + static_cast<std::size_t>(games)) + " of " +
                    std::to_string(options.games) + " games");
        }
      });
  writer.Flush();
  line.Clear();

  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const std::int64_t all = database.GameCount();
  if (options.json) {
    PrintJson({{"games", games},
               {"games_before", before},
               {"games_in_file", all},
               {"positions_in_file", database.PositionCount()},
               {"seconds", seconds},
               {"file", options.out}});
  } else {
    std::printf("%s: %s games added in %.1f s, it has %s games with %s trained positions\n",
                options.out.c_str(), std::to_string(games).c_str(), seconds,
                std::to_string(all).c_str(), std::to_string(database.PositionCount()).c_str());
  }
  if (interrupted) {
    std::fprintf(stderr, "interrupted; the same command goes on\n");
    return kExitInterrupted;
  }
  return kExitDone;
}

}  // namespace

void AddSelfPlayCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("selfplay", "Play games for training into a run database");
  auto options = std::make_shared<SelfPlayCommandOptions>();
  command->add_option("--player", options->player, "Who plays both sides")->required();
  command
      ->add_option("--games", options->games,
                   "Games that there are to be of this player and seed; those that are in the file "
                   "already count")
      ->required()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  command->add_option("--out", options->out, "Run database, new or not")->required();
  command->add_option("--config", options->config, "How games go: a configuration (YAML)");
  command->add_option("--size", options->size, "Board size [that of the configuration: 8]");
  command->add_option("--threads", options->threads, "Threads [all processors]")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--seed", options->seed,
                   "Makes the games repeatable [that of the "
                   "configuration: 1]")
      ->check(SeedCheck());
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Players: net:PATH, uniform, rollouts; their sims, search and noise override the\n"
      "configuration. With net:RUN, games are always played by the run's newest network, so\n"
      "that another process can add games to a training that goes on: --out RUN/run.db, and a\n"
      "seed of its own.\n"
      "Example: lielow selfplay --player net:runs/quickstart --games 1000 --out games.db");
  command->callback([options, &exit_code] { exit_code = RunSelfPlay(*options); });
}

}  // namespace lielow
