// Reading game records: what is accepted, what is filled in, and what is refused with which words.

#include <gmock/gmock.h>

#include "game/game_record.h"
#include "game/input_error.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

// Blue captures Red's king with the fifth move.
constexpr const char* kWonByBlue = "1. e2-f3 f7-g6 2. f3-d3 b7-c6 3. d3xg6";

GameRecord ReadOne(std::string_view text) {
  std::vector<GameRecord> records = ReadGameRecords(text, "games.lgn");
  if (records.size() != 1) throw InputError("found " + std::to_string(records.size()) + " games");
  return records[0];
}

// The message of refusal; empty if the text is accepted.
std::string Refusal(std::string_view text) {
  try {
    ReadGameRecords(text, "games.lgn");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string Repeated(int times, std::string_view part) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

// What is accepted.

TEST(GameRecordReaderTest, TagsMovesAndResultAreRead) {
  const GameRecord record = ReadOne(
      "[Event \"arena\"]\n[Date \"2026.11.30\"]\n[Blue \"a\"]\n[Red \"b\"]\n[Size \"8\"]\n"
      "[Result \"1-0\"]\n[Termination \"king captured\"]\n\n"
      "1. e2-f3 f7-g6 2. f3-d3\nb7-c6 3. d3xg6 1-0\n");
  EXPECT_THAT(record.tags, ElementsAre(Pair("Event", "arena"), Pair("Date", "2026.11.30"),
                                       Pair("Blue", "a"), Pair("Red", "b")));
  EXPECT_EQ(record.start, Position(8));
  EXPECT_THAT(record.moves, SizeIs(5));
  EXPECT_EQ(record.moves[0], (Move{Square(4, 1), Direction::kNorthEast}));
  EXPECT_EQ(record.winner, Color::kBlue);
  EXPECT_EQ(record.termination, Termination::kKingCaptured);
}

TEST(GameRecordReaderTest, TagsMayComeInAnyOrderAndUnknownOnesAreKept) {
  const GameRecord record = ReadOne(
      "[Zeta \"1\"] [Red \"b\"]\n[ Alpha\t\"\" ]\n[Size \"9\"]\n[Event \"e\"]\n\n1. a1-a2 *\n");
  EXPECT_THAT(record.tags, ElementsAre(Pair("Event", "e"), Pair("Red", "b"), Pair("Zeta", "1"),
                                       Pair("Alpha", "")));
  EXPECT_EQ(record.start.size(), 9);
}

TEST(GameRecordReaderTest, EscapesInQuotesAreRead) {
  EXPECT_EQ(*ReadOne(R"([Blue "a \"b\" \\ [c] {d} \e"] *)").FindTag("Blue"),
            R"(a "b" \ [c] {d} \e)");
}

TEST(GameRecordReaderTest, LineEndsAndAByteOrderMarkDoNotMatter) {
  const std::string lf = "[Event \"e\"]\n\n1. d2-d3 { two\nlines } e7-e6\n*\n";
  std::string crlf;
  for (const char c : lf) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(ReadOne(crlf), ReadOne(lf));
  EXPECT_EQ(ReadOne("\xEF\xBB\xBF" + lf), ReadOne(lf));
  EXPECT_EQ(ReadOne(crlf).annotations[0].text, "{ two\nlines }");
}

TEST(GameRecordReaderTest, ReturnsInACommentAreKeptOnlyWithinItsLines) {
  const GameRecord record = ReadOne("1. d2-d3 {two\r\r\nli\rnes\r\n\r\n} *");
  EXPECT_EQ(record.annotations[0].text, "{two\nli\rnes\n\n}");
  EXPECT_EQ(ReadOne(WriteGameRecord(record)), record);
}

TEST(GameRecordReaderTest, BareListsAreReadWithAnySeparator) {
  const GameRecord expected = ReadOne(kWonByBlue);
  for (const char* text :
       {"e2-f3\nf7-g6\nf3-d3\nb7-c6\nd3xg6\n", "e2-f3 f7-g6 f3-d3 b7-c6 d3xg6",
        "e2-f3,f7-g6,f3-d3,b7-c6,d3xg6", "E2-F3, F7-G6,\r\n\r\nf3-d3, b7-c6, d3Xg6 1-0"}) {
    EXPECT_EQ(ReadOne(text), expected) << text;
  }
}

TEST(GameRecordReaderTest, MoveNumbersMayBeMissingRepeatedOrAttached) {
  const GameRecord expected = ReadOne("d2-d3 e7-e6 d3-d5");
  for (const char* text :
       {"1.d2-d3 e7-e6 2.d3-d5", "1. d2-d3 1... e7-e6 2. d3-d5", "1 d2-d3 e7-e6 2 d3-d5",
        "1. d2-d3 1. e7-e6 2. d3-d5 2...", "1. d2-d3 ... e7-e6 2. d3-d5", "d2-d3 e7-e6 2. d3-d5"}) {
    EXPECT_EQ(ReadOne(text), expected) << text;
  }
}

TEST(GameRecordReaderTest, GameFromAPositionMayBeginWithRed) {
  const GameRecord record =
      ReadOne("[Position \"4/r1r12/b1b12/4 r\"]\n\n1... a3-a4 2. a2-a1 b3xb2 *");
  EXPECT_EQ(record.start, Position::Parse("4/r1r12/b1b12/4 r"));
  EXPECT_THAT(record.moves, SizeIs(3));
}

TEST(GameRecordReaderTest, BoardWithoutATagIsEightOrNineByTheMoves) {
  EXPECT_EQ(ReadOne("a2-a3").start.size(), 8);
  EXPECT_EQ(ReadOne("*").start.size(), 8);
  EXPECT_EQ(ReadOne("a1-a2 i7-i6").start.size(), 9);
  EXPECT_EQ(ReadOne("a3-a4 a9-a8").start.size(), 9);
  EXPECT_EQ(ReadOne("e3-d4 d7-d6 c3-c4 a7-a6 d4xd6").start.size(), 9);  // It ends the game.
  EXPECT_THAT(Refusal("a1-a2 i7-i6 a2-a3"),
              HasSubstr("ply 3: move \"a2-a3\": a2 has height 2: it can go to a4"));
  EXPECT_THAT(Refusal("d2-d3 h7-h9"), HasSubstr("ply 2: move \"h7-h9\": there is no square h9"));
  // An unfinished game with nothing that is not on 8x8: the first move is a mistake.
  EXPECT_THAT(Refusal("a1-a2 a7-a6"), HasSubstr("ply 1: move \"a1-a2\": there is no stack on a1"));
}

TEST(GameRecordReaderTest, AnnotationsBelongToTheMoveBeforeThem) {
  const GameRecord record = ReadOne(
      "{ before } [Event \"e\"]\n\n1. {c} d2-d3!?$14 (1. a2-a3 (1. {)} b2-b3) 0-1) e7-e6 ! $2 2. "
      "{;[x]} d3-d5 * { after }");
  EXPECT_THAT(record.annotations,
              ElementsAre(Annotation{0, "{ before }"}, Annotation{0, "{c}"}, Annotation{1, "!?"},
                          Annotation{1, "$14"}, Annotation{1, "(1. a2-a3 (1. {)} b2-b3) 0-1)"},
                          Annotation{2, "!"}, Annotation{2, "$2"}, Annotation{2, "{;[x]}"},
                          Annotation{3, "{ after }"}));
  EXPECT_THAT(record.moves, SizeIs(3));
}

TEST(GameRecordReaderTest, ManyGamesAreReadWithAndWithoutResults) {
  const std::vector<GameRecord> records = ReadGameRecords(
      "[Event \"1\"]\n\n1. d2-d3 *\n\n[Event \"2\"]\n\n1. d2-d3\n\n[Event \"3\"]\n[Size \"9\"]\n"
      "0-1 {c}\n[Event \"4\"]\n",
      "games.lgn");
  ASSERT_THAT(records, SizeIs(4));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(*records[i].FindTag("Event"), std::to_string(i + 1));
  }
  EXPECT_EQ(records[2].winner, Color::kRed);
  EXPECT_THAT(records[2].annotations, ElementsAre(Annotation{0, "{c}"}));
  EXPECT_THAT(records[3].moves, IsEmpty());
}

