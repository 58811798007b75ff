// The rules core against data that independent implementations agree on.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "game/game_record.h"
#include "game/move_text.h"

namespace lielow {
namespace {

using nlohmann::json;

std::vector<json> ReadLines(const std::string& name) {
  std::ifstream file(LIELOW_TEST_DATA "/conformance/" + name);
  std::vector<json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
  return lines;
}

json WinnerOf(const Position& position) {
  return position.over() ? json(Letter(*position.winner())) : json();
}

json ReasonOf(const Position& position) {
  return position.over() ? json(TerminationText(TerminationOf(position.ending()))) : json();
}

TEST(ConformanceTest, LegalMovesAndTheirResultsHold) {
  const std::vector<json> lines = ReadLines("legal.jsonl");
  ASSERT_GE(lines.size(), 300U);
  for (const json& line : lines) {
    const Position position = Position::Parse(line.at("position").get<std::string>());
    std::vector<json> moves;
    for (const Move move : position.LegalMoves()) {
      Position next = position;
      next.Play(move);
      moves.push_back({MoveText(position, move), next.ToString(), WinnerOf(next), ReasonOf(next)});
    }
    std::sort(moves.begin(), moves.end());
    EXPECT_EQ(json(moves), line.at("moves")) << position.ToString();
  }
}

void ExpectGamesHold(const std::string& file, std::size_t games) {
  const std::vector<json> lines = ReadLines(file);
  EXPECT_EQ(lines.size(), games);
  for (const json& line : lines) {
    SCOPED_TRACE(line.dump());
    Position position(line.at("size").get<int>());
    for (const json& move : line.at("moves")) {
      ASSERT_FALSE(position.over());
      const std::string text = move.get<std::string>();
      position.Play(ParseMove(position, text));
    }
    EXPECT_EQ(json(WinnerOf(position)), line.at("winner"));
    EXPECT_EQ(json(ReasonOf(position)), line.at("reason"));
    EXPECT_EQ(json(position.ToString()), line.at("final"));
  }
}

TEST(ConformanceTest, EightByEightGamesHold) { ExpectGamesHold("games-8x8.jsonl", 100); }

TEST(ConformanceTest, NineByNineGamesHold) { ExpectGamesHold("games-9x9.jsonl", 50); }

// As game sites print them: no tags, no numbers, no result, and nothing that names the board.
void ExpectBareListsHold(const std::string& file, const std::string& separator) {
  const std::vector<json> lines = ReadLines(file);
  ASSERT_FALSE(lines.empty());
  for (const json& line : lines) {
    std::string text;
    for (const json& move : line.at("moves")) text += move.get<std::string>() + separator;
    const std::vector<GameRecord> records = ReadGameRecords(text, "list");
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(json(FinalPosition(records[0]).ToString()), line.at("final"));
    EXPECT_EQ(json(Letter(*records[0].winner)), line.at("winner"));
    EXPECT_EQ(json(TerminationText(records[0].termination)), line.at("reason"));
    EXPECT_EQ(ReadGameRecords(WriteGameRecord(records[0]), "written"), records);
  }
}

TEST(ConformanceTest, BareListsOfEightByEightGamesAreRead) {
  ExpectBareListsHold("games-8x8.jsonl", "\n");
}

TEST(ConformanceTest, BareListsOfNineByNineGamesAreRead) {
  ExpectBareListsHold("games-9x9.jsonl", ", ");
}

}  // namespace
}  // namespace lielow
