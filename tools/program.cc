#include "tools/program.h"

#include <iostream>
#include <string>
#include <vector>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/machine.h"

namespace lielow {
namespace {

std::string VersionText() {
  return std::string("lielow ") + LIELOW_VERSION + "\nLibTorch: " + LIELOW_TORCH_VERSION +
         "\nbuild: " + LIELOW_BUILD + "\nprocessor: " + ProcessorText();
}

// The first line: LibTorch appends a stack trace to its messages.
std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void AddCommands(CLI::App& program, int& exit_code) {
  AddPerftCommand(program, exit_code);
  AddMovesCommand(program, exit_code);
  AddReplayCommand(program, exit_code);
  AddSolveCommand(program, exit_code);
#ifdef LIELOW_HAS_TORCH
  AddTrainCommand(program, exit_code);
  AddWorkerCommand(program, exit_code);
  AddConfigCommand(program, exit_code);
#endif
  AddSelfPlayCommand(program, exit_code);
  AddStatusCommand(program, exit_code);
  AddReportCommand(program, exit_code);
  AddBenchCommand(program, exit_code);
  AddLadderCommand(program, exit_code);
  AddMatchCommand(program, exit_code);
  AddAnalyzeCommand(program, exit_code);
  AddPlayCommand(program, exit_code);
  AddServeCommand(program, exit_code);
  AddEngineCommand(program, exit_code);
  AddInspectCommand(program, exit_code);
  AddExportCommand(program, exit_code);
}

int Complain(const std::string& message, ExitCode code) {
  std::cout.flush();
  std::cerr << "lielow: " << FirstLine(message) << "\n";
  return code;
}

// What is wrong with the command line, and what is allowed.
std::string UsageText(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<std::string> found = program.remaining();
  // CLI11 would say that there is no command, but not what stands in its place.
  const bool no_command = program.get_subcommands().empty() && !found.empty();
  const std::string reason =
      no_command ? "found " + Quoted(found.front()) + ", expected a command" : error.what();
  return reason + " (lielow --help shows the commands and options)";
}

// Output is lost late, on a full disk: nobody may take it for complete.
int Finish(int exit_code) {
  std::cout.flush();
  if (!std::cout) return Complain("standard output: cannot write", kExitFailed);
  return exit_code;
}

}  // namespace

int RunProgram(int argc, char** argv) {
  InstallInterruptHandler();
  CLI::App program(
      "Learns the board game Lielow by self-play; judges and plays what it has learned.", "lielow");
  program.footer("lielow COMMAND --help tells more. Example: lielow train configs/quickstart.yaml");
  program.require_subcommand(1);
  program.set_version_flag("--version", VersionText());
  int exit_code = kExitDone;
  AddCommands(program, exit_code);
  try {
    program.parse(argc, argv);
    return Finish(exit_code);
  } catch (const CLI::ParseError& error) {
    // Help and version come as errors with code 0.
    if (error.get_exit_code() == 0) return Finish(program.exit(error));
    return Complain(UsageText(program, error), kExitBadInput);
  } catch (const InputError& error) {
    return Complain(error.what(), kExitBadInput);
  } catch (const std::exception& error) {
    return Complain(error.what(), kExitFailed);
  }
}

}  // namespace lielow
