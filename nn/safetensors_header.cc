#include "nn/safetensors_header.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "game/input_error.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

constexpr std::size_t kLongestQuote = 60;
constexpr std::string_view kMetadataKey = "__metadata__";

[[noreturn]] void Fail(const std::string& reason) { throw InputError(reason); }

std::string TensorPlace(const std::string& name) {
  return "tensor " + Quoted(name, kLongestQuote) + ": ";
}

// Follows the parser through the few forms that a header can have, and stops it at anything else.
// So nothing is built of values that have no place in a header, however large or deep.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  SafetensorsHeader Take() { return std::move(header_); }

  bool null() override { FailAt("null"); }
  bool boolean(bool value) override { FailAt(value ? "true" : "false"); }
  bool number_float(double, const std::string& text) override { FailAt(text); }
  bool number_integer(std::int64_t number) override { FailAt(std::to_string(number)); }
  bool binary(binary_t&) override { FailAt("bytes"); }

  bool number_unsigned(std::uint64_t number) override {
    // More dimensions than any tensor has, and more offsets than the two of a range, are refused
    // here and not after they were kept.
    constexpr std::size_t kMostDimensions = 16;
    if (where_ == Where::kShape && shape_->size() < kMostDimensions &&
        number <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
      shape_->push_back(static_cast<std::int64_t>(number));
    } else if (where_ == Where::kOffsets && offsets_->size() < 2) {
      offsets_->push_back(number);
    } else {
      FailAt(std::to_string(number));
    }
    return true;
  }

  bool string(std::string& text) override {
    if (where_ == Where::kMetadata) {
      if (!header_.metadata.emplace(key_, std::move(text)).second) FailTwice(key_);
    } else if (where_ == Where::kTensor && key_ == "dtype") {
      if (has_dtype_) FailTwice(key_);
      if (text != "F32") FailAt(Quoted(text));
      has_dtype_ = true;
    } else {
      FailAt("the text " + Quoted(text));
    }
    return true;
  }

  bool key(std::string& text) override {
    (where_ == Where::kRoot ? name_ : key_) = std::move(text);
    return true;
  }

  bool start_object(std::size_t) override {
    if (where_ == Where::kStart) {
      where_ = Where::kRoot;
    } else if (where_ != Where::kRoot) {
      FailAt("an object");
    } else if (name_ == kMetadataKey) {
      if (has_metadata_) FailTwice(name_);
      has_metadata_ = true;
      where_ = Where::kMetadata;
    } else {
      where_ = Where::kTensor;
      has_dtype_ = false;
      shape_.reset();
      offsets_.reset();
    }
    key_.clear();
    return true;
  }

  bool end_object() override {
    if (where_ == Where::kTensor) AddTensor();
    where_ = where_ == Where::kRoot ? Where::kEnd : Where::kRoot;
    return true;
  }

  bool start_array(std::size_t) override {
    if (where_ == Where::kTensor && key_ == "shape") {
      if (shape_) FailTwice(key_);
      shape_.emplace();
      where_ = Where::kShape;
    } else if (where_ == Where::kTensor && key_ == "data_offsets") {
      if (offsets_) FailTwice(key_);
      offsets_.emplace();
      where_ = Where::kOffsets;
    } else {
      FailAt("an array");
    }
    return true;
  }

  bool end_array() override {
    where_ = Where::kTensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    Fail("header: not valid JSON at byte " + std::to_string(position));
  }

 private:
  enum class Where { kStart, kRoot, kMetadata, kTensor, kShape, kOffsets, kEnd };

  [[noreturn]] void FailAt(const std::string& found) const {
    if (where_ == Where::kStart) Fail("header: found " + found + ", expected an object");
    if (where_ == Where::kMetadata) {
      Fail("metadata " + Quoted(key_, kLongestQuote) + ": found " + found + ", expected text");
    }
    const std::string place = TensorPlace(name_);
    if (where_ == Where::kRoot) {
      Fail(place + "found " + found + ", expected an object with dtype, shape and data_offsets");
    }
    if (key_ == "dtype") Fail(place + "dtype: found " + found + ", expected \"F32\"");
    if (key_ == "shape") {
      Fail(place + "shape: found " + found + ", expected at most 16 numbers from 0 to 2^63 - 1");
    }
    if (key_ == "data_offsets") {
      Fail(place + "data_offsets: found " + found + ", expected two numbers from 0 to 2^64 - 1");
    }
    Fail(place + "unknown key " + Quoted(key_) + ", expected dtype, shape and data_offsets");
  }

  [[noreturn]] void FailTwice(const std::string& key) const {
    const bool in_tensor = where_ == Where::kTensor;
    Fail((in_tensor ? TensorPlace(name_) : "header: ") + Quoted(key, kLongestQuote) + " twice");
  }

  void AddTensor() {
    const std::string place = TensorPlace(name_);
    if (!has_dtype_) Fail(place + "dtype is missing");
    if (!shape_) Fail(place + "shape is missing");
    if (!offsets_) Fail(place + "data_offsets is missing");
    if (offsets_->size() != 2) Fail(place + "data_offsets: expected two numbers");
    TensorEntry tensor{std::move(name_), std::move(*shape_), (*offsets_)[0], (*offsets_)[1]};
    const std::optional<std::uint64_t> bytes = TensorBytes(tensor.shape);
    if (!bytes) Fail(place + "shape: more values than any file holds");
    if (tensor.begin > tensor.end || tensor.end - tensor.begin != *bytes) {
      Fail(place + "data_offsets: found " + std::to_string(tensor.begin) + " to " +
           std::to_string(tensor.end) + ", but the shape needs " + std::to_string(*bytes) +
           " bytes");
    }
    header_.tensors.push_back(std::move(tensor));
  }

  SafetensorsHeader header_;
  Where where_ = Where::kStart;
  std::string name_;  // Key in the outermost object.
  std::string key_;   // Key in the object inside.
  bool has_metadata_ = false;
  // Of the tensor that is being read.
  bool has_dtype_ = false;
  std::optional<std::vector<std::int64_t>> shape_;
  std::optional<std::vector<std::uint64_t>> offsets_;
};

