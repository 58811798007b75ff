#include "mcts/rollout_player.h"

#include "game/random.h"
#include "mcts/leaf_batch.h"

namespace lielow {
namespace {

Move PlayoutMove(const Position& position, Random& random) {
  if (const auto capture = position.KingCapture()) return *capture;
  const MoveList moves = position.LegalMoves();
  const auto king = position.king(position.to_move());
  while (true) {
    const Move move = moves[random.Below(moves.size())];
    const bool king_off = move.direction == Direction::kOff && king == move.from;
    if (!king_off || moves.size() == 1) return move;
  }
}

// The value of a position is the result of one playout from it.
class RolloutEvaluator final : public Evaluator {
 public:
  explicit RolloutEvaluator(std::uint64_t seed) : random_(seed) {}

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      results[i].value = PlayoutWins(positions[i]) ? 1.0F : 0.0F;
      // UCT knows no priors: these only set a random order among moves that were never tried.
      results[i].priors.clear();
      for (int move = positions[i].LegalMoves().size(); move > 0; --move) {
        results[i].priors.push_back(static_cast<float>(random_.Uniform()));
      }
    }
  }

  int max_batch() const override { return 1; }

 private:
  bool PlayoutWins(const Position& start) {
    Position position = start;
    while (!position.over()) position.Play(PlayoutMove(position, random_));
    return position.winner() == start.to_move();
  }

  Random random_;
};

SearchOptions UctOptions(double exploration) {
  SearchOptions options;
  options.type = SearchType::kUct;
  options.uct_exploration = static_cast<float>(exploration);
  return options;
}

}  // namespace

RolloutPlayer::RolloutPlayer(int playouts, double exploration)
    : playouts_(playouts), search_(UctOptions(exploration)) {}

void RolloutPlayer::ChooseMoves(std::span<const MoveRequest> requests,
                                std::span<MoveChoice> choices) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    RolloutEvaluator evaluator(DeriveSeed(requests[i].seed, 0));
    search_.Start(requests[i].position, playouts_, requests[i].seed);
    RunSearches({&search_, 1}, evaluator);
    choices[i] = {.move = search_.BestMove(), .value = search_.value(), .result = search_.result()};
  }
}

}  // namespace lielow
