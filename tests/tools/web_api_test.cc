// What the page's interface answers, without a server.

#include <gmock/gmock.h>

#include "game/move_text.h"
#include "tests/game/random_games.h"
#include "tools/web/position_view.h"
#include "tools/web/request_head.h"
#include "tools/web/web_game.h"
#include "tools/web/web_record.h"

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Json View(const Json& request) { return PositionViewJson(ReadWebGame(request)); }

Json MoveOf(const Json& view, const std::string& text) {
  for (const Json& move : view["moves"]) {
    if (move["move"] == text) return move;
  }
  return nullptr;
}

TEST(PositionViewTest, ShowsTheStart) {
  const Json view = View({{"size", 8}});
  EXPECT_EQ(view["position"], Position(8).ToString());
  EXPECT_EQ(view["to_move"], "blue");
  EXPECT_EQ(view["over"], false);
  EXPECT_EQ(view["stacks"].size(), 16U);
  EXPECT_EQ(view["moves"].size(), static_cast<std::size_t>(Position(8).LegalMoves().size()));
  EXPECT_EQ(MoveOf(view, "d2-d3")["to"], "d3");
  EXPECT_EQ(view["threat"], nullptr);
}

TEST(PositionViewTest, TellsOfFirstKings) {
  const Json first = View({{"moves", {"d2-d3"}}});
  const Json played = first["played"][0];
  EXPECT_EQ(played["crown_squares"][0], (Json{{"color", "blue"}, {"from", nullptr}, {"to", "d3"}}));
  EXPECT_THAT(played["crowns"][0].get<std::string>(), HasSubstr("first king"));
}

TEST(PositionViewTest, WarnsOfMovesThatLoseTheKing) {
  const Json view = View({{"start", "r1r12/4/4/B13 b"}});
  const Json off = MoveOf(view, "a1-off");
  ASSERT_FALSE(off.is_null());
  EXPECT_EQ(off["to"], nullptr);
  EXPECT_THAT(off["loses"].get<std::string>(), HasSubstr("own king leaves the board"));
}

TEST(PositionViewTest, SaysHowAGameEnded) {
  const Json view = View({{"start", "r1r12/4/4/B13 b"}, {"moves", {"a1-off"}}});
  EXPECT_EQ(view["over"], true);
  EXPECT_EQ(view["winner"], "red");
  EXPECT_EQ(view["termination"], "king moved off");
  EXPECT_EQ(view["outcome"], "Red wins: Blue's own king left the board (a1-off)");
  EXPECT_TRUE(view["moves"].empty());
}

TEST(PositionViewTest, AgreesWithTheRulesOverWholeGames) {
  for (const int size : {4, 8, 9}) {
    const std::vector<Position> positions = RandomGame(size, 11);
    Json request = {{"start", positions.front().ToString()}, {"moves", Json::array()}};
    for (std::size_t ply = 0; ply + 1 < positions.size(); ++ply) {
      const Json view = View(request);
      const MoveList moves = positions[ply].LegalMoves();
      ASSERT_EQ(view["moves"].size(), static_cast<std::size_t>(moves.size()));
      for (const Move move : moves) {
        Position next = positions[ply];
        next.Play(move);
        if (next != positions[ply + 1]) continue;
        request["moves"].push_back(MoveText(positions[ply], move));
        break;
      }
    }
    EXPECT_EQ(View(request)["position"], positions.back().ToString());
    EXPECT_EQ(View(request)["over"], true);
  }
}

TEST(WebGameTest, RefusesWhatIsNoGame) {
  const auto message = [](const Json& request, const char* text) {
    EXPECT_THAT([&] { ReadWebGame(request); }, ThrowsMessage<InputError>(HasSubstr(text)))
        << request;
  };
  message(Json::array(), "no JSON object");
  message({{"moves", "d2-d3"}}, "moves: expected a list");
  message({{"moves", {1}}}, "moves: expected texts");
  message({{"size", 10}}, "size: found");
  message({{"size", "8"}}, "size: found");
  message({{"start", 8}}, "start: found");
  message({{"start", "8/8 b"}}, "");
  message({{"color", "blue"}}, "unknown key");
  message({{"moves", Json::array_t(1001, "d2-d3")}}, "at most 1000");
  message({{"start", "r1r12/4/4/B13 b"}, {"moves", {"a1-off", "a4-a3"}}}, "over");
}

