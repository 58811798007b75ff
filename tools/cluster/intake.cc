#include "tools/cluster/intake.h"

#include <algorithm>
#include <stdexcept>

#include "game/input_error.h"

namespace lielow {
namespace {

// Messages. If there were fewer at once, a flood of bad ones would hold up the good ones.
constexpr std::int64_t kFewestAtOnce = 32;
constexpr std::int64_t kMostAtOnce = 500;
constexpr std::int64_t kPositions = 50;  // Of a game, about.

// Whoever invents sessions must not fill the memory.
constexpr std::size_t kMostSessions = 1000;
constexpr const char* kOtherSessions = "others";

std::uint64_t SessionNumber(const std::string& name) {
  return std::strtoull(name.c_str(), nullptr, 16);
}

}  // namespace

Intake::Intake(Broker& broker, const std::filesystem::path& database, std::uint64_t run, int size)
    : broker_(broker), database_(database, RunDatabase::Mode::kReadWrite), run_(run), size_(size) {}

void Intake::Allow(std::int64_t step) {
  const std::lock_guard lock(mutex_);
  steps_.insert(step);
}

void Intake::Round(std::int64_t positions, std::chrono::milliseconds wait) {
  const auto most = static_cast<int>(
      std::clamp<std::int64_t>(positions / kPositions, kFewestAtOnce, kMostAtOnce));
  std::vector<ArrivedGame> stored;
  std::vector<RecordedGame> games;
  std::vector<GameSource> sources;
  for (ArrivedGame& arrived : broker_.Receive(most, wait)) {
    if (auto game = Checked(arrived)) {
      games.push_back(std::move(*game));
      sources.push_back(SourceOf(arrived.session));
      stored.push_back(std::move(arrived));
    } else {
      Refuse(arrived);
    }
  }
  // Some may have come before; only the database knows.
  positions_ += database_.AddGames(games, sources).positions;
  for (const ArrivedGame& arrived : stored) broker_.Acknowledge(arrived);
}

// The game, if it is what it has to be.
std::optional<RecordedGame> Intake::Checked(const ArrivedGame& arrived) const {
  try {
    GameMessage message = DecodeGameMessage(arrived.bytes);
    const bool is_of_run = message.run == run_ && message.game.start.size() == size_ &&
                           SessionName(message.session) == arrived.session;
    if (!is_of_run) return std::nullopt;
    const std::lock_guard lock(mutex_);
    const bool networks_known = std::all_of(
        message.game.moves.begin(), message.game.moves.end(), [&](const RecordedMove& move) {
          return move.effort == Effort::kNone || steps_.contains(move.model_step);
        });
    if (networks_known) return std::move(message.game);
  } catch (const InputError&) {
    // As below.
  }
  return std::nullopt;
}

void Intake::Refuse(const ArrivedGame& arrived) {
  broker_.Refuse(arrived);
  const std::lock_guard lock(mutex_);
  const bool has_place = refused_.contains(arrived.session) || refused_.size() < kMostSessions;
  ++refused_[has_place ? arrived.session : kOtherSessions];
}

GameSource Intake::SourceOf(const std::string& session) {
  if (const auto found = sources_.find(session); found != sources_.end()) return found->second;
  if (sources_.size() >= kMostSessions) sources_.clear();
  const GameSource source = database_.SourceOf(SessionNumber(session), "worker", "");
  sources_[session] = source;
  return source;
}

std::map<std::string, std::int64_t> Intake::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

}  // namespace lielow
