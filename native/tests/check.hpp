// What the tests of the core share: a check that ends the program, and how many cases to try.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                        \
    }                                                                      \
  } while (false)

namespace winnable {

#if defined(__SANITIZE_ADDRESS__)  // GCC
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)  // Clang
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kAddressSanitizer = false;
#endif

inline void check(bool ok, const std::string& what) {
  if (ok) return;
  std::fprintf(stderr, "failed: %s\n", what.c_str());
  std::exit(1);
}

// One case in so many is tried: 1, or what WINNABLE_ONE_IN says. Slow builds ask for fewer.
inline int tried_one_in() {
  static const int n = [] {
    const char* text = std::getenv("WINNABLE_ONE_IN");
    const int asked = text == nullptr ? 1 : std::atoi(text);
    check(asked >= 1, "WINNABLE_ONE_IN is a number from 1 on");
    return asked;
  }();
  return n;
}

// How many of `all` cases to try, or to expect of a kind.
inline int some_of(int all) { return all <= tried_one_in() ? 1 : all / tried_one_in(); }

}  // namespace winnable
