#include "train/config.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "game/input_error.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// What `load` says of bad input.
template <class Load>
std::string ErrorIn(Load load) {
  try {
    load();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(Not(HasSubstr("\n")), Not(HasSubstr("\x1b"))));
    return error.what();
  }
  return "no error";
}

std::string LoadErrorOf(const std::filesystem::path& path) {
  return ErrorIn([&] { LoadConfig(path); });
}

std::string SetErrorOf(const std::string& set) {
  return ErrorIn([&] { DefaultConfig({set}); });
}

class ConfigTest : public testing::Test {
 protected:
  std::filesystem::path path() const { return directory_ / "c.yaml"; }

  Config Load(const std::string& text, const std::vector<std::string>& sets = {}) const {
    std::ofstream(path(), std::ios::binary) << text;
    return LoadConfig(path(), sets);
  }

  // What is wrong with a file of this text, from its name on: "c.yaml:1: ...".
  std::string ErrorOf(const std::string& text) const {
    std::ofstream(path(), std::ios::binary) << text;
    const std::string message = LoadErrorOf(path());
    const std::string folder = directory_.path().string() + "/";
    EXPECT_THAT(message, StartsWith(folder));
    return message.substr(std::min(folder.size(), message.size()));
  }

  const TemporaryDirectory directory_;
};

