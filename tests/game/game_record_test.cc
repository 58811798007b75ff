// Writing game records, and that reading them gives back what was written.

#include "game/game_record.h"

#include <gmock/gmock.h>

#include "game/move_text.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// A record of these moves, with the winner and termination that they lead to.
GameRecord RecordOf(const Position& start, const std::vector<const char*>& moves) {
  GameRecord record;
  record.start = start;
  Position position = start;
  for (const char* move : moves) {
    record.moves.push_back(ParseMove(position, move));
    position.Play(record.moves.back());
  }
  record.winner = position.winner();
  record.termination = TerminationOf(position.ending());
  return record;
}

void ExpectComesBack(const GameRecord& record) {
  const std::string text = WriteGameRecord(record);
  const std::vector<GameRecord> records = ReadGameRecords(text, "written");
  ASSERT_EQ(records.size(), 1U) << text;
  EXPECT_EQ(records[0], record) << text;
  EXPECT_EQ(WriteGameRecord(records[0]), text);
}

TEST(GameRecordTest, FinishedGameIsWrittenWithTagsInStandardOrder) {
  GameRecord record = RecordOf(Position(8), {"e2-f3", "f7-g6", "f3-d3", "b7-c6", "d3xg6"});
  record.SetTag("Round", "3");
  record.SetTag("Red", "alpha-beta depth 4");
  record.SetTag("Event", "arena");
  record.SetTag("Blue", "net 8x8 v3, 400 simulations");
  record.SetTag("Date", "2026.11.30");
  EXPECT_EQ(WriteGameRecord(record),
            "[Event \"arena\"]\n"
            "[Date \"2026.11.30\"]\n"
            "[Blue \"net 8x8 v3, 400 simulations\"]\n"
            "[Red \"alpha-beta depth 4\"]\n"
            "[Size \"8\"]\n"
            "[Result \"1-0\"]\n"
            "[Termination \"king captured\"]\n"
            "[Round \"3\"]\n"
            "\n"
            "1. e2-f3 f7-g6 2. f3-d3 b7-c6 3. d3xg6 1-0\n"
            "\n");
  ExpectComesBack(record);
}

TEST(GameRecordTest, GameFromAnotherStartHasItsPositionAndBeginsWithRedsDots) {
  const GameRecord record =
      RecordOf(Position::Parse("4/r1r12/b1b12/4 r"), {"a3-a4", "a2-a1", "b3xb2"});
  EXPECT_EQ(WriteGameRecord(record),
            "[Size \"4\"]\n"
            "[Position \"4/r1r12/b1b12/4 r\"]\n"
            "[Result \"*\"]\n"
            "[Termination \"unfinished\"]\n"
            "\n"
            "1... a3-a4 2. a2-a1 b3xb2 *\n"
            "\n");
  ExpectComesBack(record);
}

TEST(GameRecordTest, GameWithoutMovesIsItsResultAlone) {
  GameRecord record;
  record.winner = Color::kRed;
  record.termination = Termination::kTime;
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("[Termination \"time\"]\n\n0-1\n"));
  ExpectComesBack(record);
}

TEST(GameRecordTest, QuotesAndBackslashesAreEscaped) {
  GameRecord record;
  record.SetTag("Blue", R"(C:\engines\"best" \)");
  EXPECT_THAT(WriteGameRecord(record), HasSubstr(R"([Blue "C:\\engines\\\"best\" \\"])"));
  ExpectComesBack(record);
}

TEST(GameRecordTest, LineEndsInATagBecomeSpaces) {
  GameRecord record;
  record.SetTag("Event", "two\nlines\r");
  EXPECT_EQ(*record.FindTag("Event"), "two lines ");
  record.tags[0].second = "again\ntwo";
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("[Event \"again two\"]"));
}

TEST(GameRecordTest, TagsAreFoundAndChangedByName) {
  GameRecord record;
  EXPECT_EQ(record.FindTag("Blue"), nullptr);
  record.SetTag("Annotator", "x");
  record.SetTag("Blue", "first");
  record.SetTag("Blue", "second");
  EXPECT_THAT(record.tags, ElementsAre(Pair("Blue", "second"), Pair("Annotator", "x")));
}

TEST(GameRecordTest, AnnotationsStandBehindTheirMoves) {
  GameRecord record = RecordOf(Position(8), {"d2-d3", "e7-e6", "d3-d5"});
  record.annotations = {
      {0, "{ a start }"}, {1, "!?"},         {1, "$14"}, {2, "(1... e7-d6 {or so} (1... a7-a6))"},
      {3, "{ the end }"}, {3, "{ really }"}, {3, "??"}};
  EXPECT_THAT(
      WriteGameRecord(record),
      HasSubstr("\n\n{ a start } 1. d2-d3!? $14 e7-e6 (1... e7-d6 {or so} (1... a7-a6)) 2. d3-d5\n"
                "{ the end } { really } ?? *\n"));
  ExpectComesBack(record);
}

