#include "selfplay/recorded_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "game/input_error.h"
#include "game/random.h"
#include "tests/selfplay/random_recorded_game.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

// b2 takes the king on c2 and has won. Its moves are, from north by the clock, b3, c3, c2 ...: the
// capture is number 2 of 8.
RecordedGame KingCapture() {
  RecordedGame game;
  game.start = Position::Parse("4/4/1B1R11/4 b");
  game.moves = {{.move = {Square(1, 1), Direction::kEast},
                 .policy = {0, 0.25F, 0.75F, 0, 0, 0, 0, 0},
                 .surprise = 0.5F,
                 .value = 0.75F,
                 .proof = Proof::kWin,
                 .model_step = 0x01020304}};
  game.winner = Color::kBlue;
  game.termination = Termination::kKingCaptured;
  game.number = 17;
  return game;
}

// 0.25 and 0.75 of 65535 are 16383.75 and 49151.25: 16384 and 49151, 0x4000 and 0xbfff.
const std::string kKingCaptureBytes(
    "\x02"              // Format version.
    "\x01"              // A king was captured
    "\x01\x00"          // after one ply.
    "\x03"              // Full search, a proven win.
    "\x02\x00"          // Move 2.
    "\x00\x00\x40\x3f"  // 0.75
    "\x04\x03\x02\x01"  // Step of the model.
    "\x00\x00\x00\x3f"  // Surprise 0.5.
    "\x06"              // Probabilities for the moves 1 and 2:
    "\x00\x40\xff\xbf",
    24);

// The same in version 1.
const std::string kVersion1Bytes("\x01\x03\x02\x00\x00\x00\x40\x3f\x06\x00\x40\xff\xbf", 13);

// What DecodeMoves makes of `bytes` with the rest of `game`.
RecordedGame Decoded(const RecordedGame& game, std::string_view bytes) {
  RecordedGame decoded = game;
  decoded.moves.clear();
  decoded.winner = Other(game.winner);
  decoded.termination = Termination::kUnfinished;
  DecodeMoves(bytes, 0, decoded);
  return decoded;
}

// A policy as a network gives it: all moves, few of them likely.
std::vector<float> SoftmaxPolicy(int moves, Random& random) {
  std::vector<float> policy;
  float sum = 0;
  for (int i = 0; i < moves; ++i) {
    policy.push_back(static_cast<float>(std::exp(3 * random.Gumbel())));
    sum += policy.back();
  }
  for (float& probability : policy) probability /= sum;
  return policy;
}

TEST(RecordedGameTest, CountsTrainedPositions) {
  RecordedGame game;
  EXPECT_EQ(game.TrainedPositions(), 0);
  game.moves.resize(5);
  game.moves[0].effort = Effort::kFast;
  game.moves[3].effort = Effort::kNone;
  EXPECT_EQ(game.TrainedPositions(), 3);
}

TEST(RecordedGameTest, BytesOfFormatVersionTwoStayAsTheyAre) {
  EXPECT_EQ(EncodeMoves(KingCapture()), kKingCaptureBytes);
}

TEST(RecordedGameTest, FormatVersionOneIsStillRead) {
  RecordedGame expected = KingCapture();
  expected.moves[0].surprise = 0;
  expected.moves[0].model_step = 60;
  RecordedGame game;
  game.start = expected.start;
  game.number = expected.number;
  DecodeMoves(kVersion1Bytes, 60, game);
  EXPECT_EQ(game, Decoded(expected, EncodeMoves(expected)));
  EXPECT_THROW(DecodeMoves(kVersion1Bytes.substr(0, 12), 60, game), InputError);
  EXPECT_THROW(DecodeMoves(kVersion1Bytes + "x", 60, game), InputError);
}

