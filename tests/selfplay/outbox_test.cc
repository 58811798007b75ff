#include "selfplay/outbox.h"

#include <gmock/gmock.h>

#include <fstream>

#include "game/input_error.h"
#include "selfplay/run_database.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kSession = 0xf000000000000001;

std::vector<GameMessage> Messages(std::int64_t first, int count) {
  std::vector<GameMessage> messages;
  for (const RecordedGame& game : RandomRecordedGames(5, first, count)) {
    messages.push_back({.run = 1, .session = kSession, .game = game});
  }
  return messages;
}

class OutboxTest : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "outbox.db";
};

TEST_F(OutboxTest, KeepsGamesInTheirOrderUntilTheyAreRemoved) {
  Outbox outbox(path_);
  const std::vector<GameMessage> messages = Messages(0, 5);
  outbox.Add(messages);
  const std::vector<Outbox::Item> items = outbox.Oldest(3);
  ASSERT_THAT(items, SizeIs(3));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(DecodeGameMessage(items[i].bytes), messages[i]);
    EXPECT_EQ(items[i].session, kSession);
    EXPECT_EQ(items[i].number, messages[i].game.number);
  }
  outbox.Remove(std::vector({items[0].id, items[2].id}));
  EXPECT_EQ(outbox.games(), 3);
  EXPECT_EQ(DecodeGameMessage(outbox.Oldest(1)[0].bytes), messages[1]);
}

TEST_F(OutboxTest, CountsItsBytes) {
  Outbox outbox(path_);
  EXPECT_EQ(outbox.bytes(), 0);
  outbox.Add(Messages(0, 2));
  const std::vector<Outbox::Item> items = outbox.Oldest(10);
  EXPECT_EQ(outbox.bytes(), std::ssize(items[0].bytes) + std::ssize(items[1].bytes));
  outbox.Remove(std::vector({items[0].id, items[0].id}));
  EXPECT_EQ(outbox.bytes(), std::ssize(items[1].bytes));
}

TEST_F(OutboxTest, IsTheSameWhenItIsOpenedAgain) {
  std::int64_t bytes = 0;
  {
    Outbox outbox(path_);
    outbox.Add(Messages(0, 4));
    outbox.Remove(std::vector({outbox.Oldest(1)[0].id}));
    bytes = outbox.bytes();
  }
  Outbox outbox(path_);
  EXPECT_EQ(outbox.games(), 3);
  EXPECT_EQ(outbox.bytes(), bytes);
  EXPECT_EQ(outbox.Finished(kSession), 4);  // Sent or not.
  EXPECT_EQ(outbox.Finished(kSession + 1), 0);
}

TEST_F(OutboxTest, GroupWithAFaultyGameIsNotAddedAtAll) {
  Outbox outbox(path_);
  std::vector<GameMessage> messages = Messages(0, 3);
  messages[1].game.moves.pop_back();
  EXPECT_THROW(outbox.Add(messages), std::invalid_argument);
  EXPECT_EQ(outbox.games(), 0);
  EXPECT_THAT(outbox.Oldest(10), IsEmpty());
  EXPECT_EQ(outbox.Finished(kSession), 0);
}

TEST_F(OutboxTest, RefusesOtherFiles) {
  { RunDatabase(path_, RunDatabase::Mode::kReadWrite); }
  EXPECT_THROW(Outbox{path_}, InputError);
  const auto text = directory_ / "text";
  std::ofstream(text) << "no database";
  EXPECT_THROW(Outbox{text}, InputError);
}

}  // namespace
}  // namespace lielow
