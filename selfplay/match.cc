#include "selfplay/match.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "game/action.h"
#include "game/random.h"

namespace lielow {
namespace {

struct GameOnBoard {
  std::size_t index = 0;  // In the match's list of games.
  Position position;
  GameSoFar game;
  bool finished = false;

  int ply() const { return static_cast<int>(game.moves.size()); }
};

// What the threads of a match have in common.
class MatchInPlay {
 public:
  MatchInPlay(const PlayerFactory& a, const PlayerFactory& b, const std::vector<Opening>& openings,
              const MatchOptions& options, const MatchProgress& progress,
              const std::function<bool()>& stop)
      : factories_{a, b}, options_(options), progress_(progress), stop_(stop) {
    if (options.sprt) sprt_.emplace(*options.sprt);
    for (const Opening& opening : openings) {
      for (const bool a_is_blue : {true, false}) {
        games_.push_back({.opening = opening, .a_is_blue = a_is_blue, .moves = {}});
      }
    }
  }

  void RunThread(int concurrency) {
    try {
      const std::array<std::unique_ptr<Player>, 2> players = {factories_[0](), factories_[1]()};
      std::array<ThinkingTime, 2> times;
      std::vector<GameOnBoard> boards;
      while (!failed_ && !decided_ && !(stop_ && stop_())) {
        while (static_cast<int>(boards.size()) < concurrency && Begin(boards)) {
        }
        if (boards.empty()) break;
        PlayMoves(*players[0], true, boards, times[0]);
        PlayMoves(*players[1], false, boards, times[1]);
        for (const GameOnBoard& board : boards) {
          if (!board.finished) continue;
          for (const auto& player : players) player->EndGame(board.game);
        }
        std::erase_if(boards, [](const GameOnBoard& board) { return board.finished; });
      }
      const std::lock_guard lock(mutex_);
      for (std::size_t i = 0; i < times.size(); ++i) {
        times_[i].moves += times[i].moves;
        times_[i].seconds += times[i].seconds;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_ = true;
    }
  }

  MatchResult TakeResult() {
    if (error_) std::rethrow_exception(error_);
    MatchResult result;
    if (sprt_) result.sprt = sprt_->verdict();
    result.a_time = times_[0];
    result.b_time = times_[1];
    const bool by_test = sprt_ && sprt_->verdict() != SprtVerdict::kUndecided;
    const std::size_t end = by_test ? 2 * static_cast<std::size_t>(sprt_->pairs()) : games_.size();
    for (std::size_t i = 0; i + 1 < end; i += 2) {
      if (!PairDone(i)) continue;
      result.games.push_back(std::move(games_[i]));
      result.games.push_back(std::move(games_[i + 1]));
    }
    return result;
  }

 private:
  // Takes the next game of the match, if there is one.
  bool Begin(std::vector<GameOnBoard>& boards) {
    const std::size_t index = next_game_++;
    if (index >= games_.size()) return false;
    const Opening& opening = games_[index].opening;
    boards.push_back({.index = index,
                      .position = opening.End(),
                      .game = {.start = opening.start,
                               .moves = opening.moves,
                               .seed = DeriveSeed(options_.seed, index)}});
    return true;
  }

  // One move in each game where this player is to move; finished games leave the boards.
  void PlayMoves(Player& player, bool is_a, std::vector<GameOnBoard>& boards, ThinkingTime& time) {
    std::vector<MoveRequest> requests;
    std::vector<GameOnBoard*> waiting;
    for (GameOnBoard& board : boards) {
      if (board.finished) continue;
      const bool blue_to_move = board.position.to_move() == Color::kBlue;
      if ((games_[board.index].a_is_blue == blue_to_move) != is_a) continue;
      requests.push_back(
          {.position = board.position,
           .ply = board.ply(),
           .seed = DeriveSeed(board.game.seed, static_cast<std::uint64_t>(board.ply())),
           .game = &board.game});
      waiting.push_back(&board);
    }
    std::vector<MoveChoice> choices(requests.size());
    const auto start = std::chrono::steady_clock::now();
    player.ChooseMoves(requests, choices);
    time.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    time.moves += static_cast<std::int64_t>(requests.size());
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      GameOnBoard& board = *waiting[i];
      if (choices[i].failure) {
        Finish(board, choices[i].failure->termination, !is_a, choices[i].failure->reason);
        continue;
      }
      games_[board.index].moves.push_back(choices[i].move);
      board.game.moves.push_back(choices[i].move);
      board.position.Play(choices[i].move);
      if (!board.position.over()) continue;
      const bool blue_won = board.position.winner() == Color::kBlue;
      Finish(board, TerminationOf(board.position.ending()),
             blue_won == games_[board.index].a_is_blue);
    }
  }

