#include "nn/onnx_model.h"

#include <utility>

#include "game/move.h"
#include "nn/encoding.h"

namespace lielow {
namespace {

using Dims = std::vector<std::int64_t>;

static_assert(kEncodingVersion == 2 && kNumPlanes == 52, "the text below says what they are");
constexpr const char* kPlanesText =
    "float32 [batch, 52, rows, columns]; own: the player to move's. 0-8: own stacks of height "
    "1-9, one-hot; 9-17: the other's; 18-19: own king, the other's; 20-21: number of own stacks "
    "that land on the square / 4, of the other's; 22-23: own stacks that can leave the board, the "
    "other's; 24: 1 everywhere; 25-26: own stacks that can be captured, the other's; 27: 1 "
    "everywhere if the own king can be; 28-35: own stack that captures by moving in direction "
    "0-7; 36-43: that lands by direction 0-7 where one of the other's lands too; 44-51: that, "
    "moved in direction 0-7, would attack the other's king. (lielow itself keeps them as [rows, "
    "columns, 52].)";
constexpr const char* kPolicyText =
    "float32 [batch, rows * columns * 9]: logits by (row * columns + column) * 9 + direction of "
    "the moving stack, row 0 first; directions 0-7: up (to higher rows), up right, right, ... "
    "clockwise; 8: off the board. Illegal moves are not masked: take the softmax over the legal "
    "ones.";
constexpr const char* kValueText = "float32 [batch, 1]: probability that the player to move wins";
constexpr const char* kViewText =
    "the player to move always sees the board the same way round: row 0 is the own side. Blue to "
    "move: row 0 is row 1 of the board; Red to move: rows are mirrored, row 0 is the board's last, "
    "and directions with them; columns are as they are.";

// Adds the layers to a graph. Each function returns the name of its result, which is also the
// node's.
class GraphBuilder {
 public:
  explicit GraphBuilder(OnnxModel& model) : model_(model) {}

  std::string Node(const std::string& op_type, const std::string& name,
                   std::vector<std::string> inputs, std::vector<OnnxAttribute> attributes = {}) {
    model_.nodes.push_back({name, op_type, std::move(inputs), name, std::move(attributes)});
    return name;
  }

  std::string Relu(const std::string& x) { return Node("Relu", x + ".relu", {x}); }

  std::string Conv(const std::string& name, const ConvLayer& layer, const std::string& x) {
    const std::int64_t kernel = layer.kernel;
    const std::int64_t pad = kernel / 2;  // The board's size is kept.
    return Node("Conv", name,
                {x, Constant(name + ".weight", {layer.out, layer.in, kernel, kernel}, layer.weight),
                 Constant(name + ".bias", {layer.out}, layer.bias)},
                {{"kernel_shape", Dims{kernel, kernel}}, {"pads", Dims{pad, pad, pad, pad}}});
  }

  std::string Dense(const std::string& name, const DenseLayer& layer, const std::string& x) {
    return Node("Gemm", name,
                {x, Constant(name + ".weight", {layer.out, layer.in}, layer.weight),
                 Constant(name + ".bias", {layer.out}, layer.bias)},
                {{"transB", std::int64_t{1}}});
  }

  // [B, C, rows, columns] to [B, 2 * C]: means and maxima over the board.
  std::string Pool(const std::string& name, const std::string& x) {
    const std::string mean = Node("GlobalAveragePool", name + ".mean", {x});
    const std::string max = Node("GlobalMaxPool", name + ".max", {x});
    const std::string both =
        Node("Concat", name + ".concat", {mean, max}, {{"axis", std::int64_t{1}}});
    return Node("Flatten", name + ".flat", {both}, {{"axis", std::int64_t{1}}});
  }

  // To the first convolution's result, before its Relu: what its first channels are like over the
  // whole board.
  std::string AddPooled(const std::string& name, const DenseLayer& layer, const std::string& x) {
    const std::string some = Node("Slice", name + ".slice",
                                  {x, Constant(name + ".starts", {1}, Dims{0}),
                                   Constant(name + ".ends", {1}, Dims{layer.in / 2}),
                                   Constant(name + ".axes", {1}, Dims{1})});
    const std::string added = Dense(name, layer, Pool(name, Relu(some)));
    const std::string everywhere =
        Node("Unsqueeze", name + ".unsqueeze", {added, Constant(name + ".board", {2}, Dims{2, 3})});
    return Node("Add", name + ".add", {x, everywhere});
  }

  std::string Block(const std::string& name, const FoldedBlock& block, const std::string& x) {
    std::string hidden = Conv(name + ".first", block.first, x);
    if (block.pooling) hidden = AddPooled(name + ".pooling", *block.pooling, hidden);
    const std::string second = Conv(name + ".second", block.second, Relu(hidden));
    return Relu(Node("Add", name + ".add", {x, second}));
  }

 private:
  template <class Values>
  std::string Constant(const std::string& name, Dims dims, const Values& values) {
    model_.initializers.push_back({name, std::move(dims), values});
    return name;
  }

  OnnxModel& model_;
};

void AddLayers(const FoldedNetwork& network, OnnxModel& model) {
  GraphBuilder graph(model);
  std::string x = graph.Relu(graph.Conv("stem", network.stem, kOnnxPlanes));
  for (std::size_t i = 0; i < network.blocks.size(); ++i) {
    x = graph.Block("block" + std::to_string(i), network.blocks[i], x);
  }
  const std::string hidden = graph.Relu(graph.Conv("policy_hidden", network.policy_hidden, x));
  const std::string policy = graph.Conv("policy_out", network.policy_out, hidden);
  // A square's nine directions lie together.
  const std::string squares =
      graph.Node("Transpose", "policy_out.transpose", {policy}, {{"perm", Dims{0, 2, 3, 1}}});
  graph.Node("Flatten", kOnnxPolicy, {squares}, {{"axis", std::int64_t{1}}});

  const std::string planes = graph.Relu(graph.Conv("value_planes", network.value_planes, x));
  const std::string pooled = graph.Pool("value_planes", planes);
  const std::string value = graph.Relu(graph.Dense("value_hidden", network.value_hidden, pooled));
  graph.Node("Sigmoid", kOnnxValue, {graph.Dense("value_out", network.value_out, value)});
}

}  // namespace

OnnxModel MakeOnnxModel(const FoldedNetwork& network) {
  OnnxModel model;
  model.doc = "A network that plays the board game Lielow; see the metadata.";
  model.metadata = ModelMetadata(network.info);
  model.metadata.insert({{kOnnxPlanes, kPlanesText},
                         {kOnnxPolicy, kPolicyText},
                         {kOnnxValue, kValueText},
                         {"view", kViewText}});
  model.inputs = {{kOnnxPlanes, {"batch", kNumPlanes, "rows", "columns"}, kPlanesText}};
  model.outputs = {{kOnnxPolicy, {"batch", "actions"}, kPolicyText},
                   {kOnnxValue, {"batch", 1}, kValueText}};
  AddLayers(network, model);
  return model;
}

std::size_t ParameterCount(const OnnxModel& model) {
  std::size_t count = 0;
  for (const OnnxTensor& tensor : model.initializers) {
    if (const auto* values = std::get_if<std::vector<float>>(&tensor.values)) {
      count += values->size();
    }
  }
  return count;
}

}  // namespace lielow
