// From the fields of a configuration to YAML and to differences.

#include <cassert>
#include <string_view>
#include <utility>

#include "train/config.h"
#include "train/config_fields.h"
#include "train/config_text.h"

namespace lielow {
namespace {

class YamlWriter {
 public:
  explicit YamlWriter(bool with_comments) : with_comments_(with_comments) {}

  void BeginSection(std::string_view name, std::string_view meaning) {
    indent_.clear();
    if (with_comments_) {
      text_ += '\n';
      Line({"# ", meaning});
    }
    Line({name, ":"});
    indent_ = "  ";
  }

  template <class Field, class Allowed>
  void operator()(std::string_view name, const Field& field, const Allowed& allowed,
                  std::string_view meaning) {
    if (with_comments_) Line({"# ", meaning, " (", AllowedText(field, allowed), ")"});
    Line({name, ": ", ValueText(field, allowed)});
  }

  const std::string& text() const { return text_; }

 private:
  void Line(std::initializer_list<std::string_view> parts) {
    text_ += indent_;
    for (const std::string_view part : parts) text_ += part;
    text_ += '\n';
  }

  bool with_comments_;
  std::string indent_;
  std::string text_;
};

class ValueCollector {
 public:
  void BeginSection(std::string_view name, std::string_view) { prefix_ = std::string(name) + "."; }

  template <class Field, class Allowed>
  void operator()(std::string_view name, const Field& field, const Allowed& allowed,
                  std::string_view) {
    values.emplace_back(prefix_ + std::string(name), ValueText(field, allowed));
  }

  std::vector<std::pair<std::string, std::string>> values;  // Key and text, in order.

 private:
  std::string prefix_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> ConfigValues(const Config& config) {
  ValueCollector collector;
  VisitFields(config, collector);
  return std::move(collector.values);
}

std::string DumpConfig(const Config& config) {
  YamlWriter writer(false);
  VisitFields(config, writer);
  return writer.text();
}

std::string ConfigReference() {
  const Config config;
  YamlWriter writer(true);
  VisitFields(config, writer);
  return "# Every field of a configuration: its default, its meaning and, in parentheses, what is\n"
         "# allowed. A configuration names only the fields that differ. Made with\n"
         "#   lielow config --reference\n\n" +
         writer.text();
}

std::vector<std::string> ConfigDifferences(const Config& from, const Config& to) {
  const auto old_values = ConfigValues(from);
  const auto new_values = ConfigValues(to);
  assert(old_values.size() == new_values.size());
  std::vector<std::string> differences;
  for (std::size_t i = 0; i < old_values.size(); ++i) {
    const auto& [key, old_value] = old_values[i];
    const std::string& new_value = new_values[i].second;
    // Texts are exact, so equal texts are equal values.
    if (old_value != new_value) {
      differences.push_back(key + ": " + old_value + " -> " + new_value);
    }
  }
  return differences;
}

}  // namespace lielow
