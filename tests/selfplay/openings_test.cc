#include "selfplay/openings.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "game/input_error.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

// Whether a move of `position` leaves the player who made it a king that cannot be taken at once,
// or none.
bool HasSafeMove(const Position& position) {
  const MoveList moves = position.LegalMoves();
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    Position next = position;
    next.Play(move);
    return !next.over() && !next.KingCapture();
  });
}

std::vector<std::string> Ends(const std::vector<Opening>& openings) {
  std::vector<std::string> ends;
  for (const Opening& opening : openings) ends.push_back(opening.End().ToString());
  return ends;
}

TEST(OpeningsTest, AreLegalPlaysOfTheAskedLength) {
  for (const int size : {4, 8, 9}) {
    for (const Opening& opening : RandomOpenings(size, 6, 20, 1)) {
      EXPECT_EQ(opening.start, Position(size));
      ASSERT_THAT(opening.moves, SizeIs(6));
      Position position = opening.start;
      for (const Move move : opening.moves) {
        ASSERT_TRUE(position.IsLegal(move));
        position.Play(move);
      }
      EXPECT_EQ(opening.End(), position);
    }
  }
}

TEST(OpeningsTest, EndInDistinctPositions) {
  const std::vector<std::string> ends = Ends(RandomOpenings(8, 3, 300, 2));
  EXPECT_THAT(ends, SizeIs(300));
  EXPECT_THAT(std::set<std::string>(ends.begin(), ends.end()), SizeIs(300));
}

TEST(OpeningsTest, LeaveTheGameOpen) {
  for (const int plies : {1, 4, 12}) {
    for (const Opening& opening : RandomOpenings(5, plies, 10, 3)) {
      const Position end = opening.End();
      EXPECT_FALSE(end.over());
      EXPECT_FALSE(end.KingCapture().has_value()) << end.ToString();
      EXPECT_TRUE(HasSafeMove(end)) << end.ToString();
    }
  }
}

TEST(OpeningsTest, SameSeedGivesTheSameOnes) {
  EXPECT_EQ(Ends(RandomOpenings(8, 4, 10, 5)), Ends(RandomOpenings(8, 4, 10, 5)));
  EXPECT_NE(Ends(RandomOpenings(8, 4, 10, 5)), Ends(RandomOpenings(8, 4, 10, 6)));
}

TEST(OpeningsTest, NoPliesAreTheStart) {
  const std::vector<Opening> openings = RandomOpenings(8, 0, 1, 1);
  ASSERT_THAT(openings, SizeIs(1));
  EXPECT_EQ(openings[0].End(), Position(8));
  EXPECT_THAT(RandomOpenings(8, 4, 0, 1), SizeIs(0));
}

TEST(OpeningsTest, MoreThanThereAreIsBadInput) {
  EXPECT_THAT([] { RandomOpenings(8, 0, 2, 1); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("found only 1 different ones of 0 plies"),
                                              HasSubstr("needed 2"))));
  // First moves on the 4x4 board: of the outer two stacks 2 captures, 2 moves back and one off, of
  // the inner two 3 captures and 3 moves back. Nobody has a king that could be lost.
  EXPECT_THAT(RandomOpenings(4, 1, 22, 1), SizeIs(22));
  EXPECT_THAT([] { RandomOpenings(4, 1, 23, 1); },
              ThrowsMessage<InputError>(HasSubstr("found only 22")));
}

TEST(OpeningsTest, LongerThanAnyGameIsBadInput) {
  EXPECT_THAT([] { RandomOpenings(4, 100000, 1, 1); },
              ThrowsMessage<InputError>(HasSubstr("found only 0")));
}

}  // namespace
}  // namespace lielow
