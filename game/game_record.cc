// Game records: the parts, and writing.

#include "game/game_record.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "game/move_text.h"

namespace lielow {
namespace {

constexpr std::size_t kLineWidth = 80;

// The place of a tag in the order of a record; all without a place of their own come last.
std::size_t TagRank(std::string_view name) {
  constexpr std::array<std::string_view, 4> kFirstTags = {"Event", "Date", "Blue", "Red"};
  const auto* const place = std::find(kFirstTags.begin(), kFirstTags.end(), name);
  return static_cast<std::size_t>(place - kFirstTags.begin());
}

std::string TagLine(std::string_view name, std::string_view value) {
  std::string line = "[";
  line += name;
  line += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') line += '\\';
    line += c == '\n' || c == '\r' ? ' ' : c;
  }
  return line + "\"]\n";
}

std::string TagSection(const GameRecord& record) {
  const auto is_first = [](const auto& tag) { return TagRank(tag.first) < TagRank(""); };
  std::string text;
  for (const auto& tag : record.tags) {
    if (is_first(tag)) text += TagLine(tag.first, tag.second);
  }
  const int size = record.start.size();
  text += TagLine("Size", std::to_string(size));
  if (record.start != Position(size)) text += TagLine("Position", record.start.ToString());
  text += TagLine("Result", ResultText(record.winner));
  if (record.termination != Termination::kUnknown) {
    text += TagLine("Termination", TerminationText(record.termination));
  }
  for (const auto& tag : record.tags) {
    if (!is_first(tag)) text += TagLine(tag.first, tag.second);
  }
  return text;
}

bool IsMark(const std::string& annotation) {
  return annotation[0] == '!' || annotation[0] == '?' || annotation[0] == '$';
}

// The moves with their numbers and annotations, in lines of kLineWidth where words allow it.
class MoveWriter {
 public:
  explicit MoveWriter(const GameRecord& record) : record_(record), position_(record.start) {}

  std::string Write() {
    WriteAnnotations();
    for (const Move move : record_.moves) {
      assert(position_.IsLegal(move));
      std::string word = Number() + MoveText(position_, move);
      position_.Play(move);
      ++ply_;
      needs_number_ = position_.to_move() == Color::kBlue;
      if (annotation_ < record_.annotations.size()) {
        const Annotation& next = record_.annotations[annotation_];
        if (next.ply == ply_ && (next.text[0] == '!' || next.text[0] == '?')) {
          word += next.text;
          ++annotation_;
        }
      }
      AddWord(word);
      WriteAnnotations();
    }
    AddWord(ResultText(record_.winner));
    return text_ + "\n";
  }

 private:
  std::string Number() const {
    if (!needs_number_) return "";
    const int before_first = record_.start.to_move() == Color::kBlue ? 0 : 1;
    const std::string number = std::to_string((ply_ + before_first) / 2 + 1);
    return number + (position_.to_move() == Color::kBlue ? ". " : "... ");
  }

  void WriteAnnotations() {
    for (; annotation_ < record_.annotations.size(); ++annotation_) {
      const Annotation& annotation = record_.annotations[annotation_];
      if (annotation.ply != ply_) break;
      AddWord(annotation.text);
      if (!IsMark(annotation.text)) needs_number_ = true;
    }
  }

  void AddWord(std::string_view word) {
    const std::size_t first_line = std::min(word.find('\n'), word.size());
    if (column_ > 0 && column_ + 1 + first_line > kLineWidth) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    const std::size_t line_end = word.rfind('\n');
    column_ =
        line_end == std::string_view::npos ? column_ + word.size() : word.size() - line_end - 1;
  }

  const GameRecord& record_;
  Position position_;  // After ply_ moves.
  int ply_ = 0;
  std::size_t annotation_ = 0;  // The next to be written.
  bool needs_number_ = true;    // The next move is Blue's, the first, or stands behind a comment.
  std::string text_;
  std::size_t column_ = 0;  // Characters in the last line.
};

}  // namespace

std::string_view TerminationText(Termination termination) {
  switch (termination) {
    case Termination::kUnfinished:
      return "unfinished";
    case Termination::kKingCaptured:
      return "king captured";
    case Termination::kKingMovedOff:
      return "king moved off";
    case Termination::kResigned:
      return "resigned";
    case Termination::kTime:
      return "time";
    case Termination::kIllegalMove:
      return "illegal move";
    case Termination::kUnknown:
      break;
  }
  return "";
}

Termination TerminationOf(Ending ending) {
  switch (ending) {
    case Ending::kKingCaptured:
      return Termination::kKingCaptured;
    case Ending::kKingMovedOff:
      return Termination::kKingMovedOff;
    case Ending::kNone:
      break;
  }
  return Termination::kUnfinished;
}

std::string_view ResultText(std::optional<Color> winner) {
  if (!winner) return "*";
  return *winner == Color::kBlue ? "1-0" : "0-1";
}

const std::string* GameRecord::FindTag(std::string_view name) const {
  for (const auto& tag : tags) {
    if (tag.first == name) return &tag.second;
  }
  return nullptr;
}

void GameRecord::SetTag(std::string_view name, std::string_view value) {
  std::string clean(value);
  std::replace(clean.begin(), clean.end(), '\n', ' ');
  std::replace(clean.begin(), clean.end(), '\r', ' ');
  const auto has_name = [&](const auto& tag) { return tag.first == name; };
  const auto old = std::find_if(tags.begin(), tags.end(), has_name);
  if (old != tags.end()) {
    old->second = clean;
    return;
  }
  const auto comes_later = [&](const auto& tag) { return TagRank(tag.first) > TagRank(name); };
  tags.emplace(std::find_if(tags.begin(), tags.end(), comes_later), name, clean);
}

Position FinalPosition(const GameRecord& record) {
  Position position = record.start;
  for (const Move move : record.moves) position.Play(move);
  return position;
}

std::string WriteGameRecord(const GameRecord& record) {
  return TagSection(record) + "\n" + MoveWriter(record).Write() + "\n";
}

}  // namespace lielow
