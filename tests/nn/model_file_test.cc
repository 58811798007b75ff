#include "nn/model_file.h"

#include <gmock/gmock.h>

#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "game/input_error.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// "bias" is a scalar, "weight" has two rows of three. Sorted by name, as files are read.
ModelFile SmallModel() {
  return {{{"size", "8"}, {"step", "100"}},
          {{"bias", {}, {0.5F}}, {"weight", {2, 3}, {1, -2, 3.25F, 0, 1e-40F, -0.0F}}}};
}

std::string ContentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

// The length of a header in 8 bytes, least significant first.
std::string LengthBytes(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> (8 * i) & 0xFF);
  return bytes;
}

class ModelFileTest : public testing::Test {
 protected:
  std::filesystem::path path() const { return directory_ / "model.safetensors"; }

  void WriteBytes(const std::string& bytes) const {
    std::ofstream(path(), std::ios::binary) << bytes;
  }

  // What is wrong with the file.
  std::string Error() const {
    try {
      ReadModelFile(path());
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), AllOf(StartsWith(path().string() + ": "), Not(HasSubstr("\n"))));
      return error.what();
    }
    return "no error";
  }

  std::string ErrorOf(const std::string& bytes) const {
    WriteBytes(bytes);
    return Error();
  }

  const TemporaryDirectory directory_;
};

TEST_F(ModelFileTest, WrittenModelIsReadBackEqual) {
  WriteModelFile(path(), SmallModel());
  const ModelFile model = ReadModelFile(path());
  EXPECT_EQ(model.metadata, SmallModel().metadata);
  EXPECT_EQ(model.tensors, SmallModel().tensors);
}

TEST_F(ModelFileTest, TensorsComeBackSortedByName) {
  ModelFile model = SmallModel();
  std::swap(model.tensors[0], model.tensors[1]);
  WriteModelFile(path(), model);
  EXPECT_EQ(ReadModelFile(path()).tensors, SmallModel().tensors);
}

TEST_F(ModelFileTest, EmptyModelIsReadBack) {
  WriteModelFile(path(), {});
  EXPECT_TRUE(ReadModelFile(path()).metadata.empty());
  EXPECT_TRUE(ReadModelFile(path()).tensors.empty());
}

TEST_F(ModelFileTest, TensorOfManyValuesIsReadBack) {
  ModelFile model;
  model.tensors.push_back({"large", {7, 11, 1013}, {}});
  for (int i = 0; i < 7 * 11 * 1013; ++i) model.tensors[0].values.push_back(static_cast<float>(i));
  model.tensors.push_back({"none", {0, 5}, {}});
  WriteModelFile(path(), model);
  EXPECT_EQ(ReadModelFile(path()).tensors, model.tensors);
}

TEST_F(ModelFileTest, FileHasTheBytesOfTheFormat) {
  WriteModelFile(path(), {{{"k", "v"}}, {{"t", {2}, {1, -2}}}});
  const std::string header =
      R"({"__metadata__":{"k":"v"},"t":{"data_offsets":[0,8],"dtype":"F32","shape":[2]}})";
  const std::string padding((8 - header.size() % 8) % 8, ' ');
  // 1 is 0x3F800000 and -2 is 0xC0000000.
  const std::string data("\0\0\x80\x3F\0\0\0\xC0", 8);
  EXPECT_EQ(ContentOf(path()),
            LengthBytes(header.size() + padding.size()) + header + padding + data);
}

TEST_F(ModelFileTest, ReadsFileWithOtherOrderOfKeysAndUnalignedHeader) {
  const std::string header =
      R"({"t":{"shape":[1],"dtype":"F32","data_offsets":[0,4]},"__metadata__":{"k":"vw"}} )";
  ASSERT_NE(header.size() % 8, 0U);
  WriteBytes(LengthBytes(header.size()) + header + std::string("\0\0\x80\x3F", 4));
  const ModelFile model = ReadModelFile(path());
  EXPECT_EQ(model.metadata.at("k"), "vw");
  EXPECT_EQ(model.tensors, (std::vector<NamedTensor>{{"t", {1}, {1}}}));
}

TEST_F(ModelFileTest, MissingFileAndDirectoryAreRefused) {
  EXPECT_THAT(Error(), EndsWith("no such file, expected a model file"));
  std::filesystem::create_directory(path());
  EXPECT_THAT(Error(), EndsWith("not a regular file"));
}

TEST_F(ModelFileTest, TruncatedAnywhereIsRefused) {
  WriteModelFile(path(), SmallModel());
  const std::string whole = ContentOf(path());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(ErrorOf(whole.substr(0, length)), "no error") << "first " << length << " bytes";
  }
  EXPECT_THAT(ErrorOf(whole.substr(0, 7)), EndsWith("7 bytes, expected at least 8"));
  EXPECT_THAT(ErrorOf(whole.substr(0, 20)), HasSubstr("truncated or not safetensors"));
  EXPECT_THAT(ErrorOf(whole.substr(0, whole.size() - 1)),
              EndsWith("truncated: the tensors have 28 bytes, the file holds 27 of them"));
}

