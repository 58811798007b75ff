#include "nn/model.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <string>

#include "game/input_error.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

ModelInfo ExampleInfo() {
  return {.size = 9,
          .network = {.blocks = 10, .channels = 128},
          .step = 12345,
          .name = "a run of \"9x9\"",
          .games = 67890,
          .positions = 5'000'000'000,
          .date = "2026.11.30"};
}

ModelFile FileOf(const ModelInfo& info) { return {.metadata = ModelMetadata(info), .tensors = {}}; }

// What is wrong with a good file after `damage`.
std::string ErrorAfter(
    const std::function<void(std::map<std::string, std::string>& metadata)>& damage) {
  ModelFile file = FileOf(ExampleInfo());
  damage(file.metadata);
  try {
    ReadModelInfo(file, "dir/a.safetensors");
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(StartsWith("dir/a.safetensors: "), Not(HasSubstr("\n"))));
    return error.what();
  }
  return "no error";
}

std::string ErrorWith(const std::string& key, const std::string& value) {
  return ErrorAfter([&](auto& metadata) { metadata[key] = value; });
}

TEST(ModelInfoTest, MetadataIsReadBackEqual) {
  EXPECT_EQ(ReadModelInfo(FileOf(ExampleInfo()), "a"), ExampleInfo());
  EXPECT_EQ(ReadModelInfo(FileOf(ModelInfo{}), "a"), ModelInfo{});
  ModelInfo largest = ExampleInfo();
  largest.network = {.blocks = 100, .channels = 1024};
  largest.step = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(ReadModelInfo(FileOf(largest), "a"), largest);
}

TEST(ModelInfoTest, MetadataNamesWhatOthersRead) {
  const auto metadata = ModelMetadata(ExampleInfo());
  EXPECT_EQ(metadata.at("format"), "lielow");
  EXPECT_EQ(metadata.at("format_version"), "1");
  EXPECT_EQ(metadata.at("size"), "9");
  EXPECT_EQ(metadata.at("blocks"), "10");
  EXPECT_EQ(metadata.at("channels"), "128");
  EXPECT_EQ(metadata.at("step"), "12345");
}

TEST(ModelInfoTest, UnknownMetadataIsIgnored) {
  EXPECT_EQ(ErrorWith("license", "MIT"), "no error");
}

TEST(ModelInfoTest, EveryFieldIsNeeded) {
  for (const auto& entry : ModelMetadata(ExampleInfo())) {
    const std::string& key = entry.first;
    EXPECT_THAT(ErrorAfter([&](auto& metadata) { metadata.erase(key); }),
                HasSubstr("metadata \"" + key + "\" is missing"));
  }
}

TEST(ModelInfoTest, OtherFormatsAreRefused) {
  EXPECT_THAT(ErrorWith("format", "pt"), HasSubstr("found \"pt\", expected \"lielow\""));
  EXPECT_THAT(ErrorAfter([](auto& metadata) { metadata.clear(); }),
              HasSubstr("not a lielow model"));
}

TEST(ModelInfoTest, NewerVersionsAreRefused) {
  EXPECT_THAT(ErrorWith("format_version", "2"), HasSubstr("model format 2 is newer"));
  EXPECT_THAT(ErrorWith("encoding_version", "3"), HasSubstr("input planes of version 3"));
}

TEST(ModelInfoTest, NumbersOutOfRangeAreRefused) {
  EXPECT_THAT(ErrorWith("size", "3"),
              HasSubstr("\"size\": found \"3\", expected a whole number from 4 to 9"));
  EXPECT_THAT(ErrorWith("size", "10"), HasSubstr("from 4 to 9"));
  EXPECT_THAT(ErrorWith("blocks", "0"), HasSubstr("from 1 to 100"));
  EXPECT_THAT(ErrorWith("blocks", "101"), HasSubstr("from 1 to 100"));
  EXPECT_THAT(ErrorWith("channels", "0"), HasSubstr("from 1 to 1024"));
  EXPECT_THAT(ErrorWith("channels", "1025"), HasSubstr("from 1 to 1024"));
  EXPECT_THAT(ErrorWith("step", "-1"), HasSubstr("\"step\": found \"-1\""));
  EXPECT_THAT(ErrorWith("games", "-1"), HasSubstr("\"games\": found \"-1\""));
  EXPECT_THAT(ErrorWith("positions", "9223372036854775808"), HasSubstr("\"positions\": found"));
  EXPECT_THAT(ErrorWith("format_version", "0"), HasSubstr("\"format_version\": found \"0\""));
}

TEST(ModelInfoTest, WhatIsNoWholeNumberIsRefused) {
  for (const char* text : {"", " 8", "8 ", "8.0", "0x8", "eight", "+8"}) {
    EXPECT_THAT(ErrorWith("size", text), HasSubstr(std::string("found \"") + text + "\"")) << text;
  }
}

TEST(ModelInfoTest, TextsOfStrangersAreMadeFitForOneLine) {
  EXPECT_THAT(ErrorWith("size", "8\n\x1b[2J"), HasSubstr("found \"8??[2J\""));
  EXPECT_THAT(ErrorWith("format", "\n"), HasSubstr("found \"?\""));
  EXPECT_LT(ErrorWith("step", std::string(100000, 'x')).size(), 300U);
  EXPECT_LT(ErrorWith("format", std::string(100000, 'x')).size(), 300U);
}

}  // namespace
}  // namespace lielow
