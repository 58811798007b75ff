// Fuzz target: the input is a model file. What is accepted is evaluated.

#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "game/input_error.h"
#include "nn/eigen_evaluator.h"
#include "tests/fuzz/require.h"

namespace lielow {
namespace {

// A file in memory, by a name that can be opened.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : file_(memfd_create("model", 0)) {
    Require(file_ >= 0 && write(file_, data, size) == static_cast<ssize_t>(size), "memory");
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string name() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

void CheckModelFile(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  try {
    const auto model = std::make_shared<const EigenModel>(LoadFoldedNetwork(file.name()));
    std::vector<Evaluation> results(1);
    const Position position(model->info().size);
    MakeEigenEvaluator(model, 1)->Evaluate({&position, 1}, results);
    Require(std::isfinite(results[0].value), "a value is a number");
  } catch (const InputError& error) {
    Require(std::string(error.what()).find('\n') == std::string::npos, "errors have one line");
  } catch (const std::runtime_error& error) {
    Require(std::string(error.what()).ends_with("not finite"), error.what());
  }
}

}  // namespace
}  // namespace lielow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lielow::CheckModelFile(data, size);
  return 0;
}
