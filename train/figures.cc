#include "train/figures.h"

namespace lielow {

void AddGameFigures(const GameStatistics& games, bool resignation, Figures& figures) {
  const auto share = [](double part, int whole) { return whole > 0 ? part / whole : 0; };
  figures["new_games"] = games.games;
  figures["mean_plies"] = share(games.plies, games.games);
  figures["blue_wins_share"] = share(games.blue_wins, games.games);
  figures["king_off_share"] = share(games.kings_moved_off, games.games);
  figures["mean_surprise"] = share(games.surprise, games.positions);
  if (!resignation) return;
  figures["resigned_share"] = share(games.resigned, games.games);
  figures["false_resign_share"] = share(games.resignations_wrong, games.resignations_tested);
}

void AddMeasurement(const Measurement& measurement, Figures& figures) {
  figures["policy_loss_new"] = measurement.losses.policy;
  figures["value_loss_new"] = measurement.losses.value;
  figures["policy_agreement"] = measurement.policy_agreement;
  figures["policy_entropy"] = measurement.policy_entropy;
}

}  // namespace lielow
