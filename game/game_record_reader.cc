// Reading game records: plays the words of each game and holds tags, moves and result together.

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "game/game_record.h"
#include "game/game_record_lexer.h"
#include "game/input_error.h"
#include "game/move_text.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

// The tags that may stand only once, since readers ask for them by name.
enum KnownTag { kEvent, kDate, kBlue, kRed, kSize, kPosition, kResult, kTermination };
constexpr std::array<std::string_view, 8> kKnownTags = {
    "Event", "Date", "Blue", "Red", "Size", "Position", "Result", "Termination"};

constexpr std::array<Termination, 6> kTerminations = {
    Termination::kKingCaptured, Termination::kKingMovedOff, Termination::kResigned,
    Termination::kTime,         Termination::kIllegalMove,  Termination::kUnfinished};

// Takes off all returns at the end of a line, since those that stayed would be a CRLF when the
// record is read again.
std::string WithPlainLineEnds(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    while (c == '\n' && !plain.empty() && plain.back() == '\r') plain.pop_back();
    plain += c;
  }
  return plain;
}

bool EndsOnNine(const std::vector<std::string_view>& moves) {
  Position position(9);
  try {
    for (const std::string_view move : moves) position.Play(ParseMove(position, move));
  } catch (const InputError&) {
    return false;
  }
  return position.over();
}

// The size of a standard board for a list of moves that does not name it. Blue's first move is from
// row 1 or 3 on 9x9, from row 2 on 8x8. That alone would also take a mistake on 8x8 for right: so
// some move must name a square that 8x8 does not have, or the list must be a whole game.
int UnstatedSize(const std::vector<RecordWord>& words) {
  std::vector<std::string_view> moves;
  for (const RecordWord& word : words) {
    if (word.kind == RecordWord::Kind::kMove) moves.push_back(word.text);
  }
  const std::string_view row = moves.empty() ? "" : moves[0].substr(0, 2).substr(1);
  if (row != "1" && row != "3") return 8;
  const auto is_off_eight = [](std::string_view move) {
    return move.find_first_of("iI9") != std::string_view::npos;
  };
  return std::any_of(moves.begin(), moves.end(), is_off_eight) || EndsOnNine(moves) ? 9 : 8;
}

class GameReader {
 public:
  GameReader(const RecordText& text, std::string_view source) : text_(text), source_(source) {}

  GameRecord Read() {
    SortTags();
    record_.start = ReadStart();
    position_ = record_.start;
    for (const RecordWord& word : text_.words) ReadWord(word);
    ReadResultTag();
    ReadTerminationTag();
    Conclude();
    return std::move(record_);
  }

 private:
  [[noreturn]] void Fail(int line, const std::string& reason) const {
    throw InputError(std::string(source_) + ", line " + std::to_string(line) + ": game " +
                     std::to_string(text_.number) + ": " + reason);
  }

  [[noreturn]] void FailTag(const RecordTag& tag, const std::string& reason) const {
    Fail(tag.line, "tag " + Quoted(tag.name) + ": " + reason);
  }

  [[noreturn]] void FailMove(const RecordWord& word, const std::string& reason) const {
    Fail(word.line, "ply " + std::to_string(Ply() + 1) + ": " + reason);
  }

  int Ply() const { return static_cast<int>(record_.moves.size()); }

  void SortTags() {
    std::vector<std::pair<std::string, std::string>> others;
    for (const RecordTag& tag : text_.tags) {
      const auto place = std::find(kKnownTags.begin(), kKnownTags.end(), tag.name);
      if (place == kKnownTags.end()) {
        others.emplace_back(tag.name, tag.value);
        continue;
      }
      const RecordTag*& known = known_tags_[static_cast<std::size_t>(place - kKnownTags.begin())];
      if (known != nullptr) FailTag(tag, "the game has this tag already");
      known = &tag;
    }
    for (const KnownTag name : {kEvent, kDate, kBlue, kRed}) {
      const RecordTag* const tag = known_tags_[name];
      if (tag != nullptr) record_.tags.emplace_back(tag->name, tag->value);
    }
    std::move(others.begin(), others.end(), std::back_inserter(record_.tags));
  }

  Position ReadStart() const {
    const RecordTag* const size_tag = known_tags_[kSize];
    const RecordTag* const position_tag = known_tags_[kPosition];
    if (position_tag == nullptr) {
      return Position(size_tag != nullptr ? ReadSize(*size_tag) : UnstatedSize(text_.words));
    }
    const Position start = ReadPosition(*position_tag);
    if (size_tag != nullptr && ReadSize(*size_tag) != start.size()) {
      FailTag(*size_tag, "found " + Quoted(size_tag->value) +
                             ", but the board of tag Position is " + std::to_string(start.size()) +
                             " squares wide");
    }
    return start;
  }

  int ReadSize(const RecordTag& tag) const {
    const int size = tag.value.size() == 1 ? tag.value[0] - '0' : 0;
    if (size < kMinSize || size > kMaxSize) {
      FailTag(tag, "found " + Quoted(tag.value) + ", allowed are 4 to 9");
    }
    return size;
  }

  Position ReadPosition(const RecordTag& tag) const {
    try {
      return Position::Parse(tag.value);
    } catch (const InputError& error) {
      FailTag(tag, error.what());
    }
  }

