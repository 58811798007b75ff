#include "tools/cluster/published_network.h"

#include <gmock/gmock.h>

#include "tests/cluster/memory_broker.h"

namespace lielow {
namespace {

using testing::Optional;

class PublishedNetworkTest : public testing::Test {
 protected:
  PublishedNetworkTest() { broker_.MakeRun(1); }

  static std::string Model(int seed, std::size_t size = 10'000) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) {
      bytes[i] = static_cast<char>((i * 31 + static_cast<std::size_t>(seed) * 17) >> 3);
    }
    return bytes;
  }

  void Publish(std::int64_t step) {
    PublishNetwork(broker_, Model(static_cast<int>(step)),
                   {.run = 5, .step = step, .simulations = 32, .config = Checksum("config")});
  }

  MemoryServer server_;
  MemoryBroker broker_{server_};  // Takes 1,000 bytes.
};

TEST_F(PublishedNetworkTest, NothingIsThereBeforeTheFirst) {
  EXPECT_EQ(ReadManifest(broker_), std::nullopt);
}

TEST_F(PublishedNetworkTest, LargerThanAMessageComesBackWhole) {
  Publish(3);
  const auto manifest = ReadManifest(broker_);
  ASSERT_NE(manifest, std::nullopt);
  EXPECT_EQ(manifest->run, 5U);
  EXPECT_EQ(manifest->step, 3);
  EXPECT_THAT(manifest->simulations, Optional(32));
  EXPECT_EQ(manifest->parts, 10);
  EXPECT_EQ(FetchNetwork(broker_, *manifest), Model(3));
}

TEST_F(PublishedNetworkTest, NextOneLeavesAReaderTime) {
  Publish(1);
  const auto first = ReadManifest(broker_);
  for (int step = 2; step <= 4; ++step) Publish(step);
  EXPECT_EQ(FetchNetwork(broker_, *first), Model(1));
  Publish(5);
  EXPECT_THROW(FetchNetwork(broker_, *first), BrokerError);
  EXPECT_EQ(FetchNetwork(broker_, *ReadManifest(broker_)), Model(5));
  EXPECT_LE(server_.entries.size(), 4U * 10 + 1);  // However many have been published.
}

TEST_F(PublishedNetworkTest, DamagedOrMissingPartsAreNoticed) {
  Publish(1);
  const auto manifest = ReadManifest(broker_);
  broker_.Put(Bucket::kRun, "part-0-4", std::string(1000, 'x'));
  EXPECT_THROW(FetchNetwork(broker_, *manifest), BrokerError);
  broker_.Delete(Bucket::kRun, "part-0-4");
  EXPECT_THROW(FetchNetwork(broker_, *manifest), BrokerError);
}

TEST_F(PublishedNetworkTest, DamagedManifestIsNoCrash) {
  Publish(1);
  for (
      const char* text :
      {"", "{", "[]", "null", R"({"run":1})",
       R"({"run":"zz","step":1,"simulations":null,"slot":0,"parts":1,"bytes":1,"checksum":"","config":""})",
       R"({"run":"1","step":-1,"simulations":null,"slot":0,"parts":1,"bytes":1,"checksum":"","config":""})",
       R"({"run":"1","step":1,"simulations":0,"slot":0,"parts":1,"bytes":1,"checksum":"","config":""})",
       R"({"run":"1","step":1,"simulations":1,"slot":9,"parts":1,"bytes":1,"checksum":"","config":""})",
       R"({"run":"1","step":1,"simulations":1,"slot":0,"parts":1,"bytes":1e300,"checksum":"","config":""})"}) {
    broker_.Put(Bucket::kRun, "network", text);
    EXPECT_THROW(ReadManifest(broker_), BrokerError) << text;
  }
}

TEST_F(PublishedNetworkTest, ConfigurationIsTakenOnlyWithItsNetwork) {
  PublishConfig(broker_, "config");
  Publish(1);
  const auto manifest = ReadManifest(broker_);
  EXPECT_EQ(FetchConfig(broker_, *manifest), "config");
  PublishConfig(broker_, "another");
  EXPECT_THROW(FetchConfig(broker_, *manifest), BrokerError);
}

}  // namespace
}  // namespace lielow
