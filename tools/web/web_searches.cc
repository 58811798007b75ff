#include "tools/web/web_searches.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <thread>
#include <utility>

#include "game/game_record.h"
#include "game/move_text.h"
#include "selfplay/selfplay.h"
#include "tools/analysis.h"
#include "tools/analysis_text.h"
#include "tools/game_review.h"
#include "tools/shipped_files.h"
#include "tools/web/position_view.h"
#include "tools/web/web_error.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

// Analyses at a time, of all visitors together, and what each may take.
constexpr int kMostAnalyses = 12;
constexpr std::size_t kMemory = 64 << 20;
constexpr int kMostSeconds = 300;
constexpr int kMostNodes = 20000;
constexpr int kMostLines = 10;
constexpr int kLongestLine = 12;

constexpr auto kLongestWait = std::chrono::seconds(30);
constexpr auto kBetweenThoughts = std::chrono::milliseconds(250);

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// While somebody waits for a move, those who analyse leave most of the processors to it.
void GiveWay() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

Json LineJson(const Position& position, const MoveLine& line, int all_visits) {
  const MoveReport& report = line.report;
  return {{"move", MoveText(position, report.move)},
          {"from", report.move.from.ToString()},
          {"to", TargetJson(position, report.move)},
          {"value", report.value},
          {"proven", ProofJson(report.result.proof)},
          {"plies", PliesJson(report.result)},
          {"visits", report.visits},
          {"share", all_visits > 0 ? static_cast<double>(report.visits) / all_visits : 0.0},
          {"line", LineTexts(position, line.moves)}};
}

Json ThoughtJson(const Search& search, int lines, double seconds, bool done) {
  Json json_lines = Json::array();
  for (const MoveLine& line : search.BestLines(lines, kLongestLine)) {
    json_lines.push_back(LineJson(search.root(), line, search.simulations()));
  }
  return {{"value", search.value()},
          {"proven", ProofJson(search.result().proof)},
          {"plies", PliesJson(search.result())},
          {"nodes", search.simulations()},
          {"seconds", seconds},
          {"done", done},
          {"lines", json_lines}};
}

Json MoveReviewJson(const MoveReview& review) {
  const std::vector<std::string> best = LineTexts(review.position, review.best_line);
  return {{"ply", review.ply},
          {"color", ColorWord(review.position.to_move())},
          {"played", MoveText(review.position, review.played)},
          {"best", best.front()},
          {"best_line", best},
          {"value", review.value},
          {"proven", ProofJson(review.result.proof)},
          {"plies", PliesJson(review.result)},
          {"played_value", review.played_value},
          {"played_proven", ProofJson(review.played_result.proof)},
          {"played_plies", PliesJson(review.played_result)},
          {"judgement", JudgementText(review.judgement)}};
}

}  // namespace

class WebSearches::Seat {
 public:
  explicit Seat(WebSearches& searches) : searches_(searches) {
    if (++searches_.analysing_ > kMostAnalyses) {
      --searches_.analysing_;
      throw WebError(kTooManyRequests, "too many analyses at a time, please try again");
    }
  }
  ~Seat() { --searches_.analysing_; }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  // Whether to end, after giving way to others.
  bool MustStop() const {
    if (searches_.moves_wanted_ > 0) GiveWay();
    return searches_.stopped_;
  }

 private:
  WebSearches& searches_;
};

WebSearches::WebSearches(std::vector<Level> levels, const std::string& analyst)
    : players_(std::move(levels)),
      analyst_(analyst),
      slots_(WorkerThreads({})),
      seed_(std::random_device()()) {
  AnalystFor(Position().size());  // So that what is wrong with it is said at once.
}

SearchSpec WebSearches::AnalystFor(int size) {
  const std::lock_guard lock(mutex_);
  if (const auto known = analysts_.find(size); known != analysts_.end()) return known->second;
  SearchSpec spec = ParseSearchSpec(
      analyst_.empty() ? DefaultPlayer(size, "backend=eigen", "rollouts") : analyst_, size);
  spec.options.search.memory = kMemory;
  // Gumbel search shares out a number of simulations that it must know.
  if (spec.options.search.type == SearchType::kGumbel) spec.options.search.type = SearchType::kPuct;
  return analysts_.emplace(size, std::move(spec)).first->second;
}

std::uint64_t WebSearches::NextSeed() { return DeriveSeed(seed_, ++searches_); }

Json WebSearches::ChooseMove(const Json& request) {
  const WebGame game = ReadWebGame(request, {"level"});
  if (game.position().over()) throw InputError("the game is over");
  const std::string level = TextAt(request, "level", "fast");
  const GameSoFar so_far = {.start = game.start(), .moves = game.moves, .seed = NextSeed()};
  ++moves_wanted_;
  const bool has_turn = slots_.Enter(kLongestWait);
  const auto start = Clock::now();
  const auto leave = [&] {
    --moves_wanted_;
    if (has_turn) slots_.Leave();
  };
  MoveChoice choice;
  try {
    if (!has_turn) throw WebError(kUnavailable, "too many players at a time, please try again");
    choice = players_.ChooseMove(
        level,
        {.position = game.position(), .ply = game.ply(), .seed = NextSeed(), .game = &so_far});
  } catch (...) {
    leave();
    throw;
  }
  leave();
  if (choice.failure) throw WebError(kServerError, "the player failed: " + choice.failure->reason);
  return {{"move", MoveText(game.position(), choice.move)},
          {"value", choice.value ? Json(*choice.value) : Json(nullptr)},
          {"proven", ProofJson(choice.result.proof)},
          {"plies", PliesJson(choice.result)},
          {"seconds", SecondsSince(start)}};
}

std::function<void(const JsonSink&)> WebSearches::Analyse(const Json& request) {
  const WebGame game = ReadWebGame(request, {"lines", "seconds"});
  if (game.position().over()) throw InputError("the game is over");
  const int lines = IntegerAt(request, "lines", 3, 1, kMostLines);
  SearchSpec spec = AnalystFor(game.position().size());
  spec.options.milliseconds = 1000 * IntegerAt(request, "seconds", 30, 1, kMostSeconds);
  return [this, spec, lines, position = game.position(),
          seat = std::make_shared<Seat>(*this)](const JsonSink& sink) {
    Analysis analysis(spec, NextSeed());
    const auto start = Clock::now();
    auto last = start - kBetweenThoughts;
    bool listens = true;
    analysis.Run(position, [&] {
      const bool knows = analysis.search().simulations() > 0;
      if (knows && Clock::now() - last >= kBetweenThoughts) {
        last = Clock::now();
        listens = sink(ThoughtJson(analysis.search(), lines, SecondsSince(start), false));
      }
      return !listens || seat->MustStop();
    });
    if (listens) sink(ThoughtJson(analysis.search(), lines, SecondsSince(start), true));
  };
}

std::function<void(const JsonSink&)> WebSearches::Review(const Json& request) {
  const WebGame game = ReadWebGame(request, {"nodes"});
  SearchSpec spec = AnalystFor(game.position().size());
  spec.options.milliseconds.reset();
  spec.options.simulations = IntegerAt(request, "nodes", 2000, 1, kMostNodes);
  GameRecord record;
  record.start = game.start();
  record.moves = game.moves;
  return [this, spec, record, seat = std::make_shared<Seat>(*this)](const JsonSink& sink) {
    Analysis analysis(spec, NextSeed());
    bool listens = true;
    ReviewGame(
        record, analysis, [&] { return !listens || seat->MustStop(); },
        [&](const MoveReview& review) { listens = sink(MoveReviewJson(review)); });
  };
}

}  // namespace lielow
