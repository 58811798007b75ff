// Convolutions with 3x3 kernels in few multiplications (Lavin and Gray, "Fast algorithms for
// convolutional neural networks", 2015).
//
// An output tile of M x M squares needs (M + 2)^2 multiplications for each pair of planes instead
// of 9 M^2: a quarter of them with M = 4 on 8x8, and 0.31 with M = 3 on 9x9.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nn/folded_network.h"
#include "nn/panel_product.h"

namespace lielow {

// Where the tiles of a board lie.
struct TileGrid {
  int size = 0;      // N
  int tile = 0;      // M: 3 or 4.
  int per_side = 0;  // Tiles cover the board, and may reach beyond.

  explicit TileGrid(int board_size);

  int patch() const { return tile + 2; }  // Squares a side that a tile's outputs depend on.
  int count() const { return per_side * per_side; }
};

// Numbers [boards, N * N, stride]: the planes of a square lie together.
struct Activations {
  float* values;
  int stride;
};

class WinogradConv {
 public:
  // For boards of one size. REQUIRES: layer.kernel == 3.
  WinogradConv(const ConvLayer& layer, const TileGrid& grid);

  // Floats that Run needs to work with.
  std::size_t WorkspaceSize(int boards) const;

  // y = max(conv(x) + bias + residual, floor), for every board by itself; all floats of a square
  // beyond the layer's planes stay 0 if those of x are. `residual` may be y's values, or null.
  // REQUIRES: strides are multiples of kLanes, at least as many as planes; y's is Padded.
  void Run(Activations x, int boards, const float* residual, float floor, Activations y,
           std::span<float> workspace) const;

 private:
  template <int M>
  void RunTiles(Activations x, int boards, const float* residual, float floor, Activations y,
                float* workspace) const;

  const TileGrid grid_;
  const int in_;                      // Planes, padded to whole vectors.
  std::vector<PanelMatrix> weights_;  // [(M + 2)^2], each [in, out].
  std::vector<float> bias_;           // Padded.
};

}  // namespace lielow
