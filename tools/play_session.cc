#include "tools/play_session.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "game/game_record.h"
#include "game/input_error.h"
#include "game/move_text.h"
#include "game/quoted_text.h"
#include "game/random.h"
#include "tools/move_help.h"
#include "tools/play_input.h"
#include "tools/played_game.h"
#include "tools/whole_file.h"

namespace lielow {
namespace {

constexpr std::size_t kLongestName = 200;

constexpr std::string_view kHelp =
    "a2-a3      a move to an empty square; b5xe5 captures, c4-off leaves the board\n"
    "moves      all legal moves; moves d3: what those of the stack on d3 do\n"
    "hint       what a computer player would do\n"
    "undo       back to your previous turn\n"
    "save FILE  write the game to a file, such as my-game.lgn\n"
    "resign     give the game up\n"
    "new        begin another game from the same start\n"
    "board      show the board again\n"
    "position   show the position string\n"
    "quit       leave; so does the end of the input\n"
    "A '!' behind a move, new or save (c4-off!, save! FILE) leaves out the question.\n";

bool BeginsLikeAMove(const std::string& text) {
  return text.size() >= 2 && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::isdigit(static_cast<unsigned char>(text[1])) != 0;
}

std::string Plies(int count) { return std::to_string(count) + (count == 1 ? " ply" : " plies"); }

// What a player thinks of the move it has chosen, in parentheses; empty if it does not say.
std::string Opinion(const MoveChoice& choice, Color mover) {
  const std::string name = Name(mover);
  if (choice.result.proof != Proof::kNone) {
    const std::string outcome = choice.result.proof == Proof::kWin ? " wins" : " loses";
    if (choice.result.plies == 1) return " (" + name + outcome + " at once)";
    return " (" + name + outcome + " by force within " + Plies(choice.result.plies) + ")";
  }
  if (!choice.value) return "";
  // Certainty is for proofs.
  const int percent = std::clamp(static_cast<int>(std::lround(100 * *choice.value)), 1, 99);
  return " (" + name + " wins with " + std::to_string(percent) + " %)";
}

// Who has won, and why. REQUIRES: the game is over.
std::string Outcome(const PlayedGame& game) {
  const std::string winner = Name(*game.winner());
  const std::string loser = Name(Other(*game.winner()));
  if (game.resigned()) return winner + " wins: " + loser + " resigned";
  const MoveMade last = *game.last();
  const std::string move = MoveText(last.before, last.move);
  const bool moved_off = game.position().ending() == Ending::kKingMovedOff;
  const std::string reason = moved_off ? "'s own king left the board (" : "'s king was taken (";
  return winner + " wins: " + loser + reason + move + ")";
}

class PlaySession {
 public:
  PlaySession(PlaySetup setup, std::istream& in, std::ostream& out)
      : setup_(std::move(setup)), in_(in), out_(out), game_(setup_.start) {}

  void Run() {
    Greet();
    while (out_ && !quit_) {
      if (!game_.over() && !IsHuman(ToMove())) {
        const MoveChoice choice = Ask(*SeatOf(ToMove()).player);
        Play(choice.move, Opinion(choice, ToMove()));
        continue;
      }
      if (board_due_) ShowBoard();
      if (!HasHuman()) return;
      const auto line = Prompt();
      if (!line) return;
      Obey(*line);
    }
  }

 private:
  struct Command {
    std::string_view name;
    bool takes_argument;
    void (*run)(PlaySession& session, const Entry& entry);
  };

  static const Command* FindCommand(std::string_view name) {
    static constexpr Command kCommands[] = {
        {"moves", true, [](PlaySession& session, const Entry& entry) { session.Moves(entry); }},
        {"hint", false, [](PlaySession& session, const Entry&) { session.Hint(); }},
        {"undo", false, [](PlaySession& session, const Entry&) { session.Undo(); }},
        {"save", true, [](PlaySession& session, const Entry& entry) { session.Save(entry); }},
        {"resign", false, [](PlaySession& session, const Entry&) { session.Resign(); }},
        {"new", false, [](PlaySession& session, const Entry& entry) { session.New(entry); }},
        {"board", false, [](PlaySession& session, const Entry&) { session.ShowBoard(); }},
        {"position", false, [](PlaySession& session, const Entry&) { session.ShowPosition(); }},
        {"help", false, [](PlaySession& session, const Entry&) { session.out_ << kHelp; }},
        {"quit", false, [](PlaySession& session, const Entry&) { session.quit_ = true; }},
    };
    const auto* const found =
        std::find_if(std::begin(kCommands), std::end(kCommands),
                     [&](const Command& command) { return command.name == name; });
    return found == std::end(kCommands) ? nullptr : found;
  }

