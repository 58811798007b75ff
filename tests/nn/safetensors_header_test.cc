#include "nn/safetensors_header.h"

#include <gmock/gmock.h>

#include "game/input_error.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

// What is wrong with a header over `data_bytes` bytes.
std::string ErrorOf(const std::string& json, std::uint64_t data_bytes = 0) {
  try {
    ParseSafetensorsHeader(json, data_bytes);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    EXPECT_LT(std::string(error.what()).size(), 300U);
    return error.what();
  }
  return "no error";
}

// A header with one tensor "w" of these fields.
std::string OneTensor(const std::string& fields) { return "{\"w\":{" + fields + "}}"; }

std::string WithShape(const std::string& shape, const std::string& offsets) {
  return OneTensor(R"("dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets);
}

std::string Repeated(const std::string& text, int count) {
  std::string repeated;
  for (int i = 0; i < count; ++i) repeated += text;
  return repeated;
}

TEST(SafetensorsHeaderTest, ReadsMetadataAndTensorsInAnyOrder) {
  const SafetensorsHeader header = ParseSafetensorsHeader(
      R"({"w":{"data_offsets":[4,28],"shape":[2,3],"dtype":"F32"},
           "__metadata__":{"step":"7","name":"\u00e9"},
           "b":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}  )",
      28);
  EXPECT_THAT(header.metadata, ElementsAre(Pair("name", "é"), Pair("step", "7")));
  ASSERT_EQ(header.tensors.size(), 2U);
  EXPECT_EQ(header.tensors[0].name, "b");
  EXPECT_THAT(header.tensors[0].shape, IsEmpty());
  EXPECT_EQ(header.tensors[1].name, "w");
  EXPECT_THAT(header.tensors[1].shape, ElementsAre(2, 3));
  EXPECT_EQ(header.tensors[1].begin, 4U);
  EXPECT_EQ(header.tensors[1].end, 28U);
}

TEST(SafetensorsHeaderTest, TensorWithoutValuesTakesNoBytes) {
  const SafetensorsHeader header = ParseSafetensorsHeader(WithShape("[3,0]", "[0,0]"), 0);
  EXPECT_THAT(header.tensors[0].shape, ElementsAre(3, 0));
}

TEST(SafetensorsHeaderTest, RefusesWhatIsNoJsonObject) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("expected a JSON object"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("expected a JSON object"));
  EXPECT_THAT(ErrorOf(" {}"), HasSubstr("expected a JSON object"));
  EXPECT_EQ(ErrorOf("{} x"), "header: not valid JSON at byte 4");
  EXPECT_THAT(ErrorOf("{\"w\":"), HasSubstr("not valid JSON at byte"));
  EXPECT_THAT(ErrorOf("{\"\xFF\":1}"), HasSubstr("not valid JSON at byte"));
  EXPECT_EQ(ErrorOf(std::string("{}\0x", 4)), "header: byte 3 is zero");
}

TEST(SafetensorsHeaderTest, DeepNestingIsRefusedAtItsFirstWrongLevel) {
  const std::string arrays(1000000, '[');
  EXPECT_THAT(ErrorOf("{\"w\":" + arrays), HasSubstr("tensor \"w\": found an array"));
  EXPECT_THAT(ErrorOf(WithShape(arrays, "[0,4]")), HasSubstr("shape: found an array"));
  EXPECT_THAT(ErrorOf(Repeated("{\"dtype\":", 100000)), HasSubstr("dtype: found an object"));
}

TEST(SafetensorsHeaderTest, ListsLongerThanAnyTensorNeedsAreRefused) {
  const std::string many = "[" + Repeated("1,", 1000000) + "1]";
  EXPECT_THAT(ErrorOf(WithShape(many, "[0,4]"), 4), HasSubstr("expected at most 16 numbers"));
  EXPECT_THAT(ErrorOf(WithShape("[1]", many), 4), HasSubstr("expected two numbers"));
  EXPECT_THAT(ErrorOf(WithShape("[1]", "[0]"), 4), HasSubstr("expected two numbers"));
}

TEST(SafetensorsHeaderTest, OtherTypesThanFloat32AreRefused) {
  EXPECT_EQ(ErrorOf(OneTensor(R"("dtype":"F16","shape":[1],"data_offsets":[0,2])"), 2),
            "tensor \"w\": dtype: found \"F16\", expected \"F32\"");
  EXPECT_THAT(ErrorOf(OneTensor(R"("dtype":32)")), HasSubstr("dtype: found 32"));
}

TEST(SafetensorsHeaderTest, MissingAndUnknownKeysAreNamed) {
  EXPECT_EQ(ErrorOf(OneTensor(R"("shape":[],"data_offsets":[0,4])"), 4),
            "tensor \"w\": dtype is missing");
  EXPECT_EQ(ErrorOf(OneTensor(R"("dtype":"F32","data_offsets":[0,4])"), 4),
            "tensor \"w\": shape is missing");
  EXPECT_EQ(ErrorOf(OneTensor(R"("dtype":"F32","shape":[])"), 4),
            "tensor \"w\": data_offsets is missing");
  EXPECT_THAT(ErrorOf(OneTensor(R"("stride":1)")), HasSubstr("unknown key \"stride\""));
  EXPECT_THAT(ErrorOf(R"({"w":null})"), HasSubstr("tensor \"w\": found null"));
}