TEST_F(ModelFileTest, BytesAfterLastTensorAreRefused) {
  WriteModelFile(path(), SmallModel());
  EXPECT_THAT(ErrorOf(ContentOf(path()) + "abc"), EndsWith("3 bytes follow the last tensor"));
}

TEST_F(ModelFileTest, HeaderLengthIsCheckedBeforeItIsUsed) {
  EXPECT_THAT(ErrorOf(LengthBytes(0)), EndsWith("header: expected a JSON object"));
  EXPECT_THAT(ErrorOf(LengthBytes(3) + "{}"), HasSubstr("would have 3 bytes, expected at most 2"));
  EXPECT_THAT(ErrorOf(LengthBytes(std::numeric_limits<std::uint64_t>::max()) + "{}"),
              HasSubstr("would have 18446744073709551615 bytes, expected at most 2"));
  EXPECT_THAT(ErrorOf("PK\x03\x04 a zip archive, as PyTorch writes it"),
              HasSubstr("not safetensors"));
}

TEST_F(ModelFileTest, HugeFilesOfHolesAreRefusedWithoutReadingThem) {
  WriteBytes(LengthBytes(100'000'001) + "{");
  std::filesystem::resize_file(path(), 200'000'000);
  EXPECT_THAT(Error(), HasSubstr("expected at most 100000000"));
  std::filesystem::resize_file(path(), std::uintmax_t{1} << 40);
  EXPECT_THAT(Error(), HasSubstr("expected at most 16 GiB"));
}

TEST_F(ModelFileTest, HeaderErrorNamesFile) {
  const std::string header = R"({"t":{"dtype":"BF16","shape":[1],"data_offsets":[0,2]}})";
  EXPECT_EQ(ErrorOf(LengthBytes(header.size()) + header + "ab"),
            path().string() + ": tensor \"t\": dtype: found \"BF16\", expected \"F32\"");
}

TEST_F(ModelFileTest, ValuesThatAreNotFiniteAreRefusedWhenRead) {
  const std::string header = R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  const std::string start = LengthBytes(header.size()) + header + std::string(4, '\0');
  EXPECT_THAT(ErrorOf(start + std::string("\0\0\x80\x7F", 4)),
              EndsWith("tensor \"t\": value 1 is not finite"));
  EXPECT_THAT(ErrorOf(start + std::string("\0\0\xC0\x7F", 4)),
              EndsWith("tensor \"t\": value 1 is not finite"));
}

TEST_F(ModelFileTest, ModelThatIsNotFiniteIsNotWritten) {
  WriteModelFile(path(), SmallModel());
  for (const float value : {kInfinity, -kInfinity, kNan}) {
    ModelFile model = SmallModel();
    model.tensors[1].values[4] = value;
    EXPECT_THROW(WriteModelFile(path(), model), std::runtime_error);
  }
  EXPECT_EQ(ReadModelFile(path()).tensors, SmallModel().tensors);
}

TEST_F(ModelFileTest, FailureToWriteNamesFile) {
  const std::filesystem::path absent = directory_ / "absent/model.safetensors";
  try {
    WriteModelFile(absent, SmallModel());
    FAIL() << "written into a directory that does not exist";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr(absent.string()));
  }
}

TEST_F(ModelFileTest, DamagedBytesNeverDoMoreThanFail) {
  WriteModelFile(path(), SmallModel());
  const std::string whole = ContentOf(path());
  const std::string bytes("\0\xFF\"{9 ", 6);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = bytes[at % bytes.size()];
    ErrorOf(damaged);  // Some damage gives another valid file.
  }
}

TEST(TensorChecksumTest, IsTheFnvHashOfLengthsNamesShapesAndValues) {
  EXPECT_EQ(TensorChecksum({}), "cbf29ce484222325");
  // Bytes: 1 as 8 bytes, 'a', 1 dimension and its length 1 as 8 bytes each, 1.0F as 4.
  EXPECT_EQ(TensorChecksum({{"a", {1}, {1}}}), "89557b78c3ef8a3e");
}

TEST(TensorChecksumTest, IsTheSameInAnyOrder) {
  std::vector<NamedTensor> tensors = SmallModel().tensors;
  const std::string checksum = TensorChecksum(tensors);
  std::swap(tensors[0], tensors[1]);
  EXPECT_EQ(TensorChecksum(tensors), checksum);
}

TEST(TensorChecksumTest, ChangesWithNameShapeAndValue) {
  const std::string checksum = TensorChecksum(SmallModel().tensors);
  std::vector<NamedTensor> tensors = SmallModel().tensors;
  tensors[0].name = "biat";
  EXPECT_NE(TensorChecksum(tensors), checksum);
  tensors = SmallModel().tensors;
  tensors[1].shape = {3, 2};
  EXPECT_NE(TensorChecksum(tensors), checksum);
  tensors = SmallModel().tensors;
  tensors[1].values[3] = -0.0F;
  EXPECT_NE(TensorChecksum(tensors), checksum);
}

}  // namespace
}  // namespace lielow
