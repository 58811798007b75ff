#include <gmock/gmock.h>

#include <stdexcept>

#include "nn/protobuf_reader.h"
#include "nn/protobuf_writer.h"

namespace lielow {
namespace {

using testing::ElementsAre;

// The examples of the format's own description.
TEST(ProtobufWriterTest, WritesTheBytesOfTheFormat) {
  ProtobufWriter number;
  number.Varint(1, 150);
  EXPECT_EQ(number.bytes(), "\x08\x96\x01");
  ProtobufWriter text;
  text.Bytes(2, "testing");
  EXPECT_EQ(text.bytes(), "\x12\x07testing");
  ProtobufWriter message;
  message.Message(3, number);
  EXPECT_EQ(message.bytes(), "\x1a\x03\x08\x96\x01");
}

TEST(ProtobufWriterTest, NumbersOfFixedWidthHaveTheirLowestByteFirst) {
  ProtobufWriter floats;
  floats.FixedNumbers(9, std::vector<float>{1, -2});  // 0x3F800000 and 0xC0000000.
  EXPECT_EQ(floats.bytes(), std::string("\x4a\x08\0\0\x80\x3f\0\0\0\xc0", 10));
  ProtobufWriter integers;
  integers.FixedNumbers(9, std::vector<std::int64_t>{258});
  EXPECT_EQ(integers.bytes(), std::string("\x4a\x08\x02\x01\0\0\0\0\0\0", 10));
}

TEST(ProtobufWriterTest, OneNumberOfFixedWidthHasNoLength) {
  ProtobufWriter number;
  number.Double(1, -2);  // 0xC000000000000000.
  EXPECT_EQ(number.bytes(), std::string("\x09\0\0\0\0\0\0\0\xc0", 9));
  ProtobufWriter narrow;
  narrow.Float(2, 1);  // 0x3F800000.
  EXPECT_EQ(narrow.bytes(), std::string("\x15\0\0\x80\x3f", 5));
}

TEST(ProtobufWriterTest, TagsOfHighFieldsTakeTwoBytes) {
  ProtobufWriter proto;
  proto.Varint(20, 7);
  EXPECT_EQ(proto.bytes(), "\xa0\x01\x07");
}

TEST(ProtobufReaderTest, ReadsBackWhatIsWritten) {
  ProtobufWriter proto;
  proto.Varint(1, -1);
  proto.Bytes(2, "");
  proto.FixedNumbers(3, std::vector<float>{0.5F, -0.25F});
  proto.Double(4, 0.1);
  proto.Float(5, 0.1F);
  ProtobufReader reader(proto.bytes());
  EXPECT_EQ(reader.Next()->Int(), -1);
  const auto text = reader.Next();
  EXPECT_EQ(text->number(), 2);
  EXPECT_EQ(text->Text(), "");
  EXPECT_THAT(reader.Next()->FixedNumbers<float>(), ElementsAre(0.5F, -0.25F));
  EXPECT_EQ(reader.Next()->Double(), 0.1);
  EXPECT_EQ(reader.Next()->Float(), 0.1F);
  EXPECT_FALSE(reader.Next().has_value());
}

TEST(ProtobufReaderTest, PassesOverFieldsOfFixedWidth) {
  ProtobufReader reader(
      "\x0d"
      "abcd"
      "\x11"
      "abcdefgh"
      "\x18\x05");
  EXPECT_EQ(reader.Next()->number(), 1);
  EXPECT_EQ(reader.Next()->number(), 2);
  EXPECT_EQ(reader.Next()->Int(), 5);
}

TEST(ProtobufReaderTest, WhatIsNoMessageIsRefused) {
  for (const std::string bytes : {"\x08", "\x08\x96", "\x12\x07test", "\x0d", "\x0b", "\x12",
                                  "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"}) {
    EXPECT_THROW(ProtobufReader(bytes).Next(), std::runtime_error);
  }
}

TEST(ProtobufReaderTest, ValueOfAnotherTypeIsRefused) {
  const auto number = ProtobufReader("\x08\x05").Next();
  EXPECT_THROW(number->Text(), std::runtime_error);
  EXPECT_THROW(number->Double(), std::runtime_error);
  const auto text = ProtobufReader(
                        "\x12\x03"
                        "abc")
                        .Next();
  EXPECT_THROW(text->Int(), std::runtime_error);
  EXPECT_THROW(text->FixedNumbers<float>(), std::runtime_error);  // Three bytes.
  EXPECT_THROW(text->Float(), std::runtime_error);
}

}  // namespace
}  // namespace lielow