TEST(GameRecordReaderTest, MoveNumberOneAfterAResultBeginsAGame) {
  EXPECT_THAT(ReadGameRecords("1. d2-d3 *\n\n1. a2-a3 a7-a6 1-0\n1.b2-b3", "f"), SizeIs(3));
}

TEST(GameRecordReaderTest, WhiteSpaceHoldsNoGame) {
  EXPECT_THAT(ReadGameRecords("", "f"), IsEmpty());
  EXPECT_THAT(ReadGameRecords(" \r\n\t\n", "f"), IsEmpty());
  EXPECT_THAT(ReadGameRecords("\xEF\xBB\xBF", "f"), IsEmpty());
}

// What is filled in.

TEST(GameRecordReaderTest, ResultAndTerminationFollowFromTheMoves) {
  const GameRecord captured = ReadOne(kWonByBlue);
  EXPECT_EQ(captured.winner, Color::kBlue);
  EXPECT_EQ(captured.termination, Termination::kKingCaptured);
  const GameRecord moved_off = ReadOne("d2-d3 h7-h8 a2-a3 h8-off");
  EXPECT_EQ(moved_off.winner, Color::kBlue);
  EXPECT_EQ(moved_off.termination, Termination::kKingMovedOff);
}

TEST(GameRecordReaderTest, MissingResultOfAnUnfinishedGameIsUnfinished) {
  const GameRecord record = ReadOne("1. d2-d3");
  EXPECT_EQ(ResultText(record.winner), "*");
  EXPECT_EQ(record.termination, Termination::kUnfinished);
}

