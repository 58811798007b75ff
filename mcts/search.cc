#include "mcts/search.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <tuple>

#include "mcts/improved_policy.h"
#include "mcts/select.h"

namespace lielow {

Search::Search(const SearchOptions& options) : options_(options), tree_(options.share_nodes) {}

void Search::Start(const Position& root, int simulations, std::uint64_t seed) {
  Prepare(root, simulations, seed);
  tree_.Reset(root.hash());
}

void Search::StartFromTree(const Position& root, int simulations, std::uint64_t seed) {
  assert(leaf_ == kNoNode);
  Prepare(root, simulations, seed);
  const NodeIndex node = tree_.Find(root.hash());
  if (node == kNoNode) {
    tree_.Reset(root.hash());
    return;
  }
  tree_.MoveRoot(node);
  if (tree_.node(Tree::kRoot).edge_count > 0 && !Proven()) BeginAtRoot();
}

void Search::Prepare(const Position& root, int simulations, std::uint64_t seed) {
  assert(!root.over() && simulations >= 1 && simulations <= kMostSimulations);
  leaf_ = kNoNode;
  root_ = root;
  random_ = Random(seed);
  budget_ = simulations;
  simulations_ = 0;
  evaluations_ = 0;
}

const Position* Search::Gather() {
  assert(leaf_ == kNoNode);
  while (!Done()) {
    if (tree_.bytes() > options_.memory / 2) tree_.Prune(options_.memory / 4);
    const NodeIndex node = Descend();
    if (tree_.node(node).proven()) {
      // It has been proven on another way: here this is news, and no simulation.
      tree_.Refresh(path_, node);
      continue;
    }
    tree_.Expand(node, leaf_position_);
    if (node != Tree::kRoot) ++simulations_;
    if (!tree_.node(node).proven()) {
      leaf_ = node;
      return &leaf_position_;
    }
    tree_.Backup(path_, node);
  }
  return nullptr;
}

// Walks down to a node that has not been expanded, or is proven.
NodeIndex Search::Descend() {
  path_.clear();
  leaf_position_ = root_;
  NodeIndex node = Tree::kRoot;
  while (tree_.node(node).edge_count > 0 && !tree_.node(node).proven()) {
    const EdgeIndex edge = SelectEdge(node);
    path_.push_back({node, edge});
    leaf_position_.Play(tree_.edge(edge).move);
    node = tree_.Child(edge, leaf_position_.hash());
  }
  return node;
}

void Search::Apply(const Evaluation& evaluation) {
  assert(leaf_ != kNoNode);
  ++evaluations_;
  tree_.SetEvaluation(leaf_, evaluation);
  tree_.Backup(path_, leaf_);
  if (leaf_ == Tree::kRoot) BeginAtRoot();
  leaf_ = kNoNode;
}

// Once the root has priors.
void Search::BeginAtRoot() {
  if (options_.type == SearchType::kPuct && options_.noise > 0) AddRootNoise();
  if (options_.type == SearchType::kGumbel) halving_.Start(tree_, options_, budget_, random_);
}

void Search::Extend(int simulations) {
  assert(leaf_ == kNoNode && simulations >= 1);
  budget_ += std::min(simulations, kMostSimulations - budget_);
  if (options_.type == SearchType::kGumbel && !Proven()) halving_.Restart(tree_, options_, budget_);
}

std::vector<MoveReport> Search::Report() const {
  std::vector<float> policy;
  ImprovedPolicy(tree_, Tree::kRoot, options_, policy);
  std::vector<MoveReport> report;
  for (const Edge& edge : tree_.edges(Tree::kRoot)) {
    const bool known = edge.visits > 0 || edge.result.proof != Proof::kNone;
    report.push_back({.move = edge.move,
                      .prior = edge.prior,
                      .visits = edge.visits,
                      .value = known ? tree_.EdgeValue(edge) : 0,
                      .result = edge.result,
                      .policy = policy[report.size()]});
  }
  return report;
}

Move Search::BestMove() const { return tree_.edge(BestEdge()).move; }

Move Search::DrawMove(double temperature, Random& random) const {
  const auto edges = tree_.edges(Tree::kRoot);
  const Node& root = tree_.node(Tree::kRoot);
  const auto weights_by = [&](auto weight) {
    std::vector<double> weights;
    for (const Edge& edge : edges) weights.push_back(IsBestKnown(root, edge) ? weight(edge) : 0);
    return weights;
  };
  std::vector<double> weights =
      weights_by([&](const Edge& edge) { return root.proven() ? 1.0 : edge.visits; });
  double largest = *std::max_element(weights.begin(), weights.end());
  if (largest == 0) {
    weights = weights_by([](const Edge& edge) { return std::max<float>(edge.prior, kLeastPrior); });
    largest = *std::max_element(weights.begin(), weights.end());
  }
  double sum = 0;
  for (double& weight : weights) {
    // Of the largest weight, so that a low temperature cannot make all of them 0 or infinite.
    weight = std::pow(weight / largest, 1 / temperature);
    sum += weight;
  }
  double left = random.Uniform() * sum;
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    drawn = i;
    left -= weights[i];
    if (left < 0) break;
  }
  return edges[drawn].move;
}

