#include "train/config_keys.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "train/config_fields.h"

namespace lielow {
namespace {

class KeyCollector {
 public:
  void BeginSection(std::string_view name, std::string_view) {
    keys.sections.emplace_back(name);
    prefix_ = std::string(name) + ".";
  }

  template <class Field, class Allowed>
  void operator()(std::string_view name, const Field&, const Allowed&, std::string_view) {
    keys.fields.push_back(prefix_ + std::string(name));
  }

  ConfigKeys keys;

 private:
  std::string prefix_;
};

// Characters to insert, delete or replace to make `a` into `b` (Levenshtein 1966).
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

std::string_view WithoutSection(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

std::size_t Distance(std::string_view key, std::string_view known) {
  const std::size_t whole = EditDistance(key, known);
  const std::size_t field = EditDistance(WithoutSection(key), WithoutSection(known));
  return std::min(whole, field + 1);
}

}  // namespace

const ConfigKeys& AllConfigKeys() {
  static const ConfigKeys kKeys = [] {
    KeyCollector collector;
    const Config config;
    VisitFields(config, collector);
    return collector.keys;
  }();
  return kKeys;
}

std::string NearestConfigKey(std::string_view key) {
  constexpr std::size_t kLongest = 100;  // The cost grows with the length; no known name is longer.
  key = key.substr(0, kLongest);
  std::string nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  const auto consider = [&](const std::string& known) {
    const std::size_t distance = Distance(key, known);
    if (distance < least) {
      least = distance;
      nearest = known;
    }
  };
  std::for_each(AllConfigKeys().sections.begin(), AllConfigKeys().sections.end(), consider);
  std::for_each(AllConfigKeys().fields.begin(), AllConfigKeys().fields.end(), consider);
  return nearest;
}

}  // namespace lielow
