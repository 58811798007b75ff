#include "nn/loaded_network.h"

#include <gmock/gmock.h>

#include "game/input_error.h"
#include "tests/nn/evaluations.h"

namespace lielow {
namespace {

using testing::IsEmpty;
using testing::StartsWith;

const FoldedNetwork& SomeNetwork() {
  static const FoldedNetwork network = RandomFoldedNetwork({.blocks = 3, .channels = 32}, 1);
  return network;
}

TEST(LoadedNetworkTest, EigenIsThereInEveryBuild) {
  const auto network = PrepareNetwork(SomeNetwork(), {.backend = Backend::kEigen});
  EXPECT_EQ(network->backend(), "Eigen, float32");
  EXPECT_EQ(network->options().backend, Backend::kEigen);
  EXPECT_THAT(network->warning(), IsEmpty());
}

TEST(LoadedNetworkTest, ChoiceIsNeverLeftOpen) {
  const auto network = PrepareNetwork(SomeNetwork(), {});
  EXPECT_NE(network->options().backend, Backend::kAuto);
  EXPECT_EQ(PrepareNetwork(SomeNetwork(), network->options())->backend(), network->backend());
}

TEST(LoadedNetworkTest, ForwardPassRuns) {
  for (const Backend backend : {Backend::kEigen, Backend::kAuto}) {
    const auto forward = PrepareNetwork(SomeNetwork(), {.backend = backend})->MakeForwardPass(8, 3);
    EXPECT_NO_THROW(forward());
  }
}

TEST(LargestDifferenceTest, IsZeroOnlyForEqualNetworks) {
  const auto evaluator = [](std::uint64_t seed) {
    return PrepareNetwork(RandomFoldedNetwork({.blocks = 1, .channels = 8}, seed),
                          {.backend = Backend::kEigen})
        ->MakeEvaluator(1);
  };
  EXPECT_EQ(LargestDifference(*evaluator(1), *evaluator(1), 5), 0);
  EXPECT_GT(LargestDifference(*evaluator(1), *evaluator(2), 5), 0.001);
}

TEST(LoadedNetworkTest, TorchAgreesWithEigenOnThousandsOfPositions) {
  if (!HasTorch()) GTEST_SKIP() << "built without LibTorch";
  const auto torch =
      PrepareNetwork(SomeNetwork(), {.backend = Backend::kTorch, .precision = Precision::kFloat32});
  EXPECT_EQ(torch->backend(), "LibTorch, float32");
  const auto eigen = PrepareNetwork(SomeNetwork(), {.backend = Backend::kEigen});
  for (const int size : {8, 9}) {
    const auto a = torch->MakeEvaluator(50);
    const auto b = eigen->MakeEvaluator(50);
    const std::vector<Position> all = OpenPositions(size, 2000);
    double largest = 0;
    for (std::size_t first = 0; first < all.size(); first += 50) {
      const std::vector<Position> positions(all.begin() + static_cast<std::ptrdiff_t>(first),
                                            all.begin() + static_cast<std::ptrdiff_t>(first) + 50);
      const auto of_a = EvaluateTogether(*a, positions);
      const auto of_b = EvaluateTogether(*b, positions);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        largest = std::max(largest, Difference(of_a[i], of_b[i]));
      }
    }
    EXPECT_LT(largest, 1e-4);
    EXPECT_GT(largest, 0);  // Two programs, not one compared with itself.
  }
}

TEST(LoadedNetworkTest, PrecisionThatComputesANetworkWronglyGivesWayWithAWarning) {
  if (!HasTorch()) GTEST_SKIP() << "built without LibTorch";
  // Logits so large that 8 bits of them decide which move it is.
  FoldedNetwork sharp = RandomFoldedNetwork({.blocks = 3, .channels = 32}, 1);
  for (float& weight : sharp.policy_out.weight) weight *= 300;
  const auto network = PrepareNetwork(
      sharp,
      {.backend = Backend::kTorch, .device = Device::kCpu, .precision = Precision::kBfloat16});
  EXPECT_EQ(network->backend(), "LibTorch, float32");
  EXPECT_EQ(network->warning(), "LibTorch, bfloat16 computes this network wrongly");
}

TEST(LoadedNetworkTest, TorchThatIsNotThereIsBadInput) {
  if (HasTorch()) GTEST_SKIP() << "built with LibTorch";
  EXPECT_THAT([] { PrepareNetwork(SomeNetwork(), {.backend = Backend::kTorch}); },
              testing::ThrowsMessage<InputError>(StartsWith("this program was built without")));
}

}  // namespace
}  // namespace lielow
