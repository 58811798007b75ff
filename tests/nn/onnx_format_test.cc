#include "nn/onnx_format.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "game/input_error.h"

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

OnnxModel SmallModel() {
  return {.doc = "small",
          .metadata = {{"k", "v"}},
          .nodes = {{"n", "Relu", {"x"}, "y", {{"axis", std::int64_t{-1}}}}},
          .initializers = {{"w", {2}, std::vector<float>{1, -2}},
                           {"i", {1}, std::vector<std::int64_t>{-3}}},
          .inputs = {{"x", {"batch", 3}, "in"}},
          .outputs = {{"y", {}, ""}}};
}

TEST(OnnxFormatTest, WrittenModelIsReadBackEqual) {
  EXPECT_EQ(ParseOnnx(OnnxBytes(SmallModel())), SmallModel());
  const OnnxModel network = MakeOnnxModel(RandomFoldedNetwork({.blocks = 2, .channels = 5}, 1));
  EXPECT_TRUE(ParseOnnx(OnnxBytes(network)) == network);
}

// By the field numbers of onnx.proto.
TEST(OnnxFormatTest, FileHasTheBytesOfTheFormat) {
  const std::string bytes = OnnxBytes(SmallModel());
  EXPECT_THAT(bytes, StartsWith("\x08\x07"  // ir_version: 7
                                "\x12\x06"  // producer_name
                                "lielow"
                                "\x32\x05"  // doc_string
                                "small"
                                "\x3a"));   // graph
  EXPECT_THAT(bytes, HasSubstr("\x0a\x01x"  // NodeProto: input
                               "\x12\x01y"  // output
                               "\x1a\x01n"  // name
                               "\x22\x04"   // op_type
                               "Relu"));
  EXPECT_THAT(bytes, HasSubstr(std::string("\x08\x02"   // TensorProto: dims
                                           "\x10\x01"   // data_type: FLOAT
                                           "\x42\x01w"  // name
                                           "\x4a\x08"   // raw_data
                                           "\0\0\x80\x3f\0\0\0\xc0",
                                           17)));
  EXPECT_THAT(bytes, HasSubstr("\x42\x02\x10\x0d"));            // opset_import: version 13
  EXPECT_THAT(bytes, HasSubstr("\x72\x06\x0a\x01k\x12\x01v"));  // metadata_props
}

TEST(OnnxFormatTest, TruncatedAnywhereIsRefusedOrAnotherModel) {
  const std::string whole = OnnxBytes(SmallModel());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    try {
      EXPECT_FALSE(ParseOnnx(whole.substr(0, length)) == SmallModel());
    } catch (const std::runtime_error&) {
      continue;  // As it mostly is.
    }
  }
}

TEST(OnnxFormatTest, DamagedBytesNeverDoMoreThanFail) {
  const std::string whole = OnnxBytes(SmallModel());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {1, 8, 128}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ bit);
      try {
        ParseOnnx(damaged);
      } catch (const std::runtime_error&) {
        continue;  // Some damage gives another valid file.
      }
    }
  }
}

TEST(OnnxFormatTest, AnotherOpsetIsRefused) {
  std::string bytes = OnnxBytes(SmallModel());
  bytes.replace(bytes.find("\x42\x02\x10\x0d"), 4, "\x42\x02\x10\x0e");
  EXPECT_THAT([&] { ParseOnnx(bytes); },
              testing::ThrowsMessage<std::runtime_error>("ONNX: found opset 14, expected 13"));
}

}  // namespace
}  // namespace lielow
