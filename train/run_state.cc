#include "train/run_state.h"

#include <charconv>
#include <cmath>
#include <string>

#include "game/input_error.h"
#include "game/quoted_text.h"

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

template <class Number>
void Read(const ModelFile& checkpoint, const std::filesystem::path& source, const std::string& key,
          Number& number) {
  const auto found = checkpoint.metadata.find(key);
  if (found == checkpoint.metadata.end()) {
    throw InputError(source.string() + ": is no checkpoint: \"" + key + "\" is missing");
  }
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !IsAllowed(number)) {
    throw InputError(source.string() + ": \"" + key + "\": found " + Quoted(text) +
                     ", expected a number from 0");
  }
}

}  // namespace

void AddToMetadata(const RunState& state, ModelFile& checkpoint) {
  checkpoint.metadata["iteration"] = ToText(state.iteration);
  checkpoint.metadata["batch_seed"] = ToText(state.batch_seed);
  checkpoint.metadata["minutes"] = ToText(state.minutes);
  checkpoint.metadata["evaluated_minutes"] = ToText(state.evaluated_minutes);
}

RunState RunStateFrom(const ModelFile& checkpoint, const std::filesystem::path& source) {
  RunState state;
  Read(checkpoint, source, "iteration", state.iteration);
  Read(checkpoint, source, "batch_seed", state.batch_seed);
  Read(checkpoint, source, "minutes", state.minutes);
  Read(checkpoint, source, "evaluated_minutes", state.evaluated_minutes);
  return state;
}

}  // namespace lielow
