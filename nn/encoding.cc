#include "nn/encoding.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

namespace lielow {
namespace {

constexpr int kHeightPlanes = 0;
constexpr int kKingPlanes = 18;
constexpr int kLandingPlanes = 20;
constexpr int kLeavingPlanes = 22;
constexpr int kBoardPlane = 24;
constexpr int kAttackedPlanes = 25;
constexpr int kKingAttackedPlane = 27;
constexpr int kCapturePlanes = 28;
constexpr int kContestedPlanes = 36;
constexpr int kCheckPlanes = 44;
constexpr float kLandingUnit = 0.25F;

// What a symmetry does to squares and actions of one board size.
struct ViewTable {
  std::array<std::uint8_t, kMaxSquares> square;  // row * N + column, before and after.
  std::array<std::uint8_t, kNumDirections> direction;
  std::vector<std::uint16_t> action;  // By action index.
};

ViewTable MakeViewTable(Symmetry view, int size) {
  ViewTable table{};
  for (int number = 0; number < size * size; ++number) {
    const Square viewed = view.Apply(Square(number % size, number / size), size);
    table.square[static_cast<std::size_t>(number)] =
        static_cast<std::uint8_t>(viewed.row() * size + viewed.column());
  }
  for (std::size_t d = 0; d < kNumDirections; ++d) {
    table.direction[d] = static_cast<std::uint8_t>(view.Apply(static_cast<Direction>(d)));
  }
  for (int index = 0; index < NumActions(size); ++index) {
    table.action.push_back(
        static_cast<std::uint16_t>(ActionIndex(view.Apply(ActionMove(index, size), size), size)));
  }
  return table;
}

const ViewTable& Table(Symmetry view, int size) {
  static const std::vector<ViewTable> tables = [] {
    std::vector<ViewTable> all;
    for (int n = kMinSize; n <= kMaxSize; ++n) {
      for (int index = 0; index < kNumSymmetries; ++index) {
        all.push_back(MakeViewTable(Symmetry(index), n));
      }
    }
    return all;
  }();
  return tables[static_cast<std::size_t>((size - kMinSize) * kNumSymmetries + view.index())];
}

// Writes the planes of one position.
template <int N>
class PlaneWriter {
 public:
  PlaneWriter(const Board<N>& board, const ViewTable& table, std::span<float> planes)
      : board_(board), table_(table), planes_(planes) {}

  void Write() {
    std::fill(planes_.begin(), planes_.end(), 0.0F);
    const bool king_attacked = board_.KingAttackers(Other(board_.to_move())) != 0;
    for (float* cell = planes_.data(); cell != planes_.data() + planes_.size();
         cell += kNumPlanes) {
      cell[kBoardPlane] = 1;
      cell[kKingAttackedPlane] = king_attacked ? 1 : 0;
    }
    const Color own = board_.to_move();
    const Color other = Other(own);
    const Set landed_on = WriteStacks(other, 1);
    const Set can_land_on = WriteStacks(own, 0);
    Mark(board_.stacks(own) & landed_on, kAttackedPlanes);
    Mark(board_.stacks(other) & can_land_on, kAttackedPlanes + 1);
    WriteOwnMoves(landed_on);
  }

 private:
  using Set = SquareSet<N>;

  float* Cell(int square) {
    return planes_.data() + table_.square[static_cast<std::size_t>(square)] * kNumPlanes;
  }

  void Mark(Set squares, int plane) {
    for (; squares != 0; squares &= squares - 1) Cell(First(squares))[plane] = 1;
  }

  // `side`: 0 for the player to move, 1 for the other. Returns where its stacks land.
  Set WriteStacks(Color color, int side) {
    if (board_.king(color) != kNoBoardSquare) Cell(board_.king(color))[kKingPlanes + side] = 1;
    Set landings = 0;
    Set left = board_.stacks(color);
    for (int height = 1; left != 0; ++height) {
      const Set stacks = board_.StacksOfHeight(color, height);
      left ^= stacks;
      Mark(stacks, kHeightPlanes + side * kMaxSize + height - 1);
      Mark(stacks & kBoardTables<N>.leaves[height], kLeavingPlanes + side);
      for (int d = 0; d < kNumCompassDirections; ++d) {
        const Set to = LandingsOf(stacks, height, d);
        landings |= to;
        for (Set rest = to; rest != 0; rest &= rest - 1) {
          Cell(First(rest))[kLandingPlanes + side] += kLandingUnit;
        }
      }
    }
    return landings;
  }

  void WriteOwnMoves(Set contested) {
    const Color own = board_.to_move();
    const Set enemies = board_.stacks(Other(own));
    const Set empty = ~(board_.stacks(own) | enemies);
    Set left = board_.stacks(own);
    for (int height = 1; left != 0; ++height) {
      const Set stacks = board_.StacksOfHeight(own, height);
      left ^= stacks;
      if (stacks == 0) continue;
      const Set checks =
          (empty & AttackersOfKing(std::min(height + 1, N))) | (enemies & AttackersOfKing(1));
      for (int d = 0; d < kNumCompassDirections; ++d) {
        const Set to = LandingsOf(stacks, height, d);
        const int viewed = table_.direction[static_cast<std::size_t>(d)];
        const int offset = kBoardTables<N>.offset[height][d];
        Mark(Shifted(to & enemies, -offset), kCapturePlanes + viewed);
        Mark(Shifted(to & contested & (empty | enemies), -offset), kContestedPlanes + viewed);
        Mark(Shifted(to & checks, -offset), kCheckPlanes + viewed);
      }
    }
  }

  // Every landing on the board, whatever stands there.
  static Set LandingsOf(Set stacks, int height, int direction) {
    return Shifted(stacks & kBoardTables<N>.stays[height][direction],
                   kBoardTables<N>.offset[height][direction]);
  }

  // The squares from which a stack of a height attacks the other's king.
  Set AttackersOfKing(int height) const {
    const int king = board_.king(Other(board_.to_move()));
    if (king == kNoBoardSquare) return 0;
    // As far as one comes from there, one comes to it.
    Set attackers = 0;
    for (int d = 0; d < kNumCompassDirections; ++d) {
      attackers |= LandingsOf(SquareBit<Set>(king), height, d);
    }
    return attackers;
  }

  const Board<N>& board_;
  const ViewTable& table_;
  const std::span<float> planes_;
};

}  // namespace

void Encode(const Position& position, Symmetry view, std::span<float> planes) {
  assert(planes.size() == static_cast<std::size_t>(EncodedSize(position.size())));
  const ViewTable& table = Table(view, position.size());
  position.OnBoard([&](const auto& board) { PlaneWriter(board, table, planes).Write(); });
}

int ViewedAction(Move move, Symmetry view, int size) {
  return Table(view, size).action[static_cast<std::size_t>(ActionIndex(move, size))];
}

}  // namespace lielow
