// Writes the wire format of Protocol Buffers, as much of it as our files need: see "Encoding" at
// protobuf.dev. A message is its fields one after the other, each with a tag before it.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lielow {

// How a field's value is written; the low three bits of its tag.
enum class WireType : std::uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kLengthDelimited = 2,
  kFixed32 = 5,
};

// One message. Fields are written in the order of the calls, also those whose value is 0.
class ProtobufWriter {
 public:
  // Of the types int32, int64, bool and enum: a negative number takes ten bytes.
  void Varint(int field, std::int64_t value) {
    Tag(field, WireType::kVarint);
    AppendVarint(static_cast<std::uint64_t>(value));
  }

  // One number of a fixed width, with its lowest byte first.
  void Double(int field, double value) {
    Tag(field, WireType::kFixed64);
    AppendFixed(value);
  }
  void Float(int field, float value) {
    Tag(field, WireType::kFixed32);
    AppendFixed(value);
  }

  // Of the types string and bytes.
  void Bytes(int field, std::string_view bytes) {
    Tag(field, WireType::kLengthDelimited);
    AppendVarint(bytes.size());
    bytes_ += bytes;
  }

  void Message(int field, const ProtobufWriter& message) { Bytes(field, message.bytes_); }

  // Numbers of a fixed width one after the other, each with its lowest byte first: packed fixed32,
  // fixed64, float or double, and also what an ONNX tensor keeps as bytes.
  template <class Number>
  void FixedNumbers(int field, const std::vector<Number>& numbers) {
    Tag(field, WireType::kLengthDelimited);
    AppendVarint(numbers.size() * sizeof(Number));
    for (const Number number : numbers) AppendFixed(number);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void Tag(int field, WireType type) {
    AppendVarint((static_cast<std::uint64_t>(field) << 3) | static_cast<std::uint64_t>(type));
  }

  // Seven bits a byte, the lowest first; the high bit says that more follow.
  void AppendVarint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7F) | 0x80);
    bytes_ += static_cast<char>(value);
  }

  template <class Number>
  void AppendFixed(Number number) {
    static_assert(sizeof(Number) == 4 || sizeof(Number) == 8);
    using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
    const Bits bits = std::bit_cast<Bits>(number);
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
      bytes_ += static_cast<char>((bits >> (8 * i)) & 0xFF);
    }
  }

  std::string bytes_;
};

}  // namespace lielow