TEST(GameRecordReaderTest, ResultMayStandInTheTagAlone) {
  const GameRecord record = ReadOne("[Result \"0-1\"]\n[Termination \"resigned\"]\n\n1. d2-d3");
  EXPECT_EQ(record.winner, Color::kRed);
  EXPECT_EQ(record.termination, Termination::kResigned);
}

TEST(GameRecordReaderTest, UnfinishedPositionMayBeWonForOtherReasons) {
  const std::vector<std::pair<std::string, Termination>> reasons = {
      {"resigned", Termination::kResigned},
      {"time", Termination::kTime},
      {"illegal move", Termination::kIllegalMove}};
  for (const auto& [text, termination] : reasons) {
    const GameRecord record = ReadOne("[Termination \"" + text + "\"]\n\n1. d2-d3 1-0");
    EXPECT_EQ(record.winner, Color::kBlue);
    EXPECT_EQ(record.termination, termination);
  }
  EXPECT_EQ(ReadOne("1. d2-d3 1-0").termination, Termination::kUnknown);
}

// What is refused.

TEST(GameRecordReaderTest, IllegalMovesAreRefusedWithTheirPlace) {
  EXPECT_EQ(Refusal("[Event \"1\"]\n\n1. d2-d3 *\n\n[Event \"2\"]\n\n1. d2-d3 e7-e6\n2. d3-d4 *\n"),
            "games.lgn, line 8: game 2: ply 3: move \"d3-d4\": d3 has height 2: it can go to d5, "
            "f5, f3, f1, d1, b1, b3, b5, not to d4");
  EXPECT_EQ(Refusal("d2-d3\nnonsense\n"),
            "games.lgn, line 2: game 1: ply 2: move \"nonsense\": is not a move: expected a form "
            "like a2-a3, b5xe5 or c4-off");
  EXPECT_EQ(Refusal("a2-a3]"),
            "games.lgn, line 1: game 1: ply 1: move \"a2-a3]\": is not a move: expected a form "
            "like a2-a3, b5xe5 or c4-off");
}

