// Convolutions and matrix products in bfloat16, everything else as it is: LibTorch's automatic
// mixed precision (Micikevicius et al. 2018) for one scope. Weights and gradients stay float32;
// bfloat16 has float32's range, so losses need no scaling.

#pragma once

#include <ATen/autocast_mode.h>
#include <torch/torch.h>

namespace lielow {

class Autocast {
 public:
  // Does nothing unless `on`.
  Autocast(torch::Device device, bool on) : device_(device), on_(on) {
    if (on_) Switch(true);
  }
  ~Autocast() {
    if (!on_) return;
    // Converted weights are of one step.
    at::autocast::clear_cache();
    Switch(false);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

 private:
  void Switch(bool enabled) const {
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)
    at::autocast::set_autocast_enabled(device_.type(), enabled);
    at::autocast::set_autocast_dtype(device_.type(), torch::kBFloat16);
#else
    if (device_.is_cpu()) {
      at::autocast::set_cpu_enabled(enabled);
      at::autocast::set_autocast_cpu_dtype(torch::kBFloat16);
    } else {
      at::autocast::set_enabled(enabled);
      at::autocast::set_autocast_gpu_dtype(torch::kBFloat16);
    }
#endif
  }

  const torch::Device device_;
  const bool on_;
};

}  // namespace lielow
