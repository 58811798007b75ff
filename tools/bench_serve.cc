#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "tools/benchmarks.h"
#include "tools/json_text.h"
#include "tools/machine.h"
#include "tools/web/visitors.h"
#include "tools/web/web_server.h"

namespace lielow {
namespace {

double MemoryMib() {
  std::ifstream file("/proc/self/statm");
  double all = 0;
  double resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// The smallest that at least this share is not above; of none 0.
double Quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto place =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(place, 1) - 1];
}

}  // namespace

void BenchServe(const ServeBenchOptions& options) {
  WebServerOptions server_options;
  server_options.port = 0;
  server_options.analyst = "rollouts:n=1000";
  const WebServer server(server_options);
  const double memory = MemoryMib();
  const VisitorReport report = Visit({.port = server.port(),
                                      .good = options.visitors - options.bad,
                                      .bad = options.bad,
                                      .moves = options.moves,
                                      .pause_seconds = options.pause_seconds,
                                      .level = server_options.default_level});
  const Json figures = {{"bench", "serve"},
                        {"visitors", options.visitors},
                        {"bad", options.bad},
                        {"moves", report.move_seconds.size()},
                        {"failures", report.failures.size()},
                        {"median_seconds", Quantile(report.move_seconds, 0.5)},
                        {"p95_seconds", Quantile(report.move_seconds, 0.95)},
                        {"slowest_seconds", Quantile(report.move_seconds, 1)},
                        {"bad_connections", report.bad_connections},
                        {"longest_silence", report.longest_silence},
                        {"memory_growth_mib", MemoryMib() - memory}};
  if (options.json) {
    PrintJson(figures);
    return;
  }
  std::printf("%s\n", ProcessorText().c_str());
  std::printf(
      "%d visitors, %d of them bad: %zu moves of the level \"fast\", %zu failures\n"
      "seconds for a move: median %.2f, 95 of 100 within %.2f, slowest %.2f\n"
      "%d bad connections; the longest without a full head was shown out after %.1f s\n"
      "memory grew by %.1f MiB\n",
      options.visitors, options.bad, report.move_seconds.size(), report.failures.size(),
      Quantile(report.move_seconds, 0.5), Quantile(report.move_seconds, 0.95),
      Quantile(report.move_seconds, 1), report.bad_connections, report.longest_silence,
      figures["memory_growth_mib"].get<double>());
  if (!report.failures.empty()) std::printf("first failure: %s\n", report.failures[0].c_str());
}

}  // namespace lielow
