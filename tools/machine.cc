#include "tools/machine.h"

#include <fstream>

#include "selfplay/selfplay.h"

namespace lielow {
namespace {

std::string ModelName() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string line;
  while (std::getline(cpuinfo, line)) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string Instructions() {
  std::string text;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) text += ", AVX2";
  if (__builtin_cpu_supports("avx512f")) text += ", AVX-512";
  if (__builtin_cpu_supports("avx512bf16")) text += ", AVX512_BF16";
#endif
  return text;
}

}  // namespace

std::string ProcessorText() {
  return ModelName() + ", " + std::to_string(WorkerThreads({})) + " processors" + Instructions();
}

}  // namespace lielow
