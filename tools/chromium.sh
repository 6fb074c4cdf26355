#!/usr/bin/env bash
# Gets Chromium, for the tests of the page in a real browser: Debian's, where this is root with apt-get. Without it
# those tests are skipped.
set -euo pipefail

for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "browser: installing chromium"
  if "$(dirname "$0")/apt_install.sh" chromium; then exit 0; fi
fi
echo "browser: no Chromium here, so the page's tests in a browser are skipped; get it with: apt-get install chromium"
