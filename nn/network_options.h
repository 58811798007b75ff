// The shape of the network: a residual tower (He et al. 2015) with two heads.

#pragma once

#include "mcts/option_field.h"

namespace lielow {

struct NetworkOptions {
  int blocks = 6;     // Residual blocks of two 3x3 convolutions.
  int channels = 64;  // Planes inside the tower.

  bool operator==(const NetworkOptions&) const = default;
};

template <class Options, class Visitor>
void VisitNetworkFields(Options& options, Visitor&& visit) {
  visit("blocks", options.blocks, Range{1, 100}, "residual blocks");
  visit("channels", options.channels, Range{1, 1024}, "planes inside the tower");
}

}  // namespace lielow