TEST_F(ConfigTest, FileOverridesDefaultsAndLeavesOtherFields) {
  const Config config = Load(
      "name: my-run\n"
      "seed: 18446744073709551615\n"
      "search: {type: puct, noise: 1e-1}\n"
      "selfplay:\n"
      "  simulations: 16\n"
      "  threads: 2\n"
      "stop: {minutes: null, games: 1000000000000}\n"
      "evaluation:\n"
      "  opponents: [random, rollouts:n=50, \"net:a,sims=8\"]\n");
  EXPECT_EQ(config.name, "my-run");
  EXPECT_EQ(config.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(config.search.type, SearchType::kPuct);
  EXPECT_EQ(config.search.noise, 0.1F);
  EXPECT_EQ(config.selfplay.simulations, 16);
  EXPECT_EQ(config.selfplay.threads, 2);
  EXPECT_EQ(config.selfplay.games_per_thread, std::nullopt);
  EXPECT_EQ(config.stop.minutes, std::nullopt);
  EXPECT_EQ(config.stop.games, 1000000000000);
  EXPECT_THAT(config.evaluation.opponents, ElementsAre("random", "rollouts:n=50", "net:a,sims=8"));
  EXPECT_EQ(config.training.batch, TrainingOptions{}.batch);
}

TEST_F(ConfigTest, FilesThatSayNothingGiveDefaults) {
  for (const char* text : {"", "\n\n", "# only a comment\n", "---\n", "{}", "game:\nstop:\n",
                           "\xEF\xBB\xBF# after a byte order mark\n"}) {
    EXPECT_THAT(ConfigDifferences(Config(), Load(text)), IsEmpty()) << text;
  }
}

TEST_F(ConfigTest, WordsStandForAbsentValues) {
  const Config config = Load(
      "selfplay: {threads: auto, games_per_thread: \"auto\"}\n"
      "stop: {minutes: ~, games: null, steps: }\n");
  EXPECT_EQ(config.selfplay.threads, std::nullopt);
  EXPECT_EQ(config.selfplay.games_per_thread, std::nullopt);
  EXPECT_EQ(config.stop.minutes, std::nullopt);
  EXPECT_THAT(ErrorOf("selfplay: {threads: null}"),
              EndsWith("found null, expected a whole number from 1 to 1024, or auto"));
  EXPECT_THAT(ErrorOf("stop: {minutes: auto}"),
              EndsWith("found \"auto\", expected a number from 0 to 1000000000, or null"));
}

TEST_F(ConfigTest, AnchorsLineEndsAndWholeNamesAreUnderstood) {
  const Config config = Load(
      "seed: &number 12\r\n"
      "selfplay: {simulations: *number}\r\n"
      "training.batch: +16\r\n");
  EXPECT_EQ(config.seed, 12U);
  EXPECT_EQ(config.selfplay.simulations, 12);
  EXPECT_EQ(config.training.batch, 16);
}

TEST_F(ConfigTest, WrongValueIsToldWithLineAndRange) {
  EXPECT_EQ(ErrorOf("seed: 1\nselfplay:\n  simulations: many\n"),
            "c.yaml:3: selfplay.simulations: found \"many\", "
            "expected a whole number from 1 to 1000000");
  EXPECT_EQ(ErrorOf("search: {type: uct}"),
            "c.yaml:1: search.type: found \"uct\", expected gumbel or puct");
  EXPECT_EQ(ErrorOf("training: {device: gpu}"),
            "c.yaml:1: training.device: found \"gpu\", expected auto, cpu or cuda");
  EXPECT_EQ(ErrorOf("training: {learning_rate: 2}"),
            "c.yaml:1: training.learning_rate: found \"2\", expected a number from 0.0000001 to 1");
  EXPECT_EQ(ErrorOf("evaluation: {opponents: greedy}"),
            "c.yaml:1: evaluation.opponents: found \"greedy\", "
            "expected a list of texts, such as [greedy, random]");
  EXPECT_THAT(ErrorOf("evaluation: {opponents: [greedy, [random]]}"),
              HasSubstr("found a list that holds a list"));
  EXPECT_THAT(ErrorOf("evaluation: {opponents: [~]}"), HasSubstr("found a list that holds null"));
  EXPECT_THAT(ErrorOf("game: {size: {a: 1}}"), HasSubstr("game.size: found a mapping"));
}

TEST_F(ConfigTest, WholeNumbersAreNothingElse) {
  for (const char* text :
       {"1e3", "32.5", "32.0", "0x20", "1_000", "3 2", "--3", "+-3", "'32'", "!!str 32", "0", "-1",
        "1000001", "4294967328", "99999999999999999999", "true", "~", ".inf", "[32]"}) {
    EXPECT_THAT(ErrorOf("selfplay: {simulations: " + std::string(text) + "}"),
                EndsWith("expected a whole number from 1 to 1000000"))
        << text;
  }
}

TEST_F(ConfigTest, NumbersAreFiniteAndInRange) {
  for (const char* text : {".nan", "nan", ".inf", "inf", "-.inf", "1e999", "-1e-9", "1.0000001",
                           "0.5x", "'0.5'", "half", "~"}) {
    EXPECT_THAT(ErrorOf("search: {noise: " + std::string(text) + "}"),
                EndsWith("expected a number from 0 to 1"))
        << text;
  }
}

TEST_F(ConfigTest, FloatsAtTheirLimitAreAllowed) {
  EXPECT_EQ(Load("search: {noise_alpha: 0.01}").search.noise_alpha, 0.01F);
  EXPECT_EQ(Load("search: {noise: 1}").search.noise, 1.0F);
  EXPECT_EQ(Load("search: {noise: 1e-60}").search.noise, 0.0F);
}

TEST_F(ConfigTest, SeedIsAnyUnsignedNumberOf64Bits) {
  for (const char* text : {"-1", "18446744073709551616", "1.5", "one", "~"}) {
    EXPECT_THAT(ErrorOf("seed: " + std::string(text)),
                EndsWith("expected a whole number from 0 to 18446744073709551615"))
        << text;
  }
}

TEST_F(ConfigTest, NameMustNameAFolder) {
  for (const char* name : {"run", "8x8.v2_b-1", "1", "-"}) {
    EXPECT_EQ(Load("name: \"" + std::string(name) + "\"").name, name);
  }
  const std::string longest(100, 'a');
  EXPECT_EQ(Load("name: " + longest).name, longest);
  for (const std::string& name :
       {std::string("''"), std::string(".."), std::string(".run"), std::string("a/b"),
        std::string("a b"), std::string("\"a\\nb\""), std::string("ä"), std::string("~"),
        std::string("[a]"), longest + "a"}) {
    EXPECT_THAT(ErrorOf("name: " + name),
                EndsWith("expected 1 to 100 letters, digits, '-', '_' and '.', "
                         "not starting with '.'"))
        << name;
  }
}

TEST_F(ConfigTest, UnknownKeyIsToldWithTheNearestKnown) {
  EXPECT_EQ(ErrorOf("selfplay:\n  simulatons: 3\n"),
            "c.yaml:2: unknown key \"selfplay.simulatons\" "
            "(did you mean \"selfplay.simulations\"?)");
  EXPECT_THAT(ErrorOf("slefplay: {simulations: 3}"), HasSubstr("(did you mean \"selfplay\"?)"));
  EXPECT_THAT(ErrorOf("learning_rate: 1"), HasSubstr("(did you mean \"training.learning_rate\"?)"));
  EXPECT_THAT(ErrorOf("game: {batch: 1}"), HasSubstr("(did you mean \"training.batch\"?)"));
  EXPECT_THAT(ErrorOf("Seed: 1"), HasSubstr("(did you mean \"seed\"?)"));
  EXPECT_THAT(ErrorOf("\"a\\n\\eb\": 1"), HasSubstr("unknown key \"a??b\""));
  EXPECT_LT(ErrorOf(std::string(1000, 'a') + ": 1").size(), 200U);
  EXPECT_THAT(ErrorOf("[game]: 1"), HasSubstr("found a list as a key"));
}

TEST_F(ConfigTest, DuplicateKeysAreErrors) {
  EXPECT_THAT(ErrorOf("seed: 1\nseed: 1\n"),
              AllOf(StartsWith("c.yaml:2: duplicate key \"seed\""), EndsWith("c.yaml:1)")));
  EXPECT_THAT(ErrorOf("game:\n  size: 5\ngame:\n  size: 5\n"),
              StartsWith("c.yaml:3: duplicate key \"game\""));
  EXPECT_THAT(ErrorOf("game: {size: 5, size: 6}"), HasSubstr("duplicate key \"game.size\""));
  EXPECT_THAT(ErrorOf("game: {size: 5}\ngame.size: 6\n"), HasSubstr("duplicate key \"game.size\""));
}

TEST_F(ConfigTest, RootAndSectionsMustBeMappings) {
  EXPECT_EQ(ErrorOf("- 1\n"), "c.yaml:1: found a list, expected a mapping of fields to values");
  EXPECT_EQ(ErrorOf("\nhello\n"),
            "c.yaml:2: found \"hello\", expected a mapping of fields to values");
  EXPECT_EQ(ErrorOf("game: 8\n"),
            "c.yaml:1: game: found \"8\", expected a mapping of fields to values");
  EXPECT_THAT(ErrorOf("&self {game: *self}"), HasSubstr("unknown key \"game.game\""));
}

TEST_F(ConfigTest, WhatIsNoYamlIsToldWithItsLine) {
  EXPECT_THAT(ErrorOf("seed: 1\ngame: {size: 5\n"), StartsWith("c.yaml:3: not valid YAML: "));
  EXPECT_THAT(ErrorOf("seed: 1\nname: a: b\n"), StartsWith("c.yaml:2: not valid YAML: "));
  EXPECT_THAT(ErrorOf("seed: *unknown\n"), StartsWith("c.yaml:1: not valid YAML: "));
  EXPECT_THAT(ErrorOf("seed: 1\n---\nseed: 2\n"), HasSubstr("a second document starts here"));
  EXPECT_THAT(ErrorOf("{seed: 1} {seed: 2}\n"), HasSubstr("a second document starts here"));
  EXPECT_THAT(ErrorOf(", seed: 1\n"), HasSubstr("not valid YAML"));
  EXPECT_EQ(ErrorOf(std::string("seed: 1\nname: a\x04\n")),
            "c.yaml:2: not valid YAML: control character of code 4");
  EXPECT_THAT(ErrorOf(std::string("\xFF\xFEs\0e\0", 6)), HasSubstr("control character of code 0"));
}

TEST_F(ConfigTest, DeepAndLargeFilesAreRefused) {
  EXPECT_THAT(ErrorOf(std::string(100000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(ErrorOf(std::string(1 << 21, '#')), HasSubstr("is larger than 1 MiB"));
}

TEST_F(ConfigTest, MissingFileAndDirectoryAreNamed) {
  EXPECT_THAT(LoadErrorOf(path()), AllOf(StartsWith(path().string()), HasSubstr("No such file")));
  EXPECT_THAT(LoadErrorOf(directory_.path()),
              AllOf(StartsWith(directory_.path().string()), HasSubstr("is a directory")));
}

TEST_F(ConfigTest, SetsOverrideFileInTheirOrder) {
  const Config config = Load("game: {size: 5}\nseed: 3\n",
                             {"game.size=6", "game.size=7", "stop={minutes: null, steps: 10}"});
  EXPECT_EQ(config.game.size, 7);
  EXPECT_EQ(config.seed, 3U);
  EXPECT_EQ(config.stop.minutes, std::nullopt);
  EXPECT_EQ(config.stop.steps, 10);
}

TEST(ConfigSetTest, ValueIsYaml) {
  const Config config = DefaultConfig({"evaluation.opponents=[greedy, \"alphabeta:depth=2\"]",
                                       "search.type = puct", "stop.minutes=null"});
  EXPECT_THAT(config.evaluation.opponents, ElementsAre("greedy", "alphabeta:depth=2"));
  EXPECT_EQ(config.search.type, SearchType::kPuct);
  EXPECT_EQ(config.stop.minutes, std::nullopt);
}

TEST(ConfigSetTest, ErrorsNameTheSet) {
  EXPECT_EQ(SetErrorOf("selfplay.simulations=16x"),
            "--set selfplay.simulations=16x: selfplay.simulations: found \"16x\", "
            "expected a whole number from 1 to 1000000");
  EXPECT_EQ(SetErrorOf("selfplay.simulatons=16"),
            "--set selfplay.simulatons=16: unknown key \"selfplay.simulatons\" "
            "(did you mean \"selfplay.simulations\"?)");
  EXPECT_THAT(SetErrorOf("evaluation.opponents=[greedy"),
              StartsWith("--set evaluation.opponents=[greedy: not valid YAML: "));
  EXPECT_THAT(SetErrorOf("seed=1\n2"), StartsWith("--set \"seed=1?2\": seed: found"));
}

TEST(ConfigSetTest, BadFormIsToldWithTheForm) {
  for (const char* set : {"", "=", "seed", "seed=", "seed= ", "=5", "selfplay.simulations 16"}) {
    EXPECT_THAT(SetErrorOf(set), EndsWith("expected the form section.field=value, "
                                          "such as selfplay.simulations=16"))
        << set;
  }
}

}  // namespace
}  // namespace lielow
