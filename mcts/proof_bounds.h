// What is proven about when a position is won or lost, for the player to move there.
//
// All distances are plies up to and including the move that removes a king, with best play: the
// winner shortens the game, the loser prolongs it. A search for "won within n plies" that fails
// proves something too: these are its findings, and those of all others, in one place.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lielow {

// The longest distance that is told from longer ones.
inline constexpr int kMaxPlies = 254;

// Where a distance is allowed: however long it takes.
inline constexpr int kAnyPlies = 255;

struct ProofBounds {
  static constexpr std::uint8_t kNever = 255;

  // Cannot be won, or lost, in fewer plies. kNever: it is the other way round.
  std::uint8_t least_to_win = 1;
  std::uint8_t least_to_lose = 1;

  // Where it is won or lost: in this many plies or fewer. kAnyPlies where that is not known.
  std::uint8_t most = kAnyPlies;

  bool won() const { return least_to_lose == kNever; }
  bool lost() const { return least_to_win == kNever; }

  // The exact distance, where it is proven.
  std::optional<int> plies() const {
    const int least = won() ? least_to_win : least_to_lose;
    if ((!won() && !lost()) || least != most || most > kMaxPlies) return std::nullopt;
    return most;
  }

  // What is proven of "won within `plies`", true and false, and the same of "lost".
  bool won_within(int plies) const { return won() && most <= plies; }
  bool not_won_within(int plies) const { return least_to_win > std::min(plies, kMaxPlies); }
  bool lost_within(int plies) const { return lost() && most <= plies; }
  bool not_lost_within(int plies) const { return least_to_lose > std::min(plies, kMaxPlies); }

  // Adds what `other` knows about the same position.
  void Add(ProofBounds other) {
    least_to_win = std::max(least_to_win, other.least_to_win);
    least_to_lose = std::max(least_to_lose, other.least_to_lose);
    most = std::min(most, other.most);
  }

  bool operator==(const ProofBounds&) const = default;
};

// For the player to move after a king was removed, who has won or lost already.
inline constexpr ProofBounds kWonAlready = {0, ProofBounds::kNever, 0};
inline constexpr ProofBounds kLostAlready = {ProofBounds::kNever, 0, 0};
inline constexpr ProofBounds kWonByNextMove = {1, ProofBounds::kNever, 1};

// What follows for a position from all of its children, which are added one by one. The bounds of a
// child are those of the opponent, who is to move there.
class BoundsOfChildren {
 public:
  void Add(ProofBounds child) {
    least_to_win_ = std::min<int>(least_to_win_, child.least_to_lose);
    least_to_lose_ = std::max<int>(least_to_lose_, child.least_to_win);
    const int most = std::min(child.most + 1, kAnyPlies);
    if (child.lost()) most_to_win_ = std::min(most_to_win_, most);
    if (child.won()) most_to_lose_ = std::max(most_to_lose_, most);
  }

  // REQUIRES: all children of the position were added, at least one.
  ProofBounds Get() const {
    ProofBounds bounds = {OnePlyMore(least_to_win_), OnePlyMore(least_to_lose_), kAnyPlies};
    if (bounds.won()) bounds.most = static_cast<std::uint8_t>(most_to_win_);
    if (bounds.lost()) bounds.most = static_cast<std::uint8_t>(most_to_lose_);
    return bounds;
  }

 private:
  // A number that would be taken for kNever stays below it.
  static std::uint8_t OnePlyMore(int least) {
    if (least == ProofBounds::kNever) return ProofBounds::kNever;
    return static_cast<std::uint8_t>(std::min(least + 1, kMaxPlies));
  }

  int least_to_win_ = ProofBounds::kNever;
  int least_to_lose_ = 0;
  int most_to_win_ = kAnyPlies;
  int most_to_lose_ = 0;
};

}  // namespace lielow
