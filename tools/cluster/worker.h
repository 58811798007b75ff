// A self-play worker: plays the games of a run that is trained elsewhere.

#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "tools/cluster/broker_options.h"

namespace lielow {

struct WorkerRequest {
  BrokerOptions broker;
  std::string run = {};
  std::filesystem::path directory;  // Empty: the first free one, see WorkerDirectory.
  std::string name = {};            // For people.
  std::optional<int> threads = {};  // nullopt: one a processor.
  int most_mib = 256;               // Of games that wait to be sent.
  double most_minutes = 10;         // Without news of the learner.
  const std::atomic<bool>* interrupted = nullptr;
};

// Plays until interrupted. Throws InputError for bad input, std::runtime_error for what fails on
// the way: games that are finished are on the disk.
void RunWorker(const WorkerRequest& request);

}  // namespace lielow
