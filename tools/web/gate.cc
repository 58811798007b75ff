#include "tools/web/gate.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>
#include <optional>
#include <stdexcept>
#include <vector>

#include "game/input_error.h"
#include "tools/web/request_head.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;
using Events = decltype(pollfd::events);

constexpr int kNone = -1;

// Of an answer that its visitor has not taken yet.
constexpr std::size_t kMostWaiting = 256 << 10;

bool WouldBlock() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

void Close(int& file) {
  if (file != kNone) ::close(file);
  file = kNone;
}

int Listen(const std::string& address, int port) {
  const std::string where = address + " port " + std::to_string(port);
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST;
  addrinfo* found = nullptr;
  if (::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    throw InputError("--bind: found \"" + address +
                     "\", expected an address of this machine, such as 127.0.0.1 or 0.0.0.0");
  }
  int listener = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  const bool bound = listener != kNone &&
                     ::bind(listener, found->ai_addr, found->ai_addrlen) == 0 &&
                     ::listen(listener, SOMAXCONN) == 0;
  const int error = errno;
  ::freeaddrinfo(found);
  if (!bound) {
    Close(listener);
    const std::string hint = error == EADDRINUSE ? "; another --port may be free" : "";
    throw InputError("cannot listen on " + where + ": " + std::strerror(error) + hint);
  }
  return listener;
}

int PortOf(int listener) {
  sockaddr_storage address = {};
  socklen_t length = sizeof(address);
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

// kNone if the server takes nobody now.
int Connect(const std::filesystem::path& server) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = server.string();
  std::copy_n(path.c_str(), std::min(path.size() + 1, sizeof(address.sun_path)), address.sun_path);
  int file = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file == kNone) return kNone;
  if (::connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    Close(file);
  }
  return file;
}

// Sends what it can of `text` and takes it off. Returns false if the other side is gone.
bool Send(int file, std::string& text, std::size_t& sent) {
  while (sent < text.size()) {
    const ssize_t count = ::send(file, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0) return WouldBlock();
    sent += static_cast<std::size_t>(count);
  }
  text.clear();
  sent = 0;
  return true;
}

enum class Reading { kMore, kNothingYet, kEnd };

// Appends what there is to `text`, a piece at a time.
Reading Receive(int file, std::string& text) {
  char piece[16 << 10];
  const ssize_t count = ::recv(file, piece, sizeof(piece), 0);
  if (count == 0) return Reading::kEnd;
  if (count < 0) return WouldBlock() ? Reading::kNothingYet : Reading::kEnd;
  text.append(piece, static_cast<std::size_t>(count));
  return Reading::kMore;
}

