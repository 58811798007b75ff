#include "train/config_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <system_error>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "train/config_keys.h"
#include "train/yaml_document.h"

namespace lielow {
namespace {

constexpr std::size_t kLongestQuote = 60;

bool Contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::string ReadText(const std::filesystem::path& path) {
  constexpr std::size_t kLargest = 1 << 20;
  const auto fail = [&](const std::string& reason) {
    throw InputError(path.string() + ": " + reason + ", expected a configuration in YAML");
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::string("cannot be opened (") + std::strerror(errno) + ")");
  std::string text(kLargest + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) fail("cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kLargest) fail("is larger than 1 MiB");
  return text;
}

class EntryCollector {
 public:
  explicit EntryCollector(const YamlSource& source) : source_(source) {}

  void AddMembers(const std::string& prefix, const YAML::Node& mapping) {
    for (const auto& member : mapping) {
      const std::string place = source_.Place(member.first.Mark());
      if (!member.first.IsScalar()) {
        throw InputError(place + ": found " + FoundText(member.first) +
                         " as a key, expected the name of a field");
      }
      Add(prefix + member.first.Scalar(), member.second, place);
    }
  }

  void Add(const std::string& key, const YAML::Node& value, const std::string& place) {
    const bool is_section = Contains(AllConfigKeys().sections, key);
    if (!is_section && !Contains(AllConfigKeys().fields, key)) {
      throw InputError(place + ": unknown key " + Quoted(key, kLongestQuote) + " (did you mean \"" +
                       NearestConfigKey(key) + "\"?)");
    }
    const auto [first, is_new] = places_.emplace(key, place);
    if (!is_new) {
      throw InputError(place + ": duplicate key \"" + key + "\" (first in " + first->second + ")");
    }
    if (!is_section) {
      entries_.push_back({key, value, place});
    } else if (value.IsMap()) {
      AddMembers(key + ".", value);
    } else if (!value.IsNull()) {
      throw InputError(place + ": " + key + ": found " + FoundText(value) +
                       ", expected a mapping of fields to values");
    }
  }

  std::vector<ConfigEntry> Take() { return std::move(entries_); }

 private:
  const YamlSource& source_;
  std::vector<ConfigEntry> entries_;
  std::map<std::string, std::string> places_;
};

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

}  // namespace

std::vector<ConfigEntry> ReadConfigFile(const std::filesystem::path& path) {
  const YamlSource source{path.string(), true};
  const YAML::Node root = ParseYaml(ReadText(path), source);
  EntryCollector collector(source);
  if (root.IsMap()) {
    collector.AddMembers("", root);
  } else if (!root.IsNull()) {
    throw InputError(source.Place(root.Mark()) + ": found " + FoundText(root) +
                     ", expected a mapping of fields to values");
  }
  return collector.Take();
}

std::vector<ConfigEntry> ReadConfigSet(std::string_view set) {
  const std::string quoted = Quoted(set, 2 * kLongestQuote);
  // Without the quotes, unless they are needed to keep the message to one line.
  const bool is_plain = quoted.substr(1, quoted.size() - 2) == set;
  const YamlSource source{"--set " + (is_plain ? std::string(set) : quoted), false};
  const std::size_t equals = set.find('=');
  const std::string_view key = Trimmed(set.substr(0, equals));
  const std::string_view value =
      equals == std::string_view::npos ? "" : Trimmed(set.substr(equals + 1));
  if (key.empty() || value.empty()) {
    throw InputError(source.name +
                     ": expected the form section.field=value, such as selfplay.simulations=16");
  }
  EntryCollector collector(source);
  collector.Add(std::string(key), ParseYaml(std::string(value), source), source.name);
  return collector.Take();
}

std::string FoundText(const YAML::Node& value) {
  if (value.IsMap()) return "a mapping";
  if (value.IsSequence()) {
    for (const auto& item : value) {
      if (item.IsSequence()) return "a list that holds a list";
      if (!item.IsScalar()) return "a list that holds " + FoundText(item);
    }
    return "a list";
  }
  if (!value.IsScalar()) return "null";
  const std::string quoted = Quoted(value.Scalar(), kLongestQuote);
  return MayBeNumber(value) ? quoted : "the text " + quoted;
}

bool MayBeNumber(const YAML::Node& value) {
  // yaml-cpp's tags: "!" for a scalar in quotes, "?" for one without.
  const std::string& tag = value.Tag();
  return value.IsScalar() && (tag.empty() || tag == "?" || tag == "tag:yaml.org,2002:int" ||
                              tag == "tag:yaml.org,2002:float");
}

}  // namespace lielow
