#include "train/yaml_document.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <sstream>

#include "game/input_error.h"

namespace lielow {
namespace {

// Ignores all of a document but where it starts.
class StartHandler : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { start = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  YAML::Mark start;
};

// YAML::Load ignores what follows the first document, and YAML::LoadAll never returns from some
// malformed texts (one that begins with a comma).
void RefuseSecondDocument(const std::string& text, const YamlSource& source) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  StartHandler handler;
  if (parser.HandleNextDocument(handler) && parser.HandleNextDocument(handler)) {
    throw InputError(source.Place(handler.start) +
                     ": not valid YAML: a second document starts here, expected only one");
  }
}

// YAML forbids them, yet yaml-cpp reads on, and takes the byte 4 for the end of the text.
void RefuseControlCharacters(const std::string& text, const YamlSource& source) {
  const auto found = std::find_if(text.begin(), text.end(), [](unsigned char c) {
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  });
  if (found == text.end()) return;
  throw InputError(source.Place(std::count(text.begin(), found, '\n') + 1) +
                   ": not valid YAML: control character of code " +
                   std::to_string(static_cast<unsigned char>(*found)));
}

}  // namespace

YAML::Node ParseYaml(const std::string& text, const YamlSource& source) {
  RefuseControlCharacters(text, source);
  try {
    RefuseSecondDocument(text, source);
    return YAML::Load(text);
  } catch (const YAML::DeepRecursion& error) {
    throw InputError(source.Place(error.mark) + ": not valid YAML: nested too deeply");
  } catch (const YAML::Exception& error) {
    throw InputError(source.Place(error.mark) + ": not valid YAML: " + error.msg);
  }
}

}  // namespace lielow
