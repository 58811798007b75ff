#include "tools/player_spec.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "game/quoted_text.h"
#include "mcts/alphabeta_player.h"
#include "mcts/greedy_player.h"
#include "mcts/random_player.h"
#include "mcts/rollout_evaluator.h"
#include "mcts/rollout_player.h"
#include "mcts/search_player.h"
#include "mcts/uniform_evaluator.h"
#include "nn/loaded_network.h"
#include "selfplay/run_directory.h"
#include "tools/player_options.h"
#include "tools/shipped_files.h"

namespace lielow {
namespace {

constexpr int kMostSimulations = 1000000;
constexpr int kMostMilliseconds = 3600 * 1000;

// Positions that a network evaluates at once for games played in step.
constexpr int kMaxBatch = 64;

// Gives every request a seed that depends on the player's own seed too.
class SeededPlayer final : public Player {
 public:
  SeededPlayer(std::unique_ptr<Player> player, std::uint64_t seed)
      : player_(std::move(player)), seed_(seed) {}

  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override {
    std::vector<MoveRequest> seeded(requests.begin(), requests.end());
    for (MoveRequest& request : seeded) request.seed = DeriveSeed(request.seed, seed_);
    player_->ChooseMoves(seeded, choices);
  }

  void EndGame(const GameSoFar& game) override { player_->EndGame(game); }

