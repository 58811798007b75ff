#include "tests/cluster/nats_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace lielow {
namespace {

class Socket {
 public:
  Socket() : file_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (file_ < 0) throw std::runtime_error("no socket");
  }
  ~Socket() { ::close(file_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int file() const { return file_; }

 private:
  const int file_;
};

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int FreePort() {
  const Socket socket;
  sockaddr_in address = Loopback(0);
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  socklen_t length = sizeof(address);
  if (::bind(socket.file(), plain, length) != 0 ||
      ::getsockname(socket.file(), plain, &length) != 0) {
    throw std::runtime_error("no free port");
  }
  return ntohs(address.sin_port);
}

bool TakesConnections(int port) {
  const Socket socket;
  sockaddr_in address = Loopback(port);
  return ::connect(socket.file(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
}

}  // namespace

bool NatsServer::IsInstalled() {
  return std::system("command -v nats-server >/dev/null 2>&1") == 0;
}

NatsServer::NatsServer(std::filesystem::path directory, std::string configuration)
    : directory_(std::move(directory)),
      configuration_(std::move(configuration)),
      port_(FreePort()) {}

void NatsServer::Start() {
  std::filesystem::create_directories(directory_);
  const auto file = directory_ / "nats.conf";
  std::ofstream(file) << "listen: 127.0.0.1:" << port_
                      << "\njetstream { store_dir: " << directory_ / "store"
                      << " }\n"
                      << configuration_;
  process_ = std::make_unique<ChildProcess>("exec nats-server -c '" + file.string() + "' >'" +
                                            (directory_ / "log").string() + "' 2>&1");
  for (int i = 0; i < 1000; ++i) {
    if (TakesConnections(port_)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw std::runtime_error("nats-server does not start");
}

}  // namespace lielow
