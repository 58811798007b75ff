#include "tools/selfplay_config.h"

#include <optional>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "game/input_error.h"
#include "tools/shipped_files.h"
#ifdef LIELOW_HAS_TORCH
#include "train/config.h"
#endif

namespace lielow {
namespace {

class TextWriter {
 public:
  template <class Field, class Allowed>
  void operator()(std::string_view name, const Field& field, const Allowed& /*allowed*/,
                  std::string_view /*meaning*/) {
    if (name == "threads" || name == "games_per_thread" || name == "cache_mib" ||
        name == "disk_mib") {
      return;
    }
    text << ' ' << name << '=';
    if constexpr (std::is_enum_v<Field>) {
      text << static_cast<int>(field);
    } else {
      Write(field);
    }
  }

  std::ostringstream text;

 private:
  template <class Number>
  void Write(const Number& number) {
    text << number;
  }

  template <class Number>
  void Write(const std::optional<Number>& number) {
    if (number) text << *number;
  }
};

}  // namespace

#ifdef LIELOW_HAS_TORCH

SelfPlaySetup LoadSelfPlaySetup(const std::string& path) {
  const Config config = path.empty() ? DefaultConfig() : LoadConfig(FindConfig(path));
  return {.options = config.selfplay,
          .search = config.search,
          .size = config.game.size,
          .run_seed = config.seed};
}

#else

SelfPlaySetup LoadSelfPlaySetup(const std::string& path) {
  if (path.empty()) return {.options = {}, .search = {}, .run_seed = 1};
  throw InputError("--config " + path + ": this program was built without LibTorch");
}

#endif

std::string SetupText(const SelfPlaySetup& setup) {
  TextWriter writer;
  VisitSelfPlayFields(setup.options, writer);
  VisitSearchFields(setup.search, writer);
  return "size=" + std::to_string(setup.size) + writer.text.str();
}

}  // namespace lielow