 private:
  const std::unique_ptr<Player> player_;
  const std::uint64_t seed_;
};

AlphaBetaLimits LimitsOf(const PlayerText& text) {
  constexpr int kDefaultDepth = 4;
  AlphaBetaLimits limits;
  if (text.Has("ms")) limits.milliseconds = text.Integer("ms", 0, 1, kMostMilliseconds);
  if (text.Has("depth") || !limits.milliseconds) {
    limits.depth = text.Integer("depth", kDefaultDepth, 1, AlphaBetaLimits::kMostDepth);
  }
  return limits;
}

struct Rollouts {
  int playouts;
  double exploration;
};

Rollouts ParseRollouts(const PlayerText& text) {
  return {.playouts = text.Integer("n", 1000, 1, kMostSimulations),
          .exploration = text.Number("c", 1.0, 0, 1000)};
}

SearchSpec RolloutSpec(const PlayerText& text) {
  const Rollouts rollouts = ParseRollouts(text);
  SearchSpec spec;
  spec.options.search = UctOptions(rollouts.exploration);
  spec.options.simulations = rollouts.playouts;
  spec.make_evaluator = [seed = text.Seed().value_or(0)] {
    return std::make_unique<RolloutEvaluator>(seed);
  };
  spec.make_move_evaluator = [](std::uint64_t seed) {
    return std::make_unique<RolloutEvaluator>(DeriveSeed(seed, 0));
  };
  return spec;
}

// The options that all players with our search take.
SearchPlayerOptions ParseSearch(const PlayerText& text) {
  SearchPlayerOptions options;
  options.simulations = text.Integer("sims", 400, 1, kMostSimulations);
  if (text.Has("ms")) {
    if (text.Has("sims")) text.Fail("has both sims and ms; allowed is one of them");
    options.milliseconds = text.Integer("ms", 0, 1, kMostMilliseconds);
  }
  const bool gumbel = text.Word("search", {"puct", "gumbel"}) == "gumbel";
  if (gumbel && options.milliseconds) {
    text.Fail("search=gumbel shares out a number of simulations: allowed with sims, not with ms");
  }
  const double noise = text.Number("noise", 0, 0, 1);
  options.search.type = gumbel ? SearchType::kGumbel : SearchType::kPuct;
  options.search.noise = static_cast<float>(noise);
  options.search.gumbel_noise = static_cast<float>(noise);
  options.search.memory = static_cast<std::size_t>(text.Integer("memory", 1024, 1, 1 << 20)) << 20;
  options.reuse_tree = text.Word("reuse", {"true", "false"}) == "true";
  options.temperature = text.Number("temperature", 0, 0, 100);
  options.opening_temperature = text.Number("opening_temperature", 0, 0, 100);
  if (gumbel && (options.temperature > 0 || options.opening_temperature > 0)) {
    text.Fail("search=gumbel draws moves by noise: allowed is noise, not a temperature");
  }
  return options;
}

SearchSpec ParseUniform(const PlayerText& text) {
  return {.options = ParseSearch(text),
          .make_evaluator = [] { return std::make_unique<UniformEvaluator>(); }};
}

// A model file, a run directory (its newest model), or RUN@STEP; nothing: the shipped network.
std::filesystem::path FindModel(const PlayerText& text, int size) {
  const std::string& argument = text.argument();
  if (argument.empty()) {
    if (const auto shipped = ShippedModel(size)) return *shipped;
    text.Fail("no network for the board of size " + std::to_string(size) +
              " is shipped; allowed is net:PATH with a model file or run directory");
  }
  std::filesystem::path path = argument;
  std::error_code ignored;  // What cannot be looked at is not there for us.
  if (std::filesystem::is_directory(path, ignored)) {
    return RunDirectory(path).FindModel(std::nullopt);
  }
  if (std::filesystem::exists(path, ignored)) return path;
  const auto at = argument.rfind('@');
  if (at != std::string::npos && std::filesystem::is_directory(argument.substr(0, at), ignored)) {
    std::int64_t step = 0;
    const char* end = argument.data() + argument.size();
    const auto [parsed, error] = std::from_chars(argument.data() + at + 1, end, step);
    if (error != std::errc() || parsed != end || step < 0) {
      text.Fail("found step " + Quoted(argument.substr(at + 1)) +
                ", expected a whole number from 0");
    }
    return RunDirectory(argument.substr(0, at)).FindModel(step);
  }
  constexpr std::size_t kLongestName = 200;
  text.Fail("there is no file or run directory " + Quoted(argument, kLongestName));
}

// The first is the default.
std::vector<std::string_view> Backends() {
  if (!HasTorch()) return {"eigen"};
  return {"torch", "eigen"};
}

SearchSpec ParseNet(const PlayerText& text, int size) {
  const SearchPlayerOptions options = ParseSearch(text);
  const std::string backend = text.Word("backend", Backends());
  const std::string device = text.Word("device", {"auto", "cpu", "cuda"});
  const auto network = LoadNetwork(
      FindModel(text, size), {.backend = backend == "torch" ? Backend::kTorch : Backend::kEigen,
                              .device = device == "cpu"    ? Device::kCpu
                                        : device == "cuda" ? Device::kCuda
                                                           : Device::kAuto});
  if (!network->warning().empty()) {
    std::fprintf(stderr, "warning: %s\n", network->warning().c_str());
  }
  return {.options = options,
          .make_evaluator = [=] { return network->MakeEvaluator(kMaxBatch); },
          .model_step = network->info().step};
}

PlayerFactory SearchPlayerFactory(const SearchSpec& spec) {
  return [=] { return std::make_unique<SearchPlayer>(spec.options, spec.make_evaluator()); };
}

void CheckOptionNames(const PlayerText& text) {
  // What is no player is complained of elsewhere.
  if (const auto names = PlayerOptionNames(text.kind()); !names.empty()) text.AllowOnly(names);
}

PlayerFactory ParseKind(const PlayerText& text, int size, const EngineOptions& engine) {
  if (text.kind() == "random" || text.kind() == "greedy") {
    if (text.kind() == "random") return [] { return std::make_unique<RandomPlayer>(); };
    return [] { return std::make_unique<GreedyPlayer>(); };
  }
  if (text.kind() == "alphabeta") {
    return [limits = LimitsOf(text)] { return std::make_unique<AlphaBetaPlayer>(limits); };
  }
  if (text.kind() == "rollouts") {
    const Rollouts rollouts = ParseRollouts(text);
    return [=] { return std::make_unique<RolloutPlayer>(rollouts.playouts, rollouts.exploration); };
  }
  if (text.kind() == "uniform") return SearchPlayerFactory(ParseUniform(text));
  if (text.kind() == "net") return SearchPlayerFactory(ParseNet(text, size));
  if (text.kind() == "engine") {
    return
        [=, command = text.argument()] { return std::make_unique<EnginePlayer>(command, engine); };
  }
  text.Fail(
      "unknown kind " + Quoted(text.kind()) +
      "; allowed are random, greedy, alphabeta, rollouts, uniform, net, net:PATH, engine:COMMAND");
}

}  // namespace

std::vector<std::string_view> PlayerOptionNames(const std::string& kind) {
  if (kind == "random" || kind == "greedy") return {"seed"};
  if (kind == "alphabeta") return {"depth", "ms", "seed"};
  if (kind == "rollouts") return {"n", "c", "seed"};
  std::vector<std::string_view> names = {"sims",  "ms",    "memory",      "search",
                                         "reuse", "noise", "temperature", "opening_temperature",
                                         "seed"};
  if (kind == "uniform") return names;
  if (kind != "net") return {};
  names.insert(names.end(), {"device", "backend"});
  return names;
}

PlayerFactory ParsePlayer(const std::string& text, int size, const EngineOptions& engine) {
  const PlayerText parts(text);
  CheckOptionNames(parts);
  PlayerFactory make = ParseKind(parts, size, engine);
  const auto seed = parts.Seed();
  if (!seed) return make;
  return [=] { return std::make_unique<SeededPlayer>(make(), *seed); };
}

bool HasSearchTree(const std::string& kind) {
  return kind == "rollouts" || kind == "uniform" || kind == "net";
}

SearchSpec ParseSearchSpec(const std::string& text, int size) {
  const PlayerText parts(text);
  CheckOptionNames(parts);
  if (parts.kind() == "rollouts") return RolloutSpec(parts);
  if (parts.kind() == "uniform") return ParseUniform(parts);
  if (parts.kind() == "net") return ParseNet(parts, size);
  parts.Fail("has no search tree to show; allowed are rollouts, uniform, net:PATH");
}

AlphaBetaLimits ParseAlphaBetaLimits(const std::string& text) {
  const PlayerText parts(text);
  CheckOptionNames(parts);
  return LimitsOf(parts);
}

}  // namespace lielow
