#include "train/trouble_signs.h"

#include <gmock/gmock.h>

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(TroubleSignsTest, SoundFiguresShowNone) {
  EXPECT_THAT(TroubleSigns({}), IsEmpty());
  EXPECT_THAT(TroubleSigns({{"value_loss", 0.5},
                            {"value_loss_new", 0.6},
                            {"policy_entropy", 1},
                            {"blue_wins_share", 0.6},
                            {"new_games", 100},
                            {"learner_waiting", 0.4},
                            {"games_waiting", 0.4}}),
              IsEmpty());
}

TEST(TroubleSignsTest, EachIsTold) {
  EXPECT_THAT(TroubleSigns({{"value_loss", 0.3}, {"value_loss_new", 0.6}}),
              ElementsAre(Pair("overfitting", HasSubstr("(loss 0.30 against 0.60)"))));
  EXPECT_THAT(TroubleSigns({{"policy_entropy", 0.001}}),
              ElementsAre(Pair("policy collapse", HasSubstr("entropy 0.001"))));
  EXPECT_THAT(TroubleSigns({{"blue_wins_share", 0.01}, {"new_games", 100}}),
              ElementsAre(Pair("one colour", HasSubstr("Blue wins 1 %"))));
  EXPECT_THAT(TroubleSigns({{"learner_waiting", 0.9}}),
              ElementsAre(Pair("learner starves", HasSubstr("90 %"))));
  EXPECT_THAT(TroubleSigns({{"games_waiting", 0.95}}),
              ElementsAre(Pair("games starve", HasSubstr("95 %"))));
}

TEST(TroubleSignsTest, FewGamesMayBeOneSided) {
  EXPECT_THAT(TroubleSigns({{"blue_wins_share", 1}, {"new_games", 10}}), IsEmpty());
}

}  // namespace
}  // namespace lielow
