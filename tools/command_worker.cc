#include <unistd.h>

#include <memory>
#include <string>

#include "tools/cluster/worker.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/number_checks.h"
#include "tools/program.h"

namespace lielow {
namespace {

struct WorkerCommandOptions {
  std::string server;
  std::string directory;
  std::string name;
  WorkerRequest request;
};

std::string HostAndProcess() {
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  return std::string(host) + ":" + std::to_string(getpid());
}

int RunWorkerCommand(const WorkerCommandOptions& options) {
  WorkerRequest request = options.request;
  request.name = options.name.empty() ? HostAndProcess() : options.name;
  request.broker = ReadBrokerOptions(options.server, "lielow worker " + request.name);
  request.directory = options.directory;
  request.interrupted =
      &InterruptGracefully("\nsending the last games; once more to stop at once\n");
  RunWorker(request);
  return kExitInterrupted;
}

}  // namespace

void AddWorkerCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("worker", "Play games for a run that is trained elsewhere");
  auto options = std::make_shared<WorkerCommandOptions>();
  command->add_option("--server", options->server, "NATS server: nats://HOST:PORT[,...]")
      ->required();
  command->add_option("--run", options->request.run, "Name of the run")->required();
  command->add_option("--threads", options->request.threads, "Threads that play [all processors]")
      ->check(CLI::Range(1, 1024));
  command->add_option("--dir", options->directory,
                      "Where games wait to be sent [workers/RUN-1, -2, ...: the first free one]");
  command
      ->add_option("--outbox-mib", options->request.most_mib,
                   "Room for these games; then the worker waits [256]")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--max-age", options->request.most_minutes,
                   "Minutes without news of the learner after which the worker waits [10]")
      ->check(NumberCheck(0.01, 1e6));
  command->add_option("--name", options->name, "Shown in the status [HOST:PROCESS]");
  command->footer("Ctrl-C sends the games that are finished, and ends.\n" +
                  BrokerEnvironmentHelp() +
                  "Example: lielow worker --server nats://learner:4222 --run 8x8");
  command->callback([options, &exit_code] { exit_code = RunWorkerCommand(*options); });
}

}  // namespace lielow
