#include <algorithm>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "tools/cluster/broker.h"
#include "tools/cluster/nats_connection.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kNanoseconds = 1'000'000'000;  // Of a second.

// Of the stream. When it is full, workers wait: a learner that has so many games before it would
// only learn from older ones with more.
constexpr std::int64_t kMostGames = 2000;
constexpr std::int64_t kMostBytes = std::int64_t{512} << 20;

// Within which the server itself drops a game that is sent again; later the learner does.
constexpr std::int64_t kDuplicates = 600 * kNanoseconds;

// A game that has not been answered for so long comes again.
constexpr std::int64_t kAnswerTime = 20 * kNanoseconds;

// Games that are with the learner without an answer, and bytes of one request for them.
constexpr std::int64_t kMostUnanswered = 4000;
constexpr std::int64_t kMostBytesAtOnce = std::int64_t{16} << 20;

// For the server's answer to a game that is sent, in milliseconds.
constexpr std::int64_t kSendTime = 10'000;

// What workers tell of themselves is forgotten so soon.
constexpr std::int64_t kWorkersTime = 30 * kNanoseconds;

// Between two attempts to connect.
constexpr auto kRetryTime = std::chrono::seconds(1);

// One connection with all that belongs to it, freed in the opposite order.
struct Connection {
  NatsConnectionPointer nats;
  JetStreamPointer jet_stream;
  std::mutex buckets_mutex = {};
  std::map<Bucket, KeyValuePointer> buckets = {};  // Guarded by buckets_mutex.
  std::mutex games_mutex = {};
  NatsSubscriptionPointer games = {};  // Guarded by games_mutex, while it waits too.
};

// What the server has answered to the games of the last Send, by their ids.
struct Answers {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::string> stored;
  std::map<std::string, std::string> failed;  // With the reason.
  bool full = false;                          // That was one of the reasons.
};

// Kept until the program ends: the library's threads may still write to it when its connection is
// gone.
Answers& NewAnswers() {
  static std::mutex mutex;
  static std::list<Answers> all;
  const std::lock_guard lock(mutex);
  return all.emplace_back();
}

BucketEntry EntryOf(kvEntry* entry) {
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  const auto* value = static_cast<const char*>(kvEntry_Value(entry));
  const auto length = static_cast<std::size_t>(std::max(0, kvEntry_ValueLen(entry)));
  return {.key = kvEntry_Key(entry),
          .value = value == nullptr ? std::string() : std::string(value, length),
          .age = std::max(0.0, static_cast<double>(now - kvEntry_Created(entry)) / 1e9),
          .revision = kvEntry_Revision(entry)};
}

class NatsBroker final : public Broker {
 public:
  NatsBroker(const BrokerOptions& options, const std::string& run)
      : options_(options),
        games_stream_("lielow-" + run + "-games"),
        games_subject_("lielow." + run + ".games."),
        bucket_names_{{Bucket::kRun, "lielow-" + run},
                      {Bucket::kWorkers, "lielow-" + run + "-workers"}} {
    try {
      Connected();
    } catch (const BrokerError&) {
      // It will come.
    }
  }

  void MakeRun(int replicas) override {
    const auto connection = Connected();
    MakeStream(*connection, replicas);
    MakeBucket(*connection, Bucket::kRun, 0, replicas);
    MakeBucket(*connection, Bucket::kWorkers, kWorkersTime, replicas);
  }

  void RemoveRun() override {
    const auto connection = Connected();
    const auto check = [](natsStatus status, const std::string& what) {
      if (status != NATS_NOT_FOUND) CheckNats(status, what);
    };
    jsErrCode code{};
    check(js_DeleteStream(connection->jet_stream.get(), games_stream_.c_str(), nullptr, &code),
          "removing stream " + games_stream_);
    for (const auto& [bucket, name] : bucket_names_) {
      check(js_DeleteKeyValue(connection->jet_stream.get(), name.c_str()),
            "removing bucket " + name);
    }
    const std::scoped_lock lock(connection->buckets_mutex, connection->games_mutex);
    connection->buckets.clear();
    connection->games.reset();
  }

