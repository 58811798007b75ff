// The checksum CRC-32C (Castagnoli), as TensorFlow's record files use it.

#pragma once

#include <cstdint>
#include <string_view>

namespace lielow {

// 0xE3069283 for "123456789".
std::uint32_t Crc32c(std::string_view bytes);

}  // namespace lielow
