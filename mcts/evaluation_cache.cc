#include "mcts/evaluation_cache.h"

#include <algorithm>
#include <bit>

namespace lielow {
namespace {

// About as many as a position has moves.
constexpr std::size_t kPriorsPerEntry = 40;

}  // namespace

EvaluationCache::EvaluationCache(std::size_t bytes) {
  const std::size_t fitting = bytes / (sizeof(Entry) + kPriorsPerEntry * sizeof(float));
  if (fitting == 0) return;
  entries_.resize(std::bit_floor(fitting));
  priors_.resize(std::max<std::size_t>(kPriorsPerEntry * fitting, MoveList::kCapacity));
}

void EvaluationCache::SetModel(std::int64_t model) {
  if (model == model_) return;
  model_ = model;
  std::fill(entries_.begin(), entries_.end(), Entry());
  stored_ = 0;
}

bool EvaluationCache::Find(const Position& position, Evaluation& evaluation) const {
  if (entries_.empty()) return false;
  const std::uint64_t hash = position.hash();
  const Entry& entry = entries_[hash % entries_.size()];
  if (entry.count == 0 || entry.hash != hash || !IsKept(entry)) return false;
  evaluation.value = entry.value;
  evaluation.priors.resize(entry.count);
  for (std::uint32_t i = 0; i < entry.count; ++i) {
    evaluation.priors[i] = priors_[(entry.first_prior + i) % priors_.size()];
  }
  return true;
}

void EvaluationCache::Add(const Position& position, const Evaluation& evaluation) {
  if (entries_.empty()) return;
  const std::uint64_t hash = position.hash();
  entries_[hash % entries_.size()] = {.hash = hash,
                                      .first_prior = stored_,
                                      .count = static_cast<std::uint32_t>(evaluation.priors.size()),
                                      .value = evaluation.value};
  for (const float prior : evaluation.priors) priors_[stored_++ % priors_.size()] = prior;
}

}  // namespace lielow
