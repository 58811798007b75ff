#include "tools/cluster/intake.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "game/random.h"
#include "selfplay/sqlite.h"
#include "tests/cluster/memory_broker.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

constexpr std::uint64_t kRun = 0x1234;
constexpr std::uint64_t kSession = 0xabcdef;
constexpr std::int64_t kStep = 100;
constexpr auto kNoTime = std::chrono::milliseconds(0);

class IntakeTest : public testing::Test {
 protected:
  IntakeTest() {
    broker_.MakeRun(1);
    intake_.Allow(kStep);
  }

  static RecordedGame Game(std::int64_t number) {
    RecordedGame game = RandomRecordedGame(Position(5), number);
    for (RecordedMove& move : game.moves) move.model_step = kStep;
    return game;
  }

  static GameMessage Message(std::int64_t number, std::uint64_t session = kSession) {
    return {.run = kRun, .session = session, .game = Game(number)};
  }

  void Send(const GameMessage& message) {
    broker_.SendBytes(SessionName(message.session), EncodeGameMessage(message));
  }

  void Round() { intake_.Round(100'000, kNoTime); }

  RunDatabase Database() const { return {path_, RunDatabase::Mode::kReadOnly}; }

  std::int64_t Refused() const {
    std::int64_t sum = 0;
    for (const auto& [session, games] : intake_.refused()) sum += games;
    return sum;
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "run.db";
  MemoryServer server_;
  MemoryBroker broker_{server_};
  Intake intake_{broker_, path_, kRun, 5};
};

TEST_F(IntakeTest, StoresGamesAndAcknowledgesThem) {
  for (int i = 0; i < 3; ++i) Send(Message(i));
  Round();
  EXPECT_EQ(Database().Games(0, 10), std::vector({Game(0), Game(1), Game(2)}));
  EXPECT_EQ(intake_.positions(), Database().PositionCount());
  EXPECT_EQ(server_.acknowledged, 3);
  EXPECT_EQ(Refused(), 0);
}

TEST_F(IntakeTest, GameThatComesAgainIsAcknowledgedButNotCounted) {
  Send(Message(7));
  Round();
  for (const int number : {7, 8, 9}) Send(Message(number));
  Round();
  EXPECT_EQ(intake_.positions(), Database().PositionCount());
  EXPECT_EQ(Database().GameCount(), 3);
  EXPECT_EQ(server_.acknowledged, 4);
}

TEST_F(IntakeTest, GamesThatAreStoredCountEvenIfTheServerIsNotTold) {
  class Forgetful : public MemoryBroker {
   public:
    using MemoryBroker::MemoryBroker;
    void Acknowledge(const ArrivedGame& /*game*/) override { throw BrokerError("gone"); }
  };
  Forgetful broker(server_);
  Intake intake(broker, path_, kRun, 5);
  intake.Allow(kStep);
  Send(Message(7));
  EXPECT_THROW(intake.Round(100'000, kNoTime), BrokerError);
  EXPECT_EQ(intake.positions(), Database().PositionCount());
  EXPECT_EQ(Database().GameCount(), 1);
}

TEST_F(IntakeTest, TakesNotManyMoreThanAreWanted) {
  for (int i = 0; i < 300; ++i) Send(Message(i));
  intake_.Round(1, kNoTime);
  EXPECT_EQ(Database().GameCount(), 32);
  intake_.Round(5000, kNoTime);
  EXPECT_EQ(Database().GameCount(), 132);
}

TEST_F(IntakeTest, SameNumberOfAnotherSessionIsAnotherGame) {
  Send(Message(7, 1));
  Send(Message(7, 2));
  Round();
  EXPECT_EQ(Database().GameCount(), 2);
}

TEST_F(IntakeTest, RefusesGamesOfAnotherRunBoardSessionOrNetwork) {
  GameMessage other_run = Message(0);
  other_run.run = kRun + 1;
  Send(other_run);
  GameMessage other_board = Message(1);
  other_board.game = RandomRecordedGame(Position(6), 1);
  for (RecordedMove& move : other_board.game.moves) move.model_step = kStep;
  Send(other_board);
  broker_.SendBytes(SessionName(kSession + 1), EncodeGameMessage(Message(2)));
  GameMessage other_network = Message(3);
  other_network.game.moves.back().model_step = kStep + 1;
  Send(other_network);
  Send(Message(4));
  Round();
  EXPECT_EQ(Database().Games(0, 10), std::vector({Game(4)}));
  EXPECT_EQ(server_.refused, 4);
  EXPECT_THAT(intake_.refused(), UnorderedElementsAre(Pair(SessionName(kSession), 3),
                                                      Pair(SessionName(kSession + 1), 1)));
}

TEST_F(IntakeTest, TakesGamesOfANetworkOnceItIsPublished) {
  GameMessage message = Message(0);
  message.game.moves.back().model_step = kStep + 1;
  intake_.Allow(kStep + 1);
  Send(message);
  Round();
  EXPECT_EQ(Database().GameCount(), 1);
}

// Cut at every byte, changed at every byte: what is stored is always a whole game by the rules.
TEST_F(IntakeTest, DamagedGamesAreRefusedOrStillSound) {
  const std::string bytes = EncodeGameMessage(Message(0));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    broker_.SendBytes(SessionName(kSession), bytes.substr(0, i));
  }
  while (server_.refused < std::ssize(bytes)) Round();
  EXPECT_EQ(Database().GameCount(), 0);
  Random random(1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 + random.Below(255)));
    broker_.SendBytes(SessionName(kSession), changed);
  }
  Send(Message(5));
  for (int round = 0; round < 10; ++round) Round();
  EXPECT_GT(server_.refused, std::ssize(bytes));
  EXPECT_EQ(server_.refused + server_.acknowledged, 2 * std::ssize(bytes) + 1);
  Database().CheckAll();
}

TEST_F(IntakeTest, RandomBytesAndTinyMessagesAreRefusedAndGoodGamesGetThrough) {
  Random random(2);
  constexpr int kBad = 20'000;
  for (int i = 0; i < kBad; ++i) {
    std::string bytes(static_cast<std::size_t>(random.Below(200)), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random.Below(256));
    broker_.SendBytes(SessionName(random()), bytes);
    if (i % 1000 == 0) Send(Message(i));
  }
  while (server_.refused < kBad) Round();
  EXPECT_EQ(Database().GameCount(), 20);
  EXPECT_EQ(Refused(), kBad);
  EXPECT_LE(intake_.refused().size(), 1001U);  // However many sessions are invented.
}

TEST_F(IntakeTest, NumbersThatAreNoneAreRefused) {
  const RecordedGame game = Game(0);
  const std::string bytes = EncodeGameMessage(Message(0));
  // The value of the first move follows the head of 35 bytes, the game's of 4, its flags and index.
  constexpr std::size_t kValueAt = 35 + 4 + 3;
  for (const float value : {std::nanf(""), std::numeric_limits<float>::infinity(), -0.5F, 1.5F}) {
    std::string changed = bytes;
    std::memcpy(changed.data() + kValueAt, &value, sizeof(value));
    broker_.SendBytes(SessionName(kSession), changed);
  }
  Round();
  EXPECT_EQ(server_.refused, 4);
  EXPECT_EQ(Database().GameCount(), 0);
}

TEST_F(IntakeTest, GamesAreNotAcknowledgedBeforeTheyAreStored) {
  sqlite::Database(path_, sqlite::Database::Mode::kReadWrite)
      .Execute(
          "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT raise(ABORT, 'disk is full'); "
          "END");
  Send(Message(0));
  EXPECT_THROW(Round(), std::runtime_error);
  EXPECT_EQ(server_.acknowledged, 0);
}

}  // namespace
}  // namespace lielow
