// Where the server is, and who we are to it.

#pragma once

#include <string>
#include <vector>

namespace lielow {

struct BrokerOptions {
  std::vector<std::string> servers = {};  // "nats://host:4222": any of them, of one cluster.
  std::string name = {};                  // Of this client, for the server's own listings.

  // From the environment only, so that no secret stands in a command line, a configuration or a
  // log. Empty: not given.
  std::string user = {};
  std::string password = {};
  std::string token = {};
  std::string credentials_file = {};  // A JWT and its seed, as `nsc` writes them.
  std::string nkey = {};              // Public; with its seed in a file.
  std::string nkey_seed_file = {};
  std::string ca_file = {};           // Of TLS: whom to trust,
  std::string certificate_file = {};  // and who we are.
  std::string key_file = {};
};

// The variables of the environment, each with what it holds, as the help shows them.
std::string BrokerEnvironmentHelp();

// Takes the text of --server, addresses separated by commas, and the environment. Throws InputError
// for what is no address, for one with a password in it, and for half of a pair of variables.
BrokerOptions ReadBrokerOptions(const std::string& servers, const std::string& name);

// Throws InputError unless the run's name has letters, digits, '-' and '_' only: the server's own
// names are made of it.
void CheckBrokerRun(const std::string& run);

}  // namespace lielow
