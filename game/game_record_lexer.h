// Cuts the text of game records into games, tags and words, without judging any move or result.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lielow {

struct RecordTag {
  std::string name;
  std::string value;  // Without quotes and escapes.
  int line = 0;       // From 1, as in every line number here.
};

struct RecordWord {
  enum class Kind { kNumber, kMove, kResult, kAnnotation };

  Kind kind = Kind::kMove;
  std::string_view text;  // A part of the text of the file.
  int line = 0;
};

struct RecordText {
  int number = 0;  // Which game of the file it is, from 1.
  std::vector<RecordTag> tags;
  std::vector<RecordWord> words;
};

class GameRecordLexer {
 public:
  // Both texts must outlive the lexer; `text` also what it returns.
  GameRecordLexer(std::string_view text, std::string_view source);

  // The next game; nullopt when only white space is left. Throws InputError that names source,
  // line and game where braces, parentheses or a tag are broken.
  std::optional<RecordText> Next();

 private:
  using Kind = RecordWord::Kind;

  [[noreturn]] void Fail(int line, const std::string& reason) const;

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void Advance();
  void SkipBlanks();
  void SkipTagBlanks();

  // Reads a tag or one or more words. False if they belong to the next game.
  bool ReadItem();
  void ReadTag();
  std::string ReadTagValue(const std::string& name);
  void ReadComment();
  void ReadVariation();
  bool ReadWords();
  void CutWord(std::string_view word);
  void Add(Kind kind, std::string_view text, int line);

  std::string_view text_;
  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;  // Of text_[at_].

  RecordText game_;  // What has been read of the game on hand.
  bool has_moves_ = false;
  bool has_result_ = false;
};

}  // namespace lielow
