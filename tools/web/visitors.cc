#include "tools/web/visitors.h"

#include <arpa/inet.h>
#include <httplib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "game/move_text.h"
#include "game/position.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kAddress = "127.0.0.1";
constexpr std::string_view kHead = "POST /api/move HTTP/1.1\r\nHost: localhost\r\n";

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// A connection that says what it likes.
class Connection {
 public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, kAddress, &address.sin_addr);
    const timeval patience = {.tv_sec = 0, .tv_usec = 50'000};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    open_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool open() const { return open_; }

  void Say(std::string_view text) {
    if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) < 0 && !WouldWait()) open_ = false;
  }

  // For a moment; what is heard is of no interest.
  void Listen() {
    char heard[4096];
    const ssize_t count = ::recv(socket_, heard, sizeof(heard), 0);
    if (count == 0 || (count < 0 && !WouldWait())) open_ = false;
  }

 private:
  static bool WouldWait() { return errno == EAGAIN || errno == EWOULDBLOCK; }

  const int socket_;
  bool open_;
};

class Visitors {
 public:
  explicit Visitors(const VisitorOptions& options) : options_(options) {}

  VisitorReport Run() {
    std::vector<std::thread> bad = Start(options_.bad, [this](int i) { BeBad(i); });
    std::vector<std::thread> good = Start(options_.good, [this](int i) { BeGood(i); });
    for (std::thread& each : good) each.join();
    done_ = true;
    for (std::thread& each : bad) each.join();
    std::sort(report_.move_seconds.begin(), report_.move_seconds.end());
    return std::move(report_);
  }

 private:
  static std::vector<std::thread> Start(int count, const std::function<void(int)>& visitor) {
    std::vector<std::thread> threads(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) threads[static_cast<std::size_t>(i)] = std::thread(visitor, i);
    return threads;
  }

  // Lets the server's player play both sides.
  void BeGood(int number) {
    httplib::Client client(kAddress, options_.port);
    client.set_read_timeout(60);
    Position position;
    std::vector<std::string> moves;
    for (int i = 0; i < options_.moves; ++i) {
      // Not all at the same moment, again and again.
      const double share = i > 0 ? 1 : static_cast<double>(number) / options_.good;
      std::this_thread::sleep_for(std::chrono::duration<double>(options_.pause_seconds * share));
      const auto start = Clock::now();
      const Json question = {{"moves", moves}, {"level", options_.level}};
      const auto result = client.Post("/api/move", question.dump(), "application/json");
      const double seconds = SecondsSince(start);
      if (!result || result->status != 200) {
        const std::lock_guard lock(mutex_);
        report_.failures.push_back(result ? result->body : httplib::to_string(result.error()));
        continue;
      }
      {
        const std::lock_guard lock(mutex_);
        report_.move_seconds.push_back(seconds);
      }
      moves.push_back(Json::parse(result->body)["move"]);
      position.Play(ParseMove(position, moves.back()));
      if (position.over()) {
        position = Position();
        moves.clear();
      }
    }
  }

  void BeBad(int number) {
    const std::vector<std::function<void()>> kinds = {
        [&] { NeverFinishTheHead(""); }, [&] { NeverFinishTheHead(kHead); },
        [&] { NeverFinishTheHead(kHead, "X-More: and more\r\n"); },
        [&] {
          SayAndWait("Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"moves\":");
        },
        [&] {
          SayAndWait("Content-Type: application/json\r\nContent-Length: 4000000000\r\n\r\n",
                     std::string(1 << 16, ' '));
        }};
    while (!done_) kinds[static_cast<std::size_t>(number) % kinds.size()]();
  }

  void NeverFinishTheHead(std::string_view first, std::string_view then = {}) {
    Connection connection(options_.port);
    const auto start = Clock::now();
    if (!first.empty()) connection.Say(first);
    while (connection.open() && !done_) {
      if (!then.empty()) connection.Say(then);
      connection.Listen();
    }
    const std::lock_guard lock(mutex_);
    ++report_.bad_connections;
    report_.longest_silence = std::max(report_.longest_silence, SecondsSince(start));
  }

  void SayAndWait(std::string_view rest_of_head, std::string_view then = {}) {
    Connection connection(options_.port);
    connection.Say(std::string(kHead) + std::string(rest_of_head));
    while (connection.open() && !done_) {
      if (!then.empty()) connection.Say(then);
      connection.Listen();
    }
    const std::lock_guard lock(mutex_);
    ++report_.bad_connections;
  }

  const VisitorOptions options_;
  std::atomic<bool> done_ = false;
  std::mutex mutex_;
  VisitorReport report_;
};

}  // namespace

VisitorReport Visit(const VisitorOptions& options) { return Visitors(options).Run(); }

}  // namespace lielow
