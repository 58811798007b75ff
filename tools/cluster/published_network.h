// A run's network on its way to the workers: the model file in parts that the server takes, and a
// manifest that names them.
//
// The parts of a network lie in one of four slots, taken in turn, so that a worker that is still
// reading one is not disturbed by the next; what it has read is checked by its checksum.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tools/cluster/broker.h"

namespace lielow {

struct NetworkManifest {
  std::uint64_t run = 0;
  std::int64_t step = 0;                // Training steps.
  std::optional<int> simulations = {};  // Of a full search with it.
  int slot = 0;
  int parts = 0;
  std::int64_t bytes = 0;
  std::string checksum = {};  // Of the model file.
  std::string config = {};    // Checksum of the configuration.

  bool operator==(const NetworkManifest&) const = default;
};

// 16 hexadecimal digits: FNV-1a. Against damage, not against malice.
std::string Checksum(std::string_view bytes);

// The run that has the name on this server; nullopt if there is none.
std::optional<NetworkManifest> ReadManifest(Broker& broker);

// Stores the model file, then the manifest, whose slot, parts, bytes and checksum are set here.
void PublishNetwork(Broker& broker, std::string_view model, NetworkManifest manifest);

// The model file. Throws BrokerError where it is not (or no longer) what the manifest says.
std::string FetchNetwork(Broker& broker, const NetworkManifest& manifest);

// The configuration of the run, in YAML.
void PublishConfig(Broker& broker, const std::string& config);
std::string FetchConfig(Broker& broker, const NetworkManifest& manifest);

}  // namespace lielow
