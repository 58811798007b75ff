#include "train/process_memory.h"

#include <unistd.h>

#include <fstream>

namespace lielow {

double ProcessMemoryMib() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  double resident = 0;
  if (!(file >> pages >> resident)) return 0;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

}  // namespace lielow
