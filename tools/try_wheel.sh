#!/usr/bin/env bash
# Usage: try_wheel.sh PYTHON   in a folder with wheels: installs the one that fits into a fresh environment there, and
# uses it as a player would. tools/wheels.sh runs it.
set -euo pipefail

"$1" -m venv env
env/bin/python -m pip install --quiet --disable-pip-version-check --find-links . --only-binary winnable winnable
PATH=$PWD/env/bin:$PATH

expect() {  # PATTERN COMMAND...: what the command prints has the pattern
  local pattern=$1 said
  shift
  said=$("$@") || [ $? = 1 ]  # 1: the answer is no
  if ! grep -q -- "$pattern" <<<"$said"; then
    echo "wheels: '$*' says no '$pattern': $said"
    exit 1
  fi
}

expect '^winnable [0-9.]* (commit ' winnable --version
expect 'length: .* moves' winnable solve freecell 617
expect 'unsolvable, proved' winnable solve freecell 11982
expect '7D  AD  5C' winnable show freecell 617
expect 'wins in' winnable hint freecell 617
expect 'proved fewest' winnable solve pyramid 1 --solver fewest
expect '^solved: 74$' winnable solve pyramid ms:1..100 --summary
expect 'the only solution' winnable solve undead 4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3
expect 'it turns a card' winnable hint spider spider_hand.txt
expect '_winnable_completion' winnable completion bash
test -f env/share/man/man1/winnable-solve.1
python demo_page.py
