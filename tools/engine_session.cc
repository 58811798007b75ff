#include "tools/engine_session.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "game/input_error.h"
#include "game/move_text.h"
#include "game/quoted_text.h"
#include "tools/analysis_text.h"
#include "tools/number_text.h"
#include "tools/player_options.h"
#include "tools/player_spec.h"
#include "tools/shipped_files.h"

namespace lielow {
namespace {

constexpr int kFewestSquares = 4;
constexpr int kMostSquares = 9;

std::string LowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::vector<std::string> SplitWords(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool Is(const std::string& word, const char* name) { return LowerCase(word) == name; }

// All words from `first` on, up to `last`.
std::string Joined(const std::vector<std::string>& words, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < std::min(last, words.size()); ++i) {
    text += (text.empty() ? "" : " ") + words[i];
  }
  return text;
}

// The whole number after words[i].
template <class Number>
Number NumberAfter(const std::vector<std::string>& words, std::size_t i, Number low, Number high) {
  const std::string found = i + 1 < words.size() ? words[i + 1] : "";
  const auto number = ParseNumber<Number>(found);
  if (!number || *number < low) {
    throw InputError("go " + words[i] + ": found " + Quoted(found) +
                     ", expected a whole number from " + std::to_string(low));
  }
  return std::min(*number, high);
}

// "win 5": with best play, the player to move wins in so many plies.
std::string ProofText(ProvenResult result) {
  if (result.proof == Proof::kNone) return "none";
  return (result.proof == Proof::kWin ? "win " : "loss ") + std::to_string(result.plies);
}

}  // namespace

EngineSession::EngineSession(const std::string& player, int size, Output output)
    : output_(std::move(output)), player_(player), size_(size), start_(size), position_(size) {
  // So that what is wrong with it is said at once.
  thinker_ = MakeThinker(Player(), size_);
}

std::string EngineSession::Player() const {
  if (!player_.empty()) return player_;
  return DefaultPlayer(size_, "sims=400,backend=eigen", "rollouts:n=1000");
}

bool EngineSession::Take(const std::string& line) {
  if (quit_) return false;
  const auto words = SplitWords(line);
  if (words.empty()) return true;
  if (Is(words[0], "stop")) {
    stopped_until_ = gos_taken_.load();
    return true;
  }
  if (Is(words[0], "quit")) {
    quit_ = true;
    stopped_until_ = gos_taken_.load();
    lines_.Close();
    return false;
  }
  if (Is(words[0], "isready") && gos_taken_ > gos_done_) {
    Say("readyok");
    return true;
  }
  if (Is(words[0], "go")) ++gos_taken_;
  lines_.Push(line);
  return !quit_;
}

void EngineSession::TakeTooLong() { Complain("a line is too long and is not looked at"); }

void EngineSession::End() {
  ended_ = true;
  lines_.Close();
}

void EngineSession::Run() {
  while (const auto line = lines_.Pop()) {
    if (quit_ && !Is(SplitWords(*line).front(), "go")) continue;
    try {
      Do(*line);
    } catch (const std::exception& error) {
      Complain(error.what());
    }
  }
}

void EngineSession::Do(const std::string& line) {
  const Words words = SplitWords(line);
  const std::string& command = words.front();
  if (Is(command, "ugi")) {
    Introduce();
  } else if (Is(command, "isready")) {
    if (thinker_ == nullptr) thinker_ = MakeThinker(PlayerWithOptions(Player(), options_), size_);
    Say("readyok");
  } else if (Is(command, "setoption")) {
    SetOption(words);
  } else if (Is(command, "uginewgame")) {
    start_ = position_ = Position(size_);
    moves_.clear();
  } else if (Is(command, "position")) {
    SetPosition(words);
  } else if (Is(command, "go")) {
    // However it ends.
    const std::shared_ptr<void> done(nullptr, [this](void*) { ++gos_done_; });
    Go(words);
  } else if (Is(command, "query")) {
    Query(words);
  } else {
    throw InputError("found " + Quoted(command) +
                     ", expected ugi, isready, setoption, uginewgame, position, go, stop, query or "
                     "quit");
  }
}

void EngineSession::Introduce() {
  Say("id name Lielow Zero");
  Say("id author the Lielow Zero developers");
  Say("option name Size type spin default " + std::to_string(size_) + " min " +
      std::to_string(kFewestSquares) + " max " + std::to_string(kMostSquares));
  Say("option name Threads type spin default 1 min 1 max 1");
  Say("option name Seed type string default " + std::to_string(seed_));
  Say("option name Player type string default " + Player());
  for (const std::string_view name : PlayerOptionNames(PlayerText(Player()).kind())) {
    if (name != "seed") Say("option name " + std::string(name) + " type string");
  }
  Say("ugiok");
}

// "setoption name NAME value VALUE", also without the words "name" and "value".
void EngineSession::SetOption(const Words& words) {
  const std::size_t first = words.size() > 1 && Is(words[1], "name") ? 2 : 1;
  if (first >= words.size()) throw InputError("setoption: expected name NAME value VALUE");
  const std::string name = LowerCase(words[first]);
  const std::size_t value_at =
      first + 1 < words.size() && Is(words[first + 1], "value") ? first + 2 : first + 1;
  const std::string value = Joined(words, value_at, words.size());
  const auto whole = [&](int low, int high) {
    const auto number = ParseNumber<int>(value);
    if (!number || *number < low || *number > high) {
      throw InputError("setoption " + words[first] + ": found " + Quoted(value) + ", allowed are " +
                       std::to_string(low) + " to " + std::to_string(high));
    }
    return *number;
  };
  if (name == "size") {
    size_ = whole(kFewestSquares, kMostSquares);
    start_ = position_ = Position(size_);
    moves_.clear();
    thinker_.reset();
  } else if (name == "threads") {
    whole(1, 1);
  } else if (name == "seed") {
    const auto seed = ParseNumber<std::uint64_t>(value);
    if (!seed) {
      throw InputError("setoption Seed: found " + Quoted(value) +
                       ", expected a whole number from 0");
    }
    seed_ = *seed;
  } else if (name == "player") {
    thinker_ = MakeThinker(value, size_);
    player_ = value;
    options_.clear();
  } else {
    const auto names = PlayerOptionNames(PlayerText(Player()).kind());
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      std::string allowed = "Size, Threads, Seed, Player";
      for (const std::string_view other : names) allowed += ", " + std::string(other);
      throw InputError("setoption: found " + Quoted(words[first]) + ", allowed are " + allowed);
    }
    std::map<std::string, std::string> options = options_;
    options[name] = value;
    // Of these two, the later one holds.
    if (name == "ms") options.erase("sims");
    if (name == "sims") options.erase("ms");
    thinker_ = MakeThinker(PlayerWithOptions(Player(), options), size_);
    options_ = options;
  }
}

