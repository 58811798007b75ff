#include "selfplay/recorded_game.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "game/input_error.h"

// The bytes; numbers are little-endian:
//   1     format version, 2
//   1     termination: 0 unfinished, 1 king captured, 2 king moved off, 3 resigned
//   2     plies
// then for each ply:
//   1     bit 0: full search; bits 1 and 2: proof (0 none, 1 win, 2 loss); bit 3: fast search
//   2     index of the move among the legal moves
//   4     value, an IEEE 754 single
//   4     step of the model
// and where the search was full, with n legal moves:
//   4     surprise, an IEEE 754 single
//   (n+7)/8  a bit a move, lowest first: its probability is not zero
//   2 each   these probabilities, in units of 1/65535; they sum to 65535
//
// There is one encoding of a game only, so a decoded game encodes to the same bytes again. Version
// 1, which is still read, had no end, number of plies, step, surprise and fast searches.

namespace lielow {
namespace {

constexpr unsigned kFormatVersion = 2;
constexpr unsigned kFullBit = 1;
constexpr int kProofShift = 1;
constexpr unsigned kFastBit = 8;
constexpr std::size_t kMostPlies = 0xffff;

// By their numbers in the bytes.
constexpr std::array kTerminations = {Termination::kUnfinished, Termination::kKingCaptured,
                                      Termination::kKingMovedOff, Termination::kResigned};
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

float Probability(unsigned units) {
  return static_cast<float>(static_cast<double>(units) / kUnits);
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

unsigned Flags(const RecordedMove& move) {
  const unsigned proof = move.proof == Proof::kWin ? 1 : move.proof == Proof::kLoss ? 2 : 0;
  const unsigned effort = move.effort == Effort::kFull   ? kFullBit
                          : move.effort == Effort::kFast ? kFastBit
                                                         : 0;
  return effort | proof << kProofShift;
}

// Whether a game whose moves lead to `position` can have ended so.
bool Fits(Termination termination, const Position& position) {
  const bool played_out =
      termination == Termination::kKingCaptured || termination == Termination::kKingMovedOff;
  return played_out ? TerminationOf(position.ending()) == termination : !position.over();
}

Color WinnerOf(const Position& position) {
  return position.over() ? *position.winner() : Other(position.to_move());
}

// What is wrong with a move of a position that has `legal` moves; nullopt if nothing is.
std::optional<std::string> Fault(const RecordedMove& move, const MoveList& legal) {
  if (std::find(legal.begin(), legal.end(), move.move) == legal.end()) return "illegal move";
  if (!IsProbability(move.value)) {
    return "value " + std::to_string(move.value) + ": must be 0 to 1";
  }
  if (!(move.surprise >= 0 && move.surprise <= std::numeric_limits<float>::max())) {
    return "surprise " + std::to_string(move.surprise) + ": must be a number from 0";
  }
  if (move.model_step < 0 || move.model_step > std::numeric_limits<std::uint32_t>::max()) {
    return "step " + std::to_string(move.model_step) + " of the model: must be 0 to 4294967295";
  }
  if (!move.trained() && move.surprise != 0) return "surprise without a full search";
  const std::size_t expected = move.trained() ? static_cast<std::size_t>(legal.size()) : 0;
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
  if (move.trained() && std::abs(sum - 1) > kSumTolerance) {
    return "policy sums to " + std::to_string(sum) + ": must be 1";
  }
  return std::nullopt;
}

// Takes a game apart; every throw names the byte.
class MoveReader {
 public:
  explicit MoveReader(std::string_view bytes) : bytes_(bytes) {}

  void ReadVersion() {
    version_ = Number(1);
    if (version_ < 1 || version_ > kFormatVersion) {
      Fail("format version " + std::to_string(version_) + ": this program reads 1 to " +
           std::to_string(kFormatVersion));
    }
  }

  unsigned version() const { return version_; }

  Termination ReadTermination() {
    const std::uint32_t termination = Number(1);
    if (termination >= kTerminations.size()) {
      Fail("termination " + std::to_string(termination) + ": must be 0 to 3");
    }
    return kTerminations[termination];
  }

  std::size_t ReadPlies() { return Number(2); }

  RecordedMove ReadMove(const MoveList& legal, std::int64_t model_step) {
    RecordedMove move;
    const std::uint32_t flags = Number(1);
    const unsigned known = 7 | (version_ > 1 ? kFastBit : 0);
    const unsigned proof = flags >> kProofShift & 3U;
    const bool full = (flags & kFullBit) != 0;
    const bool fast = (flags & kFastBit) != 0;
    if ((flags & ~known) != 0 || proof == 3 || (full && fast)) {
      Fail("flags " + std::to_string(flags) + ": no such combination");
    }
    move.effort = full ? Effort::kFull : fast ? Effort::kFast : Effort::kNone;
    move.proof = proof == 1 ? Proof::kWin : proof == 2 ? Proof::kLoss : Proof::kNone;
    const std::uint32_t index = Number(2);
    if (index >= static_cast<std::uint32_t>(legal.size())) {
      Fail("move " + std::to_string(index) + ": must be 0 to " + std::to_string(legal.size() - 1));
    }
    move.move = legal[static_cast<int>(index)];
    move.value = std::bit_cast<float>(Number(4));
    if (!IsProbability(move.value)) {
      Fail("value " + std::to_string(move.value) + ": must be 0 to 1");
    }
    move.model_step = version_ > 1 ? Number(4) : model_step;
    if (!full) return move;
    if (version_ > 1) {
      move.surprise = std::bit_cast<float>(Number(4));
      if (!std::isfinite(move.surprise) || std::signbit(move.surprise)) {
        Fail("surprise " + std::to_string(move.surprise) + ": must be a number from 0");
      }
    }
    move.policy = ReadPolicy(static_cast<std::size_t>(legal.size()));
    return move;
  }

  [[noreturn]] void Fail(const std::string& reason) const {
    throw InputError("recorded game, byte " + std::to_string(at_) + ": " + reason);
  }

  void ExpectEnd() const {
    if (at_ != bytes_.size()) {
      Fail(std::to_string(bytes_.size() - at_) + " bytes left over after the end of the game");
    }
  }

 private:
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
      policy[i] = Probability(units);
    }
    if (sum != kUnits) {
      Fail("policy sums to " + std::to_string(sum) + " units: must be " + std::to_string(kUnits));
    }
    return policy;
  }

