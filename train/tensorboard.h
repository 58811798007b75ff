// Figures of a training run as TensorBoard shows them: an event file of scalars.
//
// The file is a sequence of TensorFlow's records (tensorflow/core/lib/io/record_writer.h), each of
// them a protobuf message Event (tensorflow/core/util/event.proto).

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace lielow {

class TensorBoardWriter {
 public:
  // Makes the folder. Throws std::runtime_error naming it if it cannot be made.
  explicit TensorBoardWriter(const std::filesystem::path& folder);
  ~TensorBoardWriter();
  TensorBoardWriter(const TensorBoardWriter&) = delete;
  TensorBoardWriter& operator=(const TensorBoardWriter&) = delete;

  // Appends one event with all figures. It has left the process when the call returns, so a killed
  // process leaves whole events. The first call makes a new file, named
  // events.out.tfevents.SECONDS.lielow by the Unix time. Throws std::runtime_error naming the file
  // if it cannot be written.
  void Add(std::int64_t step, const std::map<std::string, double>& figures);

 private:
  void Open();
  void Append(std::string_view record);

  const std::filesystem::path folder_;
  std::filesystem::path file_;
  int descriptor_ = -1;  // Of the file; -1 before the first event.
};

}  // namespace lielow
