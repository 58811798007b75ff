#include "tools/cluster/published_network.h"

#include <algorithm>
#include <charconv>

#include "selfplay/game_message.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

constexpr const char* kManifestKey = "network";
constexpr const char* kConfigKey = "config";
constexpr int kSlots = 4;
constexpr std::int64_t kLargestModel = std::int64_t{1} << 30;
constexpr int kMostParts = 1 << 20;

std::string PartKey(int slot, int part) {
  return "part-" + std::to_string(slot) + "-" + std::to_string(part);
}

std::uint64_t ReadRun(const std::string& text) {
  std::uint64_t run = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), run, 16);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw BrokerError("the run's manifest is damaged");
  }
  return run;
}

NetworkManifest ReadManifestText(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  try {
    NetworkManifest manifest;
    manifest.run = ReadRun(json.at("run").get<std::string>());
    manifest.step = IntegerAt(json, "step");
    if (!json.at("simulations").is_null()) {
      manifest.simulations = static_cast<int>(IntegerAt(json, "simulations"));
    }
    manifest.slot = static_cast<int>(IntegerAt(json, "slot"));
    manifest.parts = static_cast<int>(IntegerAt(json, "parts"));
    manifest.bytes = IntegerAt(json, "bytes");
    manifest.checksum = json.at("checksum").get<std::string>();
    manifest.config = json.at("config").get<std::string>();
    const bool is_sound = manifest.step >= 0 && manifest.slot >= 0 && manifest.slot < kSlots &&
                          manifest.parts >= 0 && manifest.parts <= kMostParts &&
                          manifest.bytes >= 0 && manifest.bytes <= kLargestModel &&
                          manifest.simulations.value_or(1) >= 1;
    if (is_sound) return manifest;
  } catch (const Json::exception&) {
    // As below.
  }
  throw BrokerError("the run's manifest is damaged");
}

}  // namespace

std::string Checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3;
  }
  return SessionName(hash);
}

std::optional<NetworkManifest> ReadManifest(Broker& broker) {
  const auto entry = broker.Get(Bucket::kRun, kManifestKey);
  if (!entry) return std::nullopt;
  return ReadManifestText(entry->value);
}

void PublishNetwork(Broker& broker, std::string_view model, NetworkManifest manifest) {
  const auto before = ReadManifest(broker);
  const std::size_t part_size = broker.LargestValue();
  manifest.slot = before ? (before->slot + 1) % kSlots : 0;
  manifest.bytes = std::ssize(model);
  manifest.checksum = Checksum(model);
  manifest.parts = 0;
  for (std::size_t at = 0; at < model.size(); at += part_size) {
    broker.Put(Bucket::kRun, PartKey(manifest.slot, manifest.parts), model.substr(at, part_size));
    ++manifest.parts;
  }
  const Json json = {{"run", SessionName(manifest.run)},
                     {"step", manifest.step},
                     {"simulations", manifest.simulations ? Json(*manifest.simulations) : Json()},
                     {"slot", manifest.slot},
                     {"parts", manifest.parts},
                     {"bytes", manifest.bytes},
                     {"checksum", manifest.checksum},
                     {"config", manifest.config}};
  broker.Put(Bucket::kRun, kManifestKey, json.dump());
}

std::string FetchNetwork(Broker& broker, const NetworkManifest& manifest) {
  std::string model;
  for (int part = 0; part < manifest.parts; ++part) {
    const auto entry = broker.Get(Bucket::kRun, PartKey(manifest.slot, part));
    if (!entry) break;
    model += entry->value;
    if (std::ssize(model) > manifest.bytes) break;
  }
  if (std::ssize(model) != manifest.bytes || Checksum(model) != manifest.checksum) {
    throw BrokerError("the network of step " + std::to_string(manifest.step) +
                      " is not whole; another is on its way");
  }
  return model;
}

void PublishConfig(Broker& broker, const std::string& config) {
  broker.Put(Bucket::kRun, kConfigKey, config);
}

std::string FetchConfig(Broker& broker, const NetworkManifest& manifest) {
  const auto entry = broker.Get(Bucket::kRun, kConfigKey);
  if (!entry || Checksum(entry->value) != manifest.config) {
    throw BrokerError("the run's configuration is not there yet");
  }
  return entry->value;
}

}  // namespace lielow
