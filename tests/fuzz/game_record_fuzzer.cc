// Fuzz target: the input is a file of game records.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "game/game_record.h"
#include "game/input_error.h"
#include "tests/fuzz/require.h"

namespace lielow {
namespace {

std::string Written(const std::vector<GameRecord>& records) {
  std::string text;
  for (const GameRecord& record : records) text += WriteGameRecord(record);
  return text;
}

void CheckGameRecords(const std::string& text) {
  std::vector<GameRecord> records;
  try {
    records = ReadGameRecords(text, "input");
  } catch (const InputError& error) {
    Require(std::string(error.what()).find('\n') == std::string::npos, "errors have one line");
    return;
  }
  const std::string written = Written(records);
  std::vector<GameRecord> again;
  try {
    again = ReadGameRecords(written, "written");
  } catch (const InputError& error) {
    Require(false, std::string("what was written can be read; refused with: ") + error.what());
  }
  Require(again == records, "records are the same when they are written and read");
  Require(Written(again) == written, "records are written in the same way again");
}

}  // namespace
}  // namespace lielow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lielow::CheckGameRecords(std::string(data, data + size));
  return 0;
}
