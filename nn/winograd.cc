#include "nn/winograd.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

namespace lielow {
namespace {

// In one dimension, M outputs of a kernel g of 3 numbers along a line d of M + 2 numbers are
// Output(Kernel * g . Input(d)): Lavin and Gray, section 4.1, for interpolation at 0, 1, -1, 2,
// with -2 for M = 4, and infinity. In two dimensions, each is applied to columns and then to rows.
template <int M>
struct Transform;

// The vectors are `apart` from each other.
template <>
struct Transform<3> {
  static constexpr std::array<std::array<double, 3>, 5> kKernel = {{{1.0 / 2, 0, 0},
                                                                    {-1.0 / 2, -1.0 / 2, -1.0 / 2},
                                                                    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                                                    {1.0 / 6, 1.0 / 3, 2.0 / 3},
                                                                    {0, 0, 1}}};

  static void Input(Lanes* d, int apart) {
    const Lanes d0 = d[0], d1 = d[apart], d2 = d[2 * apart], d3 = d[3 * apart], d4 = d[4 * apart];
    const Lanes odd = d3 - d1;
    d[0] = 2 * (d0 - d2) + odd;
    d[apart] = (d3 - d2) - 2 * d1;
    d[2 * apart] = (d3 + 2 * d1) - 3 * d2;
    d[3 * apart] = odd;
    d[4 * apart] = (d4 - d2) - 2 * odd;
  }

