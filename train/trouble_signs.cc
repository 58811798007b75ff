#include "train/trouble_signs.h"

#include <cstdio>
#include <optional>

namespace lielow {
namespace {

std::string WithNumber(const char* format, double a, double b = 0) {
  char text[300];
  std::snprintf(text, sizeof(text), format, a, b);
  return text;
}

}  // namespace

std::map<std::string, std::string> TroubleSigns(const std::map<std::string, double>& figures) {
  const auto find = [&](const char* name) -> std::optional<double> {
    const auto found = figures.find(name);
    if (found == figures.end()) return std::nullopt;
    return found->second;
  };
  std::map<std::string, std::string> signs;

  constexpr double kMuchBetter = 0.15;
  const auto value_new = find("value_loss_new");
  const auto value = find("value_loss");
  if (value_new && value && *value_new > *value + kMuchBetter) {
    signs["overfitting"] = WithNumber(
        "the value is far better on what it is trained on than on new games (loss %.2f against "
        "%.2f): a larger window (training.window_min) or fewer repetitions (training.replay_ratio) "
        "would help",
        *value, *value_new);
  }

  constexpr double kNoChoice = 0.02;
  if (const auto entropy = find("policy_entropy"); entropy && *entropy < kNoChoice) {
    signs["policy collapse"] = WithNumber(
        "the policy is certain of one move nearly everywhere (entropy %.3f): more noise "
        "(search.gumbel_noise, search.noise) would keep games different",
        *entropy);
  }

  constexpr double kOneSided = 0.97;
  constexpr double kEnoughGames = 50;
  const auto blue = find("blue_wins_share");
  const auto new_games = find("new_games");
  if (blue && new_games && *new_games >= kEnoughGames &&
      (*blue > kOneSided || *blue < 1 - kOneSided)) {
    signs["one colour"] = WithNumber(
        "Blue wins %.0f %% of the games: there is little to learn from, more random openings "
        "(selfplay.random_opening_plies) would help",
        100 * *blue);
  }

  constexpr double kMostly = 0.8;
  if (const auto waiting = find("learner_waiting"); waiting && *waiting > kMostly) {
    signs["learner starves"] = WithNumber(
        "the learner waits for games %.0f %% of the time: more threads for self-play, or the "
        "synchronous mode, would use the machine better",
        100 * *waiting);
  }
  if (const auto waiting = find("games_waiting"); waiting && *waiting > kMostly) {
    signs["games starve"] = WithNumber(
        "self-play waits for the learner %.0f %% of the time: more threads for training "
        "(training.threads), or the synchronous mode, would use the machine better",
        100 * *waiting);
  }
  return signs;
}

}  // namespace lielow
