#include "tools/program.h"

#include <iostream>
#include <string>

#include "game/input_error.h"
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
#ifdef LIELOW_HAS_TORCH
  AddTrainCommand(program, exit_code);
  AddConfigCommand(program, exit_code);
#endif
  AddStatusCommand(program, exit_code);
  AddBenchCommand(program, exit_code);
  AddMatchCommand(program, exit_code);
  AddPlayCommand(program, exit_code);
  AddInspectCommand(program, exit_code);
}

int Complain(const std::string& message, ExitCode code) {
  std::cout.flush();
  std::cerr << "lielow: " << FirstLine(message) << "\n";
  return code;
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
    std::cout.flush();
    if (!std::cout) return Complain("standard output: cannot write", kExitFailed);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    // Help and version come as errors with code 0.
    if (error.get_exit_code() == 0) return program.exit(error);
    return Complain(std::string(error.what()) + " (lielow --help shows the commands and options)",
                    kExitBadInput);
  } catch (const InputError& error) {
    return Complain(error.what(), kExitBadInput);
  } catch (const std::exception& error) {
    return Complain(error.what(), kExitFailed);
  }
}

}  // namespace lielow
