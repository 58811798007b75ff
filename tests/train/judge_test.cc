#include "train/judge.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "mcts/rollout_evaluator.h"
#include "tests/selfplay/temporary_directory.h"
#include "tests/support/hash_evaluator.h"

namespace lielow {
namespace {

// Another evaluator in a network's place.
class FakeNetwork final : public LoadedNetwork {
 public:
  using Make = std::function<std::unique_ptr<Evaluator>()>;

  explicit FakeNetwork(Make make) : LoadedNetwork({}, "fake", {}), make_(std::move(make)) {}

  std::unique_ptr<Evaluator> MakeEvaluator(int /*max_batch*/) const override { return make_(); }
  std::function<void()> MakeForwardPass(int /*size*/, int /*batch*/) const override {
    throw std::logic_error("not for this");
  }

 private:
  const Make make_;
};

class JudgeTest : public testing::Test {
 protected:
  const TemporaryDirectory directory_;
  RunDatabase database_{directory_ / "run.db", RunDatabase::Mode::kReadWrite};
  Progress progress_{directory_ / "log.txt"};
  bool stop_ = false;
  // One thread: with more, it depends on their speeds who gets which of the random playouts.
  Judge judge_{DefaultConfig({"game.size=5", "evaluation.gate_elo=50", "evaluation.simulations=16",
                              "selfplay.threads=1", "evaluation.gate_games=400"}),
               nullptr,
               1,
               database_,
               progress_,
               [this] { return stop_; }};

  // One that plays well, beside one whose opinions are noise.
  const FakeNetwork good_{[] { return std::make_unique<RolloutEvaluator>(1); }};
  const FakeNetwork bad_{[] { return std::make_unique<HashEvaluator>(); }};
};

TEST_F(JudgeTest, StrongerNetworkIsRecognised) { EXPECT_TRUE(judge_.IsStronger(good_, bad_, 10)); }

TEST_F(JudgeTest, WeakerAndEqualNetworksAreNot) {
  EXPECT_FALSE(judge_.IsStronger(bad_, good_, 10));
  // Its games against itself come in pairs that are won once each.
  EXPECT_FALSE(judge_.IsStronger(bad_, bad_, 10));
}

TEST_F(JudgeTest, StoppedTestDecidesNothing) {
  stop_ = true;
  EXPECT_FALSE(judge_.IsStronger(good_, bad_, 10));
}

}  // namespace
}  // namespace lielow
