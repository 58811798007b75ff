// Figures of a run that mean trouble, in words.

#pragma once

#include <map>
#include <string>

namespace lielow {

// One sentence for each sign of trouble that the figures of an iteration show, by a name that stays
// the same from one iteration to the next.
std::map<std::string, std::string> TroubleSigns(const std::map<std::string, double>& figures);

}  // namespace lielow
