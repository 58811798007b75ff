#include "tools/cluster/nats_connection.h"

#include <string_view>
#include <vector>

#include "game/input_error.h"
#include "tools/cluster/broker.h"

namespace lielow {
namespace {

// Times in milliseconds.
constexpr std::int64_t kConnectTime = 3000;
constexpr std::int64_t kReconnectWait = 500;
constexpr std::int64_t kReconnectJitter = 500;
constexpr std::int64_t kPingInterval = 10'000;  // A connection that is cut is noticed after two.
constexpr int kMostPingsOut = 2;

// The library's own handler writes to standard error.
void Ignore(natsConnection* /*connection*/, natsSubscription* /*subscription*/,
            natsStatus /*error*/, void* /*closure*/) {}

const char* OrNull(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

void CheckOption(natsStatus status, const char* what) {
  if (status != NATS_OK) throw InputError(std::string(what) + ": " + NatsErrorText(status));
}

bool WantsTls(const BrokerOptions& options) {
  if (!options.ca_file.empty() || !options.certificate_file.empty()) return true;
  for (const std::string& server : options.servers) {
    if (server.starts_with("tls://")) return true;
  }
  return false;
}

void SetCredentials(natsOptions* nats, const BrokerOptions& options) {
  if (!options.user.empty()) {
    CheckOption(natsOptions_SetUserInfo(nats, options.user.c_str(), options.password.c_str()),
                "LIELOW_NATS_USER");
  }
  if (!options.token.empty()) {
    CheckOption(natsOptions_SetToken(nats, options.token.c_str()), "LIELOW_NATS_TOKEN");
  }
  if (!options.credentials_file.empty()) {
    CheckOption(
        natsOptions_SetUserCredentialsFromFiles(nats, options.credentials_file.c_str(), nullptr),
        "LIELOW_NATS_CREDS");
  }
  if (!options.nkey.empty()) {
    CheckOption(
        natsOptions_SetNKeyFromSeed(nats, options.nkey.c_str(), options.nkey_seed_file.c_str()),
        "LIELOW_NATS_NKEY");
  }
}

void SetTls(natsOptions* nats, const BrokerOptions& options) {
  if (!WantsTls(options)) return;
  CheckOption(natsOptions_SetSecure(nats, true), "TLS");
  if (!options.ca_file.empty()) {
    CheckOption(natsOptions_LoadCATrustedCertificates(nats, options.ca_file.c_str()),
                "LIELOW_NATS_CA");
  }
  if (!options.certificate_file.empty()) {
    CheckOption(natsOptions_LoadCertificatesChain(nats, options.certificate_file.c_str(),
                                                  options.key_file.c_str()),
                "LIELOW_NATS_CERT");
  }
}

NatsOptionsPointer MakeOptions(const BrokerOptions& options) {
  natsOptions* made = nullptr;
  CheckOption(natsOptions_Create(&made), "NATS");
  NatsOptionsPointer nats(made);
  std::vector<const char*> servers;
  for (const std::string& server : options.servers) servers.push_back(server.c_str());
  CheckOption(natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size())),
              "--server");
  natsOptions_SetName(made, OrNull(options.name));
  natsOptions_SetTimeout(made, kConnectTime);
  natsOptions_SetMaxReconnect(made, -1);
  natsOptions_SetReconnectWait(made, kReconnectWait);
  natsOptions_SetReconnectJitter(made, kReconnectJitter, kReconnectJitter);
  natsOptions_SetPingInterval(made, kPingInterval);
  natsOptions_SetMaxPingsOut(made, kMostPingsOut);
  natsOptions_SetFailRequestsOnDisconnect(made, true);
  natsOptions_SetErrorHandler(made, Ignore, nullptr);
  SetCredentials(made, options);
  SetTls(made, options);
  return nats;
}

std::string Addresses(const BrokerOptions& options) {
  std::string text;
  for (const std::string& server : options.servers) text += (text.empty() ? "" : ",") + server;
  return text;
}

}  // namespace

std::string NatsErrorText(natsStatus status) {
  natsStatus last = NATS_OK;
  const char* text = nats_GetLastError(&last);
  if (last != status || text == nullptr || *text == '\0') return natsStatus_GetText(status);
  // "(conn.c:2088): No server available for connection": without the place in the library.
  const std::string_view whole = text;
  const std::size_t place = whole.starts_with('(') ? whole.find("): ") : std::string_view::npos;
  return std::string(place == std::string_view::npos ? whole : whole.substr(place + 3));
}

void CheckNats(natsStatus status, const std::string& what) {
  if (status != NATS_OK) throw BrokerError(what + ": " + NatsErrorText(status));
}

NatsConnectionPointer ConnectNats(const BrokerOptions& options) {
  const NatsOptionsPointer nats = MakeOptions(options);
  natsConnection* connection = nullptr;
  const natsStatus status = natsConnection_Connect(&connection, nats.get());
  switch (status) {
    case NATS_OK:
      return NatsConnectionPointer(connection);
    case NATS_CONNECTION_AUTH_FAILED:
      throw InputError(Addresses(options) + ": the server refuses the credentials");
    case NATS_SSL_ERROR:
    case NATS_SECURE_CONNECTION_WANTED:
    case NATS_SECURE_CONNECTION_REQUIRED:
    case NATS_INVALID_ARG:
    case NATS_ADDRESS_MISSING:
      throw InputError(Addresses(options) + ": " + NatsErrorText(status));
    default:
      throw BrokerError(Addresses(options) + ": " + NatsErrorText(status));
  }
}

}  // namespace lielow
