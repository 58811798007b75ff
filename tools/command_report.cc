#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "game/input_error.h"
#include "selfplay/run_database.h"
#include "tools/commands.h"
#include "tools/report_page.h"
#include "tools/whole_file.h"

namespace lielow {
namespace {

struct ReportOptions {
  std::string directory;
  std::string file;
};

// The last part of the folder's name, also where it is given as "." or with a slash at its end.
std::string NameOf(const std::string& directory) {
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::canonical(directory, ignored);
  return path.has_filename() ? path.filename().string() : directory;
}

int BoardSize(const RunDatabase& database) {
  const std::vector<RecordedGame> games = database.Games(0, 1);
  return games.empty() ? Position().size() : games.front().start.size();
}

Report ReadReport(const std::string& directory) {
  const std::filesystem::path file = std::filesystem::path(directory) / "run.db";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw InputError(directory + ": is no run directory (it has no run.db)");
  }
  const RunDatabase database(file, RunDatabase::Mode::kReadOnly);
  const std::int64_t games = database.GameCount();
  return {.name = NameOf(directory),
          .games = games,
          .positions = database.PositionCount(),
          .figures = database.Figures(),
          .evaluations = database.Evaluations(),
          .ladder = database.LadderRows(BoardSize(database)),
          .newest_games =
              database.Games(std::max<std::int64_t>(0, games - kReportGames), kReportGames)};
}

void RunReport(const ReportOptions& options) {
  const Report report = ReadReport(options.directory);
  const std::string page = ReportPage(report);
  WriteWholeFile(options.file, page, IfExists::kReplace);
  std::printf("%s: %s games, %zu evaluations, %zu bytes\n", options.file.c_str(),
              std::to_string(report.games).c_str(), report.evaluations.size(), page.size());
}

}  // namespace

void AddReportCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand(
      "report", "A training run as a web page: curves, ratings, values, sample games");
  auto options = std::make_shared<ReportOptions>();
  command->add_option("DIR", options->directory, "Run directory")->required();
  command
      ->add_option("--out", options->file,
                   "The page: one HTML file that needs no other. What is there is replaced")
      ->required()
      ->type_name("FILE");
  command->footer("Example: lielow report runs/quickstart --out quickstart.html");
  command->callback([options] { RunReport(*options); });
}

}  // namespace lielow
