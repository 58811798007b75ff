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
constexpr int kCapturePlanes = 25;
constexpr int kContestedPlanes = 33;
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
    std::ranges::fill(planes_.subspan(kBoardPlane * kArea, kArea), 1.0F);
    const Color own = board_.to_move();
    // The other side first: where its stacks land must be complete for the contested planes.
    for (const Color color : {Other(own), own}) {
      const int side = color == own ? 0 : 1;
      if (board_.king(color) != kNoBoardSquare) Cell(kKingPlanes + side, board_.king(color)) = 1;
      for (auto left = board_.stacks(color); left != 0; left &= left - 1) {
        WriteStack(First(left), side);
      }
    }
    WriteOwnMoves(board_.stacks(own), board_.stacks(Other(own)));
  }

 private:
  static constexpr std::size_t kArea = N * N;

  float& Cell(int plane, int square) {
    return planes_[static_cast<std::size_t>(plane) * kArea +
                   table_.square[static_cast<std::size_t>(square)]];
  }

  // `side`: 0 for the player to move, 1 for the other.
  void WriteStack(int square, int side) {
    const int height = board_.height(square);
    Cell(kHeightPlanes + side * kMaxSize + height - 1, square) = 1;
    const bool can_leave = (kBoardTables<N>.leaves[height] >> square & 1) != 0;
    if (can_leave) Cell(kLeavingPlanes + side, square) = 1;
    ForEachLanding(square, height, [&](int /*direction*/, int to) {
      Cell(kLandingPlanes + side, to) += kLandingUnit;
    });
  }

  // REQUIRES: all stacks are written.
  void WriteOwnMoves(typename Board<N>::Set own, typename Board<N>::Set enemies) {
    for (auto left = own; left != 0; left &= left - 1) {
      const int from = First(left);
      ForEachLanding(from, board_.height(from), [&](int direction, int to) {
        const int viewed = table_.direction[static_cast<std::size_t>(direction)];
        if ((enemies >> to & 1) != 0) Cell(kCapturePlanes + viewed, from) = 1;
        const bool own_there = (own >> to & 1) != 0;
        const bool contested = Cell(kLandingPlanes + 1, to) > 0;
        if (!own_there && contested) Cell(kContestedPlanes + viewed, from) = 1;
      });
    }
  }

  // Every landing on the board, whatever stands there.
  template <class Visit>
  static void ForEachLanding(int from, int height, Visit visit) {
    for (int d = 0; d < kNumCompassDirections; ++d) {
      if ((kBoardTables<N>.stays[height][d] >> from & 1) != 0) {
        visit(d, from + kBoardTables<N>.offset[height][d]);
      }
    }
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
