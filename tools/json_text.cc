#include "tools/json_text.h"

#include <iostream>

namespace lielow {

void PrintJson(const Json& json) {
  // Text from files may not be UTF-8: replaced, not refused.
  std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
}

Json ProofJson(Proof proof) {
  if (proof == Proof::kNone) return nullptr;
  return proof == Proof::kWin ? "win" : "loss";
}

}  // namespace lielow
