#include "tools/thinker.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "mcts/alphabeta_evaluation.h"
#include "mcts/game_search.h"
#include "mcts/leaf_batch.h"
#include "tools/player_options.h"
#include "tools/player_spec.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLongestLine = 16;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The request with the seed that a player with an own seed makes of it.
MoveRequest Seeded(MoveRequest request, std::optional<std::uint64_t> seed) {
  if (seed) request.seed = DeriveSeed(request.seed, *seed);
  return request;
}

class SearchThinker final : public Thinker {
 public:
  SearchThinker(SearchSpec spec, std::optional<std::uint64_t> seed)
      : spec_(std::move(spec)), seed_(seed), evaluator_(spec_.make_evaluator()) {}

  Thought Think(const MoveRequest& given, const ThinkLimits& limits,
                const std::function<bool()>& stop,
                const std::function<void(const Thought&)>& tell) override {
    const auto start = Clock::now();
    const MoveRequest request = Seeded(given, seed_);
    if (spec_.make_move_evaluator) evaluator_ = spec_.make_move_evaluator(request.seed);
    const bool own_time = !limits.nodes && !limits.infinite && !limits.milliseconds;
    const std::optional<int> milliseconds =
        own_time ? spec_.options.milliseconds : limits.milliseconds;
    const bool open_ended = limits.infinite || (milliseconds && !limits.nodes);
    SearchOptions options = spec_.options.search;
    // Gumbel search shares out a number of simulations that it must know.
    if (open_ended && options.type == SearchType::kGumbel) options.type = SearchType::kPuct;
    const int simulations =
        open_ended ? Search::kMostSimulations : limits.nodes.value_or(spec_.options.simulations);
    Search& search = Start(options, request, simulations);
    auto last_told = start;
    RunSearch(search, *evaluator_, [&] {
      constexpr auto kBetween = std::chrono::milliseconds(500);
      const auto now = Clock::now();
      if (now - last_told >= kBetween) {
        last_told = now;
        tell(ThoughtOf(search, request, start));
      }
      return stop() || (milliseconds && now - start >= std::chrono::milliseconds(*milliseconds));
    });
    return ThoughtOf(search, request, start);
  }

 private:
  Search& Start(const SearchOptions& options, const MoveRequest& request, int simulations) {
    if (!search_ || type_ != options.type) search_.emplace(options);
    type_ = options.type;
    if (spec_.options.reuse_tree) {
      search_->StartFromTree(request, simulations);
    } else {
      search_->Start(request, simulations);
    }
    return search_->search();
  }

  Thought ThoughtOf(const Search& search, const MoveRequest& request,
                    Clock::time_point start) const {
    Thought thought;
    thought.choice = ChooseMove(search, spec_.options, request);
    thought.nodes = search.simulations();
    thought.seconds = SecondsSince(start);
    thought.line = search.PrincipalLine(kLongestLine);
    // A move that was drawn need not be the best one.
    if (thought.line.empty() || thought.line.front() != thought.choice.move) {
      thought.line = {thought.choice.move};
    }
    thought.depth = static_cast<int>(thought.line.size());
    return thought;
  }

  const SearchSpec spec_;
  const std::optional<std::uint64_t> seed_;
  std::unique_ptr<Evaluator> evaluator_;
  std::optional<GameSearch> search_;
  SearchType type_ = SearchType::kPuct;  // Of search_.
};

class AlphaBetaThinker final : public Thinker {
 public:
  explicit AlphaBetaThinker(const AlphaBetaLimits& limits) : own_(limits) {}

  Thought Think(const MoveRequest& request, const ThinkLimits& limits,
                const std::function<bool()>& stop,
                const std::function<void(const Thought&)>& tell) override {
    const auto start = Clock::now();
    const bool own = !limits.nodes && !limits.depth && !limits.infinite && !limits.milliseconds;
    AlphaBetaLimits used = own ? own_ : AlphaBetaLimits{};
    if (limits.depth) used.depth = std::clamp(*limits.depth, 1, AlphaBetaLimits::kMostDepth);
    if (limits.milliseconds) used.milliseconds = std::max(*limits.milliseconds, 1);
    std::uint64_t looks = 0;
    const AlphaBetaResult found = search_.Search(
        request.position, used,
        {.stop =
             [&] {
               constexpr std::uint64_t kNodesBetweenLooks = 2048;
               ++looks;
               const auto nodes = static_cast<std::uint64_t>(limits.nodes.value_or(0));
               return stop() || (limits.nodes && looks * kNodesBetweenLooks >= nodes);
             },
         .depth_done = [&](const AlphaBetaResult& result) { tell(ThoughtOf(result, start)); }});
    return ThoughtOf(found, start);
  }

 private:
  static Thought ThoughtOf(const AlphaBetaResult& result, Clock::time_point start) {
    return {.choice = {.move = result.move,
                       .value = static_cast<float>(WinProbability(result.value)),
                       .result = result.result},
            .depth = result.depth,
            .nodes = static_cast<std::int64_t>(result.nodes),
            .seconds = SecondsSince(start),
            .line = {result.move}};
  }

  const AlphaBetaLimits own_;
  AlphaBeta search_;
};

// Of players that choose at once.
class PlainThinker final : public Thinker {
 public:
  explicit PlainThinker(std::unique_ptr<Player> player) : player_(std::move(player)) {}

  Thought Think(const MoveRequest& request, const ThinkLimits& /*limits*/,
                const std::function<bool()>& /*stop*/,
                const std::function<void(const Thought&)>& /*tell*/) override {
    Thought thought;
    player_->ChooseMoves({&request, 1}, {&thought.choice, 1});
    thought.line = {thought.choice.move};
    return thought;
  }

 private:
  const std::unique_ptr<Player> player_;
};

}  // namespace

std::unique_ptr<Thinker> MakeThinker(const std::string& player, int size) {
  const PlayerText text(player);
  if (text.kind() == "engine") text.Fail("is another program: allowed are players of this one");
  if (HasSearchTree(text.kind())) {
    return std::make_unique<SearchThinker>(ParseSearchSpec(player, size), text.Seed());
  }
  if (text.kind() == "alphabeta") {
    return std::make_unique<AlphaBetaThinker>(ParseAlphaBetaLimits(player));
  }
  return std::make_unique<PlainThinker>(ParsePlayer(player, size)());
}

}  // namespace lielow
