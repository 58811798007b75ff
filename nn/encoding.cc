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
  std::array<std::uint8_t, kMaxSquares> square;  // By Square::number(); row * N + column after it.
  std::array<std::uint8_t, kNumDirections> direction;
  std::vector<std::uint16_t> action;  // By action index.
};

ViewTable MakeViewTable(Symmetry view, int size) {
  ViewTable table{};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const Square square(column, row);
      const Square viewed = view.Apply(square, size);
      table.square[static_cast<std::size_t>(square.number())] =
          static_cast<std::uint8_t>(viewed.row() * size + viewed.column());
    }
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

// Calls visit(square, direction, target) for every landing on the board of `color`'s stacks,
// whatever stands there, and leaves(square) for every stack that can leave.
template <class Visit, class Leaves>
void ForEachLanding(const Position& position, Color color, Visit visit, Leaves leaves) {
  const int size = position.size();
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const Square square(column, row);
      if (position.color(square) != color) continue;
      const int height = position.height(square);
      bool can_leave = false;
      for (std::size_t d = 0; d < kNumCompassDirections; ++d) {
        const int to_column = column + kColumnStep[d] * height;
        const int to_row = row + kRowStep[d] * height;
        if (to_column < 0 || to_column >= size || to_row < 0 || to_row >= size) {
          can_leave = true;
        } else {
          visit(square, d, Square(to_column, to_row));
        }
      }
      if (can_leave) leaves(square);
    }
  }
}

}  // namespace

void Encode(const Position& position, Symmetry view, std::span<float> planes) {
  const int size = position.size();
  assert(planes.size() == static_cast<std::size_t>(EncodedSize(size)));
  const auto area = static_cast<std::size_t>(size * size);
  const ViewTable& table = Table(view, size);
  const auto cell = [&](std::size_t plane, Square square) -> float& {
    return planes[plane * area + table.square[static_cast<std::size_t>(square.number())]];
  };
  std::fill(planes.begin(), planes.end(), 0.0F);
  std::fill_n(planes.begin() + static_cast<std::ptrdiff_t>(kBoardPlane * area), area, 1.0F);

  const Color own = position.to_move();
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const Square square(column, row);
      const auto owner = position.color(square);
      if (!owner) continue;
      const int side = *owner == own ? 0 : kMaxSize;
      cell(static_cast<std::size_t>(kHeightPlanes + side + position.height(square) - 1), square) =
          1;
    }
  }
  std::size_t side = 0;
  for (const Color color : {Other(own), own}) {
    side = color == own ? 0 : 1;
    if (const auto king = position.king(color)) cell(kKingPlanes + side, *king) = 1;
    ForEachLanding(
        position, color,
        [&](Square from, std::size_t d, Square to) {
          cell(kLandingPlanes + side, to) += kLandingUnit;
          if (color != own) return;
          const std::size_t viewed = table.direction[d];
          const auto owner = position.color(to);
          if (owner == Other(own)) cell(kCapturePlanes + viewed, from) = 1;
          // The other side's landings are complete here: they are visited first.
          if (owner != own && cell(kLandingPlanes + 1, to) > 0) {
            cell(kContestedPlanes + viewed, from) = 1;
          }
        },
        [&](Square from) { cell(kLeavingPlanes + side, from) = 1; });
  }
}

int ViewedAction(Move move, Symmetry view, int size) {
  return Table(view, size).action[static_cast<std::size_t>(ActionIndex(move, size))];
}

}  // namespace lielow
