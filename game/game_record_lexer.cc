#include "game/game_record_lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "game/input_error.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

// More than any program writes; so a file of nothing but parentheses is refused early.
constexpr int kMaxVariationDepth = 1000;

bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ','; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsDot(char c) { return c == '.'; }
bool IsMarkSign(char c) { return c == '!' || c == '?'; }
bool EndsWord(char c) {
  return IsBlank(c) || std::string_view("[{}()").find(c) != std::string_view::npos;
}

// Draws are named too, so that they are refused as results and not as moves.
bool IsResult(std::string_view word) {
  constexpr std::array<std::string_view, 5> kResults = {"1-0", "0-1", "*", "1/2-1/2", "1/2"};
  return std::find(kResults.begin(), kResults.end(), word) != kResults.end();
}

// Takes the longest beginning off `word` whose characters all satisfy `is_part`.
template <class IsPart>
std::string_view TakeWhile(std::string_view& word, IsPart is_part) {
  const auto* const end = std::find_if_not(word.begin(), word.end(), is_part);
  const std::string_view part = word.substr(0, static_cast<std::size_t>(end - word.begin()));
  word.remove_prefix(part.size());
  return part;
}

}  // namespace

GameRecordLexer::GameRecordLexer(std::string_view text, std::string_view source)
    : text_(text), source_(source) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text_.remove_prefix(kByteOrderMark.size());
  }
}

std::optional<RecordText> GameRecordLexer::Next() {
  const int number = game_.number + 1;
  game_ = RecordText();
  game_.number = number;
  has_moves_ = false;
  has_result_ = false;
  SkipBlanks();
  if (at_ == text_.size()) return std::nullopt;
  while (at_ < text_.size() && ReadItem()) SkipBlanks();
  RecordText game = std::move(game_);
  game_.number = number;
  return game;
}

void GameRecordLexer::Fail(int line, const std::string& reason) const {
  throw InputError(std::string(source_) + ", line " + std::to_string(line) + ": game " +
                   std::to_string(game_.number) + ": " + reason);
}

void GameRecordLexer::Advance() {
  if (text_[at_] == '\n') ++line_;
  ++at_;
}

void GameRecordLexer::SkipBlanks() {
  while (at_ < text_.size() && IsBlank(text_[at_])) Advance();
}

void GameRecordLexer::SkipTagBlanks() {
  while (Peek() == ' ' || Peek() == '\t') ++at_;
}

bool GameRecordLexer::ReadItem() {
  switch (Peek()) {
    case '[':
      if (has_moves_ || has_result_) return false;
      ReadTag();
      return true;
    case '{':
      ReadComment();
      return true;
    case '(':
      ReadVariation();
      return true;
    case '}':
      Fail(line_, "found '}' without a '{' before it");
    case ')':
      Fail(line_, "found ')' without a '(' before it");
    default:
      return ReadWords();
  }
}

void GameRecordLexer::ReadTag() {
  ++at_;
  SkipTagBlanks();
  const std::size_t begin = at_;
  while (std::isalnum(static_cast<unsigned char>(Peek())) != 0 || Peek() == '_') ++at_;
  const std::string name(text_.substr(begin, at_ - begin));
  SkipTagBlanks();
  if (name.empty() || Peek() != '"') {
    Fail(line_, "found a '[' that begins no tag: expected a form like [Blue \"name\"]");
  }
  const std::string value = ReadTagValue(name);
  SkipTagBlanks();
  if (Peek() != ']') Fail(line_, "tag " + Quoted(name) + ": expected ']' after the closing quote");
  ++at_;
  game_.tags.push_back({name, value, line_});
}

std::string GameRecordLexer::ReadTagValue(const std::string& name) {
  std::string value;
  for (++at_; Peek() != '"'; ++at_) {
    if (at_ == text_.size() || Peek() == '\n' || Peek() == '\r') {
      Fail(line_, "tag " + Quoted(name) + ": expected a closing quote before the end of the line");
    }
    const std::string_view rest = text_.substr(at_, 2);
    if (rest == "\\\"" || rest == "\\\\") ++at_;
    value += text_[at_];
  }
  ++at_;
  return value;
}

void GameRecordLexer::ReadComment() {
  const std::size_t begin = at_;
  const int begin_line = line_;
  while (at_ < text_.size() && text_[at_] != '}') Advance();
  if (at_ == text_.size()) Fail(begin_line, "found '{' without a '}' after it");
  ++at_;
  Add(Kind::kAnnotation, text_.substr(begin, at_ - begin), begin_line);
}

void GameRecordLexer::ReadVariation() {
  const std::size_t begin = at_;
  const int begin_line = line_;
  int depth = 0;
  bool in_comment = false;
  do {
    if (at_ == text_.size()) {
      Fail(begin_line, in_comment ? "found '(' with a comment in it that has no '}'"
                                  : "found '(' without a ')' after it");
    }
    const char c = text_[at_];
    if (in_comment) {
      in_comment = c != '}';
    } else if (c == '{') {
      in_comment = true;
    } else if (c == '}') {
      Fail(line_, "found '}' without a '{' before it");
    } else if (c == '(' && ++depth > kMaxVariationDepth) {
      Fail(line_, "found variations nested deeper than " + std::to_string(kMaxVariationDepth));
    } else if (c == ')') {
      --depth;
    }
    Advance();
  } while (depth > 0);
  Add(Kind::kAnnotation, text_.substr(begin, at_ - begin), begin_line);
}

bool GameRecordLexer::ReadWords() {
  std::string_view rest = text_.substr(at_);
  const std::string_view word = TakeWhile(rest, [](char c) { return !EndsWord(c); });
  const bool begins_moves = word == "1" || word.substr(0, 2) == "1.";
  if (has_result_ && begins_moves) return false;
  CutWord(word);
  at_ += word.size();
  return true;
}

// A move may be written together with its number and its marks: 1.d2-d3!?$5
void GameRecordLexer::CutWord(std::string_view word) {
  if (IsResult(word)) {
    Add(Kind::kResult, word, line_);
    has_result_ = true;
    return;
  }
  while (!word.empty()) {
    const std::string_view start = word;
    if (IsMarkSign(word[0])) {
      Add(Kind::kAnnotation, TakeWhile(word, IsMarkSign), line_);
    } else if (word[0] == '$') {
      word.remove_prefix(1);
      const std::size_t digits = TakeWhile(word, IsDigit).size();
      if (digits == 0) Fail(line_, "found " + Quoted(start) + ": expected a number after '$'");
      Add(Kind::kAnnotation, start.substr(0, digits + 1), line_);
    } else if (IsDigit(word[0]) || IsDot(word[0])) {
      const std::size_t digits = TakeWhile(word, IsDigit).size();
      const std::size_t dots = TakeWhile(word, IsDot).size();
      Add(Kind::kNumber, start.substr(0, digits + dots), line_);
      has_moves_ = true;
    } else {
      Add(Kind::kMove, TakeWhile(word, [](char c) { return !IsMarkSign(c) && c != '$'; }), line_);
      has_moves_ = true;
    }
  }
}

void GameRecordLexer::Add(Kind kind, std::string_view text, int line) {
  game_.words.push_back({kind, text, line});
}

}  // namespace lielow
