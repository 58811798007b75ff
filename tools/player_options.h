// A player as text, in its parts: "net:runs/a,sims=800" is kind "net", argument "runs/a" and one
// option. For "engine" all that follows is the argument.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lielow {

class PlayerText {
 public:
  // Throws InputError for what has not this form. Only "net" takes an argument before its options,
  // which it need not have ("net,sims=800"), and "engine" an argument and no options.
  explicit PlayerText(const std::string& text);

  const std::string& text() const { return text_; }
  const std::string& kind() const { return kind_; }
  const std::string& argument() const { return argument_; }
  const std::map<std::string, std::string>& options() const { return options_; }

  // Throws InputError if there is an option that is not among `names`.
  void AllowOnly(const std::vector<std::string_view>& names) const;

  bool Has(const std::string& name) const { return options_.contains(name); }

  // The option's value, or `otherwise` where it is not given. Throws InputError naming the range.
  int Integer(const std::string& name, int otherwise, int low, int high) const;
  double Number(const std::string& name, double otherwise, double low, double high) const;
  std::optional<std::uint64_t> Seed() const;

  // Throws InputError unless the value is one of `allowed`, the first of which is the default.
  std::string Word(const std::string& name, const std::vector<std::string_view>& allowed) const;

  // For an error in this player's text.
  [[noreturn]] void Fail(const std::string& reason) const;

 private:
  std::string text_;
  std::string kind_;
  std::string argument_;
  std::map<std::string, std::string> options_;
};

}  // namespace lielow
