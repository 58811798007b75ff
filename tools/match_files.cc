#include "tools/match_files.h"

#include <charconv>
#include <cmath>

#include "game/input_error.h"
#include "selfplay/today.h"
#include "tools/text_file.h"

namespace lielow {
namespace {

constexpr int kMostPlies = 100;

std::vector<Opening> OpeningsFromFile(const std::string& path, int size, int count) {
  std::vector<Opening> openings;
  for (const GameRecord& game : ReadGameRecords(ReadTextFile(path), path)) {
    const std::string place = path + ": opening " + std::to_string(openings.size() + 1);
    if (game.start.size() != size) {
      throw InputError(place + ": is for board size " + std::to_string(game.start.size()) +
                       ", expected " + std::to_string(size));
    }
    if (FinalPosition(game).over()) throw InputError(place + ": the game is over in it");
    openings.push_back({game.start, game.moves});
    if (static_cast<int>(openings.size()) == count) return openings;
  }
  throw InputError(path + ": has " + std::to_string(openings.size()) + " openings, needed are " +
                   std::to_string(count) + " for " + std::to_string(2 * count) + " games");
}

bool IsBalanced(Player& judge, const Position& position, std::uint64_t seed) {
  constexpr float kFurthest = 0.1F;
  const MoveRequest request = {.position = position, .ply = 0, .seed = seed};
  MoveChoice choice;
  judge.ChooseMoves({&request, 1}, {&choice, 1});
  if (!choice.value) throw InputError("--balanced: this player does not say who is better");
  return std::abs(*choice.value - 0.5F) <= kFurthest;
}

// The text as a comment of a game record.
std::string CommentOf(std::string text) {
  for (char& c : text) {
    if (c == '{' || c == '}' || c == '\n' || c == '\r') c = ' ';
  }
  return "{ " + text + " }";
}

}  // namespace

std::vector<Opening> MatchOpenings(const std::string& text, int size, int count, std::uint64_t seed,
                                   Player* judge) {
  int plies = 0;
  const char* end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, plies);
  if (parsed != end) {
    if (judge != nullptr) throw InputError("--balanced: is for random openings, not for a file");
    return OpeningsFromFile(text, size, count);
  }
  if (error != std::errc() || plies < 0 || plies > kMostPlies) {
    throw InputError("--openings " + text + ": expected 0 to " + std::to_string(kMostPlies) +
                     " plies, or a file");
  }
  if (judge == nullptr) return RandomOpenings(size, plies, count, seed);
  return RandomOpenings(size, plies, count, seed, [&](const Position& position) {
    return IsBalanced(*judge, position, DeriveSeed(seed, position.hash()));
  });
}

GameRecord MatchRecord(const MatchGame& game, const std::string& a, const std::string& b) {
  GameRecord record;
  record.SetTag("Event", "match");
  record.SetTag("Date", Today());
  record.SetTag("Blue", game.a_is_blue ? a : b);
  record.SetTag("Red", game.a_is_blue ? b : a);
  record.start = game.opening.start;
  record.moves = game.opening.moves;
  record.moves.insert(record.moves.end(), game.moves.begin(), game.moves.end());
  record.winner = game.a_won == game.a_is_blue ? Color::kBlue : Color::kRed;
  record.termination = game.termination;
  if (!game.failure.empty()) {
    record.annotations.push_back(
        {.ply = static_cast<int>(record.moves.size()), .text = CommentOf(game.failure)});
  }
  return record;
}

}  // namespace lielow