  std::string_view bytes_;
  unsigned version_ = 0;
  std::size_t at_ = 0;  // Never beyond the end.
};

}  // namespace

int RecordedGame::TrainedPositions() const {
  return static_cast<int>(std::count_if(moves.begin(), moves.end(),
                                        [](const RecordedMove& move) { return move.trained(); }));
}

void RoundPolicy(std::vector<float>& policy) {
  const std::vector<unsigned> units = InUnits(policy);
  std::transform(units.begin(), units.end(), policy.begin(), Probability);
}

std::string EncodeMoves(const RecordedGame& game) {
  const auto refuse = [&](const std::string& reason) {
    throw std::invalid_argument("game " + std::to_string(game.number) + ": " + reason);
  };
  Position position = game.start;
  if (position.over()) refuse("is over at its start");
  if (game.moves.size() > kMostPlies) refuse("has more than 65535 plies");
  std::string bytes;
  AppendNumber(bytes, kFormatVersion, 1);
  const auto* const termination =
      std::find(kTerminations.begin(), kTerminations.end(), game.termination);
  if (termination == kTerminations.end()) refuse("a game cannot end so");
  AppendNumber(bytes, static_cast<std::uint32_t>(termination - kTerminations.begin()), 1);
  AppendNumber(bytes, static_cast<std::uint32_t>(game.moves.size()), 2);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const RecordedMove& move = game.moves[ply];
    const MoveList legal = position.LegalMoves();
    if (const auto fault = Fault(move, legal)) {
      refuse("ply " + std::to_string(ply + 1) + ": " + *fault);
    }
    AppendNumber(bytes, Flags(move), 1);
    const auto index = std::find(legal.begin(), legal.end(), move.move) - legal.begin();
    AppendNumber(bytes, static_cast<std::uint32_t>(index), 2);
    AppendNumber(bytes, std::bit_cast<std::uint32_t>(move.value), 4);
    AppendNumber(bytes, static_cast<std::uint32_t>(move.model_step), 4);
    if (move.trained()) {
      AppendNumber(bytes, std::bit_cast<std::uint32_t>(std::abs(move.surprise)), 4);
      AppendPolicy(bytes, move.policy);
    }
    position.Play(move.move);
  }
  if (!Fits(game.termination, position)) refuse("its termination is not what the moves lead to");
  if (game.termination != Termination::kUnfinished && game.winner != WinnerOf(position)) {
    refuse("its winner is not whom the moves lead to");
  }
  return bytes;
}

void DecodeMoves(std::string_view bytes, std::int64_t model_step, RecordedGame& game) {
  MoveReader reader(bytes);
  reader.ReadVersion();
  Position position = game.start;
  if (position.over()) throw InputError("recorded game: the start position is over");
  const bool has_header = reader.version() > 1;
  Termination termination = has_header ? reader.ReadTermination() : Termination::kUnfinished;
  const std::size_t plies = has_header ? reader.ReadPlies() : kMostPlies;
  std::vector<RecordedMove> moves;
  while (!position.over() && moves.size() < plies) {
    moves.push_back(reader.ReadMove(position.LegalMoves(), model_step));
    position.Play(moves.back().move);
  }
  if (!has_header) termination = TerminationOf(position.ending());
  if (has_header && moves.size() < plies) reader.Fail("the game is over before its last move");
  if (!Fits(termination, position)) reader.Fail("its termination is not what the moves lead to");
  reader.ExpectEnd();
  game.moves = std::move(moves);
  game.termination = termination;
  if (termination != Termination::kUnfinished) game.winner = WinnerOf(position);
}

}  // namespace lielow
