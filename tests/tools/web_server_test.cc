// The web server as its visitors meet it, good and bad ones.

#include "tools/web/web_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "game/input_error.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

using testing::HasSubstr;

constexpr const char* kJson = "application/json";

WebServerOptions Options() {
  WebServerOptions options;
  options.port = 0;
  options.analyst = "rollouts:n=100";
  options.levels = {{"fast", "Fast", "", "rollouts:n=20", ""}};
  return options;
}

// A connection that says what it likes.
class Caller {
 public:
  explicit Caller(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ~Caller() { ::close(socket_); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  // Returns false once the other side has hung up.
  bool Say(const std::string& text) const {
    return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }

  // All until the other side hangs up.
  std::string Listen() const {
    std::string heard;
    char piece[4096];
    while (true) {
      const ssize_t count = ::recv(socket_, piece, sizeof(piece), 0);
      if (count <= 0) return heard;
      heard.append(piece, static_cast<std::size_t>(count));
    }
  }

 private:
  const int socket_;
};

class WebServerTest : public testing::Test {
 protected:
  WebServerTest() : WebServerTest(Options()) {}
  explicit WebServerTest(const WebServerOptions& options)
      : server_(options), client_("127.0.0.1", server_.port()) {
    client_.set_read_timeout(60);
  }

  int Status(const std::string& path, const std::string& body) {
    const auto result = client_.Post(path, body, kJson);
    return result ? result->status : -1;
  }

  WebServer server_;
  httplib::Client client_;
};

TEST_F(WebServerTest, ServesThePageAndAllThatItNames) {
  const auto page = client_.Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_THAT(page->get_header_value("Content-Type"), HasSubstr("text/html"));
  EXPECT_THAT(page->get_header_value("Content-Security-Policy"), HasSubstr("default-src 'self'"));
  for (const char* path : {"/main.js", "/style.css", "/board.js"}) {
    const auto file = client_.Get(path);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->status, 200) << path;
    EXPECT_GT(file->body.size(), 500U) << path;
  }
}

TEST_F(WebServerTest, PlaysAMove) {
  const auto result = client_.Post("/api/move", R"({"moves":["d2-d3"],"level":"fast"})", kJson);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->status, 200) << result->body;
  const Json answer = Json::parse(result->body);
  const Json request = {{"moves", {"d2-d3", answer["move"]}}};
  EXPECT_EQ(Status("/api/view", request.dump()), 200);
}

TEST_F(WebServerTest, AnalysesUntilTheOutcomeIsProven) {
  const auto result =
      client_.Post("/api/analyse", R"({"start":"r1r12/4/4/B13 b","moves":[],"seconds":60})", kJson);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->status, 200);
  const std::string& lines = result->body;
  const Json last = Json::parse(lines.substr(lines.rfind('\n', lines.size() - 2) + 1));
  EXPECT_EQ(last["done"], true);
  EXPECT_FALSE(last["proven"].is_null());
  EXPECT_FALSE(last["lines"].empty());
}

TEST_F(WebServerTest, AnAnalysisSaysNothingBeforeItHasLooked) {
  const auto result = client_.Post("/api/analyse", R"({"seconds":1})", kJson);
  ASSERT_TRUE(result);
  std::istringstream lines(result->body);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_GT(Json::parse(line)["nodes"], 0) << line;
  }
}

TEST_F(WebServerTest, ReviewsEveryMove) {
  const auto result =
      client_.Post("/api/review", R"({"moves":["d2-d3","d7-d6","e2-e3"],"nodes":50})", kJson);
  ASSERT_TRUE(result);
  EXPECT_EQ(std::count(result->body.begin(), result->body.end(), '\n'), 3) << result->body;
}

TEST_F(WebServerTest, RefusesBadRequestsWithAReason) {
  const std::string deep(100000, '[');
  const std::vector<std::pair<std::string, std::string>> requests = {
      {"/api/view", "{"},
      {"/api/view", "[]"},
      {"/api/view", deep},
      {"/api/view", "{\"start\":\"\xff\"}"},
      {"/api/view", R"({"moves":["a1-a2"]})"},
      {"/api/move", R"({"level":"god"})"},
      {"/api/move", R"({"start":"r1r12/4/4/B13 b","moves":["a1-off"]})"},
      {"/api/analyse", R"({"seconds":100000})"},
      {"/api/analyse", R"({"lines":0})"},
      {"/api/review", R"({"nodes":-1})"},
      {"/api/read", R"({"text":"nonsense"})"},
      {"/api/write", R"({"tags":{"a b":"c"}})"}};
  for (const auto& [path, body] : requests) {
    const auto result = client_.Post(path, body, kJson);
    ASSERT_TRUE(result) << path << body.substr(0, 50);
    EXPECT_EQ(result->status, 400) << path << body.substr(0, 50);
    EXPECT_FALSE(Json::parse(result->body)["error"].get<std::string>().empty());
  }
}

