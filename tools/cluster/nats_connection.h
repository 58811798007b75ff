// A connection by the NATS library, as objects that clean up after themselves.

#pragma once

#include <nats/nats.h>

#include <memory>
#include <string>

#include "tools/cluster/broker_options.h"

namespace lielow {

// Frees what a function of the library has made.
template <auto kFunction>
struct NatsFree {
  template <class Object>
  void operator()(Object* object) const {
    kFunction(object);
  }
};

using NatsOptionsPointer = std::unique_ptr<natsOptions, NatsFree<natsOptions_Destroy>>;
using NatsConnectionPointer = std::unique_ptr<natsConnection, NatsFree<natsConnection_Destroy>>;
using NatsSubscriptionPointer =
    std::unique_ptr<natsSubscription, NatsFree<natsSubscription_Destroy>>;
using NatsMessagePointer = std::unique_ptr<natsMsg, NatsFree<natsMsg_Destroy>>;
using JetStreamPointer = std::unique_ptr<jsCtx, NatsFree<jsCtx_Destroy>>;
using KeyValuePointer = std::unique_ptr<kvStore, NatsFree<kvStore_Destroy>>;
using KeyValueEntryPointer = std::unique_ptr<kvEntry, NatsFree<kvEntry_Destroy>>;
using KeyValueWatcherPointer = std::unique_ptr<kvWatcher, NatsFree<kvWatcher_Destroy>>;

// What the library says of the call that has just given `status` in this thread.
std::string NatsErrorText(natsStatus status);

// Throws BrokerError naming `what` unless all is well.
void CheckNats(natsStatus status, const std::string& what);

// One attempt at each server. After that, the library itself connects again when the connection is
// lost. Throws BrokerError where none can be reached, InputError where one refuses us.
NatsConnectionPointer ConnectNats(const BrokerOptions& options);

}  // namespace lielow
