#include "tools/match_files.h"

#include <charconv>

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

}  // namespace

std::vector<Opening> MatchOpenings(const std::string& text, int size, int count,
                                   std::uint64_t seed) {
  int plies = 0;
  const char* end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, plies);
  if (parsed != end) return OpeningsFromFile(text, size, count);
  if (error != std::errc() || plies < 0 || plies > kMostPlies) {
    throw InputError("--openings " + text + ": expected 0 to " + std::to_string(kMostPlies) +
                     " plies, or a file");
  }
  return RandomOpenings(size, plies, count, seed);
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
  record.termination = TerminationOf(game.ending);
  return record;
}

}  // namespace lielow
