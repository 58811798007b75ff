// A finished game on its way to a learner elsewhere, as bytes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "selfplay/recorded_game.h"

namespace lielow {

struct GameMessage {
  std::uint64_t run = 0;      // The run that it is played for.
  std::uint64_t session = 0;  // The worker, from one of its starts to its end.
  RecordedGame game;          // Its number is unique within the session.

  bool operator==(const GameMessage&) const = default;
};

// Longer ones are not looked at. Games take about 6 KiB; a server takes 1 MiB unless told else.
inline constexpr std::size_t kLongestGameMessage = std::size_t{512} << 10;

// Throws std::invalid_argument as EncodeMoves, and for a game that is not finished, did not begin
// at the standard start or is too long.
std::string EncodeGameMessage(const GameMessage& message);

// Reads what EncodeGameMessage wrote, from whomever: the game is replayed by the rules. Throws
// InputError for anything else (see DecodeMoves).
GameMessage DecodeGameMessage(std::string_view bytes);

// "2f0c3b1a00000000-17": the same for the same game, however often it is sent.
std::string GameMessageId(std::uint64_t session, std::int64_t number);

// The 16 hexadecimal digits by which a session is named.
std::string SessionName(std::uint64_t session);

}  // namespace lielow
