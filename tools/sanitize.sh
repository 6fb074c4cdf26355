#!/usr/bin/env bash
# Usage: tools/sanitize.sh test ONE_IN JOBS    the C++ tests, one random case in ONE_IN
#        tools/sanitize.sh fuzz SECONDS JOBS   every target of native/fuzz, SECONDS each
# Both under ASan and UBSan, from one build. It is made with clang where that brings libFuzzer. Without it:
# installs Debian's if this is root with apt-get, else tests with the usual compiler and skips fuzzing.
# CHECK_POINTERS=ON has all checks of pointers compiled in, too, into a build of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
task=$1
amount=$2
jobs=$3
pointers=${CHECK_POINTERS:-OFF}

has_fuzzer() {  # does this compiler bring libFuzzer and the sanitizers' run-time?
  local probe status=0
  probe=$(mktemp)
  echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
    "$1" -x c++ -fsanitize=fuzzer,address,undefined -o "$probe" - 2>/dev/null || status=$?
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

build() {
  cmake -S . -B "$folder" -G Ninja "$@" -DWINNABLE_PYTHON=OFF -DWINNABLE_TESTS=ON -DWINNABLE_SANITIZE=ON \
    -DWINNABLE_CHECK_POINTERS="$pointers" >/dev/null
  cmake --build "$folder" -j "$jobs"
}

fuzz_one() {  # runs the target that a source makes
  local source=$1 family target dictionary=()
  family=$(basename "$(dirname "$source")")
  target=fuzz_${family}_$(basename "$source" .cpp)
  mkdir -p "$folder/corpus/$target"
  if [ -e "${source%.cpp}.dict" ]; then dictionary=("-dict=${source%.cpp}.dict"); fi
  if ! "$folder/$target" -max_total_time="$amount" -max_len=2048 -timeout=10 -rss_limit_mb=2048 "${dictionary[@]}" \
      -artifact_prefix="$folder/$target-" "$folder/corpus/$target" >"$folder/$target.log" 2>&1; then
    tail -40 "$folder/$target.log"
    return 1
  fi
  echo "fuzz: $target, $amount s: $(tail -1 "$folder/$target.log")"
}

clang=$(find_clang)
if [ -z "$clang" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "sanitize: installing clang-14 and libclang-rt-14-dev"
  if tools/apt_install.sh clang-14 libclang-rt-14-dev; then
    clang=$(find_clang)
  fi
fi
if [ -n "$clang" ]; then
  folder=build/sanitize-$clang-$pointers
  build -DCMAKE_CXX_COMPILER="$clang" -DWINNABLE_FUZZ=ON -DWINNABLE_WERROR=ON
elif [ "$task" = fuzz ]; then
  echo "fuzz: SKIPPED, no clang with libFuzzer here (Debian: clang-14 libclang-rt-14-dev)"
  exit 0
else
  folder=build/sanitize-$pointers
  build
fi

if [ "$task" = test ]; then
  WINNABLE_ONE_IN=$amount ctest --test-dir "$folder" -j "$jobs" --output-on-failure --no-tests=error
else
  export folder amount
  export -f fuzz_one
  printf '%s\0' native/fuzz/*/*.cpp | xargs -0 -P "$jobs" -I{} bash -euo pipefail -c 'fuzz_one {}'
fi
