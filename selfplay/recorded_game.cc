#include "selfplay/recorded_game.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "game/input_error.h"

// The bytes; numbers are little-endian:
//   1     format version
// then for each ply, until the game is over:
//   1     bit 0: trained; bits 1 and 2: proof (0 none, 1 win, 2 loss)
//   2     index of the move among the legal moves
//   4     value, an IEEE 754 single
// and where the ply is trained, with n legal moves:
//   (n+7)/8  a bit a move, lowest first: its probability is not zero
//   2 each   these probabilities, in units of 1/65535; they sum to 65535
//
// There is one encoding of a game only, so a decoded game encodes to the same bytes again.

namespace lielow {
namespace {

constexpr unsigned kFormatVersion = 1;
constexpr unsigned kTrainedBit = 1;
constexpr int kProofShift = 1;
constexpr unsigned kUnits = 65535;

// A sum of floats over some hundred moves strays by far less; a policy that was not normalised by
// far more.
constexpr double kSumTolerance = 1e-3;

std::size_t BitmapBytes(std::size_t moves) { return (moves + 7) / 8; }

void AppendNumber(std::string& bytes, std::uint32_t number, int count) {
  for (int i = 0; i < count; ++i) {
    bytes.push_back(static_cast<char>(number >> (8 * i) & 0xff));
  }
}

bool IsProbability(float x) { return x >= 0 && x <= 1; }  // False for NaN.

// The policy in whole units that sum to kUnits: rounded down, and the units still missing go to the
// largest remainders. Rounding each to the nearest would miss the sum, and normalising again would
// then move large probabilities by many units.
std::vector<unsigned> InUnits(std::span<const float> policy) {
  const double sum = std::accumulate(policy.begin(), policy.end(), 0.0);
  std::vector<unsigned> units;
  std::vector<double> remainders;
  unsigned missing = kUnits;
  for (const float probability : policy) {
    const double exact = probability / sum * kUnits;
    units.push_back(static_cast<unsigned>(exact));
    remainders.push_back(exact - units.back());
    missing -= units.back();
  }
  std::vector<std::size_t> order(policy.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (unsigned i = 0; i < missing; ++i) ++units[order[i]];
  return units;
}

void AppendPolicy(std::string& bytes, std::span<const float> policy) {
  const std::vector<unsigned> units = InUnits(policy);
  for (std::size_t first = 0; first < units.size(); first += 8) {
    unsigned present = 0;
    for (std::size_t i = first; i < std::min(first + 8, units.size()); ++i) {
      if (units[i] != 0) present |= 1U << (i - first);
    }
    AppendNumber(bytes, present, 1);
  }
  for (const unsigned unit : units) {
    if (unit != 0) AppendNumber(bytes, unit, 2);
  }
}

// What is wrong with a move of a position that has `legal` moves; nullopt if nothing is.
std::optional<std::string> Fault(const RecordedMove& move, const MoveList& legal) {
  if (std::find(legal.begin(), legal.end(), move.move) == legal.end()) return "illegal move";
  if (!IsProbability(move.value)) {
    return "value " + std::to_string(move.value) + ": must be 0 to 1";
  }
  const std::size_t expected = move.trained ? static_cast<std::size_t>(legal.size()) : 0;
  if (move.policy.size() != expected) {
    return "policy of " + std::to_string(move.policy.size()) + " moves: must have " +
           std::to_string(expected);
  }
  for (const float probability : move.policy) {
    // Not IsProbability: rounding can make the only move's a little more than 1.
    if (!(probability >= 0)) {
      return "probability " + std::to_string(probability) + ": must be 0 to 1";
    }
  }
  const double sum = std::accumulate(move.policy.begin(), move.policy.end(), 0.0);
  if (move.trained && std::abs(sum - 1) > kSumTolerance) {
    return "policy sums to " + std::to_string(sum) + ": must be 1";
  }
  return std::nullopt;
}

// Takes a game apart; every throw names the byte.
class MoveReader {
 public:
  explicit MoveReader(std::string_view bytes) : bytes_(bytes) {}

  void ReadVersion() {
    const std::uint32_t version = Number(1);
    if (version != kFormatVersion) {
      Fail("format version " + std::to_string(version) + ": this program reads " +
           std::to_string(kFormatVersion));
    }
  }

  RecordedMove ReadMove(const MoveList& legal) {
    RecordedMove move;
    const std::uint32_t flags = Number(1);
    move.trained = (flags & kTrainedBit) != 0;
    switch (flags >> kProofShift) {
      case 0:
        move.proof = Proof::kNone;
        break;
      case 1:
        move.proof = Proof::kWin;
        break;
      case 2:
        move.proof = Proof::kLoss;
        break;
      default:
        Fail("flags " + std::to_string(flags) + ": must be 0 to 5");
    }
    const std::uint32_t index = Number(2);
    if (index >= static_cast<std::uint32_t>(legal.size())) {
      Fail("move " + std::to_string(index) + ": must be 0 to " + std::to_string(legal.size() - 1));
    }
    move.move = legal[static_cast<int>(index)];
    move.value = std::bit_cast<float>(Number(4));
    if (!IsProbability(move.value)) {
      Fail("value " + std::to_string(move.value) + ": must be 0 to 1");
    }
    if (move.trained) move.policy = ReadPolicy(static_cast<std::size_t>(legal.size()));
    return move;
  }

  void ExpectEnd() const {
    if (at_ != bytes_.size()) {
      Fail(std::to_string(bytes_.size() - at_) + " bytes left over after the end of the game");
    }
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw InputError("recorded game, byte " + std::to_string(at_) + ": " + reason);
  }

  std::string_view Take(std::size_t count) {
    if (bytes_.size() - at_ < count) Fail("the data ends before the game does");
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }

  std::uint32_t Number(std::size_t count) {
    const std::string_view taken = Take(count);
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      number |= std::uint32_t{static_cast<unsigned char>(taken[i])} << (8 * i);
    }
    return number;
  }

  std::vector<float> ReadPolicy(std::size_t moves) {
    const std::string_view bitmap = Take(BitmapBytes(moves));
    std::vector<float> policy(moves, 0.0F);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < 8 * bitmap.size(); ++i) {
      if ((static_cast<unsigned char>(bitmap[i / 8]) >> (i % 8) & 1U) == 0) continue;
      if (i >= moves) Fail("probability of move " + std::to_string(i) + ": there is none");
      const std::uint32_t units = Number(2);
      if (units == 0) Fail("probability of 0 among those that are not");
      sum += units;
      policy[i] = static_cast<float>(static_cast<double>(units) / kUnits);
    }
    if (sum != kUnits) {
      Fail("policy sums to " + std::to_string(sum) + " units: must be " + std::to_string(kUnits));
    }
    return policy;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;  // Never beyond the end.
};

}  // namespace

int RecordedGame::TrainedPositions() const {
  return static_cast<int>(std::count_if(moves.begin(), moves.end(),
                                        [](const RecordedMove& move) { return move.trained; }));
}

std::string EncodeMoves(const RecordedGame& game) {
  const auto refuse = [&](const std::string& reason) {
    throw std::invalid_argument("game " + std::to_string(game.number) + ": " + reason);
  };
  std::string bytes;
  AppendNumber(bytes, kFormatVersion, 1);
  Position position = game.start;
  if (position.over()) refuse("is over at its start");
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const RecordedMove& move = game.moves[ply];
    const MoveList legal = position.LegalMoves();
    if (const auto fault = Fault(move, legal)) {
      refuse("ply " + std::to_string(ply + 1) + ": " + *fault);
    }
    const unsigned proof = move.proof == Proof::kWin ? 1 : move.proof == Proof::kLoss ? 2 : 0;
    AppendNumber(bytes, proof << kProofShift | (move.trained ? kTrainedBit : 0), 1);
    const auto index = std::find(legal.begin(), legal.end(), move.move) - legal.begin();
    AppendNumber(bytes, static_cast<std::uint32_t>(index), 2);
    AppendNumber(bytes, std::bit_cast<std::uint32_t>(move.value), 4);
    if (move.trained) AppendPolicy(bytes, move.policy);
    position.Play(move.move);
  }
  if (!position.over()) refuse("is not finished");
  if (position.winner() != game.winner || position.ending() != game.ending) {
    refuse("winner or ending is not what the moves lead to");
  }
  return bytes;
}

void DecodeMoves(std::string_view bytes, RecordedGame& game) {
  MoveReader reader(bytes);
  reader.ReadVersion();
  Position position = game.start;
  if (position.over()) throw InputError("recorded game: the start position is over");
  std::vector<RecordedMove> moves;
  while (!position.over()) {
    moves.push_back(reader.ReadMove(position.LegalMoves()));
    position.Play(moves.back().move);
  }
  reader.ExpectEnd();
  game.moves = std::move(moves);
  game.winner = *position.winner();
  game.ending = position.ending();
}

}  // namespace lielow
