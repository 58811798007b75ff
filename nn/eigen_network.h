// The network without LibTorch, on one thread and one core: for play where LibTorch is not there,
// and, being faster than it on most processors, for self-play.
//
// Convolutions are Winograd's (nn/winograd.h), all products run on weights packed once
// (nn/panel_product.h); what is small is Eigen's. Results of a position are the same bits whatever
// it is evaluated with.

#pragma once

#include <optional>
#include <vector>

#include "nn/folded_network.h"
#include "nn/winograd.h"

namespace lielow {

// Weights prepared for boards of one size, for any number of threads.
class EigenNetwork {
 public:
  EigenNetwork(const FoldedNetwork& network, int size);

  // What one thread needs to evaluate.
  class Workspace {
   public:
    explicit Workspace(const EigenNetwork& network);

   private:
    friend class EigenNetwork;
    std::vector<float> tower_;
    std::vector<float> hidden_;
    std::vector<float> heads_;
    std::vector<float> products_;
  };

  // Of `count` positions: planes [count, N, N, kNumPlanes] as Encode writes them, with kPlanesSlack
  // more floats after the last; writes policy_logits [count, N * N * 9] by action index, and
  // value_logits [count].
  void Forward(const float* planes, int count, Workspace& workspace, float* policy_logits,
               float* value_logits) const;

  static constexpr int kPlanesSlack = kLanes;

  const ModelInfo& info() const { return info_; }
  int size() const { return grid_.size; }

 private:
  struct Block {
    WinogradConv first;
    WinogradConv second;
    std::optional<DenseLayer> pooling;
  };

  struct PointwiseConv {
    explicit PointwiseConv(const ConvLayer& layer, int stride);
    PanelMatrix weights;
    std::vector<float> bias;
  };

  int BoardsAtOnce() const;
  void ForwardFew(const float* planes, int boards, Workspace& workspace, float* policy_logits,
                  float* value_logits) const;
  void RunBlock(const Block& block, int boards, Workspace& workspace) const;
  void AddPooled(const DenseLayer& pooling, int boards, float* hidden) const;
  float Value(const float* value_planes) const;

  const ModelInfo info_;
  const TileGrid grid_;
  const int stride_;  // Floats a square inside the tower.
  WinogradConv stem_;
  std::vector<Block> blocks_;
  PointwiseConv policy_hidden_;
  PointwiseConv policy_out_;
  PointwiseConv value_planes_;
  DenseLayer value_hidden_;
  DenseLayer value_out_;
};

}  // namespace lielow