TEST(RecordedGameTest, ResignedGamesComeBackEqual) {
  RecordedGame game = RandomRecordedGame(Position(6), 2);
  game.termination = Termination::kResigned;
  game.moves.resize(3);
  game.winner = Color::kBlue;  // Red is to move after three plies.
  EXPECT_EQ(Decoded(game, EncodeMoves(game)), game);
  game.moves.clear();
  game.winner = Color::kRed;
  EXPECT_EQ(Decoded(game, EncodeMoves(game)), game);
}

TEST(RecordedGameTest, UnfinishedGamesComeBackEqual) {
  RecordedGame game = RandomRecordedGame(Position(6), 2);
  game.termination = Termination::kUnfinished;
  game.winner = Color::kBlue;
  game.moves.resize(3);
  RecordedGame decoded = game;
  decoded.moves.clear();
  DecodeMoves(EncodeMoves(game), 0, decoded);
  EXPECT_EQ(decoded, game);
}

TEST(RecordedGameTest, GamesOfEverySizeComeBackEqual) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (const RecordedGame& game : RandomRecordedGames(size, 0, 20)) {
      EXPECT_EQ(Decoded(game, EncodeMoves(game)), game)
          << "size " << size << " game " << game.number;
    }
  }
}

TEST(RecordedGameTest, GameFromAPositionWithManyMovesComesBackEqual) {
  const Position start = Position::Parse(
      "b1b1b1b1b1b1b1b1b1/r1r1r1r1r1r1r1r1r1/b1b1b1b1b1b1b1b1b1/r1r1r1r1r1r1r1r1r1/"
      "b1b1b1b1b1b1b1b1b1/r1r1r1r1r1r1r1r1r1/b1b1b1b1b1b1b1b1b1/r1r1r1r1r1r1r1r1r1/"
      "b1b1b1b1b1b1b1b1b1 b");
  ASSERT_THAT(start.LegalMoves(), SizeIs(224));
  const RecordedGame game = RandomRecordedGame(start, 3);
  EXPECT_EQ(Decoded(game, EncodeMoves(game)), game);
}

TEST(RecordedGameTest, ProbabilitiesComeBackWithinOneUnitAndSumToOne) {
  Random random(5);
  for (RecordedGame game : RandomRecordedGames(8, 0, 5)) {
    for (RecordedMove& move : game.moves) {
      if (move.trained()) move.policy = SoftmaxPolicy(static_cast<int>(move.policy.size()), random);
    }
    const RecordedGame decoded = Decoded(game, EncodeMoves(game));
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
      const RecordedMove& move = decoded.moves[ply];
      ASSERT_EQ(move.policy.size(), game.moves[ply].policy.size());
      if (!move.trained()) continue;
      EXPECT_NEAR(std::accumulate(move.policy.begin(), move.policy.end(), 0.0), 1, 1e-6);
      for (std::size_t i = 0; i < move.policy.size(); ++i) {
        EXPECT_NEAR(move.policy[i], game.moves[ply].policy[i], 1.0 / 65535);
      }
    }
    EXPECT_EQ(EncodeMoves(decoded), EncodeMoves(game));
  }
}

TEST(RecordedGameTest, RoundingErrorsOfAPolicyAreNormalisedAway) {
  RecordedGame game = KingCapture();
  game.moves[0].policy = {0, 0, 1.000001F, 0, 0, 0, 0, 0};
  EXPECT_EQ(Decoded(game, EncodeMoves(game)).moves[0].policy,
            std::vector<float>({0, 0, 1, 0, 0, 0, 0, 0}));
}

TEST(RecordedGameTest, DensePolicyTakesAboutAHundredBytesAPosition) {
  std::size_t bytes = 0;
  int positions = 0;
  for (const RecordedGame& game : RandomRecordedGames(8, 0, 100)) {
    bytes += EncodeMoves(game).size();
    positions += game.TrainedPositions();
  }
  RecordProperty("bytes_per_position", std::to_string(bytes / static_cast<std::size_t>(positions)));
  EXPECT_LT(bytes, 130 * static_cast<std::size_t>(positions));
}