TEST_F(WebServerTest, HasNoOtherFiles) {
  for (const char* path : {"/../CMakeLists.txt", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                           "/index.html.bak", "/api", "/api/nothing"}) {
    const auto result = client_.Get(path);
    ASSERT_TRUE(result) << path;
    EXPECT_EQ(result->status, 404) << path;
  }
  EXPECT_EQ(client_.Get("/api/run")->status, 404);
}

TEST_F(WebServerTest, IsNotForOtherPagesOfTheBrowser) {
  EXPECT_EQ(client_.Get("/api/setup", {{"Host", "evil.example"}})->status, 403);
  EXPECT_EQ(client_.Get("/api/setup", {{"Host", "localhost:8080"}})->status, 200);
  EXPECT_EQ(client_.Post("/api/move", "{}", "text/plain")->status, 415);
}

TEST_F(WebServerTest, RefusesLongRequests) {
  const auto result = client_.Post("/api/read", std::string(2 << 20, 'x'), kJson);
  // It hangs up while more is being sent, which the client may take for a failure.
  if (result) {
    EXPECT_EQ(result->status, 413);
  }
  const Caller caller(server_.port());
  caller.Say("GET / HTTP/1.1\r\nx: " + std::string(20000, 'x'));
  EXPECT_THAT(caller.Listen(), HasSubstr("431"));
}

TEST_F(WebServerTest, TellsHowManyAnalysesAreAllowed) {
  std::vector<std::unique_ptr<Caller>> callers;
  const std::string body = R"({"seconds":60})";
  const std::string request =
      "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + std::string(kJson) +
      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  for (int i = 0; i < 20; ++i) {
    callers.push_back(std::make_unique<Caller>(server_.port()));
    callers.back()->Say(request + body);
  }
  int refused = 0;
  const std::string short_one = R"({"seconds":1})";
  while (refused == 0) refused = Status("/api/analyse", short_one) == 429 ? 1 : 0;
  EXPECT_EQ(Status("/api/move", "{}"), 200);
  // Whoever goes away makes room.
  callers.clear();
  while (Status("/api/analyse", short_one) == 429) std::this_thread::yield();
}

class ImpatientWebServerTest : public WebServerTest {
 protected:
  ImpatientWebServerTest() : WebServerTest(Impatient()) {}

  static WebServerOptions Impatient() {
    WebServerOptions options = Options();
    options.limits = {.head_seconds = 0.5, .request_seconds = 1, .visitors = 20};
    return options;
  }
};

TEST_F(ImpatientWebServerTest, HangsUpOnThoseWhoDoNotFinishTheirRequest) {
  const Caller silent(server_.port());
  const Caller half(server_.port());
  half.Say("GET / HT");
  const Caller without_body(server_.port());
  without_body.Say("POST /api/view HTTP/1.1\r\nContent-Length: 10\r\n\r\n{");
  const Caller endless(server_.port());
  endless.Say("GET / HTTP/1.1\r\n");
  while (endless.Say("x: y\r\n")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(silent.Listen(), "");
  EXPECT_EQ(half.Listen(), "");
  EXPECT_EQ(without_body.Listen(), "");
  EXPECT_EQ(client_.Get("/api/setup")->status, 200);
}

TEST_F(ImpatientWebServerTest, SilentVisitorsDoNotKeepOthersOut) {
  std::vector<std::unique_ptr<Caller>> silent;
  for (int i = 0; i < 100; ++i) silent.push_back(std::make_unique<Caller>(server_.port()));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(Status("/api/view", "{}"), 200);
}

TEST(WebServerStartTest, RefusesWhatCannotBeUsed) {
  WebServerOptions options = Options();
  options.address = "nowhere";
  EXPECT_THROW(WebServer{options}, InputError);
  options = Options();
  options.analyst = "greedy";
  EXPECT_THROW(WebServer{options}, InputError);
  options = Options();
  options.run = "/nonexistent";
  EXPECT_THROW(WebServer{options}, InputError);
  const WebServer first(Options());
  options = Options();
  options.port = first.port();
  EXPECT_THROW(WebServer{options}, InputError);
}

}  // namespace
}  // namespace lielow
