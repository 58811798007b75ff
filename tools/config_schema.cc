#include "tools/config_schema.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "train/config_fields.h"

namespace lielow {
namespace {

template <class Number>
Json RangeSchema(const Range& allowed) {
  return {{"type", std::integral<Number> ? "integer" : "number"},
          {"minimum", allowed.low},
          {"maximum", allowed.high}};
}

// SchemaOf: what a field of that type allows, with its value in `field` as default.

template <class Number>
Json SchemaOf(const Number& field, const Range& allowed) {
  Json schema = RangeSchema<Number>(allowed);
  schema["default"] = field;
  return schema;
}

template <class Number>
Json SchemaOf(const std::optional<Number>& field, const Range& allowed) {
  const Json absent = allowed.word == "null" ? Json(nullptr) : Json(std::string(allowed.word));
  return {{"anyOf", {RangeSchema<Number>(allowed), {{"const", absent}}}},
          {"default", field ? Json(*field) : absent}};
}

template <class Enum, std::size_t kCount>
Json SchemaOf(const Enum& field, const Choices<Enum, kCount>& allowed) {
  Json schema = {{"enum", Json::array()}};
  for (const auto& choice : allowed.values) {
    Json value = choice.name;
    // YAML reads these two as truth values.
    if (value == "true" || value == "false") value = value == "true";
    schema["enum"].push_back(value);
    if (choice.value == field) schema["default"] = value;
  }
  return schema;
}

Json SchemaOf(std::uint64_t field, AnySeed) {
  return {{"type", "integer"},
          {"minimum", 0},
          {"maximum", std::numeric_limits<std::uint64_t>::max()},
          {"default", field}};
}

Json SchemaOf(const std::string& field, FolderName) {
  return {
      {"type", "string"}, {"pattern", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$"}, {"default", field}};
}

Json SchemaOf(const std::vector<std::string>& field, AnyText) {
  return {{"type", "array"}, {"items", {{"type", "string"}}}, {"default", field}};
}

Json SchemaOf(const std::optional<std::string>& field, AnyText) {
  return {{"type", {"string", "null"}}, {"default", field ? Json(*field) : Json(nullptr)}};
}

Json ObjectSchema(std::string_view meaning) {
  return {{"type", "object"},
          {"description", meaning},
          {"properties", Json::object()},
          {"additionalProperties", false}};
}

class SchemaWriter {
 public:
  void BeginSection(std::string_view name, std::string_view meaning) {
    properties_ = &Properties();
    Json& section = (*properties_)[std::string(name)];
    section = ObjectSchema(meaning);
    properties_ = &section["properties"];
  }

  template <class Field, class Allowed>
  void operator()(std::string_view name, const Field& field, const Allowed& allowed,
                  std::string_view meaning) {
    Json& properties = properties_ == nullptr ? Properties() : *properties_;
    Json& entry = properties[std::string(name)];
    entry = SchemaOf(field, allowed);
    entry["description"] = meaning;
  }

  Json schema = ObjectSchema("A training run of lielow.");

 private:
  Json& Properties() { return schema["properties"]; }

  Json* properties_ = nullptr;  // Those of the section; nullptr before the first.
};

}  // namespace

Json ConfigSchema() {
  const Config config;
  SchemaWriter writer;
  VisitFields(config, writer);
  writer.schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  return writer.schema;
}

}  // namespace lielow
