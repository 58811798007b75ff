// How many threads LibTorch computes with.

#pragma once

namespace lielow {

// LibTorch's threads inside of what the calling thread asks of it; LibTorch keeps this by thread.
// OpenBLAS, which Debian's LibTorch calls for small products, is left with one for the whole
// process: its own threads would wait for work by spinning, on processors that LibTorch's threads
// need (measured: a training step takes 1.2 times as long).
void SetTorchThreads(int threads);

// Those of the calling thread.
int TorchThreads();

}  // namespace lielow