TEST(GameRecordTest, RedsMoveBehindACommentHasItsNumber) {
  GameRecord record = RecordOf(Position(8), {"d2-d3", "e7-e6"});
  record.annotations = {{1, "{ c }"}};
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("1. d2-d3 { c } 1... e7-e6 *"));
  ExpectComesBack(record);
}

TEST(GameRecordTest, MarksOfOneMoveStayApart) {
  GameRecord record = RecordOf(Position(8), {"d2-d3"});
  record.annotations = {{0, "!"}, {1, "!"}, {1, "?"}, {1, "$1"}, {1, "$2"}, {1, "!!"}};
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("! 1. d2-d3! ? $1 $2 !! *"));
  ExpectComesBack(record);
}

TEST(GameRecordTest, LinesOfMovesAreWrappedAtEightyColumns) {
  GameRecord record;
  record.start = Position(9);
  Position position = record.start;
  while (!position.over() && record.moves.size() < 60) {
    record.moves.push_back(position.LegalMoves()[0]);
    position.Play(record.moves.back());
  }
  record.winner = position.winner();
  record.termination = TerminationOf(position.ending());
  const std::string text = WriteGameRecord(record);
  std::size_t lines = 0;
  for (std::size_t begin = text.find("\n\n") + 2; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 80U);
    EXPECT_NE(text[begin], ' ');
    ++lines;
    begin = end + 1;
  }
  EXPECT_GT(lines, 5U);
  ExpectComesBack(record);
}

TEST(GameRecordTest, WordThatEndsInColumnEightyStaysOnItsLine) {
  GameRecord record = RecordOf(Position(8), {"d2-d3"});
  const std::string before = "1. d2-d3 ";
  const std::string fits = "{" + std::string(80 - before.size() - 2, 'x') + "}";
  record.annotations = {{1, fits}};
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("\n" + before + fits + "\n*\n"));
  const std::string too_long = "{x" + fits.substr(1);
  record.annotations = {{1, too_long}};
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("\n1. d2-d3\n" + too_long + " *\n"));
}

TEST(GameRecordTest, LongCommentsAndTheirLinesStayAsTheyAre) {
  GameRecord record = RecordOf(Position(8), {"d2-d3", "e7-e6"});
  const std::string long_line(200, 'x');
  record.annotations = {{1, "{" + long_line + "\n  [Event \"none\"]\n1-0 \xC3\xA9 (}"}};
  EXPECT_THAT(WriteGameRecord(record), HasSubstr("1. d2-d3\n{" + long_line + "\n  [Event"));
  ExpectComesBack(record);
}

TEST(GameRecordTest, RandomGamesComeBackEqual) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Random random(seed);
      GameRecord record;
      record.start = Position(size);
      Position position = record.start;
      while (!position.over() && random.Below(50) != 0) {
        const MoveList moves = position.LegalMoves();
        record.moves.push_back(moves[random.Below(moves.size())]);
        position.Play(record.moves.back());
        const int ply = static_cast<int>(record.moves.size());
        for (const char* annotation : {"!", "$3", "{ well }", "(2. a2-a3)"}) {
          if (random.Below(6) == 0) record.annotations.push_back({ply, annotation});
        }
      }
      record.winner = position.winner();
      record.termination = TerminationOf(position.ending());
      ExpectComesBack(record);
    }
  }
}

TEST(GameRecordTest, TextsOfManyGamesMakeAFile) {
  const GameRecord one = RecordOf(Position(8), {"d2-d3", "e7-e6"});
  const GameRecord two = RecordOf(Position(9), {"d3-d4"});
  EXPECT_THAT(ReadGameRecords(WriteGameRecord(one) + WriteGameRecord(two), "file"),
              ElementsAre(one, two));
}

TEST(GameRecordTest, UnknownTerminationIsNotWritten) {
  GameRecord record;
  record.winner = Color::kBlue;
  record.termination = Termination::kUnknown;
  EXPECT_THAT(WriteGameRecord(record), testing::Not(HasSubstr("Termination")));
  ExpectComesBack(record);
}

TEST(GameRecordTest, FinalPositionIsThatAfterAllMoves) {
  const GameRecord record = RecordOf(Position(8), {"e2-f3", "f7-g6", "f3-d3", "b7-c6", "d3xg6"});
  EXPECT_EQ(FinalPosition(record).ToString(), "8/r11r1r1r11r1r1/2r23B11/8/8/8/b1b1b1b11b1b1b1/8 r");
}

}  // namespace
}  // namespace lielow
