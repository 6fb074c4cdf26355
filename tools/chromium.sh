#!/usr/bin/env bash
# Gets Chromium, for the tests of the page in a real browser: Debian's, where this is root with apt-get. Without it
# those tests are skipped.
set -euo pipefail

for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "browser: installing chromium"
  wait_for_lock=(-o DPkg::Lock::Timeout=300)
  if apt-get -qq "${wait_for_lock[@]}" update && DEBIAN_FRONTEND=noninteractive apt-get -qq "${wait_for_lock[@]}" \
      install -y --no-install-recommends chromium >/dev/null; then
    exit 0
  fi
fi
echo "browser: no Chromium here, so the page's tests in a browser are skipped; get it with: apt-get install chromium"
