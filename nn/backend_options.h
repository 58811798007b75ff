// What computes a network, and in which numbers.

#pragma once

namespace lielow {

// kAuto: whichever is measured to be faster.
enum class Backend { kAuto, kTorch, kEigen };

enum class Device { kAuto, kCpu, kCuda };  // kAuto: the GPU if LibTorch has one.

// bfloat16 has float32's range and 8 bits of precision. For LibTorch only; Eigen computes in
// float32.
enum class Precision { kAuto, kFloat32, kBfloat16 };

struct BackendOptions {
  Backend backend = Backend::kAuto;
  Device device = Device::kAuto;
  Precision precision = Precision::kAuto;
};

}  // namespace lielow
