// The door of the web server: takes visitors' connections and passes their requests on.
//
// A request is passed on only once all of it is there, and an answer goes out as fast as its
// visitor takes it, so slow, silent and endless visitors cost a socket and a little memory here,
// never a thread of the server behind. One thread serves all; one request a connection.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>

namespace lielow {

struct GateLimits {
  double head_seconds = 5;      // Until all of the head is there.
  double request_seconds = 15;  // Until all of the request is there.
  double stall_seconds = 30;    // In which a visitor takes nothing of an answer that waits.
  std::size_t head_bytes = 16 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t visitors = 400;  // At a time. For one more, the one that has waited longest without a
                               // whole request is shown out.
};

class Gate {
 public:
  // Listens on `address`:`port`; 0 for a free port. Throws InputError if it cannot.
  Gate(const std::string& address, int port);
  ~Gate();  // Shows everybody out.
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  int port() const { return port_; }

  // Passes requests on to the server behind the socket file `server`. Called once.
  void Open(const std::filesystem::path& server, const GateLimits& limits = {});

 private:
  int listener_;
  int port_;
  int wake_[2];  // A pipe that ends the thread.
  std::thread thread_;
};

}  // namespace lielow
