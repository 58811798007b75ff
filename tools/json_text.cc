#include "tools/json_text.h"

#include <iostream>

namespace lielow {

void PrintJson(const Json& json) {
  // Text from files may not be UTF-8: replaced, not refused.
  std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
}

std::int64_t IntegerAt(const Json& object, const char* key) {
  const Json& number = object.at(key);
  if (!number.is_number_integer()) {
    throw Json::type_error::create(302, std::string(key) + " must be a whole number", &number);
  }
  return number.get<std::int64_t>();
}

Json ProofJson(Proof proof) {
  if (proof == Proof::kNone) return nullptr;
  return proof == Proof::kWin ? "win" : "loss";
}

}  // namespace lielow
