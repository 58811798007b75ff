#include "selfplay/ladder.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "game/random.h"
#include "selfplay/openings.h"

namespace lielow {
namespace {

// Pairs of games in a row of the same two players: ratings are fitted anew after each round.
constexpr int kPairsAtOnce = 8;

std::uint64_t SeedOf(std::uint64_t seed, const std::string& text) {
  for (const char c : text) seed = DeriveSeed(seed, static_cast<unsigned char>(c));
  return seed;
}

std::pair<int, int> Sorted(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

Ladder::Ladder(std::vector<LadderPlayer> players, const std::vector<LadderRow>& results,
               const LadderOptions& options)
    : options_(options), players_(std::move(players)) {
  for (const LadderRow& row : results) Add(row);
}

// The place of a player; a new one for who was not there.
int Ladder::Index(const std::string& name) {
  for (std::size_t i = 0; i < players_.size(); ++i) {
    if (players_[i].name == name) return static_cast<int>(i);
  }
  players_.push_back({name, {}});
  return static_cast<int>(players_.size()) - 1;
}

void Ladder::Add(const LadderRow& row) {
  const int a = Index(row.a);
  const int b = Index(row.b);
  results_.push_back({a, b, (row.a_won_as_blue ? 1 : 0) + (row.a_won_as_red ? 1 : 0)});
  int& next = next_opening_[Sorted(a, b)];
  next = std::max(next, row.opening + 1);
}

LadderFit Ladder::Fit() const {
  const auto anchor = std::find_if(players_.begin(), players_.end(), [&](const auto& player) {
    return player.name == options_.anchor;
  });
  assert(anchor != players_.end());
  return FitBradleyTerry(static_cast<int>(players_.size()), results_,
                         static_cast<int>(anchor - players_.begin()));
}

void Ladder::Play(int games, const std::function<void(const std::vector<LadderRow>&)>& keep,
                  const std::function<bool()>& stop, const std::function<void(int done)>& show) {
  // Of those that can play.
  std::vector<int> active;
  for (std::size_t i = 0; i < players_.size(); ++i) {
    if (players_[i].make) active.push_back(static_cast<int>(i));
  }
  if (active.size() < 2) return;
  for (int done = 0; done < games && !stop();) {
    const LadderFit all = Fit();
    LadderFit fit;
    for (const int a : active) {
      fit.elo.push_back(all.elo[static_cast<std::size_t>(a)]);
      for (const int b : active) {
        const std::size_t n = all.elo.size();
        fit.covariance.push_back(
            all.covariance[static_cast<std::size_t>(a) * n + static_cast<std::size_t>(b)]);
      }
    }
    // One pairing for every two players: then the fit is worth making again.
    const int pairings = std::max(1, static_cast<int>(active.size()) / 2);
    for (int i = 0; i < pairings && done < games && !stop(); ++i) {
      const int pairs = std::min(kPairsAtOnce, (games - done + 1) / 2);
      const Pairing local = MostInformativePairing(fit, pairs);
      const std::vector<LadderRow> rows = PlayPairing(
          {active[static_cast<std::size_t>(local.a)], active[static_cast<std::size_t>(local.b)]},
          pairs, stop);
      keep(rows);
      for (const LadderRow& row : rows) Add(row);
      done += 2 * static_cast<int>(rows.size());
      show(done);
    }
  }
}

std::vector<LadderRow> Ladder::PlayPairing(Pairing pairing, int pairs,
                                           const std::function<bool()>& stop) {
  const LadderPlayer& a = players_[static_cast<std::size_t>(pairing.a)];
  const LadderPlayer& b = players_[static_cast<std::size_t>(pairing.b)];
  const int first = next_opening_[Sorted(pairing.a, pairing.b)];
  // All pairings go through the same list of openings.
  std::vector<Opening> openings =
      RandomOpenings(options_.size, options_.opening_plies, first + pairs, options_.seed);
  openings.erase(openings.begin(), openings.begin() + first);
  const std::uint64_t seed =
      DeriveSeed(SeedOf(SeedOf(options_.seed, a.name), b.name), static_cast<std::uint64_t>(first));
  const MatchResult match = PlayMatch(
      a.make, b.make, openings,
      {.seed = seed, .threads = options_.threads, .concurrency = options_.concurrency}, {}, stop);
  std::vector<LadderRow> rows;
  for (std::size_t i = 0; i + 1 < match.games.size(); i += 2) {
    // A match that was stopped may lack pairs in the middle.
    const auto opening = std::find_if(openings.begin(), openings.end(), [&](const Opening& each) {
      return each.moves == match.games[i].opening.moves;
    });
    rows.push_back({.size = options_.size,
                    .a = a.name,
                    .b = b.name,
                    .opening = first + static_cast<int>(opening - openings.begin()),
                    .a_won_as_blue = match.games[i].a_won,
                    .a_won_as_red = match.games[i + 1].a_won});
  }
  return rows;
}

std::vector<LadderStanding> Ladder::Standings() const {
  constexpr double kNormal95 = 1.959964;
  const LadderFit fit = Fit();
  std::vector<LadderStanding> standings;
  int anchor = 0;
  for (std::size_t i = 0; i < players_.size(); ++i) {
    if (players_[i].name == options_.anchor) anchor = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const auto player = static_cast<int>(i);
    LadderStanding standing = {.player = players_[i].name};
    double wins = 0;
    for (const LadderResult& result : results_) {
      if (result.a != player && result.b != player) continue;
      standing.games += 2;
      wins += result.a == player ? result.a_wins : 2 - result.a_wins;
    }
    if (standing.games > 0) standing.score = wins / standing.games;
    const double half = kNormal95 * std::sqrt(std::max(0.0, fit.Variance(player, anchor)));
    standing.elo = options_.anchor_elo + fit.elo[i];
    standing.low = standing.elo - half;
    standing.high = standing.elo + half;
    standings.push_back(standing);
  }
  std::stable_sort(standings.begin(), standings.end(),
                   [](const auto& a, const auto& b) { return a.elo > b.elo; });
  return standings;
}

}  // namespace lielow
