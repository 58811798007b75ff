// Reads the wire format of Protocol Buffers field by field, as nn/protobuf_writer.h writes it.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "nn/protobuf_writer.h"

namespace lielow {

// A field and its value. The accessors throw std::runtime_error if it is of another type.
class ProtobufField {
 public:
  ProtobufField(int number, WireType type, std::uint64_t varint, std::string_view bytes)
      : number_(number), type_(type), varint_(varint), bytes_(bytes) {}

  int number() const { return number_; }

  std::int64_t Int() const {
    Expect(WireType::kVarint);
    return static_cast<std::int64_t>(varint_);
  }

  double Double() const {
    Expect(WireType::kFixed64);
    return FixedNumber<double>(bytes_);
  }

  float Float() const {
    Expect(WireType::kFixed32);
    return FixedNumber<float>(bytes_);
  }

  // Text, or a message within. Refers to the bytes that are read from.
  std::string_view Bytes() const {
    Expect(WireType::kLengthDelimited);
    return bytes_;
  }

  std::string Text() const { return std::string(Bytes()); }

  template <class Number>
  std::vector<Number> FixedNumbers() const {
    Expect(WireType::kLengthDelimited);
    if (bytes_.size() % sizeof(Number) != 0) {
      throw std::runtime_error("protobuf: a field ends within a number");
    }
    std::vector<Number> numbers;
    numbers.reserve(bytes_.size() / sizeof(Number));
    for (std::size_t at = 0; at < bytes_.size(); at += sizeof(Number)) {
      numbers.push_back(FixedNumber<Number>(bytes_.substr(at, sizeof(Number))));
    }
    return numbers;
  }

 private:
  // REQUIRES: as many bytes as the number has.
  template <class Number>
  static Number FixedNumber(std::string_view bytes) {
    using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
      bits |= static_cast<Bits>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return std::bit_cast<Number>(bits);
  }

  void Expect(WireType type) const {
    if (type_ != type) {
      throw std::runtime_error("protobuf: field " + std::to_string(number_) +
                               " is of another type than expected");
    }
  }

  int number_;
  WireType type_;
  std::uint64_t varint_;
  std::string_view bytes_;
};

// Throws std::runtime_error if the bytes end within a field or are no protobuf.
class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view message) : left_(message) {}

  // nullopt after the last.
  std::optional<ProtobufField> Next() {
    if (left_.empty()) return std::nullopt;
    const std::uint64_t tag = TakeVarint();
    const auto number = static_cast<int>((tag >> 3) & 0x1FFFFFFF);
    const auto type = static_cast<WireType>(tag & 7);
    switch (type) {
      case WireType::kVarint:
        return ProtobufField(number, type, TakeVarint(), {});
      case WireType::kFixed64:
        return ProtobufField(number, type, 0, Take(8));
      case WireType::kLengthDelimited:
        return ProtobufField(number, type, 0, Take(TakeVarint()));
      case WireType::kFixed32:
        return ProtobufField(number, type, 0, Take(4));
    }
    throw std::runtime_error("protobuf: there is no wire type " + std::to_string(tag & 7));
  }

 private:
  std::string_view Take(std::uint64_t count) {
    if (count > left_.size()) throw std::runtime_error("protobuf: truncated");
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }

  std::uint64_t TakeVarint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(Take(1)[0]);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    throw std::runtime_error("protobuf: a number has more than ten bytes");
  }

  std::string_view left_;
};

}  // namespace lielow
