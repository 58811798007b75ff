// Games on their way as text, for a checkpoint.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "selfplay/selfplay.h"

namespace lielow {

std::string BegunGamesText(const std::vector<BegunGame>& games);

// Throws InputError on what BegunGamesText has not written, and as DecodeMoves.
std::vector<BegunGame> ReadBegunGames(std::string_view text);

}  // namespace lielow