TEST(SafetensorsHeaderTest, DuplicateKeysAreNamed) {
  const std::string tensor = R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  EXPECT_EQ(ErrorOf("{\"w\":" + tensor + ",\"v\":" + tensor + ",\"w\":" + tensor + "}"),
            "header: \"w\" twice");
  EXPECT_EQ(ErrorOf(R"({"__metadata__":{},"__metadata__":{}})"), "header: \"__metadata__\" twice");
  EXPECT_EQ(ErrorOf(R"({"__metadata__":{"a":"1","a":"1"}})"), "header: \"a\" twice");
  EXPECT_EQ(ErrorOf(OneTensor(R"("dtype":"F32","dtype":"F32")")), "tensor \"w\": \"dtype\" twice");
  EXPECT_EQ(ErrorOf(OneTensor(R"("shape":[],"shape":[])")), "tensor \"w\": \"shape\" twice");
  EXPECT_EQ(ErrorOf(OneTensor(R"("data_offsets":[0,0],"data_offsets":[0,0])")),
            "tensor \"w\": \"data_offsets\" twice");
}

TEST(SafetensorsHeaderTest, MetadataThatIsNoTextIsRefused) {
  EXPECT_EQ(ErrorOf(R"({"__metadata__":{"step":7}})"), "metadata \"step\": found 7, expected text");
  EXPECT_THAT(ErrorOf(R"({"__metadata__":{"a":{}}})"), HasSubstr("found an object"));
  EXPECT_THAT(ErrorOf(R"({"__metadata__":{"a":[]}})"), HasSubstr("found an array"));
  EXPECT_THAT(ErrorOf(R"({"__metadata__":"a"})"), HasSubstr("found the text \"a\""));
}

TEST(SafetensorsHeaderTest, ShapesThatCannotBeAreRefused) {
  EXPECT_THAT(ErrorOf(WithShape("[-1]", "[0,4]"), 4), HasSubstr("shape: found -1"));
  EXPECT_THAT(ErrorOf(WithShape("[1.0]", "[0,4]"), 4), HasSubstr("shape: found 1.0"));
  EXPECT_THAT(ErrorOf(WithShape("[1e999]", "[0,4]"), 4), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(WithShape("[9223372036854775808]", "[0,4]"), 4),
              HasSubstr("shape: found 9223372036854775808"));
  // 2^32 * 2^32 is 0 in 64 bits, and 4 * 2^62 too.
  EXPECT_THAT(ErrorOf(WithShape("[4294967296,4294967296]", "[0,0]")), HasSubstr("more values"));
  EXPECT_THAT(ErrorOf(WithShape("[4611686018427387904]", "[0,0]")), HasSubstr("more values"));
}

TEST(SafetensorsHeaderTest, OffsetsMustFitShape) {
  EXPECT_EQ(ErrorOf(WithShape("[2]", "[0,4]"), 4),
            "tensor \"w\": data_offsets: found 0 to 4, but the shape needs 8 bytes");
  EXPECT_THAT(ErrorOf(WithShape("[1]", "[4,0]"), 4), HasSubstr("found 4 to 0"));
  EXPECT_THAT(ErrorOf(WithShape("[1]", "[18446744073709551612,0]"), 4), HasSubstr("found 184467"));
  EXPECT_THAT(ErrorOf(WithShape("[1]", "[-4,0]"), 4), HasSubstr("data_offsets: found -4"));
}

TEST(SafetensorsHeaderTest, TensorsMustCoverDataOnceWithoutGaps) {
  const auto two = [](const std::string& first, const std::string& second) {
    const std::string begin = R"({"dtype":"F32","shape":[1],"data_offsets":)";
    return "{\"a\":" + begin + first + "},\"b\":" + begin + second + "}}";
  };
  EXPECT_EQ(ErrorOf(two("[4,8]", "[0,4]"), 8), "no error");
  EXPECT_EQ(ErrorOf(two("[0,4]", "[0,4]"), 8),
            "tensor \"b\": begins at byte 0 of the data, but the tensors before it end at 4");
  EXPECT_EQ(ErrorOf(two("[0,4]", "[8,12]"), 12),
            "tensor \"b\": begins at byte 8 of the data, but the tensors before it end at 4");
  EXPECT_THAT(ErrorOf(two("[4,8]", "[8,12]"), 12), HasSubstr("tensor \"a\": begins at byte 4"));
  EXPECT_EQ(ErrorOf(two("[0,4]", "[4,8]"), 9), "1 bytes follow the last tensor");
  EXPECT_EQ(ErrorOf(two("[0,4]", "[4,8]"), 7),
            "truncated: the tensors have 8 bytes, the file holds 7 of them");
}

TEST(SafetensorsHeaderTest, WrittenHeaderIsReadBackAndAligned) {
  SafetensorsHeader header;
  for (const std::string name : {"a", "ab", "abc", "\"\\\n", "é"}) {
    header.metadata[name] = "value of " + name;
    header.tensors = {{name, {1, 2}, 0, 8}, {name + "2", {}, 8, 12}};
    const std::string text = SafetensorsHeaderText(header);
    EXPECT_EQ(text.size() % 8, 0U);
    const SafetensorsHeader read = ParseSafetensorsHeader(text, 12);
    EXPECT_EQ(read.metadata, header.metadata);
    ASSERT_EQ(read.tensors.size(), 2U);
    EXPECT_EQ(read.tensors[0].name, name);
    EXPECT_THAT(read.tensors[0].shape, ElementsAre(1, 2));
    EXPECT_EQ(read.tensors[1].begin, 8U);
  }
}

TEST(SafetensorsHeaderTest, TextThatIsNoUtf8IsWrittenWithReplacements) {
  SafetensorsHeader header;
  header.metadata["name"] = "a\xFFz";
  EXPECT_THAT(ParseSafetensorsHeader(SafetensorsHeaderText(header), 0).metadata,
              ElementsAre(Pair("name", "a\uFFFDz")));
}

}  // namespace
}  // namespace lielow
