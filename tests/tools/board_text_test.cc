#include "tools/board_text.h"

#include <gmock/gmock.h>

#include "game/move_text.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

MoveMade Made(const std::string& position, const std::string& move) {
  const Position before = Position::Parse(position);
  return {before, ParseMove(before, move)};
}

// The board after one move, which is marked.
std::string BoardAfter(const std::string& position, const std::string& move,
                       const BoardStyle& style) {
  const MoveMade last = Made(position, move);
  Position after = last.before;
  after.Play(last.move);
  return BoardText(after, last, style);
}

std::vector<std::string> Changes(const std::string& position, const std::string& move) {
  const MoveMade made = Made(position, move);
  return CrownChanges(made.before, made.move);
}

TEST(BoardTextTest, ShowsStacksKingsAndCoordinatesInPlainAscii) {
  EXPECT_EQ(BoardText(Position::Parse("r2R32/b13/1b11r1/B23 b"), std::nullopt, {}),
            "      a    b    c    d\n"
            "   +--------------------+\n"
            " 4 | r2   R3*   .    .  | 4\n"
            " 3 | b1    .    .    .  | 3\n"
            " 2 |  .   b1    .   r1  | 2\n"
            " 1 | B2*   .    .    .  | 1\n"
            "   +--------------------+\n"
            "      a    b    c    d\n");
}

TEST(BoardTextTest, MarksWhereTheLastMoveStartedAndEnded) {
  EXPECT_EQ(BoardAfter("r2R32/b13/1b11r1/B23 b", "b2-c1", {}),
            "      a    b    c    d\n"
            "   +--------------------+\n"
            " 4 | r2   R3*   .    .  | 4\n"
            " 3 | b1    .    .    .  | 3\n"
            " 2 |  .   ( )   .   r1  | 2\n"
            " 1 | B2*   .  [b2]   .  | 1\n"
            "   +--------------------+\n"
            "      a    b    c    d\n");
  EXPECT_EQ(BoardAfter("r2R32/b13/1b11r1/B23 b", "a1-c1", {}),
            "      a    b    c    d\n"
            "   +--------------------+\n"
            " 4 | r2   R3*   .    .  | 4\n"
            " 3 | b1    .    .    .  | 3\n"
            " 2 |  .   b1    .   r1  | 2\n"
            " 1 | ( )   .  [B3*]  .  | 1\n"
            "   +--------------------+\n"
            "      a    b    c    d\n");
}

TEST(BoardTextTest, MarksOnlyTheStartOfAMoveOffTheBoard) {
  const std::string board = BoardAfter("r2R32/b13/1b11r1/B23 b", "a3-off", {});
  EXPECT_THAT(board, HasSubstr(" 3 | ( )   .    .    .  | 3\n"));
  EXPECT_THAT(board, Not(HasSubstr("[")));
}

TEST(BoardTextTest, DrawsLinesAndCrownsWhereUnicodeIsAllowed) {
  EXPECT_EQ(BoardText(Position::Parse("r2R32/b13/1b11r1/B23 b"), std::nullopt, {.unicode = true}),
            "      a    b    c    d\n"
            "   ┌────────────────────┐\n"
            " 4 │ r2   R3♔   ·    ·  │ 4\n"
            " 3 │ b1    ·    ·    ·  │ 3\n"
            " 2 │  ·   b1    ·   r1  │ 2\n"
            " 1 │ B2♔   ·    ·    ·  │ 1\n"
            "   └────────────────────┘\n"
            "      a    b    c    d\n");
}

// Without its escape sequences.
std::string Uncolored(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST(BoardTextTest, ColorsAddNothingButEscapeSequences) {
  const std::string colored = BoardAfter("r2R32/b13/1b11r1/B23 b", "a1-c1", {.color = true});
  EXPECT_THAT(colored, HasSubstr("\033["));
  EXPECT_EQ(Uncolored(colored), BoardAfter("r2R32/b13/1b11r1/B23 b", "a1-c1", {}));
}

TEST(BoardTextTest, ColorsTellTheSidesApart) {
  const std::string board =
      BoardText(Position::Parse("r2R32/b13/1b11r1/B23 b"), std::nullopt, {.color = true});
  EXPECT_THAT(board, HasSubstr("44mb1"));
  EXPECT_THAT(board, HasSubstr("44mB2"));
  EXPECT_THAT(board, HasSubstr("41mr1"));
  EXPECT_THAT(board, HasSubstr("41mR3"));
}

TEST(CrownChangesTest, FirstMoveMakesAKing) {
  EXPECT_THAT(Changes("8/r1r1r1r1r1r1r1r1/8/8/8/8/b1b1b1b1b1b1b1b1/8 b", "d2-d3"),
              ElementsAre("Blue's first king: d3 is Blue's one highest stack, of height 2"));
}

TEST(CrownChangesTest, KingThatMovesOrStaysIsNoChange) {
  EXPECT_THAT(Changes("r2R32/b13/1b11r1/B23 b", "a1-c1"), IsEmpty());
  EXPECT_THAT(Changes("r2R32/b13/1b11r1/B23 b", "b2-c2"), IsEmpty());
  EXPECT_THAT(Changes("r2R32/b13/1b11r1/B23 b", "a3-off"), IsEmpty());
}

TEST(CrownChangesTest, KingThatShrinksLosesItsCrownToTheHighestStack) {
  EXPECT_THAT(Changes("8/8/8/7R2/8/1B32r13/4b23/8 b", "b3xe3"),
              ElementsAre("Blue's crown moves from e3 to e2: e2 is now Blue's one highest stack, "
                          "of height 2"));
}

TEST(CrownChangesTest, CaptureCanMoveTheOpponentsCrown) {
  // Red's king is low; its stacks on a4 and d4 are the highest until one of them is taken.
  EXPECT_THAT(Changes("r22r2/R13/b13/3B2 b", "a2-b2"), IsEmpty());
  EXPECT_THAT(Changes("r22r2/b1R12/4/3B2 b", "a3xa4"),
              ElementsAre("Red's crown moves from b3 to d4: d4 is now Red's one highest stack, of "
                          "height 2"));
}

TEST(CrownChangesTest, OneMoveCanChangeBothCrownsMoversFirst) {
  // Blue's king on a2 takes a4 and shrinks.
  EXPECT_THAT(Changes("r22r2/1R12/B23/b22b1 b", "a2xa4"),
              ElementsAre("Blue's crown moves from a4 to a1: a1 is now Blue's one highest stack, "
                          "of height 2",
                          "Red's crown moves from b3 to d4: d4 is now Red's one highest stack, of "
                          "height 2"));
}

TEST(CrownChangesTest, StackThatLeavesCanMakeTheOtherKing) {
  EXPECT_THAT(Changes("4/r1r12/4/b1b12 b", "a1-off"),
              ElementsAre("Blue's first king: b1 is Blue's one highest stack, of height 1"));
}

TEST(CrownChangesTest, LostCrownGoesNowhere) {
  // a1 takes Red's king; Red's stack on d4 gets no crown any more.
  EXPECT_THAT(Changes("3r1/4/R13/B1b12 b", "a1xa2"), IsEmpty());
}

}  // namespace
}  // namespace lielow
