// The configuration as text: dump, reference, differences, and the files in configs/.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "tests/selfplay/temporary_directory.h"
#include "train/config.h"
#include "train/config_fields.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::filesystem::path ConfigsFolder() {
  return std::filesystem::path(LIELOW_SOURCE_DIR) / "configs";
}

Config LoadText(const std::string& text) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "config.yaml", std::ios::binary) << text;
  return LoadConfig(directory / "config.yaml");
}

// Gives every field the value at `share` of the way through what it allows.
class FieldSetter {
 public:
  explicit FieldSetter(double share) : share_(share) {}

  void BeginSection(std::string_view, std::string_view) {}

  template <class Number>
  void operator()(std::string_view, Number& field, const Range& allowed, std::string_view) {
    field = static_cast<Number>(allowed.low + (allowed.high - allowed.low) * share_);
    ++fields;
  }

  template <class Number>
  void operator()(std::string_view name, std::optional<Number>& field, const Range& allowed,
                  std::string_view meaning) {
    (*this)(name, field.emplace(), allowed, meaning);
  }

  template <class Enum, std::size_t kCount>
  void operator()(std::string_view, Enum& field, const Choices<Enum, kCount>& allowed,
                  std::string_view) {
    field = allowed.values[static_cast<std::size_t>(share_ * (kCount - 1))].value;
    ++fields;
  }

  void operator()(std::string_view, std::uint64_t& field, AnySeed, std::string_view) {
    field = share_ < 1 ? 0 : std::numeric_limits<std::uint64_t>::max();
    ++fields;
  }

  void operator()(std::string_view, std::string& field, FolderName, std::string_view) {
    field = "1e" + std::to_string(share_);
    ++fields;
  }

  void operator()(std::string_view, std::vector<std::string>& field, AnyText, std::string_view) {
    field.assign(static_cast<std::size_t>(share_ * 3), "net:a b,sims=4");
    ++fields;
  }

  void operator()(std::string_view, std::optional<std::string>& field, AnyText, std::string_view) {
    field = share_ > 0.4 ? std::optional<std::string>("runs/a b/1.safetensors") : std::nullopt;
    ++fields;
  }

  int fields = 0;

 private:
  double share_;
};

TEST(ConfigWriterTest, EveryFieldComesBackFromItsText) {
  for (const double share : {0.0, 1.0 / 3, 0.7, 1.0}) {
    Config config;
    FieldSetter setter(share);
    VisitFields(config, setter);
    EXPECT_THAT(ConfigDifferences(config, LoadText(DumpConfig(config))), IsEmpty());
  }
}

TEST(ConfigWriterTest, DifferencesFindEveryField) {
  Config low;
  Config high;
  VisitFields(low, FieldSetter(0));
  FieldSetter setter(1);
  VisitFields(high, setter);
  EXPECT_THAT(ConfigDifferences(low, high), SizeIs(setter.fields));
}

TEST(ConfigWriterTest, NumbersComeBackExactly) {
  Config config;
  for (const double value : {0.1 + 0.2, 1.0 / 3, 1e-300, 5e-324, 1.0, 0.0000001, 0.99999999999}) {
    config.training.weight_decay = value;
    EXPECT_EQ(LoadText(DumpConfig(config)).training.weight_decay, value);
  }
  for (const float value : {0.1F, 1.0F / 3, 1e-45F, 0x1.FFFFFEp-1F, 16777217.0F / 16777218.0F}) {
    config.search.noise = value;
    EXPECT_EQ(LoadText(DumpConfig(config)).search.noise, value);
  }
}

TEST(ConfigWriterTest, NumbersAreWrittenShort) {
  Config config;
  config.training.weight_decay = 1e-5;
  config.search.noise = 0.1F;
  config.search.puct_base = 1e9F;
  config.stop.games = 1000000000000;
  const std::string text = DumpConfig(config);
  EXPECT_THAT(text, HasSubstr("\n  weight_decay: 0.00001\n"));
  EXPECT_THAT(text, HasSubstr("\n  noise: 0.1\n"));
  EXPECT_THAT(text, HasSubstr("\n  puct_base: 1000000000\n"));
  EXPECT_THAT(text, HasSubstr("\n  games: 1000000000000\n"));
}