  void Finish(GameOnBoard& board, Termination termination, bool a_won,
              const std::string& failure = {}) {
    board.finished = true;
    const std::lock_guard lock(mutex_);
    MatchGame& game = games_[board.index];
    game.termination = termination;
    game.a_won = a_won;
    game.failure = failure;
    if (!failure.empty() && options_.stop_on_failure) decided_ = true;
    ++done_;
    a_wins_ += game.a_won ? 1 : 0;
    if (progress_) progress_(game, done_, a_wins_);
    if (sprt_) TestPairs();
  }

  // Of games `first` and the one after it.
  bool PairDone(std::size_t first) const {
    return games_[first].finished() && games_[first + 1].finished();
  }

  // Gives the test all pairs up to the first that is not finished.
  void TestPairs() {
    while (sprt_->verdict() == SprtVerdict::kUndecided) {
      const std::size_t first = 2 * static_cast<std::size_t>(sprt_->pairs());
      if (first >= games_.size() || !PairDone(first)) return;
      sprt_->AddPair((games_[first].a_won ? 1 : 0) + (games_[first + 1].a_won ? 1 : 0));
    }
    decided_ = true;
  }

  // Constant after construction.
  const std::array<PlayerFactory, 2> factories_;
  const MatchOptions options_;
  const MatchProgress progress_;
  const std::function<bool()> stop_;

  // A game belongs to the thread that has begun it until all threads have ended.
  std::vector<MatchGame> games_;
  std::atomic<std::size_t> next_game_ = 0;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> decided_ = false;  // By the test or a failure.

  std::mutex mutex_;
  // Guarded by mutex_.
  int done_ = 0;
  int a_wins_ = 0;
  std::exception_ptr error_;
  std::optional<Sprt> sprt_;
  std::array<ThinkingTime, 2> times_;
};

// All moves of a game, with the opening.
std::vector<int> Actions(const MatchGame& game) {
  std::vector<int> actions;
  const int size = game.opening.start.size();
  for (const Move move : game.opening.moves) actions.push_back(ActionIndex(move, size));
  for (const Move move : game.moves) actions.push_back(ActionIndex(move, size));
  return actions;
}

}  // namespace

int MatchResult::AWins() const {
  return static_cast<int>(
      std::count_if(games.begin(), games.end(), [](const MatchGame& game) { return game.a_won; }));
}

ColorScore MatchResult::AAs(Color color) const {
  ColorScore score;
  for (const MatchGame& game : games) {
    if (game.a_is_blue != (color == Color::kBlue)) continue;
    ++score.games;
    score.wins += game.a_won ? 1 : 0;
  }
  return score;
}

RatingEstimate MatchResult::Rating() const {
  std::vector<double> pair_scores;
  for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
    pair_scores.push_back(0.5 * ((games[i].a_won ? 1 : 0) + (games[i + 1].a_won ? 1 : 0)));
  }
  return EstimateRating(pair_scores);
}

int MatchResult::DistinctGames() const {
  std::set<std::pair<std::string, std::vector<int>>> distinct;
  for (const MatchGame& game : games) {
    distinct.emplace(game.opening.start.ToString(), Actions(game));
  }
  return static_cast<int>(distinct.size());
}

int MatchResult::EqualPairs() const {
  int equal = 0;
  for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
    equal += Actions(games[i]) == Actions(games[i + 1]) ? 1 : 0;
  }
  return equal;
}

int MatchResult::Failures(bool of_a) const {
  return static_cast<int>(std::count_if(games.begin(), games.end(), [&](const MatchGame& game) {
    return !game.failure.empty() && game.a_won != of_a;
  }));
}

double MatchResult::MeanPlies() const {
  double plies = 0;
  for (const MatchGame& game : games) {
    plies += static_cast<double>(game.opening.moves.size() + game.moves.size());
  }
  return plies / static_cast<double>(games.size());
}

MatchResult PlayMatch(const PlayerFactory& a, const PlayerFactory& b,
                      const std::vector<Opening>& openings, const MatchOptions& options,
                      const MatchProgress& progress, const std::function<bool()>& stop) {
  MatchInPlay match(a, b, openings, options, progress, stop);
  const int games = 2 * static_cast<int>(openings.size());
  const int threads =
      std::clamp(options.threads, 1, std::max(1, std::min(games, options.concurrency)));
  const int concurrency = (options.concurrency + threads - 1) / threads;
  {
    std::vector<std::jthread> workers;
    workers.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
      workers.emplace_back([&match, concurrency] { match.RunThread(concurrency); });
    }
  }
  return match.TakeResult();
}

}  // namespace lielow
