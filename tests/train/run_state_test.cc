#include "train/run_state.h"

#include <gmock/gmock.h>

#include <limits>
#include <string>

#include "game/input_error.h"
#include "tests/selfplay/random_recorded_game.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const RunState kState = [] {
  RunState state;
  state.games = 40;
  state.iteration = 12;
  state.playing_step = 5;
  state.gated_step = 7;
  state.batch_seed = 345;
  state.minutes = 61.25;
  state.evaluated_minutes = 60.1;
  for (const std::int64_t number : {38, 41}) {
    RecordedGame game = RandomRecordedGame(Position(8), number);
    game.moves.resize(4);
    game.termination = Termination::kUnfinished;
    game.winner = Color::kBlue;
    if (number == 41) game.would_resign = Color::kRed;
    state.begun.push_back({game, static_cast<int>(number)});
  }
  return state;
}();

ModelFile FileOf(const RunState& state) {
  ModelFile file;
  file.metadata["steps"] = "7";
  AddToMetadata(state, file);
  return file;
}

std::string ErrorWith(const std::string& key, const std::string& value) {
  ModelFile file = FileOf(kState);
  file.metadata.at(key) = value;
  try {
    RunStateFrom(file, "checkpoints/7.safetensors");
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(StartsWith("checkpoints/7.safetensors: \"" + key + "\": found "),
                      Not(HasSubstr("\n"))));
    return error.what();
  }
  return "no error";
}

TEST(RunStateTest, IsReadBackEqual) {
  EXPECT_EQ(RunStateFrom(FileOf(kState), "a"), kState);
  EXPECT_EQ(RunStateFrom(FileOf({}), "a"), RunState{});
  RunState largest;
  largest.games = std::numeric_limits<std::int64_t>::max();
  largest.iteration = std::numeric_limits<std::int64_t>::max();
  largest.batch_seed = std::numeric_limits<std::uint64_t>::max();
  largest.minutes = 1.0 / 3;
  largest.evaluated_minutes = 1e-300;
  EXPECT_EQ(RunStateFrom(FileOf(largest), "a"), largest);
}

TEST(RunStateTest, OtherMetadataStay) { EXPECT_EQ(FileOf(kState).metadata.at("steps"), "7"); }

TEST(RunStateTest, NewStateReplacesTheOld) {
  ModelFile file = FileOf(kState);
  RunState state;
  state.games = 50;
  state.iteration = 13;
  AddToMetadata(state, file);
  EXPECT_EQ(RunStateFrom(file, "a"), state);
}

TEST(RunStateTest, CheckpointOfAnOlderProgramHasNoGames) {
  ModelFile file = FileOf(kState);
  file.metadata.erase("games");
  file.metadata.erase("begun_games");
  RunState expected = kState;
  expected.games = -1;
  expected.begun.clear();
  EXPECT_EQ(RunStateFrom(file, "a"), expected);
}

TEST(RunStateTest, DamagedBegunGamesAreRefused) {
  const std::string text = FileOf(kState).metadata.at("begun_games");
  const auto error_of = [](const std::string& damaged) -> std::string {
    ModelFile file = FileOf(kState);
    file.metadata["begun_games"] = damaged;
    try {
      RunStateFrom(file, "a.safetensors");
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(),
                  AllOf(StartsWith("a.safetensors: \"begun_games\": "), Not(HasSubstr("\n"))));
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(error_of("x"), HasSubstr("no game on its way: \"x\""));
  for (std::size_t length = 1; length + 1 < text.size(); ++length) {
    // Whole lines are fewer games.
    if (text[length - 1] == '\n' || text[length] == '\n') continue;
    EXPECT_NE(error_of(text.substr(0, length)), "no error") << length;
  }
  std::string finished = text;
  finished.replace(finished.rfind(" 02") + 3, 2, "03");
  EXPECT_NE(error_of(finished), "no error");
}

TEST(RunStateTest, EveryFieldIsNeeded) {
  for (const std::string key : {"iteration", "batch_seed", "minutes", "evaluated_minutes"}) {
    ModelFile file = FileOf(kState);
    ASSERT_EQ(file.metadata.erase(key), 1U);
    EXPECT_THAT([&] { RunStateFrom(file, "a.safetensors"); },
                testing::ThrowsMessage<InputError>("a.safetensors: is no checkpoint: \"" + key +
                                                   "\" is missing"));
  }
}

TEST(RunStateTest, WhatIsNoNumberFromZeroIsRefused) {
  for (const std::string key : {"iteration", "batch_seed", "minutes", "evaluated_minutes"}) {
    for (const std::string text : {"", "x", "1 ", "-1", "0x10", "1e999", "nan"}) {
      EXPECT_THAT(ErrorWith(key, text), HasSubstr("found \"" + text + "\"")) << key;
    }
  }
  EXPECT_NE(ErrorWith("minutes", "inf"), "no error");
  EXPECT_NE(ErrorWith("evaluated_minutes", "-inf"), "no error");
  EXPECT_NE(ErrorWith("iteration", "1.5"), "no error");
  EXPECT_NE(ErrorWith("iteration", "9223372036854775808"), "no error");
  EXPECT_THAT(ErrorWith("minutes", "1\n2"), HasSubstr("found \"1?2\""));
}

}  // namespace
}  // namespace lielow
