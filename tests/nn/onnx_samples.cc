// Writes what tests/nn/onnx_runtime_check.py compares exported models with: onnx_samples DIR makes
//
//   DIR/NAME.safetensors          a model, for each shape of network
//   DIR/samples/NAME-SIZE.safetensors  planes [16, 52, N, N] of positions of a random game on that
//                                 board, and policy_logits [16, N * N * 9] and value [16, 1] of
//                                 them, as our own players compute them

#include <cmath>
#include <filesystem>
#include <iostream>
#include <utility>

#include "game/action.h"
#include "nn/eigen_network.h"
#include "nn/encoding.h"
#include "nn/folded_network.h"
#include "nn/onnx_check.h"
#include "tests/game/random_games.h"
#include "tests/support/random_model_file.h"

namespace lielow {
namespace {

std::vector<Position> SomePositions(int size) {
  std::vector<Position> positions;
  for (std::uint64_t seed = 0; positions.size() < kOnnxSamples; ++seed) {
    for (const Position& position : RandomGame(size, seed)) {
      if (!position.over()) positions.push_back(position);
    }
  }
  positions.resize(kOnnxSamples);
  return positions;
}

ModelFile Samples(const FoldedNetwork& network, int size) {
  const std::vector<Position> positions = SomePositions(size);
  const EigenNetwork eigen(network, size);
  EigenNetwork::Workspace workspace(eigen);
  const auto length = static_cast<std::size_t>(EncodedSize(size));
  const auto actions = static_cast<std::size_t>(NumActions(size));
  const auto count = static_cast<std::int64_t>(positions.size());
  NamedTensor policy{"policy_logits", {count, NumActions(size)}, {}};
  policy.values.resize(positions.size() * actions);
  NamedTensor value{"value", {count, 1}, {}};
  value.values.resize(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::vector<float> planes(length + EigenNetwork::kPlanesSlack);
    Encode(positions[i], View(positions[i].to_move()), std::span(planes).first(length));
    eigen.Forward(planes.data(), 1, workspace, &policy.values[i * actions], &value.values[i]);
    value.values[i] = 1 / (1 + std::exp(-value.values[i]));
  }
  OnnxTensor planes = OnnxPlanes(positions);
  return {{},
          {{planes.name, planes.dims, std::get<std::vector<float>>(planes.values)},
           std::move(policy),
           std::move(value)}};
}

void WriteAll(const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory / "samples");
  const std::pair<const char*, NetworkOptions> shapes[] = {
      {"pooled", {.blocks = 4, .channels = 32, .pooling_every = 2}},
      {"unpooled", {.blocks = 2, .channels = 16, .pooling_every = 0}},
      {"standard", {}}};
  for (const auto& [name, shape] : shapes) {
    const ModelInfo info = {.size = 8, .network = shape, .step = 70, .name = name};
    const ModelFile model = RandomModelFile(info, 1);
    WriteModelFile(directory / (std::string(name) + ".safetensors"), model);
    const FoldedNetwork network = FoldNetwork(model, name);
    for (const int size : {5, 8, 9}) {
      WriteModelFile(
          directory / "samples" / (std::string(name) + "-" + std::to_string(size) + ".safetensors"),
          Samples(network, size));
    }
  }
}

}  // namespace
}  // namespace lielow

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: onnx_samples DIR\n";
    return 2;
  }
  lielow::WriteAll(argv[1]);
}
