// The weights of the plain evaluation, in hundredths of a unit of log-odds.

#pragma once

#include <array>

#include "game/square.h"

namespace lielow {

struct EvaluationWeights {
  // A stack by its height, and by its distance from the nearest border, where 3 stands for more.
  using Placement = std::array<std::array<int, 4>, kMaxSize + 1>;
  Placement stack;
  Placement king;

  // By the number of a side's stacks, where 9 stands for more.
  std::array<int, 10> count;

  // By the number of squares to which the king can go safely, where 2 stands for more.
  std::array<int, 3> king_escapes;

  // Each square on which a stack of the side can land.
  int square;

  // Each enemy stack that can be captured: where it is the side's own turn, and where it is not.
  // First those where the capturing stack could be captured next, then the others, by their height,
  // where 5 stands for more.
  std::array<int, 2> defended_target;
  std::array<std::array<int, 2>, 6> free_target;

  // Each square from which a stack that goes there next would attack the enemy king: where it could
  // not be captured, and where it could. The same for moves that capture.
  int safe_check;
  int unsafe_check;
  int safe_capture_check;
  int unsafe_capture_check;

  int turn;  // For being on turn.
};

// clang-format off
inline constexpr EvaluationWeights kWeights = {
  .stack = {{
    {0, 0, 0, 0},
    {100, 114, 132, 140},
    {88, 106, 108, 94},
    {64, 78, 79, 80},
    {35, 61, 44, 29},
    {18, 38, 1, 15},
    {18, 11, -80, -80},
    {-18, -6, -6, -6},
    {-41, -41, -41, -41},
    {-41, -41, -41, -41},
  }},
  .king = {{
    {0, 0, 0, 0},
    {109, 107, 150, 170},
    {91, 100, 107, 104},
    {67, 43, 53, 70},
    {-12, 18, -8, -24},
    {-65, -32, -110, -116},
    {-87, -104, -140, -140},
    {-160, -151, -151, -151},
    {-169, -169, -169, -169},
    {-169, -169, -169, -169},
  }},
  .count = {0, -135, -148, -17, 47, 70, 69, 66, 48, 48},
  .king_escapes = {-2, -1, 13},
  .square = 3,
  .defended_target = {25, 19},
  .free_target = {{{0, 0}, {158, 36}, {88, 42}, {65, 38}, {65, 44}, {99, 74}}},
  .safe_check = 34,
  .unsafe_check = 10,
  .safe_capture_check = 12,
  .unsafe_capture_check = 2,
  .turn = 3,
};
// clang-format on

}  // namespace lielow
