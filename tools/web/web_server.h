// The web page and its interface: HTTP requests to the answers of the other files here.
//
// POST takes and gives JSON; what goes on for a while comes as NDJSON, an object a line. A bad
// request gets 4xx and {"error": "one sentence"}. A search ends when its page goes away.

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/web/gate.h"
#include "tools/web/levels.h"

namespace lielow {

struct WebServerOptions {
  std::string address = "127.0.0.1";
  int port = 8080;  // 0: any that is free.
  std::vector<Level> levels = StandardLevels();
  std::string default_level = "fast";
  std::string analyst;  // A player with a search tree; empty: the shipped network.
  std::optional<std::filesystem::path> run;
  GateLimits limits = {};
};

class WebServer {
 public:
  // Listens from now on. Throws InputError for an address, port, player or run that cannot be used.
  explicit WebServer(const WebServerOptions& options);
  ~WebServer();  // Ends all searches and shows everybody out.

  int port() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Whether only programs of this machine can reach it.
bool IsLoopback(const std::string& address);

}  // namespace lielow
