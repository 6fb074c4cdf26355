// What the programs that look for weights share: random local search over named whole numbers.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/key.hpp"

namespace winnable::tune {

struct Named {
  const char* name;
  int* value;
};

// By name, those that are 0 left out.
inline void print(const std::vector<Named>& values) {
  const char* gap = "  {";
  for (const auto& [name, value] : values) {
    if (*value == 0) continue;
    std::printf("%s.%s = %d", gap, name, *value);
    gap = ", ";
  }
  std::puts("}");
}

// Changes one or two of the values at a time, by up to a quarter, and keeps what costs less. Every better
// set is printed, so that the program can be stopped. The same seed gives the same search.
template <class Cost>
void climb(const std::vector<Named>& values, int rounds, std::uint64_t seed, Cost&& cost) {
  double best = cost();
  std::printf("start: %.9g\n", best);
  print(values);
  const auto below = [&](std::uint64_t n) { return static_cast<int>(splitmix64(seed) % n); };
  for (int round = 1; round <= rounds; ++round) {
    std::vector<std::pair<int*, int>> before;
    for (int i = 0; i <= below(2); ++i) {
      int& value = *values[static_cast<std::size_t>(below(values.size()))].value;
      before.emplace_back(&value, value);
      const int step = 1 + below(2 + static_cast<std::uint64_t>(std::abs(value)) / 4);
      value += below(2) == 0 ? step : -step;
    }
    const double now = cost();
    if (now < best) {
      best = now;
      std::printf("round %d: %.9g\n", round, best);
      print(values);
      std::fflush(stdout);
    } else {
      while (!before.empty()) {
        *before.back().first = before.back().second;
        before.pop_back();
      }
    }
  }
}

// A whole number of the command line; throws std::invalid_argument for anything else.
inline std::uint64_t number(std::string_view text) {
  std::uint64_t n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || n > 1'000'000'000'000) throw std::invalid_argument("not a number: " + std::string(text));
    n = n * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (text.empty()) throw std::invalid_argument("a number is missing");
  return n;
}

}  // namespace winnable::tune