std::string Refusal(int status, const std::string& reason) {
  const std::string body = "{\"error\":\"" + reason + "\"}\n";
  return "HTTP/1.1 " + std::to_string(status) + " Refused\r\nContent-Type: application/json\r\n" +
         "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

// A connection from outside, and the one that its request is passed on by.
class Visitor {
 public:
  Visitor(int file, const GateLimits& limits)
      : file_(file), limits_(limits), came_(Clock::now()), last_taken_(came_) {}
  ~Visitor() {
    Close(file_);
    Close(server_);
  }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  bool has_whole_request() const { return is_whole_ || refused_; }
  bool waits_for_server() const { return is_whole_ && !passed_on_; }

  // What to wait for at either end; a file of kNone is not waited for.
  pollfd Outside() const {
    const bool writes = !answer_.empty();
    return {file_, static_cast<Events>(POLLIN | (writes ? POLLOUT : 0)), 0};
  }
  pollfd Inside() const {
    const bool reads = answer_.size() < kMostWaiting;
    const auto events =
        static_cast<Events>((reads ? POLLIN : 0) | (request_.empty() ? 0 : POLLOUT));
    return {events == 0 ? kNone : server_, events, 0};
  }

  // Goes on as far as it can. Returns false when all is done, or nobody waits for it.
  bool Serve(Events outside, Events inside, const std::filesystem::path& server) {
    if ((outside & (POLLIN | POLLHUP | POLLERR)) != 0 && !HearVisitor(server)) return false;
    if (waits_for_server()) PassOn(server);
    if (server_ != kNone) {
      if ((inside & POLLOUT) != 0 && !Send(server_, request_, request_sent_)) CloseServer();
      if ((inside & (POLLIN | POLLHUP | POLLERR)) != 0) HearServer();
    }
    const std::size_t before = answer_.size() - answer_sent_;
    if (!Send(file_, answer_, answer_sent_)) return false;
    if (answer_.size() - answer_sent_ < before || before == 0) last_taken_ = Clock::now();
    return !(answer_.empty() && (passed_on_ || refused_) && server_ == kNone);
  }

  bool IsLate() const {
    const auto longer_than = [](Clock::time_point since, double seconds) {
      return Clock::now() - since > std::chrono::duration<double>(seconds);
    };
    if (!answer_.empty() && longer_than(last_taken_, limits_.stall_seconds)) return true;
    if (has_whole_request()) return false;
    return longer_than(came_, head_ ? limits_.request_seconds : limits_.head_seconds);
  }

 private:
  bool HearVisitor(const std::filesystem::path& server) {
    std::string ignored;
    std::string& to = has_whole_request() ? ignored : request_;
    switch (Receive(file_, to)) {
      case Reading::kEnd:
        return false;
      case Reading::kNothingYet:
        return true;
      case Reading::kMore:
        break;
    }
    if (!has_whole_request()) LookAtRequest(server);
    return true;
  }

  void LookAtRequest(const std::filesystem::path& server) {
    if (!head_) {
      const std::size_t end = request_.find(kHeadEnd);
      if (std::min(end, request_.size()) > limits_.head_bytes) {
        return Refuse(431, "the head of the request is too long");
      }
      if (end == std::string::npos) return;
      const std::string_view heard = request_;
      head_ = ParseRequestHead(heard.substr(0, end));
      if (!head_->refusal.empty()) return Refuse(head_->status, head_->refusal);
      if (head_->body_bytes > limits_.body_bytes) return Refuse(413, "the request is too long");
      whole_ = end + kHeadEnd.size() + head_->body_bytes;
    }
    if (request_.size() < whole_) return;
    request_.resize(whole_);
    is_whole_ = true;
    PassOn(server);
  }

  // Is tried again until the server, whose queue is short, takes one more.
  void PassOn(const std::filesystem::path& server) {
    server_ = Connect(server);
    if (server_ == kNone) return;
    passed_on_ = true;
    if (!Send(server_, request_, request_sent_)) CloseServer();
  }

  void HearServer() {
    if (answer_.size() < kMostWaiting && Receive(server_, answer_) == Reading::kEnd) CloseServer();
  }

  void CloseServer() {
    Close(server_);
    request_.clear();
  }

  void Refuse(int status, const std::string& reason) {
    refused_ = true;
    request_.clear();
    answer_ = Refusal(status, reason);
  }

  int file_;
  int server_ = kNone;
  const GateLimits& limits_;
  const Clock::time_point came_;
  Clock::time_point last_taken_;

  std::string request_;
  std::size_t request_sent_ = 0;
  std::optional<RequestHead> head_;
  std::size_t whole_ = 0;  // Bytes of the whole request, once the head is known.
  bool is_whole_ = false;
  bool passed_on_ = false;
  bool refused_ = false;

  std::string answer_;
  std::size_t answer_sent_ = 0;
};

class GateLoop {
 public:
  GateLoop(int listener, int wake, std::filesystem::path server, const GateLimits& limits)
      : listener_(listener), wake_(wake), server_(std::move(server)), limits_(limits) {}

  void Run() {
    std::vector<pollfd> files;
    while (true) {
      files = {{wake_, POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const Visitor& visitor : visitors_) {
        files.push_back(visitor.Outside());
        files.push_back(visitor.Inside());
      }
      // Now and then, to see who is late.
      const bool waits =
          std::any_of(visitors_.begin(), visitors_.end(),
                      [](const Visitor& visitor) { return visitor.waits_for_server(); });
      const int milliseconds = waits ? 5 : 250;
      if (::poll(files.data(), files.size(), milliseconds) < 0 && errno != EINTR) return;
      if (files[0].revents != 0) return;
      std::size_t i = 2;
      for (auto visitor = visitors_.begin(); visitor != visitors_.end(); i += 2) {
        const bool stays =
            visitor->Serve(files[i].revents, files[i + 1].revents, server_) && !visitor->IsLate();
        visitor = stays ? std::next(visitor) : visitors_.erase(visitor);
      }
      if (files[1].revents != 0) Admit();
    }
  }

 private:
  void Admit() {
    while (true) {
      const int file = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (file == kNone) return;
      if (visitors_.size() >= limits_.visitors) {
        const auto waiting =
            std::find_if(visitors_.begin(), visitors_.end(),
                         [](const Visitor& visitor) { return !visitor.has_whole_request(); });
        if (waiting == visitors_.end()) {
          ::close(file);
          continue;
        }
        visitors_.erase(waiting);
      }
      visitors_.emplace_back(file, limits_);
    }
  }

  const int listener_;
  const int wake_;
  const std::filesystem::path server_;
  const GateLimits limits_;
  std::list<Visitor> visitors_;  // In the order in which they came.
};

}  // namespace

Gate::Gate(const std::string& address, int port)
    : listener_(Listen(address, port)), port_(PortOf(listener_)) {
  if (::pipe2(wake_, O_CLOEXEC) != 0) {
    ::close(listener_);
    throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
}

Gate::~Gate() {
  ::close(wake_[1]);  // Wakes the thread.
  if (thread_.joinable()) thread_.join();
  ::close(wake_[0]);
  ::close(listener_);
}

void Gate::Open(const std::filesystem::path& server, const GateLimits& limits) {
  thread_ =
      std::thread([loop = GateLoop(listener_, wake_[0], server, limits)]() mutable { loop.Run(); });
}

}  // namespace lielow
