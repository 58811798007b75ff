// The shape of the network: a residual tower (He et al. 2015) with heads.

#pragma once

#include "mcts/option_field.h"

namespace lielow {

struct NetworkOptions {
  int blocks = 6;     // Residual blocks of two 3x3 convolutions.
  int channels = 64;  // Planes inside the tower.

  // Every so many blocks, one that sees the whole board: global pooling (KataGo, Wu 2019,
  // section 3.3). 0: none.
  int pooling_every = 2;

  // Whether block i, from 0, has it.
  bool HasPooling(int block) const { return pooling_every > 0 && (block + 1) % pooling_every == 0; }

  bool operator==(const NetworkOptions&) const = default;
};

// Parts of the network whose sizes follow, or are always the same.
constexpr int PoolingChannels(int channels) { return (channels + 3) / 4; }
inline constexpr int kValueChannels = 32;
inline constexpr int kValueHidden = 64;

template <class Options, class Visitor>
void VisitNetworkFields(Options& options, Visitor&& visit) {
  visit("blocks", options.blocks, Range{1, 100}, "residual blocks");
  visit("channels", options.channels, Range{1, 1024}, "planes inside the tower");
  visit("pooling_every", options.pooling_every, Range{0, 100},
        "every so many blocks, one with global pooling; 0: none");
}

}  // namespace lielow