TEST(GameRecordReaderTest, MovesAfterTheEndAreRefused) {
  EXPECT_EQ(Refusal(std::string(kWonByBlue) + "\na7-a6"),
            "games.lgn, line 2: game 1: ply 6: move \"a7-a6\" comes after the game's end: Blue won "
            "at ply 5, king captured");
  EXPECT_EQ(Refusal("d2-d3 h7-h8 a2-a3 h8-off 3. a3-b4 1-0"),
            "games.lgn, line 1: game 1: ply 5: move \"a3-b4\" comes after the game's end: Blue won "
            "at ply 4, king moved off");
  EXPECT_EQ(Refusal("d2-d3 1-0 e7-e6"),
            "games.lgn, line 1: game 1: found \"e7-e6\" after the result 1-0");
  EXPECT_EQ(Refusal("d2-d3 * 2. e7-e6"),
            "games.lgn, line 1: game 1: found \"2.\" after the result *");
  EXPECT_EQ(Refusal("d2-d3 1-0 0-1"),
            "games.lgn, line 1: game 1: found \"0-1\" after the result 1-0");
}

TEST(GameRecordReaderTest, ResultsThatContradictTheMovesAreRefused) {
  const std::string reason = " contradicts the moves: Blue won at ply 5, king captured";
  EXPECT_EQ(Refusal(std::string(kWonByBlue) + "\n0-1"),
            "games.lgn, line 2: game 1: the result 0-1" + reason);
  EXPECT_EQ(Refusal(std::string(kWonByBlue) + "\n*"),
            "games.lgn, line 2: game 1: the result *" + reason);
  EXPECT_EQ(Refusal(std::string("[Event \"e\"]\n[Result \"0-1\"]\n\n") + kWonByBlue),
            "games.lgn, line 2: game 1: the result 0-1" + reason);
}

TEST(GameRecordReaderTest, ResultsThatContradictEachOtherAreRefused) {
  EXPECT_EQ(Refusal("[Result \"1-0\"]\n\n1. d2-d3 0-1"),
            "games.lgn, line 3: game 1: the result 0-1 contradicts the tag Result, \"1-0\"");
  EXPECT_EQ(Refusal("[Result \"1-0\"]\n\n1. d2-d3 *"),
            "games.lgn, line 3: game 1: the result * contradicts the tag Result, \"1-0\"");
  EXPECT_EQ(Refusal("[Result \"*\"]\n\n1. d2-d3 1-0"),
            "games.lgn, line 3: game 1: the result 1-0 contradicts the tag Result, \"*\"");
}

TEST(GameRecordReaderTest, ResultsThatNoGameHasAreRefused) {
  EXPECT_EQ(Refusal("1. d2-d3 1/2-1/2"),
            "games.lgn, line 1: game 1: found the result \"1/2-1/2\", allowed are 1-0, 0-1 and *");
  EXPECT_EQ(Refusal("[Result \"\"]\n1. d2-d3"),
            "games.lgn, line 1: game 1: found the result \"\", allowed are 1-0, 0-1 and *");
}

TEST(GameRecordReaderTest, TerminationsThatContradictTheMovesAreRefused) {
  EXPECT_EQ(Refusal("[Termination \"king captured\"]\n\n1. d2-d3 1-0"),
            "games.lgn, line 1: game 1: tag \"Termination\": found \"king captured\", but the "
            "moves do not end the game");
  EXPECT_EQ(Refusal("[Termination \"king moved off\"]\n\n1. d2-d3"),
            "games.lgn, line 1: game 1: tag \"Termination\": found \"king moved off\", but the "
            "moves do not end the game");
  for (const std::string text : {"king moved off", "resigned", "time", "unfinished"}) {
    EXPECT_EQ(Refusal("[Termination \"" + text + "\"]\n\n" + kWonByBlue),
              "games.lgn, line 1: game 1: tag \"Termination\": found \"" + text +
                  "\", but the moves say: Blue won at ply 5, king captured");
  }
}