  Color ToMove() const { return game_.position().to_move(); }
  const Seat& SeatOf(Color color) const {
    return setup_.seats[static_cast<std::size_t>(Index(color))];
  }
  bool IsHuman(Color color) const { return SeatOf(color).player == nullptr; }
  bool HasHuman() const { return IsHuman(Color::kBlue) || IsHuman(Color::kRed); }

  void Say(const std::string& line) { out_ << line << "\n"; }

  void Greet() {
    const std::string size = std::to_string(setup_.start.size());
    Say("Lielow " + size + "x" + size + ". Blue: " + SeatOf(Color::kBlue).name +
        ". Red: " + SeatOf(Color::kRed).name);
    if (!HasHuman()) return;
    Say("b1, r1: stacks with their heights; B3" + std::string(CrownSign(setup_.style)) +
        ": a king. Enter a move (d2-d3) or help");
  }

  void ShowBoard() {
    board_due_ = false;
    out_ << "\n" << BoardText(game_.position(), game_.last(), setup_.style) << "\n";
    if (game_.over()) {
      Say(Outcome(game_));
      if (HasHuman()) Say("undo, save FILE, new or quit?");
      return;
    }
    Say("Move " + std::to_string(game_.MoveNumber()) + ", " + Name(ToMove()) + " to move");
    if (const auto threat = KingThreat(game_.position())) Say("Careful: " + *threat);
  }

  std::optional<std::string> Prompt() {
    if (setup_.interactive) out_ << (game_.over() ? "" : Name(ToMove())) << "> ";
    out_.flush();
    auto line = ReadLine(in_);
    if (!line && setup_.interactive) out_ << "\n";
    return line;
  }

  void Obey(const std::string& line) {
    try {
      if (line.size() > kLongestLine) {
        throw InputError("line of more than " + std::to_string(kLongestLine) +
                         " characters: enter help for what is understood");
      }
      if (const Entry entry(line); !entry.text.empty()) Obey(entry);
    } catch (const InputError& error) {
      Say(error.what());
    }
  }

  void Obey(const Entry& entry) {
    const auto confirm = std::exchange(awaiting_yes_, nullptr);
    if (entry.argument.empty() && (entry.word == "yes" || entry.word == "y")) {
      if (!confirm) throw InputError(entry.word + ": there is nothing to confirm");
      confirm();
      return;
    }
    const Command* command = FindCommand(entry.word);
    if (command == nullptr) {
      EnterMove(entry);
    } else if (!entry.argument.empty() && !command->takes_argument) {
      throw InputError(Quoted(entry.text) + ": " + entry.word + " stands alone");
    } else {
      command->run(*this, entry);
    }
  }

  void EnterMove(const Entry& entry) {
    if (!BeginsLikeAMove(entry.text)) {
      throw InputError(Quoted(entry.text) + ": is neither a move nor a command; help lists both");
    }
    RequireNotOver("move " + Quoted(entry.text));
    const Move move = ParseMove(game_.position(), PlainMove(game_.position(), entry.text));
    const auto loss = LossReason(game_.position(), move);
    if (loss && !entry.text.ends_with('!')) {
      const std::string name = MoveText(game_.position(), move);
      Confirm(name + " loses: " + *loss, name + "!", [this, move] { Play(move, ""); });
    } else {
      Play(move, "");
    }
  }

  // Does what `action` says if the next entry is "yes"; `again` is what does it without a question.
  void Confirm(const std::string& reason, const std::string& again, std::function<void()> action) {
    Say(reason);
    Say("Enter yes or " + again + " to do it all the same");
    awaiting_yes_ = std::move(action);
  }

