// The command report, on small run databases.

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "selfplay/run_database.h"
#include "tests/program/run_program.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string ContentOf(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(ReportCommandTest, WritesThePageOfARun) {
  const TemporaryDirectory directory;
  const std::filesystem::path run = directory / "first run";
  std::filesystem::create_directory(run);
  {
    RunDatabase database(run / "run.db", RunDatabase::Mode::kReadWrite);
    database.AddGames(RandomRecordedGames(6, 0, 12));
    database.AddFigures({.step = 10, .figures = {{"policy_loss", 3.5}, {"minutes", 2}}});
    database.AddEvaluation({.step = 10, .opponent = "greedy", .games = 8, .score = 0.25});
  }
  const std::string file = directory / "report.html";
  std::ofstream(file) << "an older report";
  const ProgramResult result = RunProgram({"report", run.string() + "/", "--out", file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, StartsWith(file + ": 12 games, 1 evaluations, "));
  EXPECT_THAT(ContentOf(file),
              AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<h1>Training run first run</h1>"),
                    HasSubstr("10 training steps, 2.0 minutes"),
                    HasSubstr("policy_loss: 3.5, training steps 10"), HasSubstr("<td>greedy</td>"),
                    HasSubstr("the newest 12 games")));
}

TEST(ReportCommandTest, RunThatHasJustBegunHasAPage) {
  const TemporaryDirectory directory;
  const RunDatabase empty(directory / "run.db", RunDatabase::Mode::kReadWrite);
  const ProgramResult result =
      RunProgram({"report", ".", "--out", "report.html"}, {.directory = directory.path()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(ContentOf(directory / "report.html"),
              AllOf(HasSubstr("<h1>Training run lielow."), HasSubstr("No games yet")));
}

TEST(ReportCommandTest, WhatIsNoRunIsRefused) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path().string();
  const std::string file = directory / "report.html";
  EXPECT_TRUE(IsRefusal(RunProgram({"report", folder, "--out", file}),
                        folder + ": is no run directory (it has no run.db)"));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  std::ofstream(directory / "run.db") << "no database, but some text";
  EXPECT_TRUE(IsRefusal(RunProgram({"report", folder, "--out", file}), "run.db"));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(ReportCommandTest, PageThatCannotBeWrittenIsNamed) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path().string();
  const RunDatabase empty(directory / "run.db", RunDatabase::Mode::kReadWrite);
  EXPECT_TRUE(IsRefusal(RunProgram({"report", folder, "--out", folder + "/no/report.html"}),
                        folder + "/no/report.html"));
  EXPECT_TRUE(IsRefusal(RunProgram({"report", folder}), "--out"));
}

}  // namespace
}  // namespace lielow
