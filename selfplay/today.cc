#include "selfplay/today.h"

#include <ctime>

namespace lielow {

std::string Today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[16];
  std::strftime(text, sizeof(text), "%Y.%m.%d", &local);
  return text;
}

}  // namespace lielow