  std::optional<BucketEntry> Get(Bucket bucket, const std::string& key) override {
    const auto connection = Connected();
    kvEntry* entry = nullptr;
    const natsStatus status = kvStore_Get(&entry, Open(*connection, bucket), key.c_str());
    if (status == NATS_NOT_FOUND) return std::nullopt;
    CheckNats(status, "reading " + key);
    const KeyValueEntryPointer owner(entry);
    return EntryOf(entry);
  }

  void Put(Bucket bucket, const std::string& key, std::string_view value) override {
    const auto connection = Connected();
    CheckNats(kvStore_Put(nullptr, Open(*connection, bucket), key.c_str(), value.data(),
                          static_cast<int>(value.size())),
              "storing " + key);
  }

  void Delete(Bucket bucket, const std::string& key) override {
    const auto connection = Connected();
    CheckNats(kvStore_Purge(Open(*connection, bucket), key.c_str(), nullptr), "removing " + key);
  }

  std::vector<BucketEntry> All(Bucket bucket) override {
    constexpr std::int64_t kWait = 2000;
    const auto connection = Connected();
    kvWatchOptions watch{};
    kvWatchOptions_Init(&watch);
    watch.IgnoreDeletes = true;
    kvWatcher* made = nullptr;
    CheckNats(kvStore_WatchAll(&made, Open(*connection, bucket), &watch), "listing");
    const KeyValueWatcherPointer watcher(made);
    std::vector<BucketEntry> entries;
    while (true) {
      kvEntry* entry = nullptr;
      CheckNats(kvWatcher_Next(&entry, made, kWait), "listing");
      if (entry == nullptr) return entries;  // That was all.
      const KeyValueEntryPointer owner(entry);
      entries.push_back(EntryOf(entry));
    }
  }

  std::size_t LargestValue() override {
    const std::int64_t payload = natsConnection_GetMaxPayload(Connected()->nats.get());
    constexpr std::int64_t kHead = 4096;  // Of the message that carries it.
    return static_cast<std::size_t>(std::max<std::int64_t>(payload - kHead, 1024));
  }

  std::vector<std::int64_t> Send(std::span<const Outbox::Item> games) override {
    const auto connection = Connected();
    const std::lock_guard one_at_a_time(send_mutex_);
    std::map<std::string, std::int64_t> ids;
    {
      const std::lock_guard lock(answers_.mutex);
      answers_.stored.clear();
      answers_.failed.clear();
      answers_.full = false;
    }
    for (const Outbox::Item& game : games) {
      const std::string id = GameMessageId(game.session, game.number);
      ids.emplace(id, game.id);
      PublishGame(*connection, game, id);
    }
    std::unique_lock lock(answers_.mutex);
    answers_.changed.wait_for(lock, std::chrono::milliseconds(kSendTime + 1000), [&] {
      return answers_.stored.size() + answers_.failed.size() >= ids.size();
    });
    std::vector<std::int64_t> stored;
    for (const std::string& id : answers_.stored) {
      if (const auto found = ids.find(id); found != ids.end()) stored.push_back(found->second);
    }
    if (stored.empty() && answers_.full) throw BrokerFullError("the learner has enough games");
    if (stored.empty() && !games.empty()) {
      throw BrokerError("sending games: " + (answers_.failed.empty()
                                                 ? std::string("no answer")
                                                 : answers_.failed.begin()->second));
    }
    return stored;
  }

  std::vector<ArrivedGame> Receive(int most, std::chrono::milliseconds wait) override {
    const auto connection = Connected();
    const std::lock_guard lock(connection->games_mutex);
    if (connection->games == nullptr) Subscribe(*connection);
    jsFetchRequest request{};
    jsFetchRequest_Init(&request);
    request.Batch = most;
    request.MaxBytes = kMostBytesAtOnce;
    request.Expires = wait.count() * 1'000'000;
    natsMsgList list{};
    const natsStatus status =
        natsSubscription_FetchRequest(&list, connection->games.get(), &request);
    if (status == NATS_TIMEOUT) return {};
    if (status != NATS_OK) connection->games.reset();  // Perhaps the stream has been made anew.
    CheckNats(status, "receiving games");
    std::vector<ArrivedGame> games;
    games.reserve(static_cast<std::size_t>(list.Count));
    for (int i = 0; i < list.Count; ++i) {
      games.push_back(Take(std::exchange(list.Msgs[i], nullptr)));
    }
    natsMsgList_Destroy(&list);
    return games;
  }

