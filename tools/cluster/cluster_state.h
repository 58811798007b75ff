// What goes on around a run that is played on many machines: its learner, its workers, the games
// on their way. Workers and learner tell it to the server; `status --server` and the web page show
// it.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/cluster/broker.h"
#include "tools/json_text.h"

namespace lielow {

struct WorkerState {
  std::string session = {};
  std::string name = {};   // Of the machine and process, or as its user calls it.
  std::string doing = {};  // "playing", or what it waits for.
  double positions_per_second = 0;
  std::int64_t games = 0;          // Finished in this session.
  std::int64_t waiting_games = 0;  // Of these, that the server does not have.
  std::int64_t step = 0;           // Of the network it plays with.
  double age = 0;                  // Seconds since it said so.
};

struct LearnerState {
  std::int64_t step = 0;
  std::int64_t games = 0;  // In its database.
  std::int64_t positions = 0;
  double age = 0;
  std::map<std::string, std::int64_t> refused = {};  // Games, by session.
};

struct ClusterState {
  std::optional<LearnerState> learner;  // nullopt: none has ever been there.
  StreamState stream;
  std::vector<WorkerState> workers;
};

void TellState(Broker& broker, const WorkerState& worker);
void TellState(Broker& broker, const LearnerState& learner);

// Changes each time the learner tells its state.
std::uint64_t LearnerRevision(Broker& broker);

// A worker that has ended.
void ForgetWorker(Broker& broker, const std::string& session);

// Leaves out what is not sound: others than workers may have written it. Throws BrokerError.
ClusterState ReadClusterState(Broker& broker);

Json ClusterJson(const ClusterState& state);

// Lines for people.
std::string ClusterText(const ClusterState& state);

}  // namespace lielow
