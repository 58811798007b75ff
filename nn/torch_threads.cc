#include "nn/torch_threads.h"

#include <dlfcn.h>
#include <torch/torch.h>

namespace lielow {

void SetTorchThreads(int threads) {
  // Asked for first: a thread that never was would later take what another one set last. To set
  // them starts threads anew, which then spin for a while.
  if (TorchThreads() != threads) at::set_num_threads(threads);
  using SetThreads = void (*)(int);
  // Other builds of LibTorch come without OpenBLAS.
  static const auto set_openblas_threads =
      reinterpret_cast<SetThreads>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set_openblas_threads != nullptr) set_openblas_threads(1);
}

int TorchThreads() { return at::get_num_threads(); }

}  // namespace lielow
