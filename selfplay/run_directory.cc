#include "selfplay/run_directory.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "game/input_error.h"

namespace lielow {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".safetensors";

fs::path StepFile(const fs::path& folder, std::int64_t step) {
  return folder / (std::to_string(step) + std::string(kExtension));
}

// Steps of the files STEP.safetensors in a folder, ascending.
std::vector<std::int64_t> Steps(const fs::path& folder) {
  std::vector<std::int64_t> steps;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != kExtension) continue;
    const std::string stem = entry.path().stem().string();
    std::int64_t step = 0;
    const auto [end, parse_error] = std::from_chars(stem.data(), stem.data() + stem.size(), step);
    const bool is_step =
        parse_error == std::errc() && end == stem.data() + stem.size() && step >= 0;
    if (is_step) steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

std::string StepList(const std::vector<std::int64_t>& steps) {
  constexpr std::size_t kLongest = 10;
  std::string text;
  const std::size_t first = steps.size() > kLongest ? steps.size() - kLongest : 0;
  if (first > 0) text = "...";
  for (std::size_t i = first; i < steps.size(); ++i) {
    text += (text.empty() ? "" : ", ") + std::to_string(steps[i]);
  }
  return text;
}

}  // namespace

fs::path RunDirectory::model(std::int64_t step) const { return StepFile(path_ / "models", step); }

fs::path RunDirectory::checkpoint(std::int64_t step) const {
  return StepFile(path_ / "checkpoints", step);
}

std::vector<std::int64_t> RunDirectory::ModelSteps() const { return Steps(path_ / "models"); }

std::vector<std::int64_t> RunDirectory::CheckpointSteps() const {
  return Steps(path_ / "checkpoints");
}

fs::path RunDirectory::FindModel(std::optional<std::int64_t> step) const {
  const std::vector<std::int64_t> steps = ModelSteps();
  if (steps.empty()) throw InputError(path_.string() + ": has no models/STEP.safetensors yet");
  if (!step) return model(steps.back());
  if (!std::binary_search(steps.begin(), steps.end(), *step)) {
    throw InputError(path_.string() + ": has no model of step " + std::to_string(*step) +
                     "; there are " + StepList(steps));
  }
  return model(*step);
}

}  // namespace lielow
