#include "tools/web/web_game.h"

#include <algorithm>
#include <string>

#include "game/move_text.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

// No game is longer: each move takes a stack from the board, or makes one higher.
constexpr std::size_t kMostMoves = 1000;

Position ReadStart(const Json& json) {
  const bool has_start = json.contains("start") && !json["start"].is_null();
  if (has_start) return Position::Parse(TextAt(json, "start", ""));
  return Position(IntegerAt(json, "size", 8, 4, 9));
}

}  // namespace

void AllowOnlyKeys(const Json& json, const std::vector<std::string_view>& keys) {
  if (!json.is_object()) throw InputError("the request is no JSON object");
  for (const auto& [key, value] : json.items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    std::string allowed;
    for (const std::string_view name : keys) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    throw InputError("unknown key " + Quoted(key) + "; allowed are " + allowed);
  }
}

int IntegerAt(const Json& json, const char* key, int otherwise, int low, int high) {
  if (!json.contains(key) || json[key].is_null()) return otherwise;
  const Json& value = json[key];
  const bool fits = value.is_number_integer() && value >= low && value <= high;
  if (!fits) {
    throw InputError(std::string(key) + ": found " + Quoted(value.dump()) +
                     ", expected a whole number from " + std::to_string(low) + " to " +
                     std::to_string(high));
  }
  return value.get<int>();
}

std::string TextAt(const Json& json, const char* key, const std::string& otherwise) {
  if (!json.contains(key) || json[key].is_null()) return otherwise;
  if (!json[key].is_string()) {
    throw InputError(std::string(key) + ": found " + Quoted(json[key].dump()) + ", expected text");
  }
  return json[key].get<std::string>();
}

WebGame ReadWebGame(const Json& json, std::initializer_list<std::string_view> other_keys) {
  std::vector<std::string_view> keys = {"start", "size", "moves"};
  keys.insert(keys.end(), other_keys);
  AllowOnlyKeys(json, keys);
  WebGame game;
  game.positions.push_back(ReadStart(json));
  const Json moves = json.value("moves", Json::array());
  if (!moves.is_array() || moves.size() > kMostMoves) {
    throw InputError("moves: expected a list of at most " + std::to_string(kMostMoves) + " moves");
  }
  for (const Json& text : moves) {
    const int ply = game.ply() + 1;
    if (!text.is_string()) throw BadMoveError(ply, "moves: expected texts such as \"d2-d3\"");
    if (game.position().over()) {
      throw BadMoveError(ply, "move " + std::to_string(ply) + ": the game is over before it");
    }
    Position next = game.position();
    try {
      game.moves.push_back(ParseMove(next, text.get<std::string>()));
    } catch (const InputError& error) {
      throw BadMoveError(ply, "move " + std::to_string(ply) + ": " + error.what());
    }
    next.Play(game.moves.back());
    game.positions.push_back(next);
  }
  return game;
}

}  // namespace lielow
