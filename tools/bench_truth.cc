#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <unordered_set>
#include <vector>

#include "game/input_error.h"
#include "mcts/leaf_batch.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "selfplay/selfplay.h"
#include "selfplay/terminal_line.h"
#include "tools/benchmarks.h"
#include "tools/json_text.h"
#include "tools/player_spec.h"
#include "tools/truth_sample.h"

namespace lielow {
namespace {

// The distinct positions of the newest games, each seen once.
std::vector<Position> PositionsOf(const RunDatabase& database) {
  constexpr std::int64_t kMostGames = 5000;
  const std::int64_t games = database.GameCount();
  std::vector<Position> positions;
  std::unordered_set<std::uint64_t> seen;
  for (const RecordedGame& game :
       database.Games(std::max<std::int64_t>(0, games - kMostGames), kMostGames)) {
    Position position = game.start;
    for (const RecordedMove& move : game.moves) {
      if (move.effort != Effort::kNone && seen.insert(position.hash()).second) {
        positions.push_back(position);
      }
      position.Play(move.move);
    }
  }
  return positions;
}

struct Agreement {
  double value_right = 0;   // Raw value on the side of the winner.
  double policy_keeps = 0;  // The likeliest move of the raw policy keeps the win.
  double search_keeps = 0;  // The move of the search does.
};

Agreement Compare(const TruthSample& sample, const SearchSpec& spec) {
  const std::unique_ptr<Evaluator> evaluator = spec.make_evaluator();
  Agreement agreement;
  std::vector<Evaluation> evaluation(1);
  for (const TruePosition& truth : sample.decided) {
    evaluator->Evaluate({&truth.position, 1}, evaluation);
    agreement.value_right += (evaluation[0].value > 0.5F) == truth.won ? 1 : 0;
  }
  Search search(spec.options.search);
  for (const TruePosition& truth : sample.critical) {
    evaluator->Evaluate({&truth.position, 1}, evaluation);
    const std::vector<float>& priors = evaluation[0].priors;
    const auto likeliest = std::max_element(priors.begin(), priors.end()) - priors.begin();
    agreement.policy_keeps += truth.keeps_win[static_cast<std::size_t>(likeliest)] ? 1 : 0;

    search.Start(truth.position, spec.options.simulations, 1);
    RunSearch(search, *evaluator, [] { return false; });
    const MoveList moves = truth.position.LegalMoves();
    const auto chosen = std::find(moves.begin(), moves.end(), search.BestMove()) - moves.begin();
    agreement.search_keeps += truth.keeps_win[static_cast<std::size_t>(chosen)] ? 1 : 0;
  }
  agreement.value_right /= std::max<double>(1, static_cast<double>(sample.decided.size()));
  agreement.policy_keeps /= std::max<double>(1, static_cast<double>(sample.critical.size()));
  agreement.search_keeps /= std::max<double>(1, static_cast<double>(sample.critical.size()));
  return agreement;
}

}  // namespace

void BenchTruth(const TruthBenchOptions& options) {
  const std::filesystem::path path = std::filesystem::is_directory(options.games)
                                         ? RunDirectory(options.games).database()
                                         : std::filesystem::path(options.games);
  const RunDatabase database(path, RunDatabase::Mode::kReadOnly);
  const std::vector<Position> positions = PositionsOf(database);
  if (positions.empty()) throw InputError(path.string() + ": has no games");
  std::vector<SearchSpec> specs;
  for (const std::string& player : options.players) {
    specs.push_back(ParseSearchSpec(player, positions.front().size()));
  }

  TerminalLine line;
  const TruthSample sample =
      SampleTruth(positions,
                  {.positions = options.positions,
                   .max_nodes = options.max_nodes,
                   .seed = options.seed,
                   .threads = WorkerThreads({})},
                  [&](const TruthSample& so_far) {
                    if (!line.Wants()) return;
                    line.Show(std::to_string(so_far.decided.size()) + " positions decided, " +
                              std::to_string(so_far.critical.size()) + " of them critical");
                  });
  line.Clear();
  if (!options.json) {
    std::printf("%lld of %zu positions looked at: %lld not decided within %llu nodes a move\n",
                static_cast<long long>(sample.looked_at), positions.size(),
                static_cast<long long>(sample.undecided),
                static_cast<unsigned long long>(options.max_nodes));
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const Agreement agreement = Compare(sample, specs[i]);
    if (options.json) {
      PrintJson({{"bench", "truth"},
                 {"player", options.players[i]},
                 {"decided", sample.decided.size()},
                 {"critical", sample.critical.size()},
                 {"undecided", sample.undecided},
                 {"value_right", agreement.value_right},
                 {"policy_keeps_win", agreement.policy_keeps},
                 {"search_keeps_win", agreement.search_keeps}});
      continue;
    }
    std::printf(
        "%s: value on the right side in %.1f %% of %zu; of %zu wins that can be thrown away, the "
        "raw policy keeps %.1f %%, the search %.1f %%\n",
        options.players[i].c_str(), 100 * agreement.value_right, sample.decided.size(),
        sample.critical.size(), 100 * agreement.policy_keeps, 100 * agreement.search_keeps);
  }
}

}  // namespace lielow
