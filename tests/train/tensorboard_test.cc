#include "train/tensorboard.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "nn/protobuf_reader.h"
#include "tests/selfplay/temporary_directory.h"
#include "train/crc32c.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::filesystem::path> FilesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ContentOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint64_t Number(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number * 256 + static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

std::uint64_t Masked(std::uint32_t checksum) {
  return static_cast<std::uint32_t>(((checksum >> 15) | (checksum << 17)) + 0xA282EAD8U);
}

// The data of the records of which a file's bytes are made; the test has failed if anything is left
// over, or a checksum is wrong.
std::vector<std::string> Records(std::string_view bytes) {
  std::vector<std::string> records;
  while (bytes.size() >= 12) {
    const std::uint64_t length = Number(bytes.substr(0, 8));
    EXPECT_EQ(Number(bytes.substr(8, 4)), Masked(Crc32c(bytes.substr(0, 8))));
    bytes.remove_prefix(12);
    if (length > bytes.size()) break;
    const std::string_view data = bytes.substr(0, length);
    bytes.remove_prefix(length);
    EXPECT_EQ(Number(bytes.substr(0, 4)), Masked(Crc32c(data)));
    bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 4));
    records.emplace_back(data);
  }
  EXPECT_THAT(bytes, IsEmpty());
  return records;
}

struct Event {
  double wall_time = 0;
  std::int64_t step = 0;
  std::string file_version;
  std::map<std::string, float> values;
};

std::pair<std::string, float> ReadValue(std::string_view bytes) {
  std::pair<std::string, float> value;
  ProtobufReader reader(bytes);
  while (const auto field = reader.Next()) {
    if (field->number() == 1) value.first = field->Text();
    if (field->number() == 2) value.second = field->Float();
  }
  return value;
}

Event ReadEvent(std::string_view bytes) {
  Event event;
  ProtobufReader reader(bytes);
  while (const auto field = reader.Next()) {
    if (field->number() == 1) event.wall_time = field->Double();
    if (field->number() == 2) event.step = field->Int();
    if (field->number() == 3) event.file_version = field->Text();
    if (field->number() != 5) continue;
    ProtobufReader summary(field->Bytes());
    while (const auto value = summary.Next()) {
      EXPECT_EQ(value->number(), 1);
      event.values.insert(ReadValue(value->Bytes()));
    }
  }
  return event;
}

std::vector<Event> Events(const std::filesystem::path& file) {
  std::vector<Event> events;
  for (const std::string& record : Records(ContentOf(file))) events.push_back(ReadEvent(record));
  return events;
}

TEST(TensorBoardWriterTest, FileIsMadeWithTheFirstFigures) {
  const TemporaryDirectory directory;
  const std::filesystem::path folder = directory / "a" / "b";
  TensorBoardWriter writer(folder);
  EXPECT_THAT(FilesIn(folder), IsEmpty());
  writer.Add(1, {{"policy_loss", 2.5}});
  ASSERT_EQ(FilesIn(folder).size(), 1U);
  const std::string name = FilesIn(folder)[0].filename().string();
  EXPECT_THAT(name, testing::MatchesRegex("events\\.out\\.tfevents\\.[0-9]+\\.lielow"));
}

TEST(TensorBoardWriterTest, EveryCallIsOneEventAfterTheVersion) {
  const TemporaryDirectory directory;
  const auto before = std::chrono::system_clock::now().time_since_epoch();
  TensorBoardWriter writer(directory.path());
  writer.Add(62, {{"policy_loss", 3.25}, {"value_loss", 0.1}});
  writer.Add(std::int64_t{1} << 40, {{"window", 1e6}});
  // Not closed yet: each event must be there at once.
  const std::vector<Event> events = Events(FilesIn(directory.path())[0]);
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].file_version, "brain.Event:2");
  EXPECT_THAT(events[0].values, IsEmpty());
  EXPECT_EQ(events[1].step, 62);
  EXPECT_THAT(events[1].values, ElementsAre(Pair("policy_loss", 3.25F), Pair("value_loss", 0.1F)));
  EXPECT_EQ(events[1].file_version, "");
  EXPECT_EQ(events[2].step, std::int64_t{1} << 40);
  EXPECT_THAT(events[2].values, ElementsAre(Pair("window", 1e6F)));
  const double seconds = std::chrono::duration<double>(before).count();
  for (const Event& event : events) {
    EXPECT_GE(event.wall_time, seconds);
    EXPECT_LT(event.wall_time, seconds + 300);
  }
}

TEST(TensorBoardWriterTest, WritersOfOneSecondDoNotShareAFile) {
  const TemporaryDirectory directory;
  TensorBoardWriter first(directory.path());
  TensorBoardWriter second(directory.path());
  first.Add(1, {{"loss", 1}});
  second.Add(2, {{"loss", 2}});
  first.Add(3, {{"loss", 3}});
  const auto files = FilesIn(directory.path());
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(Events(files[0]).size(), 3U);
  EXPECT_EQ(Events(files[1]).size(), 2U);
}

// What a call throws.
template <class Call>
std::string ErrorOf(Call call) {
  try {
    call();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TensorBoardWriterTest, WhatCannotBeWrittenIsNamed) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory / "file";
  std::ofstream(file) << "no folder";
  EXPECT_THAT(ErrorOf([&] { TensorBoardWriter writer(file); }), HasSubstr(file.string()));

  const std::filesystem::path folder = directory / "gone";
  TensorBoardWriter writer(folder);
  std::filesystem::remove(folder);
  EXPECT_THAT(ErrorOf([&] {
                writer.Add(1, {{"loss", 1}});
              }),
              HasSubstr((folder / "events.out.tfevents.").string()));
}

}  // namespace
}  // namespace lielow