  MoveChoice Ask(Player& player) {
    const std::string thinking = std::string(Name(ToMove())) + " is thinking...";
    if (setup_.interactive) out_ << thinking << std::flush;
    const std::uint64_t game_seed = DeriveSeed(setup_.seed, games_begun_);
    const MoveRequest request = {
        .position = game_.position(),
        .ply = game_.ply(),
        .seed = DeriveSeed(game_seed, static_cast<std::uint64_t>(game_.ply()))};
    MoveChoice choice;
    player.ChooseMoves(std::span(&request, 1), std::span(&choice, 1));
    if (setup_.interactive) out_ << "\r" << std::string(thinking.size(), ' ') << "\r";
    return choice;
  }

  void Play(Move move, const std::string& opinion) {
    const Position& position = game_.position();
    Say(Name(ToMove()) + (": " + MoveText(position, move)) + opinion);
    for (const std::string& change : CrownChanges(position, move)) Say("  " + change);
    game_.Play(move);
    board_due_ = true;
    out_.flush();
  }

  void RequireNotOver(const std::string& what) const {
    if (game_.over()) throw InputError(what + ": the game is over");
  }

  void Moves(const Entry& entry) {
    RequireNotOver("moves");
    out_ << (entry.argument.empty() ? LegalMovesText(game_.position())
                                    : StackMovesText(game_.position(), entry.argument));
  }

  void Hint() {
    RequireNotOver("hint");
    MoveChoice choice;
    const auto has_opinion = [&] { return choice.value || choice.result.proof != Proof::kNone; };
    if (Player* opponent = SeatOf(Other(ToMove())).player.get()) choice = Ask(*opponent);
    if (!has_opinion()) choice = Ask(*setup_.adviser);
    Say("hint: " + MoveText(game_.position(), choice.move) + Opinion(choice, ToMove()));
  }

  void Undo() {
    if (game_.resigned()) {
      game_.TakeBackTo(game_.ply());
      Say("took the resignation back");
    } else {
      int ply = game_.ply() - 1;
      while (ply >= 0 && !IsHuman(game_.ToMoveAt(ply))) --ply;
      if (ply < 0) throw InputError("undo: there is no move of yours to take back");
      Say("took " + Plies(game_.ply() - ply) + " back");
      game_.TakeBackTo(ply);
    }
    board_due_ = true;
  }

  void Save(const Entry& entry) {
    const std::string& path = entry.argument;
    if (path.empty()) throw InputError("save: expected a file, such as save my-game.lgn");
    if (std::any_of(path.begin(), path.end(),
                    [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; })) {
      throw InputError("save " + Quoted(path, kLongestName) + ": the name has a control character");
    }
    if (!SaveTo(path, entry.confirmed ? IfExists::kReplace : IfExists::kRefuse)) {
      Confirm("There is a file " + Quoted(path, kLongestName) + ", which save would replace",
              "save! FILE", [this, path] { SaveTo(path, IfExists::kReplace); });
    }
  }

  bool SaveTo(const std::string& path, IfExists if_exists) {
    GameRecord record = game_.Record();
    record.SetTag("Event", "play");
    record.SetTag("Date", setup_.date);
    record.SetTag("Blue", SeatOf(Color::kBlue).name);
    record.SetTag("Red", SeatOf(Color::kRed).name);
    if (!WriteWholeFile(path, WriteGameRecord(record), if_exists)) return false;
    Say("saved " + Plies(game_.ply()) + " to " + Quoted(path, kLongestName));
    return true;
  }

  void Resign() {
    RequireNotOver("resign");
    game_.Resign();
    board_due_ = true;
  }

  void New(const Entry& entry) {
    const auto begin = [this] {
      game_ = PlayedGame(setup_.start);
      ++games_begun_;
      board_due_ = true;
      Say("a new game");
    };
    if (game_.over() || game_.ply() == 0 || entry.confirmed) {
      begin();
    } else {
      Confirm("The game is not over, and cannot be taken up again", "new!", begin);
    }
  }

  void ShowPosition() {
    Say(game_.position().ToString());
    if (game_.over()) Say("the game is over: " + Outcome(game_));
  }

  PlaySetup setup_;
  std::istream& in_;
  std::ostream& out_;
  PlayedGame game_;
  std::uint64_t games_begun_ = 1;
  bool board_due_ = true;  // Something has changed since it was shown.
  bool quit_ = false;
  std::function<void()> awaiting_yes_;  // Empty while nothing waits to be confirmed.
};

}  // namespace

void RunPlaySession(PlaySetup setup, std::istream& in, std::ostream& out) {
  PlaySession(std::move(setup), in, out).Run();
}

}  // namespace lielow
