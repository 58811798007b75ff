#include "train/run_state.h"

#include <gmock/gmock.h>

#include <limits>
#include <string>

#include "game/input_error.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr RunState kState = {
    .iteration = 12, .batch_seed = 345, .minutes = 61.25, .evaluated_minutes = 60.1};

ModelFile FileOf(const RunState& state) {
  ModelFile file;
  file.metadata["steps"] = "7";
  AddToMetadata(state, file);
  return file;
}

std::string ErrorWith(const std::string& key, const std::string& value) {
  ModelFile file = FileOf(kState);
  file.metadata.at(key) = value;
  try {
    RunStateFrom(file, "checkpoints/7.safetensors");
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(StartsWith("checkpoints/7.safetensors: \"" + key + "\": found "),
                      Not(HasSubstr("\n"))));
    return error.what();
  }
  return "no error";
}

TEST(RunStateTest, IsReadBackEqual) {
  EXPECT_EQ(RunStateFrom(FileOf(kState), "a"), kState);
  EXPECT_EQ(RunStateFrom(FileOf({}), "a"), RunState{});
  const RunState largest = {.iteration = std::numeric_limits<std::int64_t>::max(),
                            .batch_seed = std::numeric_limits<std::uint64_t>::max(),
                            .minutes = 1.0 / 3,
                            .evaluated_minutes = 1e-300};
  EXPECT_EQ(RunStateFrom(FileOf(largest), "a"), largest);
}

TEST(RunStateTest, OtherMetadataStay) { EXPECT_EQ(FileOf(kState).metadata.at("steps"), "7"); }

TEST(RunStateTest, NewStateReplacesTheOld) {
  ModelFile file = FileOf(kState);
  AddToMetadata({.iteration = 13}, file);
  EXPECT_EQ(RunStateFrom(file, "a"), (RunState{.iteration = 13}));
}

TEST(RunStateTest, EveryFieldIsNeeded) {
  for (const std::string key : {"iteration", "batch_seed", "minutes", "evaluated_minutes"}) {
    ModelFile file = FileOf(kState);
    ASSERT_EQ(file.metadata.erase(key), 1U);
    EXPECT_THAT([&] { RunStateFrom(file, "a.safetensors"); },
                testing::ThrowsMessage<InputError>("a.safetensors: is no checkpoint: \"" + key +
                                                   "\" is missing"));
  }
}

TEST(RunStateTest, WhatIsNoNumberFromZeroIsRefused) {
  for (const std::string key : {"iteration", "batch_seed", "minutes", "evaluated_minutes"}) {
    for (const std::string text : {"", "x", "1 ", "-1", "0x10", "1e999", "nan"}) {
      EXPECT_THAT(ErrorWith(key, text), HasSubstr("found \"" + text + "\"")) << key;
    }
  }
  EXPECT_NE(ErrorWith("minutes", "inf"), "no error");
  EXPECT_NE(ErrorWith("evaluated_minutes", "-inf"), "no error");
  EXPECT_NE(ErrorWith("iteration", "1.5"), "no error");
  EXPECT_NE(ErrorWith("iteration", "9223372036854775808"), "no error");
  EXPECT_THAT(ErrorWith("minutes", "1\n2"), HasSubstr("found \"1?2\""));
}

}  // namespace
}  // namespace lielow
