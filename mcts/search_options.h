// How the tree is searched. The budget of a search is given where the search is started.

#pragma once

#include <cstddef>

#include "mcts/option_field.h"

namespace lielow {

enum class SearchType { kGumbel, kPuct, kUct };

struct SearchOptions {
  SearchType type = SearchType::kGumbel;

  // Moves that Gumbel search tries at the root (Danihelka et al. 2022: 16).
  int gumbel_moves = 16;

  // How fast values outweigh priors in the improved policy: sigma(q) = (visit + max N) * scale * q
  // (Danihelka et al. 2022, equation 8: 50 and 1).
  float gumbel_visit = 50;
  float gumbel_scale = 1;

  // Scale of the Gumbel noise at the root: 1 in self-play, 0 for the strongest play.
  float gumbel_noise = 1;

  // PUCT exploration: c(N) = init + log((N + base + 1) / base). AlphaZero: 1.25 and 19652, on
  // values in [-1, 1]; ours are in [0, 1], and 0.5 won more games than 0.25, 0.35, 0.7, 1.25 and 2.
  float puct_init = 0.5F;
  float puct_base = 19652;

  // PUCT: an unvisited move is worth its parent's value less this much times the square root of
  // the visited moves' prior mass (KataGo: 0.2 on values in [-1, 1]).
  float first_play_reduction = 0.1F;

  // PUCT: share of Dirichlet noise in the root's priors (AlphaZero in self-play: 0.25), and the
  // noise's alpha summed over all moves (KataGo: 10.83).
  float noise = 0.25F;
  float noise_alpha = 10;

  // Whether a position that is reached by several orders of moves has one node.
  bool share_nodes = true;

  // Bytes that the tree may take.
  std::size_t memory = std::size_t{1} << 30;

  // UCT exploration, on values in [0, 1]: q + c * sqrt(log N / n).
  float uct_exploration = 1;
};

inline SearchOptions UctOptions(double exploration) {
  SearchOptions options;
  options.type = SearchType::kUct;
  options.uct_exploration = static_cast<float>(exploration);
  return options;
}

template <class Options, class Visitor>
void VisitSearchFields(Options& options, Visitor&& visit) {
  visit("type", options.type,
        Choices<SearchType, 2>{{{{"gumbel", SearchType::kGumbel}, {"puct", SearchType::kPuct}}}},
        "search in self-play: Gumbel sequential halving, or PUCT with noise");
  visit("gumbel_moves", options.gumbel_moves, Range{1, 1000},
        "moves that Gumbel search tries at the root");
  visit("gumbel_visit", options.gumbel_visit, Range{0, 10000},
        "Gumbel: added to the visits in the weight of values against priors");
  visit("gumbel_scale", options.gumbel_scale, Range{0, 1000},
        "Gumbel: weight of values against priors");
  visit("gumbel_noise", options.gumbel_noise, Range{0, 10},
        "Gumbel: scale of the noise at the root in self-play");
  visit("puct_init", options.puct_init, Range{0, 100}, "PUCT: exploration at few visits");
  visit("puct_base", options.puct_base, Range{1, 1e9},
        "PUCT: visits at which exploration begins to grow");
  visit("first_play_reduction", options.first_play_reduction, Range{0, 1},
        "PUCT: how much worse than its parent an unvisited move is taken to be");
  visit("noise", options.noise, Range{0, 1},
        "PUCT: share of Dirichlet noise in the root's priors in self-play");
  visit("noise_alpha", options.noise_alpha, Range{0.01, 1000},
        "PUCT: Dirichlet alpha, summed over the root's moves");
}

}  // namespace lielow
