#include "tools/web/web_server.h"

#include <httplib.h>
#include <stdlib.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "game/input_error.h"
#include "tools/json_text.h"
#include "tools/web/page_files.h"
#include "tools/web/position_view.h"
#include "tools/web/web_error.h"
#include "tools/web/web_record.h"
#include "tools/web/web_run.h"
#include "tools/web/web_searches.h"

namespace lielow {
namespace {

constexpr const char* kJson = "application/json";
constexpr const char* kJsonLines = "application/x-ndjson";

// Requests that wait or search at a time; what comes on top waits in line.
constexpr std::size_t kThreads = 64;

// No request nests deeper; without a limit, brackets alone could use up the stack.
constexpr int kDeepest = 4;

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// A folder of its own for the socket file, which nobody else may enter.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lielow-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot make a folder " + name);
    }
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

Json ParseBody(const std::string& body) {
  const auto not_too_deep = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw InputError("the request is nested too deep");
    return true;
  };
  try {
    return Json::parse(body, not_too_deep);
  } catch (const Json::exception&) {
    throw InputError("the request is no JSON");
  }
}

void Refuse(httplib::Response& response, int status, const Json& error) {
  response.status = status;
  response.set_content(Text(error), kJson);
}

void AnswerException(httplib::Response& response, std::exception_ptr exception) {
  try {
    std::rethrow_exception(std::move(exception));
  } catch (const BadMoveError& error) {
    Refuse(response, kBadRequest, {{"error", error.what()}, {"ply", error.ply()}});
  } catch (const InputError& error) {
    Refuse(response, kBadRequest, {{"error", error.what()}});
  } catch (const WebError& error) {
    Refuse(response, error.status(), {{"error", error.what()}});
  } catch (const std::exception& error) {
    Refuse(response, kServerError, {{"error", error.what()}});
  }
}

// Without the port.
std::string_view HostName(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || host.ends_with(']')) return host;
  return host.substr(0, colon);
}

bool IsOurName(std::string_view host) {
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host.empty();
}

}  // namespace

bool IsLoopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

class WebServer::Impl {
 public:
  explicit Impl(const WebServerOptions& options)
      : options_(options),
        searches_(options.levels, options.analyst),
        gate_(options.address, options.port) {
    if (options.run) run_.emplace(*options.run);
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server_.set_keep_alive_max_count(1);
    server_.set_default_headers(
        {{"Content-Security-Policy", "default-src 'self'; img-src 'self' data:"},
         {"X-Content-Type-Options", "nosniff"},
         {"X-Frame-Options", "DENY"},
         {"Referrer-Policy", "no-referrer"},
         {"Cache-Control", "no-cache"}});
    server_.set_pre_routing_handler(
        [this](const auto& request, auto& response) { return CheckRequest(request, response); });
    server_.set_exception_handler([](const auto& /*request*/, auto& response, auto exception) {
      AnswerException(response, std::move(exception));
    });
    server_.set_error_handler([](const auto& /*request*/, auto& response) {
      if (!response.body.empty()) return;
      response.set_content(
          Text({{"error", response.status == kNotFound ? "there is no such page"
                                                       : "this is no request that is understood"}}),
          kJson);
    });
    AddRoutes();
    const std::filesystem::path socket = folder_.path() / "socket";
    server_.set_address_family(AF_UNIX);
    if (!server_.bind_to_port(socket.string(), 1)) {
      throw std::runtime_error("cannot listen on " + socket.string());
    }
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    gate_.Open(socket, options.limits);
  }

