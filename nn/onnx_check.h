// Whether a .onnx file computes what our own players compute.

#pragma once

#include <string_view>
#include <vector>

#include "game/position.h"
#include "nn/folded_network.h"
#include "nn/onnx_model.h"

namespace lielow {

// Positions of random games that are compared, and how far their probabilities may be apart.
inline constexpr int kOnnxSamples = 16;
inline constexpr double kOnnxTolerance = 1e-4;

// The positions' planes as the graph's input, [positions, kNumPlanes, N, N]. REQUIRES: all of one
// size.
OnnxTensor OnnxPlanes(const std::vector<Position>& positions);

// Reads the bytes of a .onnx file, evaluates its graph, and compares with the network in Eigen
// (nn/eigen_network.h) on a size x size board. The largest difference of a value, of a prior of a
// legal move, or of a probability of any action; infinity if a number is not finite. Throws
// std::runtime_error if the bytes are no file that OnnxBytes writes.
double OnnxDifference(std::string_view bytes, const FoldedNetwork& network, int size);

}  // namespace lielow
