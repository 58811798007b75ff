#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "game/input_error.h"
#include "nn/model_export.h"
#include "nn/onnx_check.h"
#include "tools/commands.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

struct ExportOptions {
  std::string model;
  std::string file;
  bool json = false;
};

// "onnx" or "safetensors". Looks also whether a file can be there, before the long work.
std::string FormatOf(const std::string& file) {
  const std::filesystem::path path = file;
  const std::string ending = path.extension().string();
  const auto fail = [&](const std::string& reason) {
    throw InputError("--to " + file + ": " + reason);
  };
  if (ending != ".onnx" && ending != ".safetensors") {
    fail("expected a name that ends in .onnx or .safetensors");
  }
  std::error_code ignored;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!std::filesystem::is_directory(folder, ignored)) fail("its folder does not exist");
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    fail("is not a regular file");
  }
  return ending.substr(1);
}

void RunExport(const ExportOptions& options) {
  const std::string format = FormatOf(options.file);
  const ExportedModel exported =
      format == "onnx"
          ? ExportOnnx(LoadFoldedNetwork(options.model), options.file)
          : ExportSafetensors(ReadModelFile(options.model), options.model, options.file);
  if (options.json) {
    PrintJson({{"model", options.model},
               {"file", options.file},
               {"format", format},
               {"bytes", exported.bytes},
               {"parameters", exported.parameters},
               {"largest_difference", exported.largest_difference}});
    return;
  }
  std::printf("%s: %s bytes, %zu parameters\n", options.file.c_str(),
              std::to_string(exported.bytes).c_str(), exported.parameters);
  if (format == "onnx") {
    std::printf(
        "checked: in %d positions, the largest difference of a probability from the model's is "
        "%.1e\n",
        kOnnxSamples, exported.largest_difference);
  } else {
    std::printf("checked: read back, it holds the model's tensors that play needs\n");
  }
}

}  // namespace

void AddExportCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("export", "Writes a model for other programs");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("MODEL", options->model, "Model file (.safetensors)")->required();
  command
      ->add_option("--to", options->file,
                   "FILE.onnx: a graph that any ONNX runtime evaluates; FILE.safetensors: the "
                   "tensors that play needs. What is there is replaced")
      ->required()
      ->type_name("FILE");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow export runs/quickstart/models/0.safetensors --to lielow.onnx");
  command->callback([options] { RunExport(*options); });
}

}  // namespace lielow
