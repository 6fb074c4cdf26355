// 128-bit keys. A key names a position up to the order of columns and of cells.
#pragma once

#include <cstddef>
#include <cstdint>

namespace winnable {

struct Key128 {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  constexpr Key128& operator^=(const Key128& o) {
    lo ^= o.lo;
    hi ^= o.hi;
    return *this;
  }
  friend constexpr Key128 operator^(Key128 a, const Key128& b) { return a ^= b; }
  friend constexpr bool operator==(const Key128&, const Key128&) = default;
};

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

struct Key128Hash {
  std::size_t operator()(const Key128& k) const { return static_cast<std::size_t>(k.lo); }
};

}  // namespace winnable