TEST(WebGameTest, SaysWhichMoveIsIllegal) {
  try {
    ReadWebGame({{"moves", {"d2-d3", "d2-d3"}}});
    FAIL();
  } catch (const BadMoveError& error) {
    EXPECT_EQ(error.ply(), 2);
    EXPECT_THAT(error.what(), HasSubstr("move 2"));
  }
}

TEST(WebRecordTest, ReadsRecordsMovesAndPositions) {
  const Json record = ReadGamesJson(
      "[Blue \"x\"]\n\n1. d2-d3 { first } d7-d6 (1... e7-e6) 2. e2-e3 *\n")["games"][0];
  EXPECT_EQ(record["moves"], (Json{"d2-d3", "d7-d6", "e2-e3"}));
  EXPECT_EQ(record["tags"]["Blue"], "x");
  EXPECT_EQ(record["annotations"][1], (Json{{"ply", 2}, {"text", "(1... e7-e6)"}}));
  EXPECT_EQ(ReadGamesJson("d2-d3, d7-d6")["games"][0]["moves"].size(), 2U);
  const Json position = ReadGamesJson(" r1r12/4/4/B13 b\n")["games"][0];
  EXPECT_EQ(position["start"], "r1r12/4/4/B13 b");
  EXPECT_TRUE(position["moves"].empty());
  EXPECT_THROW(ReadGamesJson(""), InputError);
  EXPECT_THROW(ReadGamesJson("hello"), InputError);
}

TEST(WebRecordTest, WritesWhatItReads) {
  const Json request = {{"moves", {"d2-d3", "d7-d6"}},
                        {"tags", {{"Blue", "a \"b\""}, {"Result", "1-0"}}},
                        {"annotations", {{{"ply", 1}, {"text", "{ good }"}}}},
                        {"winner", "blue"},
                        {"termination", "resigned"}};
  const std::string text = WriteGameText(request);
  EXPECT_THAT(text, HasSubstr("[Result \"1-0\"]"));
  EXPECT_THAT(text, HasSubstr("[Termination \"resigned\"]"));
  const Json again = ReadGamesJson(text)["games"][0];
  EXPECT_EQ(again["moves"], request["moves"]);
  EXPECT_EQ(again["tags"]["Blue"], "a \"b\"");
  EXPECT_EQ(again["annotations"], request["annotations"]);
}

TEST(WebRecordTest, WritesHowAGameWasLostOtherwiseThanOnTheBoard) {
  for (const char* termination : {"time", "illegal move", "resigned"}) {
    const std::string text =
        WriteGameText({{"moves", {"d2-d3"}}, {"winner", "red"}, {"termination", termination}});
    const Json again = ReadGamesJson(text)["games"][0];
    EXPECT_EQ(again["winner"], "red") << text;
    EXPECT_EQ(again["termination"], termination) << text;
  }
  EXPECT_THROW(WriteGameText({{"winner", "red"}, {"termination", "king captured"}}), InputError);
  EXPECT_THROW(WriteGameText({{"winner", "green"}, {"termination", "time"}}), InputError);
}

TEST(WebRecordTest, RefusesAnnotationsThatWouldChangeTheGame) {
  for (const char* text : {"d7-d6", "} d7-d6 {", "1-0", "", "(", "\n\n[Event \"x\"]"}) {
    EXPECT_THROW(
        WriteGameText({{"moves", {"d2-d3"}}, {"annotations", {{{"ply", 1}, {"text", text}}}}}),
        InputError)
        << text;
  }
}

TEST(RequestHeadTest, SaysWhereTheRequestEnds) {
  EXPECT_EQ(ParseRequestHead("GET / HTTP/1.1\r\nHost: x").body_bytes, 0U);
  EXPECT_EQ(ParseRequestHead("POST / HTTP/1.1\r\ncontent-LENGTH:  12 \r\nHost: x").body_bytes, 12U);
}

TEST(RequestHeadTest, RefusesWhatLeavesTheEndOpen) {
  for (const char* head :
       {"hello", "", "POST / HTTP/1.1\r\nContent-Length: -1",
        "POST / HTTP/1.1\r\nContent-Length: x",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked", "GET / HTTP/1.1\r\nno colon"}) {
    EXPECT_FALSE(ParseRequestHead(head).refusal.empty()) << head;
  }
}

}  // namespace
}  // namespace lielow