  ~Impl() {
    searches_.Stop();
    while (!server_.is_running()) std::this_thread::yield();
    server_.stop();
    thread_.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  int port() const { return gate_.port(); }

 private:
  using HandlerResponse = httplib::Server::HandlerResponse;

  // Other pages that the same browser shows must not reach us: neither under another name for our
  // address, nor with a request that needs no leave.
  HandlerResponse CheckRequest(const httplib::Request& request, httplib::Response& response) const {
    if (IsLoopback(options_.address) && !IsOurName(HostName(request.get_header_value("Host")))) {
      Refuse(response, kForbidden, {{"error", "open the page as localhost"}});
      return HandlerResponse::Handled;
    }
    if (request.method == "POST" && !request.get_header_value("Content-Type").starts_with(kJson)) {
      Refuse(response, kUnsupportedMediaType,
             {{"error", "expected Content-Type: application/json"}});
      return HandlerResponse::Handled;
    }
    return HandlerResponse::Unhandled;
  }

  void AddRoutes() {
    for (const PageFile& file : PageFiles()) {
      server_.Get(file.path, [file](const auto& /*request*/, auto& response) {
        response.set_content(file.content.data(), file.content.size(), file.type);
      });
    }
    Get("/api/setup", [this](const auto&) { return SetupJson(); });
    Get("/api/run", [this](const auto&) { return Run().Overview(); });
    Get("/api/run/game", [this](const auto& request) {
      const std::string id = request.get_param_value("id");
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
      if (error != std::errc() || end != id.data() + id.size()) {
        throw InputError("id: expected a whole number");
      }
      return Run().Game(number);
    });
    Post("/api/view", [](const Json& json) { return PositionViewJson(ReadWebGame(json)); });
    Post("/api/move", [this](const Json& json) { return searches_.ChooseMove(json); });
    Post("/api/read", [](const Json& json) {
      AllowOnlyKeys(json, {"text"});
      return ReadGamesJson(TextAt(json, "text", ""));
    });
    Post("/api/write", [](const Json& json) { return Json{{"text", WriteGameText(json)}}; });
    PostStream("/api/analyse", [this](const Json& json) { return searches_.Analyse(json); });
    PostStream("/api/review", [this](const Json& json) { return searches_.Review(json); });
  }

  void Get(const char* path, std::function<Json(const httplib::Request&)> answer) {
    server_.Get(path, [answer = std::move(answer)](const auto& request, auto& response) {
      response.set_content(Text(answer(request)), kJson);
    });
  }

  void Post(const char* path, std::function<Json(const Json&)> answer) {
    server_.Post(path, [answer = std::move(answer)](const httplib::Request& request,
                                                    httplib::Response& response) {
      response.set_content(Text(answer(ParseBody(request.body))), kJson);
    });
  }

  using Stream = std::function<void(const JsonSink&)>;

  void PostStream(const char* path, std::function<Stream(const Json&)> begin) {
    server_.Post(path, [begin = std::move(begin)](const httplib::Request& request,
                                                  httplib::Response& response) {
      response.set_chunked_content_provider(
          kJsonLines, [stream = begin(ParseBody(request.body))](std::size_t /*offset*/,
                                                                httplib::DataSink& sink) {
            const auto send = [&](const Json& json) {
              const std::string line = Text(json);
              return sink.is_writable() && sink.write(line.data(), line.size());
            };
            try {
              stream(send);
            } catch (const std::exception& error) {
              send({{"error", error.what()}});
            }
            sink.done();
            return true;
          });
    });
  }

  const WebRun& Run() const {
    if (!run_) throw WebError(kNotFound, "this server watches no run; start it with --run DIR");
    return *run_;
  }

  Json SetupJson() const {
    Json levels = Json::array();
    for (const Level& level : searches_.levels()) {
      levels.push_back({{"id", level.id},
                        {"name", level.name},
                        {"about", level.about},
                        {"player", PlayerOf(level, Position().size())},
                        {"sizes", {8, 9, 4, 5, 6, 7}}});
    }
    return {{"version", LIELOW_VERSION},
            {"sizes", {8, 9, 4, 5, 6, 7}},
            {"levels", levels},
            {"default_level", options_.default_level},
            {"analysis", options_.analyst},
            {"run", run_.has_value()}};
  }

  const WebServerOptions options_;
  WebSearches searches_;
  std::optional<WebRun> run_;
  const PrivateFolder folder_;
  httplib::Server server_;
  std::thread thread_;
  Gate gate_;
};

WebServer::WebServer(const WebServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
WebServer::~WebServer() = default;

int WebServer::port() const { return impl_->port(); }

}  // namespace lielow