std::vector<Move> Search::LineFrom(EdgeIndex edge, int longest) const {
  std::vector<Move> line;
  while (true) {
    line.push_back(tree_.edge(edge).move);
    const NodeIndex node = tree_.edge(edge).child;
    if (node == kNoNode || static_cast<int>(line.size()) == longest) return line;
    if (tree_.node(node).edge_count == 0) return line;
    edge = MostVisited(node);
    if (tree_.edge(edge).visits == 0 && !tree_.node(node).proven()) return line;
  }
}

std::vector<MoveLine> Search::BestLines(int count, int longest) const {
  const std::vector<MoveReport> reports = Report();
  const EdgeIndex best = BestEdge();
  std::vector<EdgeIndex> order(reports.size());
  std::iota(order.begin(), order.end(), Tree::kFirstRootEdge);
  const auto rank = [&](EdgeIndex edge) {
    const MoveReport& report = reports[edge];
    const int sign = static_cast<int>(report.result.proof);
    return std::tuple(edge == best, sign, -sign * report.result.plies, report.visits, report.prior);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](EdgeIndex a, EdgeIndex b) { return rank(a) > rank(b); });
  std::vector<MoveLine> lines;
  for (const EdgeIndex edge : order) {
    const MoveReport& report = reports[edge];
    if (static_cast<int>(lines.size()) == count) break;
    if (!lines.empty() && report.visits == 0 && report.result == ProvenResult{}) continue;
    lines.push_back({report, LineFrom(edge, longest)});
  }
  return lines;
}

bool Search::Done() const { return Proven() || simulations_ >= budget_; }

EdgeIndex Search::SelectEdge(NodeIndex node) {
  switch (options_.type) {
    case SearchType::kPuct:
      return SelectPuct(tree_, node, options_);
    case SearchType::kUct:
      return SelectUct(tree_, node, options_);
    case SearchType::kGumbel:
      break;
  }
  if (node == Tree::kRoot) return halving_.Next(tree_, options_);
  return SelectByImprovedPolicy(tree_, node, options_, scratch_);
}

// Dirichlet noise with equal alphas: normalised gamma variates.
void Search::AddRootNoise() {
  const auto edges = tree_.edges(Tree::kRoot);
  const auto open =
      std::count_if(edges.begin(), edges.end(), [](const Edge& e) { return !e.lost(); });
  const double alpha = options_.noise_alpha / static_cast<double>(open);
  std::vector<double> noise;
  double sum = 0;
  for (const Edge& edge : edges) {
    noise.push_back(edge.lost() ? 0 : random_.Gamma(alpha));
    sum += noise.back();
  }
  if (sum <= 0) return;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    edges[i].prior = std::min(1.0F, (1 - options_.noise) * edges[i].prior +
                                        options_.noise * static_cast<float>(noise[i] / sum));
  }
}

EdgeIndex Search::BestEdge() const {
  if (options_.type == SearchType::kGumbel && !Proven()) return halving_.Best(tree_, options_);
  return MostVisited(Tree::kRoot);
}

// Of the best moves known, the one with most visits; then the larger prior, for a search cut short.
EdgeIndex Search::MostVisited(NodeIndex index) const {
  const Node& node = tree_.node(index);
  const auto rank = [&](const Edge& edge) {
    return std::tuple(IsBestKnown(node, edge), edge.visits, edge.prior);
  };
  const auto edges = tree_.edges(index);
  const auto best = std::max_element(
      edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return rank(a) < rank(b); });
  return node.first_edge + static_cast<EdgeIndex>(best - edges.begin());
}

}  // namespace lielow
