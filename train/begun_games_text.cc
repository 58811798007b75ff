#include "train/begun_games_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "game/input_error.h"
#include "game/quoted_text.h"

// A line a game: number, seed, who would have resigned, evaluations of the search, start position
// between quotation marks (it has a space), moves in hexadecimal.

namespace lielow {
namespace {

std::string Hexadecimal(std::string_view bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

// Takes a line apart.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : line_(line), left_(line) {}

  std::string_view Word(char end) {
    const std::size_t length = left_.find(end);
    if (length == std::string_view::npos) Fail();
    const std::string_view word = left_.substr(0, length);
    left_.remove_prefix(length + 1);
    return word;
  }

  template <class Number>
  Number NumberUpTo(char end) {
    const std::string_view word = Word(end);
    Number number = 0;
    const auto [parsed, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || parsed != word.data() + word.size()) Fail();
    return number;
  }

  std::string RestAsBytes() {
    if (left_.size() % 2 != 0) Fail();
    std::string bytes;
    for (std::size_t i = 0; i < left_.size(); i += 2) {
      unsigned value = 0;
      const char* end = left_.data() + i + 2;
      const auto [parsed, error] = std::from_chars(left_.data() + i, end, value, 16);
      if (error != std::errc() || parsed != end) Fail();
      bytes.push_back(static_cast<char>(value));
    }
    return bytes;
  }

  [[noreturn]] void Fail() const { throw InputError("no game on its way: " + Quoted(line_)); }

 private:
  std::string_view line_;
  std::string_view left_;
};

BegunGame ReadLine(std::string_view line) {
  LineReader reader(line);
  BegunGame begun;
  RecordedGame& game = begun.game;
  game.number = reader.NumberUpTo<std::int64_t>(' ');
  game.seed = reader.NumberUpTo<std::uint64_t>(' ');
  const std::string_view would_resign = reader.Word(' ');
  if (would_resign == "b") game.would_resign = Color::kBlue;
  if (would_resign == "r") game.would_resign = Color::kRed;
  begun.evaluations = reader.NumberUpTo<int>(' ');
  reader.Word('"');
  game.start = Position::Parse(reader.Word('"'));
  reader.Word(' ');
  DecodeMoves(reader.RestAsBytes(), 0, game);
  if (game.termination != Termination::kUnfinished) reader.Fail();
  return begun;
}

}  // namespace

std::string BegunGamesText(const std::vector<BegunGame>& games) {
  std::string text;
  for (const auto& [game, evaluations] : games) {
    text += std::to_string(game.number) + " " + std::to_string(game.seed) + " " +
            (game.would_resign ? Letter(*game.would_resign) : "-") + " " +
            std::to_string(evaluations) + " \"" + game.start.ToString() + "\" " +
            Hexadecimal(EncodeMoves(game)) + "\n";
  }
  return text;
}

std::vector<BegunGame> ReadBegunGames(std::string_view text) {
  std::vector<BegunGame> games;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    games.push_back(ReadLine(text.substr(0, length)));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return games;
}

}  // namespace lielow
