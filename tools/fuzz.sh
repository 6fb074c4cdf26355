#!/usr/bin/env bash
# Usage: tools/fuzz.sh SECONDS JOBS
# Builds native/fuzz with clang and runs each target for SECONDS under ASan and UBSan.
# Without clang: installs Debian's if this is root with apt-get, else says so and skips.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
jobs=$2

has_fuzzer() {  # does this compiler bring libFuzzer and the sanitizers' run-time?
  local probe
  probe=$(mktemp)
  echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
    "$1" -x c++ -fsanitize=fuzzer,address,undefined -o "$probe" - 2>/dev/null
  local status=$?
  rm -f "$probe"
  return $status
}

find_clang() {
  local name
  for name in clang++ clang++-{20..14}; do
    if command -v "$name" >/dev/null && has_fuzzer "$name"; then
      echo "$name"
      return
    fi
  done
}

clang=$(find_clang)
if [ -z "$clang" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "fuzz: installing clang-14 and libclang-rt-14-dev"
  if apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
      clang-14 libclang-rt-14-dev >/dev/null; then
    clang=$(find_clang)
  fi
fi
if [ -z "$clang" ]; then
  echo "fuzz: SKIPPED, no clang with libFuzzer here (Debian: clang-14 libclang-rt-14-dev)"
  exit 0
fi

cmake -S . -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER="$clang" -DWINNABLE_PYTHON=OFF -DWINNABLE_FUZZ=ON \
  -DWINNABLE_SANITIZE=ON >/dev/null
cmake --build build/fuzz -j "$jobs"
for source in native/fuzz/*/*.cpp; do
  family=$(basename "$(dirname "$source")")
  target=fuzz_${family}_$(basename "$source" .cpp)
  mkdir -p "build/fuzz/corpus/$target"
  dictionary=()
  if [ -e "${source%.cpp}.dict" ]; then dictionary=("-dict=${source%.cpp}.dict"); fi
  echo "fuzz: $target, $seconds s"
  if ! "build/fuzz/$target" -max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=2048 "${dictionary[@]}" \
      -artifact_prefix="build/fuzz/$target-" "build/fuzz/corpus/$target" >"build/fuzz/$target.log" 2>&1; then
    tail -40 "build/fuzz/$target.log"
    exit 1
  fi
  tail -1 "build/fuzz/$target.log"
done