// The player's text with options set anew.
std::string EngineSession::PlayerWithOptions(
    const std::string& player, const std::map<std::string, std::string>& options) const {
  const PlayerText parts(player);
  std::map<std::string, std::string> all = parts.options();
  for (const auto& [name, value] : options) {
    if (name == "ms") all.erase("sims");
    if (name == "sims") all.erase("ms");
    all[name] = value;
  }
  std::string text = parts.kind();
  std::string separator = ":";
  if (!parts.argument().empty()) {
    text += separator + parts.argument();
    separator = ",";
  }
  for (const auto& [name, value] : all) {
    text += separator + name + "=" + value;
    separator = ",";
  }
  return text;
}

void EngineSession::SetPosition(const Words& words) {
  const auto moves_at = static_cast<std::size_t>(
      std::find_if(words.begin(), words.end(),
                   [](const std::string& word) { return Is(word, "moves"); }) -
      words.begin());
  if (words.size() < 2 || moves_at < 2) {
    throw InputError("position: expected startpos or fen P, then moves");
  }
  const std::size_t fen_at = Is(words[1], "fen") ? 2 : 1;
  const Position start =
      Is(words[1], "startpos") ? Position(size_) : Position::Parse(Joined(words, fen_at, moves_at));
  Position position = start;
  std::vector<Move> moves;
  for (std::size_t i = moves_at + 1; i < words.size(); ++i) {
    if (position.over()) {
      throw InputError("position: move " + std::to_string(i - moves_at) + ": the game is over");
    }
    try {
      moves.push_back(ParseMove(position, words[i]));
    } catch (const InputError& error) {
      throw InputError("position: move " + std::to_string(i - moves_at) + ": " + error.what());
    }
    position.Play(moves.back());
  }
  if (start.size() != size_) thinker_.reset();
  size_ = start.size();
  start_ = start;
  moves_ = std::move(moves);
  position_ = position;
}

