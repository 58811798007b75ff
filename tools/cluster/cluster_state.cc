#include "tools/cluster/cluster_state.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lielow {
namespace {

constexpr const char* kLearnerKey = "learner";
constexpr std::size_t kMostWorkers = 10'000;
constexpr std::size_t kLongestReport = 64 << 10;
constexpr std::size_t kLongestName = 100;

Json WorkerJson(const WorkerState& worker) {
  return {{"session", worker.session}, {"name", worker.name},
          {"doing", worker.doing},     {"positions_per_second", worker.positions_per_second},
          {"games", worker.games},     {"waiting_games", worker.waiting_games},
          {"step", worker.step}};
}

Json LearnerJson(const LearnerState& learner) {
  return {{"step", learner.step},
          {"games", learner.games},
          {"positions", learner.positions},
          {"refused", learner.refused}};
}

// Of what strangers may have written: for a terminal.
std::string Plain(std::string text) {
  text.resize(std::min(text.size(), kLongestName));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

std::optional<WorkerState> ReadWorker(const BucketEntry& entry) {
  if (entry.value.size() > kLongestReport) return std::nullopt;
  const Json json = Json::parse(entry.value, nullptr, false);
  try {
    WorkerState worker{.session = Plain(json.at("session").get<std::string>()),
                       .name = Plain(json.at("name").get<std::string>()),
                       .doing = Plain(json.at("doing").get<std::string>()),
                       .positions_per_second = json.at("positions_per_second").get<double>(),
                       .games = IntegerAt(json, "games"),
                       .waiting_games = IntegerAt(json, "waiting_games"),
                       .step = IntegerAt(json, "step"),
                       .age = entry.age};
    if (worker.session == entry.key && std::isfinite(worker.positions_per_second)) return worker;
  } catch (const Json::exception&) {
    // As below.
  }
  return std::nullopt;
}

std::optional<LearnerState> ReadLearner(const std::optional<BucketEntry>& entry) {
  if (!entry || entry->value.size() > kLongestReport) return std::nullopt;
  const Json json = Json::parse(entry->value, nullptr, false);
  try {
    LearnerState learner{.step = IntegerAt(json, "step"),
                         .games = IntegerAt(json, "games"),
                         .positions = IntegerAt(json, "positions"),
                         .age = entry->age,
                         .refused = {}};
    for (const auto& [session, games] : json.at("refused").items()) {
      if (!games.is_number_integer()) return std::nullopt;
      learner.refused[Plain(session)] = games.get<std::int64_t>();
    }
    return learner;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

template <class... Args>
std::string Text(const char* format, Args... args) {
  char text[512];
  std::snprintf(text, sizeof(text), format, args...);
  return text;
}

std::string Whole(std::int64_t number) { return std::to_string(number); }

}  // namespace

void TellState(Broker& broker, const WorkerState& worker) {
  broker.Put(Bucket::kWorkers, worker.session, WorkerJson(worker).dump());
}

void TellState(Broker& broker, const LearnerState& learner) {
  broker.Put(Bucket::kRun, kLearnerKey, LearnerJson(learner).dump());
}

std::uint64_t LearnerRevision(Broker& broker) {
  const auto entry = broker.Get(Bucket::kRun, kLearnerKey);
  return entry ? entry->revision : 0;
}

void ForgetWorker(Broker& broker, const std::string& session) {
  broker.Delete(Bucket::kWorkers, session);
}

ClusterState ReadClusterState(Broker& broker) {
  ClusterState state;
  state.learner = ReadLearner(broker.Get(Bucket::kRun, kLearnerKey));
  state.stream = broker.Stream();
  for (const BucketEntry& entry : broker.All(Bucket::kWorkers)) {
    if (auto worker = ReadWorker(entry); worker && state.workers.size() < kMostWorkers) {
      state.workers.push_back(std::move(*worker));
    }
  }
  std::sort(state.workers.begin(), state.workers.end(),
            [](const WorkerState& a, const WorkerState& b) {
              return std::pair(a.name, a.session) < std::pair(b.name, b.session);
            });
  return state;
}

Json ClusterJson(const ClusterState& state) {
  Json workers = Json::array();
  double speed = 0;
  for (const WorkerState& worker : state.workers) {
    Json json = WorkerJson(worker);
    json["age"] = worker.age;
    workers.push_back(std::move(json));
    speed += worker.positions_per_second;
  }
  Json learner;
  if (state.learner) {
    learner = LearnerJson(*state.learner);
    learner["age"] = state.learner->age;
  }
  return {{"learner", learner},
          {"games_on_their_way", state.stream.games},
          {"bytes_on_their_way", state.stream.bytes},
          {"positions_per_second", speed},
          {"workers", workers}};
}

std::string ClusterText(const ClusterState& state) {
  std::string text;
  if (state.learner) {
    const LearnerState& learner = *state.learner;
    text += Text("learner: step %s, %s games, %s positions, heard of %.0f s ago\n",
                 Whole(learner.step).c_str(), Whole(learner.games).c_str(),
                 Whole(learner.positions).c_str(), learner.age);
  } else {
    text += "learner: none\n";
  }
  text += Text("%s games (%.1f MiB) on their way to it\n", Whole(state.stream.games).c_str(),
               static_cast<double>(state.stream.bytes) / (1 << 20));
  double speed = 0;
  for (const WorkerState& worker : state.workers) speed += worker.positions_per_second;
  text += Text("%s worker%s, %.0f positions/s\n", Whole(std::ssize(state.workers)).c_str(),
               state.workers.size() == 1 ? "" : "s", speed);
  for (const WorkerState& worker : state.workers) {
    text += Text("  %s %s: %s, %.0f positions/s, %s games, %s of them not sent, step %s\n",
                 worker.session.c_str(), worker.name.c_str(), worker.doing.c_str(),
                 worker.positions_per_second, Whole(worker.games).c_str(),
                 Whole(worker.waiting_games).c_str(), Whole(worker.step).c_str());
  }
  if (state.learner) {
    for (const auto& [session, games] : state.learner->refused) {
      text += Text("refused: %s games of %s\n", Whole(games).c_str(), session.c_str());
    }
  }
  return text;
}

}  // namespace lielow
