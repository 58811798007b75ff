// The program `lielow`: its subcommands and what its exit codes mean.

#pragma once

namespace lielow {

enum ExitCode { kExitDone = 0, kExitFailed = 1, kExitBadInput = 2, kExitInterrupted = 130 };

// Never throws. Bad input and failures are one line on standard error.
int RunProgram(int argc, char** argv);

}  // namespace lielow