void EngineSession::Go(const Words& words) {
  ThinkLimits limits;
  std::optional<int> time[2];
  int increment[2] = {0, 0};
  constexpr int kMostMilliseconds = 1'000'000'000;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = LowerCase(words[i]);
    if (word == "infinite") {
      limits.infinite = true;
    } else if (word == "nodes") {
      limits.nodes = NumberAfter(words, i, 1, Search::kMostSimulations);
      ++i;
    } else if (word == "depth") {
      limits.depth = NumberAfter(words, i, 1, 1000);
      ++i;
    } else if (word == "movetime") {
      limits.milliseconds = NumberAfter(words, i, 0, kMostMilliseconds);
      ++i;
    } else if (word == "p1time" || word == "p2time") {
      time[word == "p2time"] = NumberAfter(words, i, 0, kMostMilliseconds);
      ++i;
    } else if (word == "p1inc" || word == "p2inc") {
      increment[word == "p2inc"] = NumberAfter(words, i, 0, kMostMilliseconds);
      ++i;
    } else {
      throw InputError("go: found " + Quoted(words[i]) +
                       ", expected nodes N, depth N, movetime MS, infinite, p1time MS, p2time MS, "
                       "p1inc MS or p2inc MS");
    }
  }
  const std::size_t side = position_.to_move() == Color::kBlue ? 0 : 1;
  if (time[side] && !limits.milliseconds) {
    // Games last some 40 moves of either side.
    constexpr int kMovesToCome = 25;
    limits.milliseconds = std::min(*time[side] / kMovesToCome + increment[side], *time[side] / 2);
  }
  if (position_.over()) {
    Complain("go: the game is over");
    Say("bestmove none");
    return;
  }
  if (thinker_ == nullptr) thinker_ = MakeThinker(PlayerWithOptions(Player(), options_), size_);
  const GameSoFar game = {.start = start_, .moves = moves_, .seed = seed_};
  const auto ply = static_cast<std::uint64_t>(moves_.size());
  const std::uint64_t number = gos_done_ + 1;
  const auto stopped = [&] {
    return stopped_until_ >= number || (ended_ && limits.infinite) || quit_;
  };
  const Thought thought =
      thinker_->Think({.position = position_,
                       .ply = static_cast<int>(ply),
                       .seed = DeriveSeed(seed_, ply),
                       .game = &game},
                      limits, stopped, [this](const Thought& told) { Info(told); });
  Info(thought);
  // Whoever asks for an infinite search is told the move when they want it.
  while (limits.infinite && !stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  Say("bestmove " + MoveText(position_, thought.choice.move));
}

void EngineSession::Query(const Words& words) {
  const std::string what = words.size() > 1 ? LowerCase(words[1]) : "";
  if (what == "gameover") {
    Say(position_.over() ? "response true" : "response false");
  } else if (what == "p1turn") {
    Say(position_.to_move() == Color::kBlue ? "response true" : "response false");
  } else if (what == "result") {
    const auto winner = position_.winner();
    Say(!winner ? "response none" : winner == Color::kBlue ? "response p1win" : "response p2win");
  } else {
    throw InputError("query: found " + Quoted(what) + ", expected gameover, p1turn or result");
  }
}

void EngineSession::Info(const Thought& thought) {
  const double rate =
      thought.seconds > 0 ? static_cast<double>(thought.nodes) / thought.seconds : 0;
  char numbers[160];
  std::snprintf(numbers, sizeof(numbers), "info depth %d nodes %lld time %lld nps %lld",
                thought.depth, static_cast<long long>(thought.nodes),
                std::llround(1000 * thought.seconds), std::llround(rate));
  std::string line = numbers;
  if (thought.choice.value) {
    std::snprintf(numbers, sizeof(numbers), " score %.4f", *thought.choice.value);
    line += numbers;
  }
  line += " proven " + ProofText(thought.choice.result) + " pv";
  for (const std::string& move : LineTexts(position_, thought.line)) line += " " + move;
  Say(line);
}

void EngineSession::Say(const std::string& line) {
  const std::lock_guard lock(output_mutex_);
  if (output_(line)) return;
  quit_ = true;
  lines_.Close();
}

void EngineSession::Complain(const std::string& reason) {
  // One line, whatever the reason quotes.
  Say("info string error: " + reason.substr(0, reason.find('\n')));
}

}  // namespace lielow
