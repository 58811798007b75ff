// Each folder may include only what it may know (README.md, "How it works").

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// Of our folders, those that a folder may include beside itself.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"game", {}},
    {"mcts", {"game"}},
    {"nn", {"game", "mcts"}},
    {"selfplay", {"game", "mcts"}},
    {"train", {"game", "mcts", "nn", "selfplay"}},
    {"tools", {"game", "mcts", "nn", "selfplay", "train"}},
};

// Beginnings of foreign headers, and the folders that may include them.
const std::map<std::string, std::set<std::string>> kForeign = {
    {"torch/", {"nn", "train"}},    {"yaml-cpp/", {"train"}},
    {"sqlite3", {"selfplay"}},      {"CLI/", {"tools"}},
    {"httplib", {"tools"}},         {"spdlog/", {"selfplay", "train"}},
    {"nlohmann/", {"nn", "tools"}}, {"Eigen/", {"mcts", "nn", "selfplay"}},
    {"nats/", {"tools"}},
};

struct Include {
  std::string file;  // Such as "mcts/search.cc".
  std::string folder;
  std::string header;
};

std::vector<Include> AllIncludes() {
  std::vector<Include> includes;
  for (const auto& [folder, allowed] : kMayInclude) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(LIELOW_SOURCE_DIR) / folder)) {
      const fs::path& path = entry.path();
      if (path.extension() != ".h" && path.extension() != ".cc") continue;
      std::ifstream file(path);
      for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("#include ")) continue;
        const std::string header = line.substr(10, line.find_first_of("\">", 10) - 10);
        includes.push_back({fs::relative(path, LIELOW_SOURCE_DIR).string(), folder, header});
      }
    }
  }
  return includes;
}

TEST(IncludeDirectionTest, FoldersIncludeOnlyThoseBelowThem) {
  int checked = 0;
  for (const Include& include : AllIncludes()) {
    const std::string target = include.header.substr(0, include.header.find('/'));
    if (!kMayInclude.contains(target)) continue;
    ++checked;
    EXPECT_TRUE(target == include.folder || kMayInclude.at(include.folder).contains(target))
        << include.file << " includes " << include.header;
  }
  EXPECT_GT(checked, 100);
}

TEST(IncludeDirectionTest, LibrariesAreIncludedOnlyWhereTheyBelong) {
  std::set<std::string> found;
  for (const Include& include : AllIncludes()) {
    for (const auto& [beginning, folders] : kForeign) {
      if (!include.header.starts_with(beginning)) continue;
      found.insert(beginning);
      EXPECT_TRUE(folders.contains(include.folder))
          << include.file << " includes " << include.header;
    }
  }
  EXPECT_THAT(found, testing::IsSupersetOf({"torch/", "yaml-cpp/", "sqlite3", "CLI/"}));
}

}  // namespace
