#include "tools/cluster/broker_options.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <vector>

#include "game/input_error.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

class BrokerOptionsTest : public testing::Test {
 protected:
  ~BrokerOptionsTest() override {
    for (const std::string& name : set_) unsetenv(name.c_str());
  }

  void Set(const std::string& name, const std::string& value) {
    set_.push_back(name);
    setenv(name.c_str(), value.c_str(), 1);
  }

 private:
  std::vector<std::string> set_;
};

TEST_F(BrokerOptionsTest, TakesOneOrSeveralAddresses) {
  EXPECT_THAT(ReadBrokerOptions("nats://a:4222", "x").servers, ElementsAre("nats://a:4222"));
  EXPECT_THAT(ReadBrokerOptions("nats://a,tls://b:1", "x").servers,
              ElementsAre("nats://a", "tls://b:1"));
}

TEST_F(BrokerOptionsTest, RefusesWhatIsNoAddress) {
  for (const char* text : {"", "a:4222", "http://a", "nats://", "nats://a,", "nats://a b"}) {
    EXPECT_THAT(
        [&] { ReadBrokerOptions(text, "x"); },
        ThrowsMessage<InputError>(AllOf(HasSubstr("--server"), HasSubstr("expected nats://"))))
        << text;
  }
}

TEST_F(BrokerOptionsTest, RefusesPasswordsInAddressesWithoutRepeatingThem) {
  EXPECT_THAT([] { ReadBrokerOptions("nats://me:secret@a:4222", "x"); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("LIELOW_NATS_PASSWORD"), Not(HasSubstr("secret")))));
}

TEST_F(BrokerOptionsTest, TakesCredentialsFromTheEnvironment) {
  Set("LIELOW_NATS_USER", "me");
  Set("LIELOW_NATS_PASSWORD", "secret");
  const BrokerOptions options = ReadBrokerOptions("nats://a", "x");
  EXPECT_EQ(options.user, "me");
  EXPECT_EQ(options.password, "secret");
}

TEST_F(BrokerOptionsTest, HalfOfAPairIsRefused) {
  Set("LIELOW_NATS_USER", "me");
  EXPECT_THAT([] { ReadBrokerOptions("nats://a", "x"); },
              ThrowsMessage<InputError>(HasSubstr("LIELOW_NATS_USER and LIELOW_NATS_PASSWORD")));
}

TEST_F(BrokerOptionsTest, MissingFilesAreNamed) {
  Set("LIELOW_NATS_CA", "/nowhere/ca.pem");
  EXPECT_THAT([] { ReadBrokerOptions("nats://a", "x"); },
              ThrowsMessage<InputError>("LIELOW_NATS_CA: /nowhere/ca.pem: no such file"));
}

}  // namespace
}  // namespace lielow