TEST(ConfigWriterTest, TextsAreQuotedWhereNeeded) {
  Config config;
  config.name = "1";
  config.evaluation.opponents = {"greedy", "null", "rollouts:n=5", "a \"b\" \\ c"};
  const std::string text = DumpConfig(config);
  EXPECT_THAT(text, HasSubstr("name: \"1\"\n"));
  EXPECT_THAT(text, HasSubstr(R"(opponents: [greedy, "null", "rollouts:n=5", "a \"b\" \\ c"])"));
}

TEST(ConfigWriterTest, AnyTextComesBack) {
  Config config;
  config.evaluation.opponents = {"",    " ",   "#",    "- a",  "a: b",         "'",         "\"",
                                 "a,b", "[a]", "{a}",  "&a",   "*a",           "!a",        "%a",
                                 "~",   "No",  "1e3",  ".nan", "line\nline\n", "tab\t",     "\x04",
                                 "é",   "棋",  "\x7F", "=",    "C:\\new",      "net:a b #c"};
  EXPECT_EQ(LoadText(DumpConfig(config)).evaluation.opponents, config.evaluation.opponents);
  config.evaluation.opponents.clear();
  EXPECT_THAT(LoadText(DumpConfig(config)).evaluation.opponents, IsEmpty());
}

TEST(ConfigWriterTest, DifferencesNameFieldOldAndNewValue) {
  Config from;
  Config to;
  to.selfplay.simulations = 16;
  to.selfplay.threads = 2;
  to.stop.minutes.reset();
  to.evaluation.opponents = {"random"};
  EXPECT_THAT(ConfigDifferences(from, to),
              ElementsAre("selfplay.simulations: 32 -> 16", "selfplay.threads: auto -> 2",
                          "stop.minutes: 60 -> null",
                          "evaluation.opponents: [greedy, \"rollouts:n=200\"] -> [random]"));
}

TEST(ConfigWriterTest, ReferenceLoadsToDefaults) {
  EXPECT_THAT(ConfigDifferences(Config(), LoadText(ConfigReference())), IsEmpty());
}

TEST(ConfigWriterTest, ReferenceTellsMeaningAndRange) {
  EXPECT_THAT(ConfigReference(),
              HasSubstr("\n# How games for training are played.\n"
                        "selfplay:\n"
                        "  # simulations a move (a whole number from 1 to 1000000)\n"
                        "  simulations: 32\n"
                        "  # simulations a move at the beginning of the run; null: as later "
                        "(a whole number from 1 to 1000000, or null)\n"
                        "  first_simulations: null\n"));
}

TEST(ConfigFilesTest, ReferenceFileIsTheReference) {
  std::ifstream file(ConfigsFolder() / "reference.yaml", std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  // To renew it: lielow config --reference > configs/reference.yaml
  EXPECT_EQ(content.str(), ConfigReference());
}

TEST(ConfigFilesTest, AllCanBeLoadedAndAreNamedAsTheirFiles) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ConfigsFolder())) {
    if (entry.is_directory()) continue;  // What other programs read.
    if (entry.path().filename() == "reference.yaml") continue;
    EXPECT_EQ(LoadConfig(entry.path()).name, entry.path().stem());
    ++files;
  }
  EXPECT_GE(files, 8);
}

TEST(ConfigFilesTest, QuickstartLearnsFiveMinutesOnTheStandardBoard) {
  const Config config = LoadConfig(ConfigsFolder() / "quickstart.yaml");
  EXPECT_EQ(config.name, "quickstart");
  EXPECT_EQ(config.game.size, 8);
  EXPECT_EQ(config.network, (NetworkOptions{.blocks = 4, .channels = 32}));
  EXPECT_EQ(config.stop.minutes, 5);
  EXPECT_EQ(config.evaluation.every_minutes, 1.5);
}

TEST(ConfigFilesTest, SmokeEndsByStepsAlone) {
  const Config config = LoadConfig(ConfigsFolder() / "smoke.yaml");
  EXPECT_EQ(config.stop.minutes, std::nullopt);
  EXPECT_EQ(config.stop.steps, 60);
  EXPECT_THAT(config.evaluation.opponents, ElementsAre("random"));
}

}  // namespace
}  // namespace lielow
