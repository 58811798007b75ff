#include "train/run_state.h"

#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "train/begun_games_text.h"

namespace lielow {
namespace {

template <class Number>
std::string ToText(Number number) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), number);
  return {buffer, end};
}

bool IsAllowed(std::int64_t number) { return number >= 0; }
bool IsAllowed(std::uint64_t /*seed*/) { return true; }
bool IsAllowed(double number) { return std::isfinite(number) && number >= 0; }

const std::string& Find(const ModelFile& checkpoint, const std::filesystem::path& source,
                        const std::string& key) {
  const auto found = checkpoint.metadata.find(key);
  if (found == checkpoint.metadata.end()) {
    throw InputError(source.string() + ": is no checkpoint: \"" + key + "\" is missing");
  }
  return found->second;
}

template <class Number>
void Read(const ModelFile& checkpoint, const std::filesystem::path& source, const std::string& key,
          Number& number) {
  const std::string& text = Find(checkpoint, source, key);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !IsAllowed(number)) {
    throw InputError(source.string() + ": \"" + key + "\": found " + Quoted(text) +
                     ", expected a number from 0");
  }
}

void ReadBegun(const ModelFile& checkpoint, const std::filesystem::path& source,
               std::vector<BegunGame>& begun) {
  try {
    begun = ReadBegunGames(Find(checkpoint, source, "begun_games"));
  } catch (const InputError& error) {
    throw InputError(source.string() + ": \"begun_games\": " + error.what());
  }
}

}  // namespace

void AddToMetadata(const RunState& state, ModelFile& checkpoint) {
  if (state.games >= 0) checkpoint.metadata["games"] = ToText(state.games);
  checkpoint.metadata["begun_games"] = BegunGamesText(state.begun);
  for (const auto& [key, step] :
       {std::pair{"playing_step", state.playing_step}, std::pair{"gated_step", state.gated_step}}) {
    checkpoint.metadata.erase(key);
    if (step >= 0) checkpoint.metadata[key] = ToText(step);
  }
  checkpoint.metadata["iteration"] = ToText(state.iteration);
  checkpoint.metadata["batch_seed"] = ToText(state.batch_seed);
  checkpoint.metadata["minutes"] = ToText(state.minutes);
  checkpoint.metadata["evaluated_minutes"] = ToText(state.evaluated_minutes);
}

RunState RunStateFrom(const ModelFile& checkpoint, const std::filesystem::path& source) {
  RunState state;
  if (checkpoint.metadata.contains("games")) {
    Read(checkpoint, source, "games", state.games);
    ReadBegun(checkpoint, source, state.begun);
  }
  if (checkpoint.metadata.contains("playing_step")) {
    Read(checkpoint, source, "playing_step", state.playing_step);
    Read(checkpoint, source, "gated_step", state.gated_step);
  }
  Read(checkpoint, source, "iteration", state.iteration);
  Read(checkpoint, source, "batch_seed", state.batch_seed);
  Read(checkpoint, source, "minutes", state.minutes);
  Read(checkpoint, source, "evaluated_minutes", state.evaluated_minutes);
  return state;
}

}  // namespace lielow
