// The broker by a real server.

#include <gmock/gmock.h>

#include <cstdlib>
#include <thread>

#include "game/input_error.h"
#include "tests/cluster/nats_server.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"
#include "tools/cluster/broker.h"
#include "tools/cluster/published_network.h"
#include "tools/text_file.h"

namespace lielow {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

constexpr auto kWait = milliseconds(2000);
constexpr auto kShortWait = milliseconds(100);

class NatsBrokerTest : public testing::Test {
 protected:
  explicit NatsBrokerTest(const std::string& configuration = "")
      : server_(directory_ / "server", configuration) {}

  void SetUp() override {
    if (!HasBroker()) GTEST_SKIP() << "built without NATS";
    if (!NatsServer::IsInstalled()) GTEST_SKIP() << "nats-server is not installed";
    server_.Start();
  }

  std::unique_ptr<Broker> Connect(const std::string& run = "test") const {
    return ConnectBroker({.servers = {server_.url()}, .name = "test"}, run);
  }

  static Outbox::Item Item(std::int64_t number) {
    const GameMessage message{
        .run = 1, .session = 7, .game = RandomRecordedGame(Position(5), number)};
    return {
        .id = 100 + number, .session = 7, .number = number, .bytes = EncodeGameMessage(message)};
  }

  // Tries again while the server is on its way.
  template <class Call>
  static auto Insistently(const Call& call) {
    for (int i = 0;; ++i) {
      try {
        return call();
      } catch (const BrokerError&) {
        if (i == 100) throw;
        std::this_thread::sleep_for(milliseconds(200));
      }
    }
  }

  TemporaryDirectory directory_;
  NatsServer server_;
};

TEST_F(NatsBrokerTest, KeysComeBackAndCanBeListed) {
  const auto broker = Connect();
  broker->MakeRun(1);
  EXPECT_EQ(broker->Get(Bucket::kRun, "a"), std::nullopt);
  broker->Put(Bucket::kRun, "a", "1");
  const auto first = broker->Get(Bucket::kRun, "a");
  EXPECT_EQ(first->value, "1");
  broker->Put(Bucket::kRun, "a", "2");
  EXPECT_EQ(broker->Get(Bucket::kRun, "a")->value, "2");
  EXPECT_NE(broker->Get(Bucket::kRun, "a")->revision, first->revision);
  EXPECT_THAT(broker->All(Bucket::kWorkers), IsEmpty());
  broker->Put(Bucket::kWorkers, "w1", "x");
  broker->Put(Bucket::kWorkers, "w2", "y");
  broker->Put(Bucket::kWorkers, "w3", "z");
  broker->Delete(Bucket::kWorkers, "w1");
  const auto workers = broker->All(Bucket::kWorkers);
  ASSERT_THAT(workers, SizeIs(2));
  EXPECT_EQ(workers[0].key + workers[1].key, "w2w3");
}

TEST_F(NatsBrokerTest, GamesArriveOnceAndStayUntilTheyAreAnswered) {
  const auto learner = Connect();
  learner->MakeRun(1);
  const auto worker = Connect();
  EXPECT_THAT(worker->Send(std::vector{Item(0), Item(1)}), ElementsAre(100, 101));
  EXPECT_THAT(worker->Send(std::vector{Item(1)}), ElementsAre(101));  // Sent again: dropped.
  const auto games = learner->Receive(10, kWait);
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0].session, SessionName(7));
  EXPECT_EQ(games[0].bytes, Item(0).bytes);
  EXPECT_EQ(learner->Stream().games, 2);
  learner->Acknowledge(games[0]);
  learner->Refuse(games[1]);
  for (int i = 0; i < 100 && learner->Stream().games > 0; ++i) {
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_EQ(learner->Stream().games, 0);
  EXPECT_THAT(learner->Receive(10, kShortWait), IsEmpty());
}

TEST_F(NatsBrokerTest, NothingIsLostWhenTheServerIsKilled) {
  const auto learner = Connect();
  learner->MakeRun(1);
  const auto worker = Connect();
  PublishNetwork(*learner, std::string(3 << 20, 'n'), {.run = 9, .step = 4});
  worker->Send(std::vector{Item(0), Item(1)});
  server_.Kill();
  EXPECT_THROW(worker->Get(Bucket::kRun, "network"), BrokerError);
  server_.Start();
  const auto manifest = Insistently([&] { return ReadManifest(*worker); });
  EXPECT_EQ(Insistently([&] { return FetchNetwork(*worker, *manifest); }),
            std::string(3 << 20, 'n'));
  EXPECT_THAT(Insistently([&] { return worker->Send(std::vector{Item(2)}); }), ElementsAre(102));
  std::vector<ArrivedGame> games;
  while (games.size() < 3) {
    for (auto& game : Insistently([&] { return learner->Receive(10, kWait); })) {
      games.push_back(std::move(game));
    }
  }
  EXPECT_EQ(games[0].bytes, Item(0).bytes);
  EXPECT_EQ(games[2].bytes, Item(2).bytes);
}