TEST(GameRecordReaderTest, TerminationsThatContradictTheResultAreRefused) {
  EXPECT_EQ(Refusal("[Termination \"unfinished\"]\n\n1. d2-d3 1-0"),
            "games.lgn, line 1: game 1: tag \"Termination\": found \"unfinished\", but the result "
            "is 1-0");
  EXPECT_EQ(Refusal("[Termination \"resigned\"]\n\n1. d2-d3"),
            "games.lgn, line 1: game 1: tag \"Termination\": found \"resigned\", but the result "
            "is *");
  EXPECT_EQ(Refusal("[Termination \"boredom\"]\n\n1. d2-d3"),
            "games.lgn, line 1: game 1: tag \"Termination\": found \"boredom\", allowed are king "
            "captured, king moved off, resigned, time, illegal move and unfinished");
}

TEST(GameRecordReaderTest, SizesAndPositionsThatDoNotFitAreRefused) {
  for (const std::string size : {"3", "10", "", "x", "8 ", "08"}) {
    EXPECT_EQ(
        Refusal("[Size \"" + size + "\"]\n*"),
        "games.lgn, line 1: game 1: tag \"Size\": found \"" + size + "\", allowed are 4 to 9");
  }
  EXPECT_EQ(Refusal("[Position \"4/r1r12/b1b12/4 r\"]\n[Size \"8\"]\n*"),
            "games.lgn, line 2: game 1: tag \"Size\": found \"8\", but the board of tag Position "
            "is 4 squares wide");
  EXPECT_EQ(Refusal("[Position \"4/r1r12/b1b12/4\"]\n*"),
            "games.lgn, line 1: game 1: tag \"Position\": position string, character 16: expected "
            "a space and the side to move after the board");
}

TEST(GameRecordReaderTest, WrongMoveNumbersAreRefused) {
  EXPECT_EQ(Refusal("1. d2-d3 e7-e6 3. d3-d5"),
            "games.lgn, line 1: game 1: ply 3: found move number \"3.\", expected 2");
  EXPECT_EQ(Refusal("1. d2-d3 2. e7-e6"),
            "games.lgn, line 1: game 1: ply 2: found move number \"2.\", expected 1");
  EXPECT_EQ(Refusal("1... d2-d3"),
            "games.lgn, line 1: game 1: ply 1: found \"1...\", dots for a move of Red, but Blue is "
            "to move");
  EXPECT_THAT(Refusal("99999999999999999999999. d2-d3"), HasSubstr("expected 1"));
}

TEST(GameRecordReaderTest, UnbalancedBracesAndParenthesesAreRefused) {
  EXPECT_EQ(Refusal("1. d2-d3\n{ open\n\n"),
            "games.lgn, line 2: game 1: found '{' without a '}' after it");
  EXPECT_EQ(Refusal("1. d2-d3\n(1. a2-a3 (1. b2-b3)\n"),
            "games.lgn, line 2: game 1: found '(' without a ')' after it");
  EXPECT_EQ(Refusal("1. d2-d3 ( { )"),
            "games.lgn, line 1: game 1: found '(' with a comment in it that has no '}'");
  EXPECT_EQ(Refusal("d2-d3 }"), "games.lgn, line 1: game 1: found '}' without a '{' before it");
  EXPECT_EQ(Refusal("d2-d3 )"), "games.lgn, line 1: game 1: found ')' without a '(' before it");
  EXPECT_EQ(Refusal("d2-d3 (\n}"), "games.lgn, line 2: game 1: found '}' without a '{' before it");
}

