// A request that is refused with another status than 400.

#pragma once

#include <stdexcept>
#include <string>

namespace lielow {

class WebError : public std::runtime_error {
 public:
  WebError(int status, const std::string& reason) : std::runtime_error(reason), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

inline constexpr int kBadRequest = 400;
inline constexpr int kForbidden = 403;
inline constexpr int kNotFound = 404;
inline constexpr int kLengthRequired = 411;
inline constexpr int kUnsupportedMediaType = 415;
inline constexpr int kTooManyRequests = 429;
inline constexpr int kServerError = 500;
inline constexpr int kUnavailable = 503;

}  // namespace lielow