TEST_F(NatsBrokerTest, ServerMayComeLater) {
  server_.Kill();
  const auto broker = Connect();
  EXPECT_THROW(broker->MakeRun(1), BrokerError);
  server_.Start();
  Insistently([&] {
    broker->MakeRun(1);
    return true;
  });
  EXPECT_EQ(broker->Stream().games, 0);
}

TEST_F(NatsBrokerTest, RunsAreApart) {
  const auto a = Connect("a");
  const auto b = Connect("b");
  a->MakeRun(1);
  EXPECT_THROW(b->Get(Bucket::kRun, "x"), BrokerError);
  b->MakeRun(1);
  a->Put(Bucket::kRun, "x", "1");
  a->Send(std::vector{Item(0)});
  EXPECT_EQ(b->Get(Bucket::kRun, "x"), std::nullopt);
  EXPECT_EQ(b->Stream().games, 0);
  a->RemoveRun();
  a->MakeRun(1);
  EXPECT_EQ(a->Get(Bucket::kRun, "x"), std::nullopt);
  EXPECT_EQ(a->Stream().games, 0);
}

TEST_F(NatsBrokerTest, RunNamesThatAreNoSubjectsAreRefused) {
  for (const char* run : {"", "a.b", "a b", "*", ">"}) {
    EXPECT_THAT([&] { Connect(run); }, ThrowsMessage<InputError>(HasSubstr("expected letters")))
        << run;
  }
}

class NatsLoginTest : public NatsBrokerTest {
 protected:
  NatsLoginTest() : NatsBrokerTest("authorization { user: me, password: secret }\n") {}

  std::unique_ptr<Broker> Login(const std::string& password) const {
    return ConnectBroker({.servers = {server_.url()}, .user = "me", .password = password}, "test");
  }
};

TEST_F(NatsLoginTest, RightPasswordOpens) {
  const auto broker = Login("secret");
  broker->MakeRun(1);
  EXPECT_EQ(broker->Stream().games, 0);
}

TEST_F(NatsLoginTest, WrongPasswordIsAnErrorAtOnceThatDoesNotRepeatIt) {
  EXPECT_THAT([&] { Login("wrong-one"); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("refuses the credentials"), Not(HasSubstr("wrong-one")))));
  EXPECT_THROW(Connect(), InputError);  // None at all.
}

const std::string kKeys = LIELOW_SOURCE_DIR "/tests/data/nats/";

class NatsNkeyTest : public NatsBrokerTest {
 protected:
  NatsNkeyTest()
      : NatsBrokerTest("authorization { users: [ { nkey: " + std::string(kNkey) + " } ] }\n") {}

  static constexpr auto kNkey = "UB7N25CZALSQCQUNTSGOJ7C4DWVMEUA7CGYUQZQG4JOXKACM3SXPWTZS";
};

TEST_F(NatsNkeyTest, ItsSeedOpens) {
  const auto broker = ConnectBroker(
      {.servers = {server_.url()}, .nkey = kNkey, .nkey_seed_file = kKeys + "worker.nk"}, "test");
  broker->MakeRun(1);
  EXPECT_EQ(broker->Stream().games, 0);
  EXPECT_THROW(Connect(), InputError);
}

// Users are known by what the operator has signed.
class NatsCredentialsTest : public NatsBrokerTest {
 protected:
  NatsCredentialsTest() : NatsBrokerTest(ReadTextFile(kKeys + "operator.conf")) {}
};

TEST_F(NatsCredentialsTest, FileOpens) {
  const auto broker = ConnectBroker(
      {.servers = {server_.url()}, .credentials_file = kKeys + "worker.creds"}, "test");
  broker->MakeRun(1);
  EXPECT_EQ(broker->Stream().games, 0);
  EXPECT_THROW(Connect(), InputError);
}

class NatsTlsTest : public NatsBrokerTest {
 protected:
  // The server reads variables of its environment.
  NatsTlsTest() : NatsBrokerTest("tls { cert_file: $TEST_CERT, key_file: $TEST_KEY }\n") {
    setenv("TEST_CERT", File("cert.pem").c_str(), 1);
    setenv("TEST_KEY", File("key.pem").c_str(), 1);
  }

  void SetUp() override {
    const std::string make =
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
        " subjectAltName=IP:127.0.0.1 -keyout \"$TEST_KEY\" -out \"$TEST_CERT\" >/dev/null 2>&1";
    if (std::system(make.c_str()) != 0) GTEST_SKIP() << "openssl is not installed";
    NatsBrokerTest::SetUp();
  }

  std::string File(const std::string& name) const { return (directory_ / name).string(); }
};

TEST_F(NatsTlsTest, TrustsTheCertificateItIsGiven) {
  const auto broker =
      ConnectBroker({.servers = {server_.url()}, .ca_file = File("cert.pem")}, "test");
  broker->MakeRun(1);
  EXPECT_EQ(broker->Stream().games, 0);
}

TEST_F(NatsTlsTest, DoesNotTalkToAServerThatItDoesNotTrust) { EXPECT_THROW(Connect(), InputError); }

}  // namespace
}  // namespace lielow
