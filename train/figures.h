// Figures of an iteration that follow from its games and from the network's first look at them.

#pragma once

#include <map>
#include <string>

#include "train/experience.h"
#include "train/learner.h"

namespace lielow {

using Figures = std::map<std::string, double>;

// `resignation`: whether players may resign.
void AddGameFigures(const GameStatistics& games, bool resignation, Figures& figures);

// How well the network knows the positions of games that it has not been trained on yet.
void AddMeasurement(const Measurement& measurement, Figures& figures);

}  // namespace lielow
