#pragma once

namespace lielow {

// Memory that this process has at the moment, in MiB; 0 where the system does not tell.
double ProcessMemoryMib();

}  // namespace lielow
