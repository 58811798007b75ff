#include "selfplay/game_message.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "game/input_error.h"
#include "tests/selfplay/random_recorded_game.h"

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

GameMessage Message(int size, std::int64_t number) {
  return {.run = 0xfedcba9876543210,
          .session = 0x0123456789abcdef,
          .game = RandomRecordedGame(Position(size), number)};
}

TEST(GameMessageTest, ComesBackEqual) {
  for (const int size : {4, 5, 8, 9}) {
    for (int number = 0; number < 20; ++number) {
      GameMessage message = Message(size, number);
      message.game.seed = 0xffffffffffffffff;
      if (number % 3 == 1) message.game.would_resign = Color::kRed;
      if (number % 3 == 2) message.game.would_resign = Color::kBlue;
      EXPECT_EQ(DecodeGameMessage(EncodeGameMessage(message)), message);
    }
  }
}

TEST(GameMessageTest, CutOrProlongedIsRefused) {
  const std::string bytes = EncodeGameMessage(Message(5, 0));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(DecodeGameMessage(bytes.substr(0, size)), InputError) << size;
  }
  EXPECT_THROW(DecodeGameMessage(bytes + '\0'), InputError);
}

TEST(GameMessageTest, SaysWhatIsWrong) {
  const std::string bytes = EncodeGameMessage(Message(5, 0));
  const auto with = [&](std::size_t at, char byte) {
    std::string changed = bytes;
    changed[at] = byte;
    return [changed] { DecodeGameMessage(changed); };
  };
  EXPECT_THAT(with(0, 2), ThrowsMessage<InputError>(HasSubstr("format version 2")));
  EXPECT_THAT(with(24, '\xff'), ThrowsMessage<InputError>(HasSubstr("must be from 0")));
  EXPECT_THAT(with(33, 3), ThrowsMessage<InputError>(HasSubstr("3")));
  EXPECT_THAT(with(34, 3), ThrowsMessage<InputError>(HasSubstr("resignation 3")));
  EXPECT_THAT([] { DecodeGameMessage(std::string(kLongestGameMessage + 1, '\1')); },
              ThrowsMessage<InputError>(HasSubstr("too long")));
}

TEST(GameMessageTest, OnlyFinishedGamesFromTheStartAreWritten) {
  GameMessage unfinished = Message(5, 0);
  unfinished.game.moves.pop_back();
  unfinished.game.termination = Termination::kUnfinished;
  EXPECT_THAT([&] { EncodeGameMessage(unfinished); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("not finished")));
  GameMessage later = Message(5, 0);
  later.game.start.Play(later.game.start.LegalMoves()[0]);
  EXPECT_THAT([&] { EncodeGameMessage(later); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("standard start")));
}

TEST(GameMessageTest, IdIsThatOfTheGame) {
  EXPECT_EQ(GameMessageId(0xab, 17), "00000000000000ab-17");
}

}  // namespace
}  // namespace lielow
