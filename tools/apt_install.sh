#!/usr/bin/env bash
# Usage: tools/apt_install.sh PACKAGE ...   installs Debian packages; fails where this is not root with apt-get
# Scripts that run side by side take turns: apt-get itself does not wait for who reads its lists.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then exit 1; fi
mkdir -p build
exec 9>build/apt.lock
if command -v flock >/dev/null; then flock 9; fi
wait_for_others=(-qq -o DPkg::Lock::Timeout=300)
apt-get "${wait_for_others[@]}" update 9>&-
DEBIAN_FRONTEND=noninteractive apt-get "${wait_for_others[@]}" install -y --no-install-recommends "$@" >/dev/null 9>&-