TEST(GameRecordReaderTest, BrokenTagsAreRefused) {
  EXPECT_EQ(Refusal("[Blue \"a\n\n1. d2-d3"),
            "games.lgn, line 1: game 1: tag \"Blue\": expected a closing quote before the end of "
            "the line");
  EXPECT_EQ(Refusal("[Blue \"a\\\""),
            "games.lgn, line 1: game 1: tag \"Blue\": expected a closing quote before the end of "
            "the line");
  EXPECT_EQ(Refusal("[Blue \"a\" x]"),
            "games.lgn, line 1: game 1: tag \"Blue\": expected ']' after the closing quote");
  for (const char* text : {"[", "[]", "[Blue]", "[Blue a]", "[\"a\"]", "[Bl-ue \"a\"]"}) {
    EXPECT_EQ(Refusal(text),
              "games.lgn, line 1: game 1: found a '[' that begins no tag: expected a form like "
              "[Blue \"name\"]");
  }
  EXPECT_EQ(Refusal("[Blue \"a\"]\n[Blue \"b\"]\n*"),
            "games.lgn, line 2: game 1: tag \"Blue\": the game has this tag already");
}

TEST(GameRecordReaderTest, DollarWithoutANumberIsRefused) {
  EXPECT_EQ(Refusal("d2-d3 $x"),
            "games.lgn, line 1: game 1: found \"$x\": expected a number after '$'");
}

// No input, however absurd, may crash the reader or make it wait.

TEST(GameRecordReaderTest, VariationsAreNestedToALimit) {
  const auto nested = [](int depth) {
    return std::string("d2-d3 ") + Repeated(depth, "(") + Repeated(depth, ")");
  };
  EXPECT_EQ(Refusal(nested(1000)), "");
  EXPECT_EQ(Refusal(nested(1001)),
            "games.lgn, line 1: game 1: found variations nested deeper than 1000");
  EXPECT_THAT(Refusal(nested(1000000)), HasSubstr("nested deeper"));
}

TEST(GameRecordReaderTest, LongTextsAreReadInLinearTime) {
  constexpr int kMany = 200000;
  EXPECT_EQ(Refusal(Repeated(kMany, "[X \"y\"]\n")), "");
  EXPECT_EQ(Refusal(std::string("d2-d3 ") + Repeated(kMany, "{c} (v) $1!\n")), "");
  EXPECT_EQ(Refusal(Repeated(kMany, "[X \"y\"] *\n")), "");
  EXPECT_EQ(Refusal(std::string("{") + Repeated(kMany, "(((\n") + "}"), "");
  EXPECT_THAT(Refusal(Repeated(kMany, "d2-d3 ")), HasSubstr("ply 2"));
  EXPECT_THAT(Refusal(Repeated(kMany, "9")), HasSubstr("expected 1"));
  EXPECT_THAT(Refusal(Repeated(kMany, "[")), HasSubstr("begins no tag"));
  EXPECT_THAT(Refusal(Repeated(kMany, "a")), HasSubstr("\"aaaaaaaaaaaaaaaaaaaa...\""));
  EXPECT_THAT(Refusal(std::string("[Blue \"") + Repeated(kMany, "\\\"")),
              HasSubstr("closing quote"));
}

TEST(GameRecordReaderTest, RefusalsAreOneLineWhateverTheBytes) {
  const std::string text = "[Event \"e\"]\n\n{c} 1. d2-d3!? (v {w}) $1 e7-e6 2. d3-d5 *\n";
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = text;
      changed[at] = static_cast<char>(byte);
      const std::string refusal = Refusal(changed);
      EXPECT_EQ(refusal.find('\n'), std::string::npos);
      EXPECT_EQ(refusal.find('\0'), std::string::npos);
    }
    Refusal(text.substr(0, at));
  }
}

}  // namespace
}  // namespace lielow
