#include "selfplay/game_message.h"

#include <cstdio>
#include <optional>
#include <stdexcept>

#include "game/input_error.h"

// The bytes; numbers are little-endian:
//   1  format version, 1
//   8  run
//   8  session
//   8  number of the game
//   8  seed of the game
//   1  squares a side of the board
//   1  who would have resigned: 0 nobody, 1 Blue, 2 Red
// then the moves (selfplay/recorded_game.cc).

namespace lielow {
namespace {

constexpr unsigned char kFormatVersion = 1;
constexpr std::size_t kHeadBytes = 35;

void Append(std::string& bytes, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(number >> (8 * i) & 0xff));
}

std::uint64_t NumberAt(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return number;
}

[[noreturn]] void Fail(const std::string& reason) { throw InputError("game message: " + reason); }

char ResignedByte(const std::optional<Color>& color) {
  if (!color) return 0;
  return *color == Color::kBlue ? 1 : 2;
}

}  // namespace

std::string EncodeGameMessage(const GameMessage& message) {
  const RecordedGame& game = message.game;
  const auto refuse = [&](const char* reason) {
    throw std::invalid_argument("game " + std::to_string(game.number) + ": " + reason);
  };
  if (game.termination == Termination::kUnfinished) refuse("is not finished");
  if (game.start != Position(game.start.size())) refuse("did not begin at the standard start");
  std::string bytes(1, static_cast<char>(kFormatVersion));
  Append(bytes, message.run);
  Append(bytes, message.session);
  Append(bytes, static_cast<std::uint64_t>(game.number));
  Append(bytes, game.seed);
  bytes.push_back(static_cast<char>(game.start.size()));
  bytes.push_back(ResignedByte(game.would_resign));
  bytes += EncodeMoves(game);
  if (bytes.size() > kLongestGameMessage) refuse("is too long for a message");
  return bytes;
}

GameMessage DecodeGameMessage(std::string_view bytes) {
  if (bytes.size() > kLongestGameMessage) {
    Fail(std::to_string(bytes.size()) + " bytes are too long");
  }
  if (bytes.size() < kHeadBytes) Fail("ends before the game begins");
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (byte(0) != kFormatVersion) {
    Fail("format version " + std::to_string(byte(0)) + ": this program reads " +
         std::to_string(kFormatVersion));
  }
  GameMessage message;
  message.run = NumberAt(bytes, 1);
  message.session = NumberAt(bytes, 9);
  RecordedGame& game = message.game;
  game.number = static_cast<std::int64_t>(NumberAt(bytes, 17));
  if (game.number < 0) Fail("number " + std::to_string(game.number) + ": must be from 0");
  game.seed = NumberAt(bytes, 25);
  game.start = Position(byte(33));  // Throws for a size that there is not.
  if (byte(34) > 2) Fail("resignation " + std::to_string(byte(34)) + ": must be 0 to 2");
  if (byte(34) != 0) game.would_resign = byte(34) == 1 ? Color::kBlue : Color::kRed;
  DecodeMoves(bytes.substr(kHeadBytes), 0, game);
  if (game.termination == Termination::kUnfinished) Fail("the game is not finished");
  return message;
}

std::string SessionName(std::uint64_t session) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(session));
  return text;
}

std::string GameMessageId(std::uint64_t session, std::int64_t number) {
  return SessionName(session) + "-" + std::to_string(number);
}

}  // namespace lielow
