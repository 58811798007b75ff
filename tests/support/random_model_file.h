// Model files as training writes them, for tests that have no LibTorch.

#pragma once

#include <cstdint>

#include "nn/model.h"

namespace lielow {

// Random tensors, sorted by name: those that play needs, and some of a head that is there only to
// learn from. Means and variances of the normalisations are random too.
ModelFile RandomModelFile(const ModelInfo& info, std::uint64_t seed);

}  // namespace lielow
