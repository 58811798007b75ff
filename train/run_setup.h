// Setting up the directory of a training run, and keeping it to oneself.

#pragma once

#include <string>
#include <vector>

#include "selfplay/run_directory.h"
#include "train/config.h"

namespace lielow {

// Makes the directory of a new run with `config` in it, or checks that `config` may go on with the
// run that is there. Returns the fields that have changed since, as ConfigDifferences. Throws
// InputError if the directory holds something else, or a run of another board size or architecture:
// with the difference.
std::vector<std::string> PrepareRunDirectory(const RunDirectory& directory, const Config& config);

// Replaces the configuration of a run. REQUIRES: nobody else trains it, see RunLock.
void StoreConfig(const RunDirectory& directory, const Config& config);

// Keeps other processes from training the same run for as long as it lives.
class RunLock {
 public:
  // Throws InputError if another process has the lock.
  explicit RunLock(const RunDirectory& directory);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int file_;
};

}  // namespace lielow
