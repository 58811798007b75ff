// Every field of a configuration, in the order of the documentation.
//
// The options of a library describe themselves beside their struct (Visit...Fields); here are the
// rest, and the walk over all of them.

#pragma once

#include "mcts/option_field.h"
#include "train/config.h"

namespace lielow {

// Text that names a folder: 1 to 100 letters, digits, '-', '_' and '.', not starting with '.'.
struct FolderName {};

// Any unsigned 64-bit number. (The limits of a Range are doubles, which cannot tell 2^64 - 1 from
// 2^64.)
struct AnySeed {};

template <class Options, class Visitor>
void VisitGameFields(Options& options, Visitor&& visit) {
  visit("size", options.size, Range{4, 9}, "squares a side of the board");
}

template <class Options, class Visitor>
void VisitInferenceFields(Options& options, Visitor&& visit) {
  visit("backend", options.backend,
        Choices<Backend, 3>{
            {{{"auto", Backend::kAuto}, {"torch", Backend::kTorch}, {"eigen", Backend::kEigen}}}},
        "what computes the network; auto: whichever is measured to be faster");
  visit("precision", options.precision,
        Choices<Precision, 3>{{{{"auto", Precision::kAuto},
                                {"float32", Precision::kFloat32},
                                {"bfloat16", Precision::kBfloat16}}}},
        "numbers that LibTorch computes in; auto: bfloat16 where the processor has it");
}

template <class Options, class Visitor>
void VisitStopFields(Options& options, Visitor&& visit) {
  visit("minutes", options.minutes, Range{0, 1e9, "null"},
        "running time of all sessions together; null: no limit");
  visit("games", options.games, Range{0, 1e12, "null"}, "games of self-play; null: no limit");
  visit("steps", options.steps, Range{0, 1e12, "null"}, "training steps; null: no limit");
}

template <class Options, class Visitor>
void VisitEvaluationFields(Options& options, Visitor&& visit) {
  visit("every_minutes", options.every_minutes, Range{0.001, 1e9},
        "minutes of running time from one evaluation to the next");
  visit("opponents", options.opponents, AnyText{},
        "players that the network meets, written as in the commands");
  visit("games", options.games, Range{1, 1000000}, "games against each opponent");
  visit("simulations", options.simulations, Range{1, 1000000}, "the network's simulations a move");
  visit("gate_elo", options.gate_elo, Range{1, 1000, "null"},
        "new networks play only once a test shows that they are stronger: the rating difference "
        "that it tells from 0; null: they play at once");
  visit("gate_games", options.gate_games, Range{2, 1000000}, "games of such a test at most");
}

// Visits the fields outside sections as in mcts/option_field.h, then, for each section, calls
// visit.BeginSection(name, meaning) and visits its fields. `Visited` is Config or const Config.
template <class Visited, class Visitor>
void VisitFields(Visited& config, Visitor&& visit) {
  visit("name", config.name, FolderName{}, "the run is kept in runs/NAME unless --run says else");
  visit("seed", config.seed, AnySeed{}, "makes what is random repeatable");
  visit("init_from", config.init_from, AnyText{},
        "model file whose weights a new run starts with, also of another board; null: random "
        "weights");
  visit.BeginSection("game", "The board.");
  VisitGameFields(config.game, visit);
  visit.BeginSection("network", "The shape of the network.");
  VisitNetworkFields(config.network, visit);
  visit.BeginSection("search", "How moves are searched.");
  VisitSearchFields(config.search, visit);
  visit.BeginSection("selfplay", "How games for training are played.");
  VisitSelfPlayFields(config.selfplay, visit);
  visit.BeginSection("inference", "What computes the network while games are played.");
  VisitInferenceFields(config.inference, visit);
  visit.BeginSection("training", "How the network is trained.");
  VisitTrainingFields(config.training, visit);
  visit.BeginSection("stop", "When the run ends: at whichever limit comes first.");
  VisitStopFields(config.stop, visit);
  visit.BeginSection("evaluation", "Matches against fixed opponents, which show the progress.");
  VisitEvaluationFields(config.evaluation, visit);
}

}  // namespace lielow
