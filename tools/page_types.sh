#!/usr/bin/env bash
# Checks the types that the page's modules declare in their comments, with TypeScript from npm. Without npm that is
# skipped: the page itself needs neither.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null; then
  echo "page: no npm here, so the types of the page's modules are not checked"
  exit 0
fi
npm exec --yes --package=typescript@5.9.3 -- tsc --allowJs --checkJs --noEmit --strict --target es2022 \
  --module es2022 --lib es2023,dom,dom.iterable src/winnable/web/static/*.js src/winnable/web/static/study/*.js
echo "page: types are right"
