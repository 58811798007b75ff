// A NATS server of one's own on the loopback, with JetStream.

#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "selfplay/child_process.h"

namespace lielow {

class NatsServer {
 public:
  // Whether this machine has the program nats-server.
  static bool IsInstalled();

  // Not started yet. It keeps its streams in `directory`. `configuration` is in the server's own
  // language, beside address and store.
  explicit NatsServer(std::filesystem::path directory, std::string configuration = "");

  // Returns once it takes connections. The address stays the same.
  void Start();

  // As a power cut would.
  void Kill() { process_.reset(); }

  std::string url() const { return "nats://127.0.0.1:" + std::to_string(port_); }

 private:
  const std::filesystem::path directory_;
  const std::string configuration_;
  const int port_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace lielow