  static void Output(Lanes* m, int apart) {
    const Lanes m0 = m[0], m1 = m[apart], m2 = m[2 * apart], m3 = m[3 * apart], m4 = m[4 * apart];
    const Lanes even = m1 + m2;
    m[0] = m0 + even + m3;
    m[apart] = (m1 - m2) + 2 * m3;
    m[2 * apart] = even + 4 * m3 + m4;
  }
};

template <>
struct Transform<4> {
  static constexpr std::array<std::array<double, 3>, 6> kKernel = {{{1.0 / 4, 0, 0},
                                                                    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                                                    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                                                    {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                                                    {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                                                    {0, 0, 1}}};

  static void Input(Lanes* d, int apart) {
    const Lanes d0 = d[0], d1 = d[apart], d2 = d[2 * apart], d3 = d[3 * apart], d4 = d[4 * apart],
                d5 = d[5 * apart];
    const Lanes even_one = d4 - 4 * d2;
    const Lanes odd_one = d3 - 4 * d1;
    const Lanes even_two = d4 - d2;
    const Lanes odd_two = d3 - d1;
    d[0] = 4 * d0 - 5 * d2 + d4;
    d[apart] = even_one + odd_one;
    d[2 * apart] = even_one - odd_one;
    d[3 * apart] = even_two + 2 * odd_two;
    d[4 * apart] = even_two - 2 * odd_two;
    d[5 * apart] = 4 * d1 - 5 * d3 + d5;
  }

  static void Output(Lanes* m, int apart) {
    const Lanes m0 = m[0], m1 = m[apart], m2 = m[2 * apart], m3 = m[3 * apart], m4 = m[4 * apart],
                m5 = m[5 * apart];
    const Lanes even_one = m1 + m2;
    const Lanes odd_one = m1 - m2;
    const Lanes even_two = m3 + m4;
    const Lanes odd_two = m3 - m4;
    m[0] = m0 + even_one + even_two;
    m[apart] = odd_one + 2 * odd_two;
    m[2 * apart] = even_one + 4 * even_two;
    m[3 * apart] = odd_one + 8 * odd_two + m5;
  }
};

// Matrices of the products lie a little further apart than they are long: otherwise the same
// vector of each falls into the same few lines of the cache.
constexpr int kGap = 16;

int Apart(int tiles, int planes) { return tiles * planes + kGap; }

// Calls visit(number, board, row, column) for every tile, with its number and first square.
template <class Visit>
void ForEachTile(const TileGrid& grid, int boards, Visit visit) {
  int number = 0;
  for (int board = 0; board < boards; ++board) {
    for (int row = 0; row < grid.per_side; ++row) {
      for (int column = 0; column < grid.per_side; ++column) {
        visit(number++, board, row * grid.tile, column * grid.tile);
      }
    }
  }
}

// Writes the transformed patches of all tiles: [(M + 2)^2, tiles, planes], the matrices `apart`.
// `zeros` stand for the squares outside the board.
template <int M>
void TransformInputs(const TileGrid& grid, Activations x, int boards, int planes,
                     const float* zeros, float* inputs, int apart) {
  constexpr int kPatch = M + 2;
  const int n = grid.size;
  ForEachTile(grid, boards, [&](int number, int board, int first_row, int first_column) {
    std::array<const float*, kPatch * kPatch> from;
    for (int i = 0; i < kPatch * kPatch; ++i) {
      const int row = first_row - 1 + i / kPatch;
      const int column = first_column - 1 + i % kPatch;
      const bool inside = row >= 0 && row < n && column >= 0 && column < n;
      from[static_cast<std::size_t>(i)] =
          inside ? x.values + ((board * n + row) * n + column) * x.stride : zeros;
    }
    for (int plane = 0; plane < planes; plane += kLanes) {
      Lanes patch[kPatch * kPatch];
      for (std::size_t i = 0; i < from.size(); ++i) patch[i] = LoadLanes(from[i] + plane);
      for (int i = 0; i < kPatch; ++i) Transform<M>::Input(patch + i, kPatch);
      for (int i = 0; i < kPatch; ++i) Transform<M>::Input(patch + i * kPatch, 1);
      for (int i = 0; i < kPatch * kPatch; ++i) {
        StoreLanes(inputs + i * apart + number * planes + plane, patch[i]);
      }
    }
  });
}

// Writes the squares of all tiles from the products: [(M + 2)^2, tiles, planes].
template <int M>
void TransformOutputs(const TileGrid& grid, const float* products, int apart, int boards,
                      const std::vector<float>& bias, const float* residual, float floor,
                      Activations y) {
  constexpr int kPatch = M + 2;
  const int n = grid.size;
  const int planes = static_cast<int>(bias.size());
  ForEachTile(grid, boards, [&](int number, int board, int first_row, int first_column) {
    for (int plane = 0; plane < planes; plane += kLanes) {
      Lanes patch[kPatch * kPatch];
      for (int i = 0; i < kPatch * kPatch; ++i) {
        patch[i] = LoadLanes(products + i * apart + number * planes + plane);
      }
      for (int i = 0; i < kPatch; ++i) Transform<M>::Output(patch + i, kPatch);
      for (int i = 0; i < M; ++i) Transform<M>::Output(patch + i * kPatch, 1);
      const Lanes added = LoadLanes(bias.data() + plane);
      for (int i = 0; i < M * M; ++i) {
        const int row = first_row + i / M;
        const int column = first_column + i % M;
        if (row >= n || column >= n) continue;
        const int at = ((board * n + row) * n + column) * y.stride + plane;
        Lanes sum = patch[i / M * kPatch + i % M] + added;
        if (residual != nullptr) sum += LoadLanes(residual + at);
        StoreLanes(y.values + at, AtLeast(floor, sum));
      }
    }
  });
}

}  // namespace

TileGrid::TileGrid(int board_size)
    : size(board_size),
      // Whichever covers the board with fewer multiplications.
      tile(board_size == 5 || board_size % 3 == 0 ? 3 : 4),
      per_side((board_size + tile - 1) / tile) {}

WinogradConv::WinogradConv(const ConvLayer& layer, const TileGrid& grid)
    : grid_(grid),
      in_((layer.in + kLanes - 1) / kLanes * kLanes),
      weights_(static_cast<std::size_t>(grid.patch() * grid.patch()), PanelMatrix(in_, layer.out)),
      bias_(layer.bias) {
  assert(layer.kernel == 3);
  bias_.resize(static_cast<std::size_t>(Padded(layer.out)));
  const int patch = grid.patch();
  const auto factor = [&](int row, int k) {
    const auto r = static_cast<std::size_t>(row);
    const auto c = static_cast<std::size_t>(k);
    return grid.tile == 3 ? Transform<3>::kKernel[r][c] : Transform<4>::kKernel[r][c];
  };
  for (int o = 0; o < layer.out; ++o) {
    for (int i = 0; i < layer.in; ++i) {
      const float* kernel = &layer.weight[static_cast<std::size_t>((o * layer.in + i) * 9)];
      for (int row = 0; row < patch; ++row) {
        for (int column = 0; column < patch; ++column) {
          double sum = 0;
          for (int k = 0; k < 9; ++k) {
            sum += factor(row, k / 3) * factor(column, k % 3) * double{kernel[k]};
          }
          weights_[static_cast<std::size_t>(row * patch + column)].At(i, o) =
              static_cast<float>(sum);
        }
      }
    }
  }
}

std::size_t WinogradConv::WorkspaceSize(int boards) const {
  const int tiles = boards * grid_.count();
  const int out = static_cast<int>(bias_.size());
  const int products = grid_.patch() * grid_.patch();
  return static_cast<std::size_t>(products * (Apart(tiles, in_) + Apart(tiles, out)) +
                                  std::max(in_, out));
}

void WinogradConv::Run(Activations x, int boards, const float* residual, float floor, Activations y,
                       std::span<float> workspace) const {
  assert(workspace.size() >= WorkspaceSize(boards));
  if (grid_.tile == 3) {
    RunTiles<3>(x, boards, residual, floor, y, workspace.data());
  } else {
    RunTiles<4>(x, boards, residual, floor, y, workspace.data());
  }
}

template <int M>
void WinogradConv::RunTiles(Activations x, int boards, const float* residual, float floor,
                            Activations y, float* workspace) const {
  const int out = static_cast<int>(bias_.size());
  const int tiles = boards * grid_.count();
  const int in_apart = Apart(tiles, in_);
  const int out_apart = Apart(tiles, out);
  const int num_products = grid_.patch() * grid_.patch();
  float* inputs = workspace;
  float* products = inputs + num_products * in_apart;
  float* zeros = products + num_products * out_apart;
  std::fill(zeros, zeros + std::max(in_, out), 0.0F);
  TransformInputs<M>(grid_, x, boards, in_, zeros, inputs, in_apart);
  for (int i = 0; i < num_products; ++i) {
    constexpr float kNoFloor = -std::numeric_limits<float>::infinity();
    Multiply(inputs + i * in_apart, in_, tiles, weights_[static_cast<std::size_t>(i)],
             /*bias=*/zeros, kNoFloor, products + i * out_apart, out);
  }
  TransformOutputs<M>(grid_, products, out_apart, boards, bias_, residual, floor, y);
}

}  // namespace lielow
