// The main program of a fuzz target without libFuzzer, for the normal tests: gives it each file of
// a corpus, and a fixed number of their mutations, always the same ones.
//
//   TARGET CORPUS_FOLDER DICTIONARY MUTATIONS
//
// The dictionary is one of libFuzzer's: a token in double quotes a line, with \\, \" and \xAB.

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "game/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lielow {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// In the order of their names, which is the same everywhere.
std::vector<std::string> ReadCorpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) texts.push_back(ReadFile(path));
  return texts;
}

std::vector<std::string> ReadDictionary(const std::filesystem::path& path) {
  std::vector<std::string> tokens;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] != '"') continue;
    std::string token;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
      if (line[i] == '\\') ++i;
      if (line[i] == 'x' && line[i - 1] == '\\') {
        token += static_cast<char>(std::stoi(line.substr(i + 1, 2), nullptr, 16));
        i += 2;
      } else {
        token += line[i];
      }
    }
    tokens.push_back(token);
  }
  return tokens;
}

class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, std::vector<std::string> tokens)
      : corpus_(std::move(corpus)), tokens_(std::move(tokens)) {}

  std::string Next() {
    std::string text = Any(corpus_);
    for (int changes = 1 + random_.Below(4); changes > 0; --changes) Change(text);
    return text;
  }

 private:
  const std::string& Any(const std::vector<std::string>& texts) {
    return texts[static_cast<std::size_t>(random_.Below(static_cast<int>(texts.size())))];
  }

  // A place in the text, or its end.
  std::size_t Place(const std::string& text) {
    return static_cast<std::size_t>(random_.Below(static_cast<int>(text.size()) + 1));
  }

  void Change(std::string& text) {
    const std::size_t place = Place(text);
    const std::string other = Any(corpus_);
    const std::size_t length = 1 + Place(text) / 4;
    switch (random_.Below(7)) {
      case 0:
        if (place < text.size()) text[place] = static_cast<char>(text[place] ^ 1 << Bit());
        break;
      case 1:
        if (place < text.size()) text[place] = static_cast<char>(random_.Below(256));
        break;
      case 2:
        text.erase(place, length);
        break;
      case 3:
        text.insert(place, text.substr(Place(text), length));
        break;
      case 4:
        text.insert(place, Any(tokens_));
        break;
      case 5:
        text.replace(place, 1, Any(tokens_));
        break;
      default:
        text = text.substr(0, place) + other.substr(Place(other));
    }
  }

  int Bit() { return random_.Below(8); }

  const std::vector<std::string> corpus_;
  const std::vector<std::string> tokens_;
  Random random_ = Random(1);
};

// False, with the input on standard error, if the target finds something.
bool Try(const std::string& input) {
  try {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    return true;
  } catch (const std::exception& finding) {
    std::cerr << finding.what() << "\nThe input, between the lines:\n----\n" << input << "\n----\n";
    return false;
  }
}

int Main(const std::vector<std::string>& arguments) {
  const std::vector<std::string> corpus = ReadCorpus(arguments.at(0));
  const std::vector<std::string> tokens = ReadDictionary(arguments.at(1));
  const int mutations = std::stoi(arguments.at(2));
  if (corpus.empty() || tokens.empty()) {
    std::cerr << "corpus or dictionary is empty\n";
    return 1;
  }
  if (!std::all_of(corpus.begin(), corpus.end(), Try)) return 1;
  Mutator mutator(corpus, tokens);
  for (int i = 0; i < mutations; ++i) {
    if (!Try(mutator.Next())) return 1;
  }
  std::cout << corpus.size() << " files and " << mutations << " mutations of them\n";
  return 0;
}

}  // namespace
}  // namespace lielow

int main(int argc, char** argv) {
  try {
    return lielow::Main({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
