// The two sides of the game.

#pragma once

namespace lielow {

enum class Color : unsigned char { kBlue, kRed };

constexpr Color Other(Color color) { return color == Color::kBlue ? Color::kRed : Color::kBlue; }

// 0 for Blue, 1 for Red: for arrays with an entry a side.
constexpr int Index(Color color) { return static_cast<int>(color); }

// "b" or "r", as in position strings and JSON.
constexpr const char* Letter(Color color) { return color == Color::kBlue ? "b" : "r"; }

constexpr const char* Name(Color color) { return color == Color::kBlue ? "Blue" : "Red"; }

}  // namespace lielow
