// Which charts a report shows, and of what.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "selfplay/ladder.h"
#include "selfplay/run_database.h"
#include "tools/game_report.h"
#include "tools/svg_chart.h"

namespace lielow {

// The figures of a run over its training steps, those together that are compared with each other.
// Every figure that there is appears.
std::vector<Chart> FigureCharts(std::span<const FigureRow> rows);

// The Elo difference to each opponent over the training steps, with its interval.
Chart RatingChart(std::span<const EvaluationRow> rows);

// The ladder's ratings over the training steps, for the networks among the players
// ("net:RUN@STEP"); fixed opponents as lines across.
Chart LadderChart(std::span<const LadderStanding> standings);

// The share of wins over the search's value, at the mean of the values in each bin.
Chart CalibrationChart(std::span<const CalibrationBin> bins);

}  // namespace lielow
