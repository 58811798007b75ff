// A training run as an HTML page that needs nothing else: no other file, no network, no library.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "selfplay/recorded_game.h"
#include "selfplay/run_database.h"

namespace lielow {

// How many games a report looks at, and how many of them it shows.
inline constexpr std::int64_t kReportGames = 2000;
inline constexpr std::size_t kSampleGames = 10;
inline constexpr std::size_t kSampledAmong = 200;

struct Report {
  std::string name;
  std::int64_t games = 0;
  std::int64_t positions = 0;
  std::vector<FigureRow> figures;          // By step.
  std::vector<EvaluationRow> evaluations;  // By step.
  std::vector<LadderRow> ladder;           // Of `lielow ladder`.
  std::vector<RecordedGame> newest_games;  // In the order in which they were added.
};

std::string ReportPage(const Report& report);

}  // namespace lielow
