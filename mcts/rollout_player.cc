#include "mcts/rollout_player.h"

#include "game/random.h"
#include "mcts/leaf_batch.h"

namespace lielow {
namespace {

// A random move that does not take the own king off the board unless it must.
template <int N>
BoardMove PlayoutMove(const Board<N>& board, Random& random) {
  while (true) {
    const BoardMove move = board.RandomMove(random);
    const bool king_off = move.to == kNoBoardSquare && move.from == board.king(board.to_move());
    if (!king_off || board.CountMoves() == 1) return move;
  }
}

// Whether the player to move wins the playout.
template <int N>
bool PlayoutWins(Board<N> board, Random& random) {
  const Color player = board.to_move();
  while (!board.over()) {
    if (board.KingAttackers() != 0) return board.to_move() == player;
    board.template Play<false>(PlayoutMove(board, random));
  }
  return board.loser() != player;
}

// The value of a position is the result of one playout from it.
class RolloutEvaluator final : public Evaluator {
 public:
  explicit RolloutEvaluator(std::uint64_t seed) : random_(seed) {}

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const bool wins =
          positions[i].OnBoard([&](const auto& board) { return PlayoutWins(board, random_); });
      results[i].value = wins ? 1.0F : 0.0F;
      // UCT knows no priors: these only set a random order among moves that were never tried.
      results[i].priors.clear();
      for (int move = positions[i].LegalMoves().size(); move > 0; --move) {
        results[i].priors.push_back(static_cast<float>(random_.Uniform()));
      }
    }
  }

  int max_batch() const override { return 1; }

 private:
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
