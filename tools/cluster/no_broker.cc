// For programs that are built without NATS.

#include "game/input_error.h"
#include "tools/cluster/broker.h"

namespace lielow {

bool HasBroker() { return false; }

std::unique_ptr<Broker> ConnectBroker(const BrokerOptions& /*options*/,
                                      const std::string& /*run*/) {
  throw InputError("--server: this program was built without NATS (libnats-dev)");
}

}  // namespace lielow
