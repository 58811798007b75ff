#include "train/tensorboard.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include "nn/protobuf_writer.h"
#include "train/crc32c.h"

namespace lielow {
namespace {

// Fields of the messages Event, Summary and Summary.Value.
constexpr int kEventWallTime = 1;
constexpr int kEventStep = 2;
constexpr int kEventFileVersion = 3;
constexpr int kEventSummary = 5;
constexpr int kSummaryValue = 1;
constexpr int kValueTag = 1;
constexpr int kValueSimpleValue = 2;

double SecondsNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

template <class Integer>
void AppendLowestByteFirst(std::string& bytes, Integer number) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i) {
    bytes += static_cast<char>((number >> (8 * i)) & 0xFF);
  }
}

// The checksum of data that may itself hold checksums: TensorFlow turns and shifts it, so that the
// two do not cancel out.
std::uint32_t MaskedChecksum(std::string_view bytes) {
  const std::uint32_t checksum = Crc32c(bytes);
  return ((checksum >> 15) | (checksum << 17)) + 0xA282EAD8;
}

// Length, checksum of the length, data, checksum of the data.
std::string Record(std::string_view data) {
  std::string record;
  AppendLowestByteFirst(record, static_cast<std::uint64_t>(data.size()));
  AppendLowestByteFirst(record, MaskedChecksum(record));
  record += data;
  AppendLowestByteFirst(record, MaskedChecksum(data));
  return record;
}

// What every file begins with.
std::string VersionRecord() {
  ProtobufWriter event;
  event.Double(kEventWallTime, SecondsNow());
  event.Bytes(kEventFileVersion, "brain.Event:2");
  return Record(event.bytes());
}

std::string ScalarsRecord(std::int64_t step, const std::map<std::string, double>& figures) {
  ProtobufWriter summary;
  for (const auto& [name, figure] : figures) {
    ProtobufWriter value;
    value.Bytes(kValueTag, name);
    value.Float(kValueSimpleValue, static_cast<float>(figure));
    summary.Message(kSummaryValue, value);
  }
  ProtobufWriter event;
  event.Double(kEventWallTime, SecondsNow());
  event.Varint(kEventStep, step);
  event.Message(kEventSummary, summary);
  return Record(event.bytes());
}

[[noreturn]] void FailWithErrno(const std::filesystem::path& path, const char* what) {
  throw std::system_error(errno, std::generic_category(), path.string() + ": " + what);
}

}  // namespace

TensorBoardWriter::TensorBoardWriter(const std::filesystem::path& folder) : folder_(folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::system_error(error, folder.string() + ": the folder cannot be made");
}

TensorBoardWriter::~TensorBoardWriter() {
  if (descriptor_ >= 0) close(descriptor_);
}

void TensorBoardWriter::Add(std::int64_t step, const std::map<std::string, double>& figures) {
  if (descriptor_ < 0) {
    Open();
    Append(VersionRecord());
  }
  Append(ScalarsRecord(step, figures));
}

// Never goes on with another's file: where two writers begin within a second, the later one takes
// the next second that is free.
void TensorBoardWriter::Open() {
  auto seconds = static_cast<std::int64_t>(SecondsNow());
  do {
    file_ = folder_ / ("events.out.tfevents." + std::to_string(seconds++) + ".lielow");
    descriptor_ = open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) FailWithErrno(file_, "cannot be made");
}

// The system takes a record in one piece, unless the disk is full or a signal comes in between.
void TensorBoardWriter::Append(std::string_view record) {
  while (!record.empty()) {
    const ssize_t written = write(descriptor_, record.data(), record.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) FailWithErrno(file_, "cannot be written");
    record.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace lielow
