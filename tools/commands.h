// The subcommands. Each function adds one to the program; its options live in the callback that
// CLI11 keeps. A callback throws InputError for bad input and sets `exit_code` where that is not 0.

#pragma once

#include <CLI/CLI.hpp>

namespace lielow {

void AddPerftCommand(CLI::App& program, int& exit_code);
void AddMovesCommand(CLI::App& program, int& exit_code);
void AddReplayCommand(CLI::App& program, int& exit_code);
void AddSolveCommand(CLI::App& program, int& exit_code);

void AddTrainCommand(CLI::App& program, int& exit_code);
void AddWorkerCommand(CLI::App& program, int& exit_code);
void AddSelfPlayCommand(CLI::App& program, int& exit_code);
void AddConfigCommand(CLI::App& program, int& exit_code);
void AddStatusCommand(CLI::App& program, int& exit_code);
void AddReportCommand(CLI::App& program, int& exit_code);
void AddBenchCommand(CLI::App& program, int& exit_code);

void AddLadderCommand(CLI::App& program, int& exit_code);
void AddMatchCommand(CLI::App& program, int& exit_code);
void AddAnalyzeCommand(CLI::App& program, int& exit_code);
void AddPlayCommand(CLI::App& program, int& exit_code);
void AddServeCommand(CLI::App& program, int& exit_code);
void AddEngineCommand(CLI::App& program, int& exit_code);
void AddInspectCommand(CLI::App& program, int& exit_code);
void AddExportCommand(CLI::App& program, int& exit_code);

}  // namespace lielow