TEST(RecordedGameTest, EncodingRefusesWhatCouldNotBeReadAgain) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const struct {
    std::function<void(RecordedGame&)> damage;
    const char* reason;
  } kCases[] = {
      {[](RecordedGame& game) { game.moves[0].value = kNan; }, "ply 1: value nan"},
      {[](RecordedGame& game) { game.moves[0].value = kInfinity; }, "ply 1: value inf"},
      {[](RecordedGame& game) { game.moves[0].value = -0.1F; }, "ply 1: value -0.1"},
      {[](RecordedGame& game) { game.moves[0].value = 1.5F; }, "ply 1: value 1.5"},
      {[](RecordedGame& game) { game.moves[0].policy[1] = kNan; }, "ply 1: probability nan"},
      {[](RecordedGame& game) { game.moves[0].policy[1] = -0.25F; }, "ply 1: probability -0.25"},
      {[](RecordedGame& game) { game.moves[0].policy[1] = kInfinity; },
       "ply 1: policy sums to inf"},
      {[](RecordedGame& game) { game.moves[0].policy[1] = 0; }, "ply 1: policy sums to 0.75"},
      {[](RecordedGame& game) { game.moves[0].policy.pop_back(); },
       "policy of 7 moves: must have 8"},
      {[](RecordedGame& game) { game.moves[0].policy.clear(); }, "policy of 0 moves: must have 8"},
      {[](RecordedGame& game) { game.moves[0].effort = Effort::kFast; }, "surprise without"},
      {[](RecordedGame& game) { game.moves[0].move.direction = Direction::kOff; }, "illegal move"},
      {[](RecordedGame& game) { game.moves.clear(); }, "termination is not what"},
      {[](RecordedGame& game) { game.termination = Termination::kUnfinished; },
       "termination is not what"},
      {[](RecordedGame& game) { game.termination = Termination::kResigned; },
       "termination is not what"},
      {[](RecordedGame& game) { game.termination = Termination::kTime; }, "cannot end so"},
      {[](RecordedGame& game) { game.moves[0].surprise = kNan; }, "ply 1: surprise nan"},
      {[](RecordedGame& game) { game.moves[0].surprise = kInfinity; }, "ply 1: surprise inf"},
      {[](RecordedGame& game) { game.moves[0].surprise = -1; }, "ply 1: surprise -1"},
      {[](RecordedGame& game) { game.moves[0].model_step = -1; }, "ply 1: step -1 of the model"},
      {[](RecordedGame& game) { game.moves[0].model_step = std::int64_t{1} << 32; },
       "ply 1: step 4294967296 of the model"},
      {[](RecordedGame& game) {
         game.moves[0].effort = Effort::kFast;
         game.moves[0].policy.clear();
       },
       "surprise without a full search"},
      {[](RecordedGame& game) { game.moves.push_back(game.moves[0]); }, "ply 2: illegal move"},
      {[](RecordedGame& game) { game.winner = Color::kRed; }, "winner is not whom"},
      {[](RecordedGame& game) { game.termination = Termination::kKingMovedOff; },
       "termination is not what"},
      {[](RecordedGame& game) { game.start.Play(game.moves[0].move); }, "is over at its start"},
  };
  for (const auto& [damage, reason] : kCases) {
    RecordedGame game = KingCapture();
    damage(game);
    EXPECT_THAT([&] { EncodeMoves(game); }, ThrowsMessage<std::invalid_argument>(
                                                AllOf(HasSubstr("game 17: "), HasSubstr(reason))));
  }
}