  void ReadWord(const RecordWord& word) {
    if (word.kind == RecordWord::Kind::kAnnotation) {
      record_.annotations.push_back({Ply(), WithPlainLineEnds(word.text)});
      return;
    }
    if (!result_.empty()) {
      Fail(word.line, "found " + Quoted(word.text) + " after the result " + std::string(result_));
    }
    switch (word.kind) {
      case RecordWord::Kind::kNumber:
        CheckNumber(word);
        break;
      case RecordWord::Kind::kResult:
        ReadResult(word);
        break;
      default:
        PlayMove(word);
    }
  }

  void CheckNumber(const RecordWord& word) const {
    const std::size_t digits = std::min(word.text.find('.'), word.text.size());
    if (digits == 0) return;  // Dots alone stand for moves that are told elsewhere.
    const int before_first = record_.start.to_move() == Color::kBlue ? 0 : 1;
    const std::string expected = std::to_string((Ply() + before_first) / 2 + 1);
    if (word.text.substr(0, digits) != expected) {
      FailMove(word, "found move number " + Quoted(word.text) + ", expected " + expected);
    }
    const bool says_red = word.text.substr(digits).size() > 1;
    if (says_red && position_.to_move() == Color::kBlue) {
      FailMove(word,
               "found " + Quoted(word.text) + ", dots for a move of Red, but Blue is to move");
    }
  }

  void PlayMove(const RecordWord& word) {
    if (position_.over()) {
      FailMove(word, "move " + Quoted(word.text) + " comes after the game's end: " + HowItEnded());
    }
    try {
      const Move move = ParseMove(position_, word.text);
      position_.Play(move);
      record_.moves.push_back(move);
    } catch (const InputError& error) {
      FailMove(word, error.what());
    }
  }

  // How the moves ended the game, for messages. REQUIRES: position_.over().
  std::string HowItEnded() const {
    return std::string(Name(*position_.winner())) + " won at ply " + std::to_string(Ply()) + ", " +
           std::string(TerminationText(TerminationOf(position_.ending())));
  }

  void ReadResult(const RecordWord& word) {
    const RecordTag* const tag = known_tags_[kResult];
    SetResult(word.text, word.line);
    if (tag != nullptr && tag->value != word.text) {
      Fail(word.line, "the result " + std::string(word.text) + " contradicts the tag Result, " +
                          Quoted(tag->value));
    }
  }

  void ReadResultTag() {
    const RecordTag* const tag = known_tags_[kResult];
    if (tag != nullptr) SetResult(tag->value, tag->line);
  }

  void SetResult(std::string_view text, int line) {
    if (text != "1-0" && text != "0-1" && text != "*") {
      Fail(line, "found the result " + Quoted(text) + ", allowed are 1-0, 0-1 and *");
    }
    result_ = text;
    result_line_ = line;
  }

  void ReadTerminationTag() {
    const RecordTag* const tag = known_tags_[kTermination];
    if (tag == nullptr) return;
    const auto has_text = [&](Termination t) { return TerminationText(t) == tag->value; };
    const auto place = std::find_if(kTerminations.begin(), kTerminations.end(), has_text);
    if (place == kTerminations.end()) {
      FailTag(*tag, "found " + Quoted(tag->value) +
                        ", allowed are king captured, king moved off, resigned, time, illegal "
                        "move and unfinished");
    }
    termination_ = *place;
  }

  // Holds what the text says of the end against the moves, and fills in what it leaves out.
  void Conclude() {
    if (position_.over()) {
      ConcludeFinished();
    } else {
      ConcludeUnfinished();
    }
  }

  void ConcludeFinished() {
    record_.winner = position_.winner();
    record_.termination = TerminationOf(position_.ending());
    if (!result_.empty() && result_ != ResultText(record_.winner)) {
      Fail(result_line_,
           "the result " + std::string(result_) + " contradicts the moves: " + HowItEnded());
    }
    if (termination_ && *termination_ != record_.termination) {
      FailTermination("but the moves say: " + HowItEnded());
    }
  }

  void ConcludeUnfinished() {
    const bool decided = result_ == "1-0" || result_ == "0-1";
    if (decided) record_.winner = result_ == "1-0" ? Color::kBlue : Color::kRed;
    record_.termination =
        termination_.value_or(decided ? Termination::kUnknown : Termination::kUnfinished);
    if (termination_ == Termination::kKingCaptured || termination_ == Termination::kKingMovedOff) {
      FailTermination("but the moves do not end the game");
    }
    if (decided == (record_.termination == Termination::kUnfinished)) {
      FailTermination("but the result is " + std::string(ResultText(record_.winner)));
    }
  }

  [[noreturn]] void FailTermination(const std::string& reason) const {
    const RecordTag& tag = *known_tags_[kTermination];
    FailTag(tag, "found " + Quoted(tag.value) + ", " + reason);
  }

  const RecordText& text_;
  const std::string_view source_;
  std::array<const RecordTag*, kKnownTags.size()> known_tags_{};

  GameRecord record_;
  Position position_;        // After the moves read so far.
  std::string_view result_;  // As the text gives it; empty if it does not.
  int result_line_ = 0;
  std::optional<Termination> termination_;  // As the tag says.
};

}  // namespace

std::vector<GameRecord> ReadGameRecords(std::string_view text, std::string_view source) {
  std::vector<GameRecord> records;
  GameRecordLexer lexer(text, source);
  while (const auto game = lexer.Next()) records.push_back(GameReader(*game, source).Read());
  return records;
}

}  // namespace lielow
