#include "tools/cluster/broker_options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "game/input_error.h"

namespace lielow {
namespace {

struct Variable {
  const char* name;
  std::string BrokerOptions::*field;
  bool is_file;
  const char* meaning;
};

constexpr std::array kVariables = {
    Variable{"LIELOW_NATS_USER", &BrokerOptions::user, false, "user"},
    Variable{"LIELOW_NATS_PASSWORD", &BrokerOptions::password, false, "and password"},
    Variable{"LIELOW_NATS_TOKEN", &BrokerOptions::token, false, "token"},
    Variable{"LIELOW_NATS_CREDS", &BrokerOptions::credentials_file, true, "credentials file"},
    Variable{"LIELOW_NATS_NKEY", &BrokerOptions::nkey, false, "public NKey"},
    Variable{"LIELOW_NATS_NKEY_SEED", &BrokerOptions::nkey_seed_file, true, "and file of its seed"},
    Variable{"LIELOW_NATS_CA", &BrokerOptions::ca_file, true, "TLS: certificates to trust"},
    Variable{"LIELOW_NATS_CERT", &BrokerOptions::certificate_file, true, "TLS: own certificate"},
    Variable{"LIELOW_NATS_KEY", &BrokerOptions::key_file, true, "and file of its key"},
};

void CheckAddress(const std::string& address) {
  const std::string allowed = "expected nats://HOST:PORT or tls://HOST:PORT";
  const auto fail = [&](const std::string& found) {
    throw InputError("--server: found " + found + ", " + allowed);
  };
  if (address.empty()) fail("an empty address");
  if (address.find('@') != std::string::npos) {
    // Not shown: it may hold a password.
    throw InputError(
        "--server: the address has a user or a password in it; set LIELOW_NATS_USER and"
        " LIELOW_NATS_PASSWORD instead");
  }
  const std::size_t scheme = address.starts_with("nats://")  ? 7
                             : address.starts_with("tls://") ? 6
                                                             : 0;
  if (scheme == 0 || scheme == address.size()) fail("\"" + address + "\"");
  const bool is_plain = std::all_of(address.begin(), address.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '"';
  });
  if (!is_plain) fail("an address with spaces or quotes");
}

void CheckPair(const std::string& a, const std::string& b, const char* names) {
  if (a.empty() != b.empty()) {
    throw InputError(std::string(names) + ": found one of them, expected both or none");
  }
}

}  // namespace

std::string BrokerEnvironmentHelp() {
  std::string text = "Credentials come from the environment:\n";
  for (const Variable& variable : kVariables) {
    text += "  " + std::string(variable.name) +
            std::string(24 - std::string(variable.name).size(), ' ') + variable.meaning + "\n";
  }
  return text;
}

BrokerOptions ReadBrokerOptions(const std::string& servers, const std::string& name) {
  BrokerOptions options;
  options.name = name;
  for (std::size_t first = 0; first <= servers.size();) {
    const std::size_t end = std::min(servers.find(',', first), servers.size());
    options.servers.push_back(servers.substr(first, end - first));
    CheckAddress(options.servers.back());
    first = end + 1;
  }
  for (const Variable& variable : kVariables) {
    const char* value = std::getenv(variable.name);
    if (value == nullptr || *value == '\0') continue;
    options.*variable.field = value;
    std::error_code ignored;
    if (variable.is_file && !std::filesystem::exists(value, ignored)) {
      throw InputError(std::string(variable.name) + ": " + value + ": no such file");
    }
  }
  CheckPair(options.user, options.password, "LIELOW_NATS_USER and LIELOW_NATS_PASSWORD");
  CheckPair(options.nkey, options.nkey_seed_file, "LIELOW_NATS_NKEY and LIELOW_NATS_NKEY_SEED");
  CheckPair(options.certificate_file, options.key_file, "LIELOW_NATS_CERT and LIELOW_NATS_KEY");
  return options;
}

void CheckBrokerRun(const std::string& run) {
  const bool fits = std::all_of(run.begin(), run.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
  if (run.empty() || !fits) {
    throw InputError("--server: found the run name \"" + run +
                     "\", expected letters, digits, '-' and '_' only");
  }
}

}  // namespace lielow
