// Visitors of the web server, good and bad ones, to see what it withstands.

#pragma once

#include <string>
#include <vector>

namespace lielow {

struct VisitorOptions {
  int port = 0;
  int good = 100;  // Each asks for moves of a level, one after the other.
  int bad = 100;   // Silent ones, half and endless heads, no JSON, endless bodies; again and again.
  int moves = 5;   // Of each good one.
  double pause_seconds = 1;  // Of a good one before each request.
  std::string level = "fast";
};

struct VisitorReport {
  std::vector<double> move_seconds;   // From the request to the answer, the shortest first.
  std::vector<std::string> failures;  // What good visitors met instead of moves.
  int bad_connections = 0;
  double longest_silence = 0;  // Seconds until the last of those without a full head was shown out.
};

// Comes to a server on this machine and returns when the good ones have all their moves.
VisitorReport Visit(const VisitorOptions& options);

}  // namespace lielow
