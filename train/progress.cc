#include "train/progress.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdint>

namespace lielow {
namespace {

std::shared_ptr<spdlog::logger> MakeLogger(const std::filesystem::path& log) {
  auto screen = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  screen->set_pattern("%v");
  auto file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(log.string());
  file->set_pattern("%Y-%m-%d %H:%M:%S %l: %v");
  auto logger = std::make_shared<spdlog::logger>(
      "lielow", spdlog::sinks_init_list{std::move(screen), std::move(file)});
  logger->flush_on(spdlog::level::info);
  return logger;
}

}  // namespace

Progress::Progress(const std::filesystem::path& log) : logger_(MakeLogger(log)) {}

void Progress::Line(const std::string& text) {
  const std::lock_guard lock(mutex_);
  live_.Clear();
  logger_->info(text);
}

void Progress::Warning(const std::string& text) {
  const std::lock_guard lock(mutex_);
  live_.Clear();
  logger_->warn("warning: " + text);
}

void Progress::Live(const std::string& text) {
  const std::lock_guard lock(mutex_);
  live_.Show(text);
}

bool Progress::WantsLive() const {
  const std::lock_guard lock(mutex_);
  return live_.Wants();
}

std::string WithThousands(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::string ClockText(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  const auto two_digits = [](std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  const std::string end = ":" + two_digits(whole % 60);
  if (whole < 3600) return std::to_string(whole / 60) + end;
  return std::to_string(whole / 3600) + ":" + two_digits(whole / 60 % 60) + end;
}

}  // namespace lielow