  void Acknowledge(const ArrivedGame& game) override {
    CheckNats(natsMsg_Ack(static_cast<natsMsg*>(game.message.get()), nullptr), "acknowledging");
  }

  void Refuse(const ArrivedGame& game) override {
    CheckNats(natsMsg_Term(static_cast<natsMsg*>(game.message.get()), nullptr), "refusing");
  }

  StreamState Stream() override {
    const auto connection = Connected();
    jsStreamInfo* info = nullptr;
    jsErrCode code{};
    CheckNats(js_GetStreamInfo(&info, connection->jet_stream.get(), games_stream_.c_str(), nullptr,
                               &code),
              "stream " + games_stream_);
    const StreamState state{.games = static_cast<std::int64_t>(info->State.Msgs),
                            .bytes = static_cast<std::int64_t>(info->State.Bytes)};
    jsStreamInfo_Destroy(info);
    return state;
  }

 private:
  // The connection, made if there is none that lives.
  std::shared_ptr<Connection> Connected() {
    const std::lock_guard lock(mutex_);
    if (connection_ != nullptr && natsConnection_IsClosed(connection_->nats.get())) {
      connection_ = nullptr;
    }
    if (connection_ != nullptr) return connection_;
    if (Clock::now() < next_attempt_) throw BrokerError(last_failure_);
    next_attempt_ = Clock::now() + kRetryTime;
    try {
      auto made = std::make_shared<Connection>();
      made->nats = ConnectNats(options_);
      made->jet_stream = MakeJetStream(*made);
      connection_ = made;
      return made;
    } catch (const BrokerError& error) {
      last_failure_ = error.what();
      throw;
    }
  }

  JetStreamPointer MakeJetStream(Connection& connection) {
    jsOptions options{};
    jsOptions_Init(&options);
    options.PublishAsync.AckHandler = TakeAnswer;
    options.PublishAsync.AckHandlerClosure = &answers_;
    jsCtx* made = nullptr;
    CheckNats(natsConnection_JetStream(&made, connection.nats.get(), &options), "JetStream");
    return JetStreamPointer(made);
  }

  static void TakeAnswer(jsCtx* /*js*/, natsMsg* message, jsPubAck* stored, jsPubAckErr* failed,
                         void* closure) {
    const NatsMessagePointer owner(message);
    auto& answers = *static_cast<Answers*>(closure);
    const char* id = nullptr;
    if (natsMsgHeader_Get(message, "Nats-Msg-Id", &id) != NATS_OK) return;
    const std::lock_guard lock(answers.mutex);
    if (stored != nullptr) {
      answers.stored.insert(id);
    } else {
      const std::string reason =
          failed->ErrText != nullptr ? failed->ErrText : natsStatus_GetText(failed->Err);
      // "maximum messages exceeded", or bytes: there is no code for it.
      answers.full = answers.full || reason.starts_with("maximum ");
      answers.failed[id] = reason;
    }
    answers.changed.notify_all();
  }

  void PublishGame(Connection& connection, const Outbox::Item& game, const std::string& id) {
    natsMsg* message = nullptr;
    const std::string subject = games_subject_ + SessionName(game.session);
    CheckNats(natsMsg_Create(&message, subject.c_str(), nullptr, game.bytes.data(),
                             static_cast<int>(game.bytes.size())),
              "sending games");
    jsPubOptions options{};
    jsPubOptions_Init(&options);
    options.MsgId = id.c_str();
    options.MaxWait = kSendTime;
    const natsStatus status = js_PublishMsgAsync(connection.jet_stream.get(), &message, &options);
    const NatsMessagePointer owner(message);  // Taken over where all went well.
    CheckNats(status, "sending games");
  }

