// How the network is trained.

#pragma once

#include <optional>
#include <string>

#include "mcts/option_field.h"
#include "nn/backend_options.h"

namespace lielow {

// Whether games are played and learned from in turn, or at the same time.
enum class TrainingMode { kSynchronous, kConcurrent };

struct TrainingOptions {
  // In turn, all processors do the one and then the other; with one thread and one seed a run is
  // the same twice, however often it is broken off. At the same time, they share the machine, which
  // pays where a GPU would be idle.
  TrainingMode mode = TrainingMode::kSynchronous;

  // Threads of LibTorch that train. nullopt: all processors in turn; a quarter of them at the same
  // time, taken from the workers.
  std::optional<int> threads = {};

  // Of the tower's convolutions; weights, heads and losses are float32. kAuto: bfloat16 where the
  // device is faster in it (measured on a processor that has it, 4 blocks x 32: 1.4 times as many
  // steps a second, with the same losses; README.md, "What helps to learn").
  Precision precision = Precision::kAuto;

  int batch = 256;  // Positions a step.

  // AdamW. The rate rises linearly over the first `warmup_steps` steps, and falls linearly from the
  // share `decay_start` of the run on, to the share `final_rate` of itself at the end (Hu et al.
  // 2024, "warmup-stable-decay"). A run without a limit has no end.
  double learning_rate = 0.002;
  int warmup_steps = 50;
  double decay_start = 0.6;
  double final_rate = 0.1;
  double weight_decay = 1e-4;
  double gradient_clip = 5;  // Largest norm of the whole gradient.

  // Weights of the losses; that of the policy has 1. The last five are there to learn from, nothing
  // else uses them (train/losses.h).
  double value_weight = 1;
  double soft_policy_weight = 0.5;
  double reply_weight = 0.15;
  double survival_weight = 0.3;
  double king_weight = 0.1;
  double plies_left_weight = 0.1;

  // The value target is (1 - share) * outcome + share * search value; proofs are taken as they are.
  double search_value_share = 0.3;

  // Share of the samples that are drawn by how much the search surprised the network; the rest are
  // drawn uniformly (KataGo's methods, "Policy Surprise Weighting").
  double surprise_share = 0.5;

  // Weights used for play are an average of those trained: w <- decay * w + (1 - decay) * new.
  double average_decay = 0.98;

  // How often each position is trained, on average.
  double replay_ratio = 4;

  // Positions of self-play in one iteration of the loop, before training goes on.
  int positions_per_iteration = 4000;

  // Newest positions that are trained: `window_min` at first, then growing with the number n of all
  // positions as window_min * (1 + 0.4 * ((n / window_min)^0.75 - 1) / 0.75) (KataGo, appendix C).
  int window_min = 20000;

  Device device = Device::kAuto;
};

template <class Options, class Visitor>
void VisitTrainingFields(Options& options, Visitor&& visit) {
  visit("mode", options.mode,
        Choices<TrainingMode, 2>{{{{"synchronous", TrainingMode::kSynchronous},
                                   {"concurrent", TrainingMode::kConcurrent}}}},
        "synchronous: games and training in turn; concurrent: at the same time");
  visit("threads", options.threads, Range{1, 1024, "auto"},
        "threads that train; auto: one a processor in turn, a quarter of them at the same time");
  visit(
      "precision", options.precision,
      Choices<Precision, 3>{{{{"auto", Precision::kAuto},
                              {"float32", Precision::kFloat32},
                              {"bfloat16", Precision::kBfloat16}}}},
      "numbers that the convolutions of training are computed in; auto: bfloat16 where the device "
      "is faster in it");
  visit("batch", options.batch, Range{1, 65536}, "positions a training step");
  visit("learning_rate", options.learning_rate, Range{1e-7, 1}, "AdamW's learning rate");
  visit("warmup_steps", options.warmup_steps, Range{0, 1000000},
        "steps over which the learning rate rises from 0");
  visit("decay_start", options.decay_start, Range{0, 1},
        "share of the run after which the learning rate falls; 1: never");
  visit("final_rate", options.final_rate, Range{0, 1},
        "share of the learning rate that is left at the end of the run");
  visit("weight_decay", options.weight_decay, Range{0, 1}, "AdamW's weight decay");
  visit("gradient_clip", options.gradient_clip, Range{1e-3, 1e6},
        "largest norm of the whole gradient");
  visit("value_weight", options.value_weight, Range{0, 100},
        "weight of the value loss; the policy loss has 1");
  visit("soft_policy_weight", options.soft_policy_weight, Range{0, 100},
        "weight of learning the policy with its differences softened");
  visit("reply_weight", options.reply_weight, Range{0, 100},
        "weight of learning the opponent's reply");
  visit("survival_weight", options.survival_weight, Range{0, 100},
        "weight of learning which stacks survive");
  visit("king_weight", options.king_weight, Range{0, 100},
        "weight of learning where the kings end");
  visit("plies_left_weight", options.plies_left_weight, Range{0, 100},
        "weight of learning how long the game goes on");
  visit("search_value_share", options.search_value_share, Range{0, 1},
        "share of the search value in the value target; the rest is the outcome");
  visit("surprise_share", options.surprise_share, Range{0, 1},
        "share of samples drawn by how much the search surprised the network");
  visit("average_decay", options.average_decay, Range{0, 0.99999},
        "decay of the averaged weights that play");
  visit("replay_ratio", options.replay_ratio, Range{0.01, 1000},
        "how often each position is trained, on average");
  visit("positions_per_iteration", options.positions_per_iteration, Range{1, 1e8},
        "positions of self-play before training goes on");
  visit("window_min", options.window_min, Range{1, 1e9},
        "newest positions that are trained; the window grows with the run");
  visit("device", options.device,
        Choices<Device, 3>{
            {{{"auto", Device::kAuto}, {"cpu", Device::kCpu}, {"cuda", Device::kCuda}}}},
        "where the network runs; auto: a GPU if LibTorch has one");
}

}  // namespace lielow
