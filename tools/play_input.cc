#include "tools/play_input.h"

#include <algorithm>
#include <cctype>

namespace lielow {
namespace {

bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return text;
}

std::string Trimmed(const std::string& text) {
  const auto first = std::find_if_not(text.begin(), text.end(), IsSpace);
  const auto last = std::find_if_not(text.rbegin(), text.rend(), IsSpace).base();
  return first < last ? std::string(first, last) : "";
}

}  // namespace

std::optional<std::string> ReadLine(std::istream& in) {
  std::string line;
  bool any = false;
  for (char c = 0; in.get(c);) {
    any = true;
    if (c == '\n') break;
    if (line.size() <= kLongestLine) line += c;
  }
  return any ? std::optional(line) : std::nullopt;
}

Entry::Entry(const std::string& line) : text(Trimmed(line)) {
  const auto space = std::find_if(text.begin(), text.end(), IsSpace);
  word = Lower(std::string(text.begin(), space));
  argument = Trimmed(std::string(space, text.end()));
  confirmed = word.ends_with('!');
  if (confirmed) word.pop_back();
}

std::string PlainMove(const Position& position, std::string text) {
  text = Lower(text);
  text.erase(std::remove_if(text.begin(), text.end(), IsSpace), text.end());
  if (text.ends_with('!')) text.pop_back();
  if (text.size() == 5 && text.ends_with("off")) return text.insert(2, "-");
  if (text.size() != 4) return text;
  const int column = text[2] - 'a';
  const int row = text[3] - '1';
  const auto on_board = [&](int i) { return i >= 0 && i < position.size(); };
  if (!on_board(column) || !on_board(row)) return text;
  const bool enemy = position.color(Square(column, row)) == Other(position.to_move());
  return text.insert(2, enemy ? "x" : "-");
}

}  // namespace lielow
