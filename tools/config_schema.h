// The JSON Schema of a configuration, with which editors check and complete the YAML.

#pragma once

#include "tools/json_text.h"

namespace lielow {

// By draft 2020-12 (json-schema.org).
Json ConfigSchema();

}  // namespace lielow
