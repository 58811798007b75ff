#include "selfplay/engine_player.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "game/input_error.h"
#include "game/move_text.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

using Clock = ChildProcess::Clock;
using Problem = ChildProcess::Problem;

// What a program did to lose its game.
struct EngineFailure {
  PlayerFailure failure;
};

[[noreturn]] void Fail(Termination termination, std::string reason) {
  throw EngineFailure{{termination, std::move(reason)}};
}

std::string Seconds(std::chrono::milliseconds time) {
  std::ostringstream text;
  text << std::chrono::duration<double>(time).count() << " s";
  return text.str();
}

std::string LowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The name of the option that "option name NAME type ..." tells of; empty for another line.
std::string OptionName(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  if (!(words >> word) || word != "option" || !(words >> word) || word != "name") return {};
  std::string name;
  while (words >> word && word != "type") name += (name.empty() ? "" : " ") + word;
  return LowerCase(name);
}

// "position fen START moves a2-a3 ...", which leads to the request's position.
std::string PositionLine(const MoveRequest& request) {
  if (request.game == nullptr) return "position fen " + request.position.ToString();
  Position position = request.game->start;
  std::string line = "position fen " + position.ToString();
  if (!request.game->moves.empty()) line += " moves";
  for (const Move move : request.game->moves) {
    line += " " + MoveText(position, move);
    position.Play(move);
  }
  return line;
}

}  // namespace

EnginePlayer::EnginePlayer(std::string command, EngineOptions options)
    : command_(std::move(command)), options_(std::move(options)) {}

void EnginePlayer::ChooseMoves(std::span<const MoveRequest> requests,
                               std::span<MoveChoice> choices) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    try {
      choices[i] = Choose(requests[i]);
    } catch (const EngineFailure& caught) {
      program_.reset();
      choices[i] = {};
      choices[i].failure = caught.failure;
    }
  }
}

MoveChoice EnginePlayer::Choose(const MoveRequest& request) {
  if (program_ == nullptr) Start();
  Prepare(request);
  Send(options_.budget.empty() ? "go" : "go " + options_.budget);
  std::istringstream words(WaitFor("bestmove", options_.move));
  std::string word;
  std::string move;
  words >> word >> move;
  try {
    return {.move = ParseMove(request.position, move)};
  } catch (const InputError& error) {
    Fail(Termination::kIllegalMove, std::string("bestmove: ") + error.what());
  }
}

void EnginePlayer::Start() {
  program_ = std::make_unique<ChildProcess>(command_);
  takes_.clear();
  seed_.reset();
  size_ = 0;
  Send("ugi");
  WaitFor("ugiok", options_.start);
  Send("isready");
  WaitFor("readyok", options_.start);
  program_->SetFarewell("quit");
}

// Tells the program of the game that the request belongs to.
void EnginePlayer::Prepare(const MoveRequest& request) {
  if (takes_.contains("size") && request.position.size() != size_) {
    size_ = request.position.size();
    Send("setoption name Size value " + std::to_string(size_));
  }
  if (request.game != nullptr && request.game->seed != seed_) {
    seed_ = request.game->seed;
    Send("uginewgame");
    if (takes_.contains("seed")) Send("setoption name Seed value " + std::to_string(*seed_));
  }
  Send(PositionLine(request));
}

void EnginePlayer::Send(const std::string& line) {
  const auto deadline = Clock::now() + options_.move;
  switch (program_->Write(line, deadline)) {
    case Problem::kNone:
      return;
    case Problem::kTime:
      Fail(Termination::kTime, "it read nothing for " + Seconds(options_.move));
    default:
      Fail(Termination::kUnknown, program_->EndText());
  }
}

// The first line that begins with the word.
std::string EnginePlayer::WaitFor(const std::string& word, std::chrono::milliseconds time) {
  constexpr std::size_t kMostOptions = 1000;
  const auto deadline = Clock::now() + time;
  while (true) {
    const ChildProcess::Line line = program_->Read(deadline);
    if (line.problem == Problem::kEnded) Fail(Termination::kUnknown, program_->EndText());
    if (line.problem == Problem::kLineTooLong) {
      Fail(Termination::kIllegalMove,
           "it wrote a line of more than " + std::to_string(ChildProcess::kLongestLine) + " bytes");
    }
    std::istringstream words(line.text);
    std::string first;
    words >> first;
    if (line.problem == Problem::kNone && first == word) return line.text;
    const std::string name = OptionName(line.text);
    if (!name.empty() && takes_.size() < kMostOptions) takes_.insert(name);
    // Also for one that never stops talking.
    if (line.problem == Problem::kTime || Clock::now() >= deadline) {
      Fail(Termination::kTime, "no " + word + " within " + Seconds(time));
    }
  }
}

}  // namespace lielow
