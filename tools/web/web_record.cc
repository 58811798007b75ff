#include "tools/web/web_record.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "game/game_record.h"
#include "game/input_error.h"
#include "game/move_text.h"
#include "game/quoted_text.h"
#include "tools/web/position_view.h"
#include "tools/web/web_game.h"

namespace lielow {
namespace {

constexpr std::size_t kMostGames = 200;
constexpr std::size_t kMostTags = 50;

// A position string has slashes in its first word, which no record begins with.
bool LooksLikeAPosition(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos || text[begin] == '[') return false;
  const std::size_t end = text.find_first_of(" \t\r\n", begin);
  return text.substr(begin, end - begin).find('/') != std::string::npos;
}

std::string Trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

Json RecordJson(const GameRecord& record) {
  Json moves = Json::array();
  Position position = record.start;
  for (const Move move : record.moves) {
    moves.push_back(MoveText(position, move));
    position.Play(move);
  }
  Json tags = Json::object();
  for (const auto& [name, value] : record.tags) tags[name] = value;
  Json annotations = Json::array();
  for (const Annotation& annotation : record.annotations) {
    annotations.push_back({{"ply", annotation.ply}, {"text", annotation.text}});
  }
  return {{"start", record.start.ToString()},
          {"size", record.start.size()},
          {"moves", moves},
          {"tags", tags},
          {"annotations", annotations},
          {"winner", record.winner ? Json(ColorWord(*record.winner)) : Json(nullptr)},
          {"termination", TerminationText(record.termination)}};
}

bool IsTagName(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

void AddTags(const Json& request, GameRecord& record) {
  const Json tags = request.value("tags", Json::object());
  if (!tags.is_object() || tags.size() > kMostTags) {
    throw InputError("tags: expected an object of at most " + std::to_string(kMostTags) + " texts");
  }
  constexpr std::string_view kFields[] = {"Size", "Position", "Result", "Termination"};
  for (const auto& [name, value] : tags.items()) {
    if (!IsTagName(name) || !value.is_string()) {
      throw InputError("tags: " + Quoted(name) +
                       ": expected a name of letters, digits and underscores, with a text");
    }
    // These follow from the game.
    if (std::find(std::begin(kFields), std::end(kFields), name) != std::end(kFields)) continue;
    record.SetTag(name, value.get<std::string>());
  }
}

void AddAnnotations(const Json& request, GameRecord& record) {
  const Json annotations = request.value("annotations", Json::array());
  if (!annotations.is_array()) throw InputError("annotations: expected a list");
  for (const Json& annotation : annotations) {
    AllowOnlyKeys(annotation, {"ply", "text"});
    if (TextAt(annotation, "text", "").empty()) throw InputError("annotations: a text is missing");
    record.annotations.push_back(
        {.ply = IntegerAt(annotation, "ply", 0, 0, static_cast<int>(record.moves.size())),
         .text = TextAt(annotation, "text", "")});
  }
  std::stable_sort(record.annotations.begin(), record.annotations.end(),
                   [](const Annotation& a, const Annotation& b) { return a.ply < b.ply; });
}

// Who won otherwise than on the board, and how.
void AddResult(const Json& request, GameRecord& record) {
  const std::string winner = TextAt(request, "winner", "");
  const std::string termination = TextAt(request, "termination", "");
  if (winner.empty()) return;
  if (winner != "blue" && winner != "red") {
    throw InputError("winner: found " + Quoted(winner) + ", expected blue or red");
  }
  record.winner = winner == "blue" ? Color::kBlue : Color::kRed;
  for (const Termination each : {Termination::kResigned, Termination::kTime,
                                 Termination::kIllegalMove, Termination::kUnknown}) {
    if (termination != TerminationText(each)) continue;
    record.termination = each;
    return;
  }
  throw InputError("termination: found " + Quoted(termination) +
                   ", expected resigned, time, illegal move or nothing");
}

}  // namespace

Json ReadGamesJson(const std::string& text) {
  std::vector<GameRecord> records;
  if (LooksLikeAPosition(text)) {
    GameRecord record;
    record.start = Position::Parse(Trimmed(text));
    records.push_back(record);
  } else {
    records = ReadGameRecords(text, "text");
  }
  if (records.empty()) throw InputError("the text holds no game, no moves and no position");
  if (records.size() > kMostGames) {
    throw InputError("the text holds " + std::to_string(records.size()) + " games, allowed are " +
                     std::to_string(kMostGames));
  }
  Json games = Json::array();
  for (const GameRecord& record : records) games.push_back(RecordJson(record));
  return {{"games", games}};
}

std::string WriteGameText(const Json& request) {
  const WebGame game = ReadWebGame(request, {"tags", "annotations", "winner", "termination"});
  GameRecord record;
  record.start = game.start();
  record.moves = game.moves;
  if (game.position().over()) {
    record.winner = game.position().winner();
    record.termination = TerminationOf(game.position().ending());
  } else {
    AddResult(request, record);
  }
  AddTags(request, record);
  AddAnnotations(request, record);
  std::string text = WriteGameRecord(record);
  // Annotations are the visitor's text: what they make of the record must still be this game.
  const std::vector<GameRecord> again = ReadGameRecords(text, "annotations");
  if (again.size() != 1 || again.front().moves != record.moves) {
    throw InputError("annotations: expected comments in {} and variations in ()");
  }
  return text;
}

}  // namespace lielow
