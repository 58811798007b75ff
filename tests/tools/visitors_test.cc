// Many visitors at a time, half of whom misbehave. (How fast they are served: lielow bench serve.)

#include "tools/web/visitors.h"

#include <gtest/gtest.h>

#include "tools/web/web_server.h"

namespace lielow {
namespace {

TEST(VisitorsTest, GoodOnesGetTheirMovesWhateverTheBadOnesDo) {
  WebServerOptions options;
  options.port = 0;
  options.analyst = "rollouts:n=100";
  options.levels = {{"fast", "Fast", "", "rollouts:n=20", ""}};
  options.limits.head_seconds = 0.5;
  options.limits.visitors = 50;
  const WebServer server(options);
  const VisitorReport report =
      Visit({.port = server.port(), .good = 20, .bad = 25, .moves = 4, .pause_seconds = 0.3});
  EXPECT_EQ(report.move_seconds.size(), 80U);
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
  EXPECT_GE(report.bad_connections, 25);
}

TEST(VisitorsTest, AGoodVisitorTellsWhyItGotNoMove) {
  WebServerOptions options;
  options.port = 0;
  options.analyst = "rollouts:n=100";
  const WebServer server(options);
  const VisitorReport report = Visit({.port = server.port(),
                                      .good = 1,
                                      .bad = 0,
                                      .moves = 2,
                                      .pause_seconds = 0,
                                      .level = "no such level"});
  EXPECT_TRUE(report.move_seconds.empty());
  ASSERT_EQ(report.failures.size(), 2U);
  EXPECT_NE(report.failures.front().find("no such level"), std::string::npos);
}

}  // namespace
}  // namespace lielow
