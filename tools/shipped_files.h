// What comes with the program: networks (models/8x8.safetensors and so on) and configurations.
//
// They are where the environment variable LIELOW_DATA says, else above the program where it was
// built (build/lielow: .), else where it was installed (bin/lielow: share/lielow).

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lielow {

// The network for a board of this size, if there is one.
std::optional<std::filesystem::path> ShippedModel(int size);

// The player for a board of this size where none is named: the shipped network with these options
// ("sims=400"), or, where there is none, `otherwise`.
std::string DefaultPlayer(int size, const std::string& options, const std::string& otherwise);

// A configuration that a user named: this file, or, where there is none, the shipped one of this
// name ("8x8", "8x8.yaml" or "configs/8x8.yaml").
std::filesystem::path FindConfig(const std::filesystem::path& named);

}  // namespace lielow