  void MakeStream(Connection& connection, int replicas) {
    const std::string subjects = games_subject_ + "*";
    const char* subject = subjects.c_str();
    jsStreamConfig config{};
    jsStreamConfig_Init(&config);
    config.Name = games_stream_.c_str();
    config.Subjects = &subject;
    config.SubjectsLen = 1;
    config.Retention = js_WorkQueuePolicy;
    config.Storage = js_FileStorage;
    config.Discard = js_DiscardNew;
    config.MaxMsgs = kMostGames;
    config.MaxBytes = kMostBytes;
    config.MaxMsgSize = static_cast<std::int32_t>(kLongestGameMessage + 1024);
    config.Duplicates = kDuplicates;
    config.Replicas = replicas;
    jsErrCode code{};
    natsStatus status = js_AddStream(nullptr, connection.jet_stream.get(), &config, nullptr, &code);
    if (status != NATS_OK && code == JSStreamNameExistErr) {
      status = js_UpdateStream(nullptr, connection.jet_stream.get(), &config, nullptr, &code);
    }
    CheckNats(status, "making stream " + games_stream_);
  }

  void MakeBucket(Connection& connection, Bucket bucket, std::int64_t keep, int replicas) {
    const std::string& name = bucket_names_.at(bucket);
    kvStore* made = nullptr;
    natsStatus status = js_KeyValue(&made, connection.jet_stream.get(), name.c_str());
    if (status != NATS_OK) {
      kvConfig config{};
      kvConfig_Init(&config);
      config.Bucket = name.c_str();
      config.History = 1;
      config.TTL = keep;
      config.StorageType = js_FileStorage;
      config.Replicas = replicas;
      status = js_CreateKeyValue(&made, connection.jet_stream.get(), &config);
    }
    CheckNats(status, "making bucket " + name);
    const std::lock_guard lock(connection.buckets_mutex);
    connection.buckets[bucket] = KeyValuePointer(made);
  }

  // The bucket; good until RemoveRun.
  kvStore* Open(Connection& connection, Bucket bucket) {
    const std::lock_guard lock(connection.buckets_mutex);
    KeyValuePointer& opened = connection.buckets[bucket];
    if (opened == nullptr) {
      kvStore* made = nullptr;
      const natsStatus status =
          js_KeyValue(&made, connection.jet_stream.get(), bucket_names_.at(bucket).c_str());
      if (status == NATS_NOT_FOUND) throw BrokerError("the server knows no such run yet");
      CheckNats(status, "opening bucket " + bucket_names_.at(bucket));
      opened = KeyValuePointer(made);
    }
    return opened.get();
  }

  // REQUIRES: connection.games_mutex is held.
  void Subscribe(Connection& connection) {
    jsSubOptions options{};
    jsSubOptions_Init(&options);
    options.Stream = games_stream_.c_str();
    options.Config.AckPolicy = js_AckExplicit;
    options.Config.AckWait = kAnswerTime;
    options.Config.MaxAckPending = kMostUnanswered;
    natsSubscription* made = nullptr;
    jsErrCode code{};
    CheckNats(js_PullSubscribe(&made, connection.jet_stream.get(), (games_subject_ + "*").c_str(),
                               "learner", nullptr, &options, &code),
              "stream " + games_stream_);
    connection.games = NatsSubscriptionPointer(made);
  }

  ArrivedGame Take(natsMsg* message) const {
    const std::string subject = natsMsg_GetSubject(message);
    const char* data = natsMsg_GetData(message);
    const auto length = static_cast<std::size_t>(natsMsg_GetDataLength(message));
    return {.session = subject.substr(std::min(subject.size(), games_subject_.size())),
            .bytes = data == nullptr ? std::string_view() : std::string_view(data, length),
            .message = std::shared_ptr<void>(
                message, [](void* owned) { natsMsg_Destroy(static_cast<natsMsg*>(owned)); })};
  }

  const BrokerOptions options_;
  const std::string games_stream_;
  const std::string games_subject_;  // Followed by the session.
  const std::map<Bucket, std::string> bucket_names_;

  std::mutex send_mutex_;
  Answers& answers_ = NewAnswers();

  std::mutex mutex_;
  // Guarded by mutex_.
  std::shared_ptr<Connection> connection_;
  Clock::time_point next_attempt_;
  std::string last_failure_;
};

}  // namespace

bool HasBroker() { return true; }

std::unique_ptr<Broker> ConnectBroker(const BrokerOptions& options, const std::string& run) {
  CheckBrokerRun(run);
  return std::make_unique<NatsBroker>(options, run);
}

}  // namespace lielow