void CheckNames(const std::vector<TensorEntry>& sorted) {
  const auto twin = std::adjacent_find(
      sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.name == b.name; });
  if (twin != sorted.end()) Fail("header: " + Quoted(twin->name, kLongestQuote) + " twice");
}

void CheckCoverage(const std::vector<TensorEntry>& tensors, std::uint64_t data_bytes) {
  std::vector<const TensorEntry*> by_place;
  by_place.reserve(tensors.size());
  for (const TensorEntry& tensor : tensors) by_place.push_back(&tensor);
  std::sort(by_place.begin(), by_place.end(), [](const TensorEntry* a, const TensorEntry* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::uint64_t covered = 0;
  for (const TensorEntry* tensor : by_place) {
    if (tensor->begin != covered) {
      Fail(TensorPlace(tensor->name) + "begins at byte " + std::to_string(tensor->begin) +
           " of the data, but the tensors before it end at " + std::to_string(covered));
    }
    covered = tensor->end;
  }
  if (covered > data_bytes) {
    Fail("truncated: the tensors have " + std::to_string(covered) + " bytes, the file holds " +
         std::to_string(data_bytes) + " of them");
  }
  if (covered < data_bytes) {
    Fail(std::to_string(data_bytes - covered) + " bytes follow the last tensor");
  }
}

}  // namespace

std::optional<std::uint64_t> TensorBytes(const std::vector<std::int64_t>& shape) {
  std::int64_t bytes = sizeof(float);
  for (const std::int64_t length : shape) {
    if (length < 0 || __builtin_mul_overflow(bytes, length, &bytes)) return std::nullopt;
  }
  return static_cast<std::uint64_t>(bytes);
}

SafetensorsHeader ParseSafetensorsHeader(std::string_view json, std::uint64_t data_bytes) {
  if (json.empty() || json.front() != '{') Fail("header: expected a JSON object");
  // The parser would take a zero for the end, and ignore the rest.
  const std::size_t zero = json.find('\0');
  if (zero != std::string_view::npos) Fail("header: byte " + std::to_string(zero + 1) + " is zero");
  HeaderReader reader;
  nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
  SafetensorsHeader header = reader.Take();
  std::sort(header.tensors.begin(), header.tensors.end(),
            [](const TensorEntry& a, const TensorEntry& b) { return a.name < b.name; });
  CheckNames(header.tensors);
  CheckCoverage(header.tensors, data_bytes);
  return header;
}

std::string SafetensorsHeaderText(const SafetensorsHeader& header) {
  nlohmann::json json = nlohmann::json::object();
  if (!header.metadata.empty()) json[std::string(kMetadataKey)] = header.metadata;
  for (const TensorEntry& tensor : header.tensors) {
    json[tensor.name] = {
        {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {tensor.begin, tensor.end}}};
  }
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  // The header's length, before it, takes 8 bytes.
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

}  // namespace lielow