TEST(RecordedGameTest, DecodingRefusesDamageAndSaysWhere) {
  const struct {
    std::size_t at;
    std::string bytes;  // That stand there instead of as many others.
    const char* reason;
  } kCases[] = {
      {0, "\x03", "format version 3: this program reads 1 to 2"},
      {0, std::string(1, '\0'), "format version 0: this program reads 1 to 2"},
      {1, "\x04", "termination 4: must be 0 to 3"},
      {1, "\x02", "termination is not what"},
      {1, std::string(1, '\0'), "termination is not what"},
      {2, "\x02", "the game is over before its last move"},
      {2, std::string(1, '\0'), "termination is not what"},
      {4, "\x07", "flags 7: no such combination"},
      {4, "\x0b", "flags 11: no such combination"},
      {4, "\x13", "flags 19: no such combination"},
      {5, "\x08", "move 8: must be 0 to 7"},
      {6, "\x01", "move 258: must be 0 to 7"},
      {5, std::string("\x01", 1), "termination is not what"},  // b2-c3 wins nothing.
      {9, std::string("\xc0\x7f", 2), "value nan"},
      {9, std::string("\x80\x7f", 2), "value inf"},
      {9, std::string("\x80\xbf", 2), "value -1"},
      {10, "\x40", "value 3"},
      {17, std::string("\xc0\x7f", 2), "surprise nan"},
      {18, "\xbf", "surprise -0.5"},
      {19, "\x02", "policy sums to 16384 units: must be 65535"},
      {19, "\x07", "the data ends before the game does"},
      {20, std::string("\0\0", 2), "probability of 0 among those that are not"},
      {20, "\x01", "policy sums to 65536 units"},
      {4, "\x0a", "9 bytes left over"},  // A fast search.
  };
  for (const auto& [at, replacement, reason] : kCases) {
    std::string bytes = kKingCaptureBytes;
    bytes.replace(at, replacement.size(), replacement);
    EXPECT_THAT(
        [&] { Decoded(KingCapture(), bytes); },
        ThrowsMessage<InputError>(AllOf(HasSubstr("recorded game, byte "), HasSubstr(reason))));
  }
}

TEST(RecordedGameTest, DecodingRefusesAProbabilityOfAMoveThatIsNotThere) {
  RecordedGame game;
  game.start = Position::Parse("4/4/2R11/B13 b");  // Blue's moves: a2, b2, b1 and off.
  std::string bytes = kKingCaptureBytes;
  bytes[19] = '\x12';
  EXPECT_THAT([&] { DecodeMoves(bytes, 0, game); },
              ThrowsMessage<InputError>(HasSubstr("probability of move 4: there is none")));
}

TEST(RecordedGameTest, DecodingRefusesAStartThatIsOver) {
  RecordedGame game = KingCapture();
  game.start.Play(game.moves[0].move);
  EXPECT_THROW(DecodeMoves(kKingCaptureBytes, 0, game), InputError);
}

TEST(RecordedGameTest, FailedDecodingLeavesTheGameUnchanged) {
  RecordedGame game = KingCapture();
  EXPECT_THROW(DecodeMoves(kKingCaptureBytes + "x", 0, game), InputError);
  EXPECT_EQ(game, KingCapture());
}

TEST(RecordedGameTest, EveryTruncationIsRefused) {
  const RecordedGame game = RandomRecordedGame(Position(5), 0);
  const std::string bytes = EncodeMoves(game);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(Decoded(game, std::string_view(bytes).substr(0, length)), InputError) << length;
  }
}

TEST(RecordedGameTest, ChangedByteIsRefusedOrGivesAnotherValidGame) {
  const RecordedGame game = RandomRecordedGame(Position(5), 0);
  const std::string bytes = EncodeMoves(game);
  int valid = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int change = 1; change < 256; change += 2) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      try {
        const RecordedGame decoded = Decoded(game, damaged);
        // A valid game has one encoding, and encoding checks it.
        EXPECT_EQ(EncodeMoves(decoded), damaged);
        ++valid;
      } catch (const InputError&) {
        // As good.
      }
    }
  }
  EXPECT_GT(valid, 0);  // Values, at least, have room.
}

}  // namespace
}  // namespace lielow
