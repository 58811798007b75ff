#include "nn/onnx_operators.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "nn/tensor_shape.h"

namespace lielow {
namespace {

using Dims = std::vector<std::int64_t>;
using Floats = std::vector<float>;

std::size_t Product(const Dims& dims, std::size_t begin, std::size_t end) {
  std::size_t product = 1;
  for (std::size_t i = begin; i < end; ++i) product *= static_cast<std::size_t>(dims[i]);
  return product;
}

// How far apart neighbours of each dimension are.
Dims Strides(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (std::size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

// A tensor of `dims`, row-major, whose element at (i, j, ...) is values[i * strides[0] + ...].
Floats Gathered(const Floats& values, const Dims& dims, const Dims& strides) {
  Floats gathered(Product(dims, 0, dims.size()));
  Dims index(dims.size(), 0);
  for (float& element : gathered) {
    element = values[static_cast<std::size_t>(
        std::inner_product(index.begin(), index.end(), strides.begin(), std::int64_t{0}))];
    for (std::size_t i = dims.size(); i-- > 0 && ++index[i] == dims[i];) index[i] = 0;
  }
  return gathered;
}

// One node and its inputs.
class Operator {
 public:
  Operator(const OnnxNode& node, const std::vector<const OnnxTensor*>& inputs)
      : node_(node), inputs_(inputs) {}

  OnnxTensor Run() const {
    const auto& op = node_.op_type;
    if (op == "Conv") return Conv();
    if (op == "Gemm") return Gemm();
    if (op == "Add") return Add();
    if (op == "Relu") return Each([](float x) { return x > 0 || std::isnan(x) ? x : 0; });
    if (op == "Sigmoid") return Each([](float x) { return 1 / (1 + std::exp(-x)); });
    if (op == "GlobalAveragePool") {
      return Pool([](const float* begin, const float* end) {
        return std::accumulate(begin, end, 0.0F) / static_cast<float>(end - begin);
      });
    }
    if (op == "GlobalMaxPool") {
      return Pool(
          [](const float* begin, const float* end) { return *std::max_element(begin, end); });
    }
    if (op == "Concat") return Concat();
    if (op == "Slice") return Slice();
    if (op == "Transpose") return Transpose();
    if (op == "Flatten") return Flatten();
    if (op == "Unsqueeze") return Unsqueeze();
    Fail("there is no operator " + op);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw std::runtime_error("ONNX: node \"" + node_.name + "\": " + reason);
  }

  void Expect(bool condition) const {
    if (condition) return;
    std::string shapes;
    for (const OnnxTensor* input : inputs_) shapes += " " + ShapeText(input->dims);
    Fail(node_.op_type + " is not used so by us, with inputs" + shapes);
  }

  const OnnxTensor& Input(std::size_t i) const {
    Expect(i < inputs_.size());
    return *inputs_[i];
  }
  const Dims& DimsOf(std::size_t i) const { return Input(i).dims; }

  template <class Values>
  const Values& ValuesOf(std::size_t i) const {
    const auto* values = std::get_if<Values>(&Input(i).values);
    Expect(values != nullptr && values->size() == Product(DimsOf(i), 0, DimsOf(i).size()));
    return *values;
  }
  const Floats& FloatsOf(std::size_t i) const { return ValuesOf<Floats>(i); }
  const Dims& IntsOf(std::size_t i) const { return ValuesOf<Dims>(i); }

  template <class Value>
  const Value& Attribute(const std::string& name) const {
    for (const OnnxAttribute& attribute : node_.attributes) {
      if (attribute.name != name) continue;
      if (const auto* value = std::get_if<Value>(&attribute.value)) return *value;
    }
    Fail("attribute \"" + name + "\" is missing");
  }

  // Of an input with so many dimensions.
  std::size_t Axis(std::int64_t axis, std::size_t rank) const {
    Expect(0 <= axis && axis < static_cast<std::int64_t>(rank));
    return static_cast<std::size_t>(axis);
  }

  // A convolution that keeps the board's size.
  OnnxTensor Conv() const {
    const Dims& dims = DimsOf(0);
    const Dims& kernel = DimsOf(1);
    Expect(inputs_.size() == 3 && dims.size() == 4 && kernel.size() == 4 && dims[1] == kernel[1] &&
           kernel[2] == kernel[3] && kernel[2] % 2 == 1 && DimsOf(2) == Dims{kernel[0]});
    const std::int64_t pad = kernel[2] / 2;
    Expect(Attribute<Dims>("kernel_shape") == Dims{kernel[2], kernel[3]} &&
           Attribute<Dims>("pads") == Dims{pad, pad, pad, pad});
    const Floats& x = FloatsOf(0);
    const Floats& bias = FloatsOf(2);
    // Output channels innermost, as the loop below adds them up.
    const Floats taps =
        Gathered(FloatsOf(1), {kernel[1], kernel[2], kernel[3], kernel[0]},
                 {kernel[2] * kernel[3], kernel[3], 1, kernel[1] * kernel[2] * kernel[3]});
    OnnxTensor result{{}, {dims[0], kernel[0], dims[2], dims[3]}, Floats()};
    Floats y(Product(result.dims, 0, 4));
    const std::int64_t area = dims[2] * dims[3];
    const auto out = static_cast<std::size_t>(kernel[0]);
    Floats sums;
    for (std::int64_t place = 0; place < dims[0] * area; ++place) {
      const std::int64_t board = place / area;
      const std::int64_t row = place % area / dims[3];
      const std::int64_t column = place % dims[3];
      sums = bias;
      for (std::int64_t in = 0; in < dims[1]; ++in) {
        for (std::int64_t tap = 0; tap < kernel[2] * kernel[3]; ++tap) {
          const std::int64_t r = row + tap / kernel[3] - pad;
          const std::int64_t c = column + tap % kernel[3] - pad;
          if (r < 0 || r >= dims[2] || c < 0 || c >= dims[3]) continue;
          const float value =
              x[static_cast<std::size_t>(((board * dims[1] + in) * dims[2] + r) * dims[3] + c)];
          const float* weights =
              &taps[static_cast<std::size_t>(in * kernel[2] * kernel[3] + tap) * out];
          for (std::size_t o = 0; o < out; ++o) sums[o] += value * weights[o];
        }
      }
      for (std::size_t o = 0; o < out; ++o) {
        y[(static_cast<std::size_t>(board) * out + o) * static_cast<std::size_t>(area) +
          static_cast<std::size_t>(place % area)] = sums[o];
      }
    }
    result.values = std::move(y);
    return result;
  }

  // x * transpose(weights) + bias, one bias a column.
  OnnxTensor Gemm() const {
    const Dims& dims = DimsOf(0);
    const Dims& weight_dims = DimsOf(1);
    Expect(inputs_.size() == 3 && dims.size() == 2 && weight_dims.size() == 2 &&
           dims[1] == weight_dims[1] && DimsOf(2) == Dims{weight_dims[0]} &&
           Attribute<std::int64_t>("transB") == 1);
    const Floats& x = FloatsOf(0);
    const Floats& weights = FloatsOf(1);
    const auto in = static_cast<std::size_t>(dims[1]);
    Floats y;
    for (std::size_t row = 0; row < static_cast<std::size_t>(dims[0]); ++row) {
      std::size_t weight = 0;
      for (const float bias : FloatsOf(2)) {
        float sum = bias;
        for (std::size_t i = 0; i < in; ++i) sum += x[row * in + i] * weights[weight++];
        y.push_back(sum);
      }
    }
    return {{}, {dims[0], weight_dims[0]}, std::move(y)};
  }

  // Where the second has length 1, it is added to all along that dimension.
  OnnxTensor Add() const {
    const Dims& dims = DimsOf(0);
    Expect(inputs_.size() == 2 && DimsOf(1).size() == dims.size());
    Dims strides = Strides(DimsOf(1));
    for (std::size_t i = 0; i < dims.size(); ++i) {
      Expect(DimsOf(1)[i] == dims[i] || DimsOf(1)[i] == 1);
      if (DimsOf(1)[i] == 1) strides[i] = 0;
    }
    Floats sums = Gathered(FloatsOf(1), dims, strides);
    std::ranges::transform(FloatsOf(0), sums, sums.begin(), std::plus<>());
    return {{}, dims, std::move(sums)};
  }

  OnnxTensor Each(const auto& function) const {
    Expect(inputs_.size() == 1);
    Floats values = FloatsOf(0);
    std::ranges::transform(values, values.begin(), function);
    return {{}, DimsOf(0), std::move(values)};
  }

  // [B, C, rows, columns] to [B, C, 1, 1].
  OnnxTensor Pool(const auto& function) const {
    const Dims& dims = DimsOf(0);
    Expect(inputs_.size() == 1 && dims.size() == 4);
    const std::size_t area = Product(dims, 2, 4);
    Expect(area > 0);
    const Floats& x = FloatsOf(0);
    Floats pooled;
    for (const float* plane = x.data(); plane != x.data() + x.size(); plane += area) {
      pooled.push_back(function(plane, plane + area));
    }
    return {{}, {dims[0], dims[1], 1, 1}, std::move(pooled)};
  }

  OnnxTensor Concat() const {
    Expect(!inputs_.empty());
    Dims dims = DimsOf(0);
    const std::size_t axis = Axis(Attribute<std::int64_t>("axis"), dims.size());
    dims[axis] = 0;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      Dims others = DimsOf(i);
      Expect(others.size() == dims.size());
      dims[axis] += std::exchange(others[axis], dims[axis]);
      others[axis] = dims[axis];
      Expect(others == dims);
    }
    Floats values;
    for (std::size_t outer = 0; outer < Product(dims, 0, axis); ++outer) {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const std::size_t length = Product(DimsOf(i), axis, dims.size());
        const auto begin = FloatsOf(i).begin() + static_cast<std::ptrdiff_t>(outer * length);
        values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
      }
    }
    return {{}, std::move(dims), std::move(values)};
  }

  // Along one dimension: data, starts, ends, axes.
  OnnxTensor Slice() const {
    Dims dims = DimsOf(0);
    for (std::size_t i = 1; i < 4; ++i) Expect(DimsOf(i) == Dims{1});
    const std::size_t axis = Axis(IntsOf(3)[0], dims.size());
    const std::int64_t start = IntsOf(1)[0];
    const std::int64_t end = IntsOf(2)[0];
    Expect(inputs_.size() == 4 && 0 <= start && start <= end && end <= dims[axis]);
    const Dims strides = Strides(dims);
    Floats values = FloatsOf(0);
    values.erase(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(start * strides[axis]));
    dims[axis] = end - start;
    return {{}, dims, Gathered(values, dims, strides)};
  }

  OnnxTensor Transpose() const {
    const auto& permutation = Attribute<Dims>("perm");
    const Dims strides = Strides(DimsOf(0));
    Expect(inputs_.size() == 1 && permutation.size() == strides.size());
    Dims dims;
    Dims permuted;
    for (const std::int64_t from : permutation) {
      dims.push_back(DimsOf(0)[Axis(from, strides.size())]);
      permuted.push_back(strides[Axis(from, strides.size())]);
    }
    Expect(std::ranges::is_permutation(permuted, strides));
    return {{}, dims, Gathered(FloatsOf(0), dims, permuted)};
  }

  // To two dimensions: those before the axis, and the others.
  OnnxTensor Flatten() const {
    const Dims& dims = DimsOf(0);
    const std::size_t axis = Axis(Attribute<std::int64_t>("axis"), dims.size());
    Expect(inputs_.size() == 1);
    return {{},
            {static_cast<std::int64_t>(Product(dims, 0, axis)),
             static_cast<std::int64_t>(Product(dims, axis, dims.size()))},
            FloatsOf(0)};
  }

  // New dimensions of length 1, which the result has at the places of `axes`, in rising order.
  OnnxTensor Unsqueeze() const {
    Dims dims = DimsOf(0);
    Expect(inputs_.size() == 2 && std::ranges::is_sorted(IntsOf(1)));
    for (const std::int64_t axis : IntsOf(1)) {
      dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(Axis(axis, dims.size() + 1)), 1);
    }
    return {{}, std::move(dims), FloatsOf(0)};
  }

  const OnnxNode& node_;
  const std::vector<const OnnxTensor*>& inputs_;
};

}  // namespace

OnnxTensor RunOnnxNode(const OnnxNode& node, const std::vector<const OnnxTensor*>& inputs) {
  return Operator(node, inputs).Run();
}

}  // namespace lielow
