#!/usr/bin/env bash
# Gets the programs that tests of the screen play in, and Xvfb to show them on: Debian's packages, where this is root
# with apt-get. Without them those tests are skipped.
#
#   tools/screen_programs.sh          all four programs
#   tools/screen_programs.sh smoke    only what the quick tests start: Undead
#
# PySolFC that a Debian lacks is unpacked into build/screen_programs/ from the package of the next one, whose
# sum is checked, with the Python packages that it needs beside it.
set -euo pipefail
cd "$(dirname "$0")/.."

into=build/screen_programs
pool=http://deb.debian.org/debian/pool/main/p
pysol=(
  "pysolfc/pysolfc_3.2.0-1_all.deb 8e4ce39d795ddd27b968b5ee890d7cfdea187946088e91c0a7795bb2c36712c7"
  "pysolfc-cardsets/pysolfc-cardsets_3.0+dfsg-1_all.deb f2deadbb9e5f41aa3175bf4c2afd4e3898ee3ed11f0292b15b45ac8979fde24f"
)
export PATH=$PATH:/usr/games

missing() {  # of the programs named, those that are not here
  for program in "$@"; do command -v "$program" >/dev/null || echo "$program"; done
}

skip() {
  echo "screen: $1, so the tests of the screen that need it are skipped"
}

install_packages() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    skip "no $(missing "${programs[@]}" | paste -sd, | sed 's/,/, /g') here, and no root to install it"
    return
  fi
  echo "screen: installing $*"
  if ! tools/apt_install.sh "$@"; then
    skip "apt-get could not install $*"
  fi
}

unpack_pysol() {
  if ! /usr/bin/python3 -c 'import tkinter, PIL.ImageTk' 2>/dev/null; then
    skip "no tkinter and PIL.ImageTk in /usr/bin/python3"
    return
  fi
  mkdir -p $into
  for line in "${pysol[@]}"; do
    read -r path sum <<<"$line"
    local file=$into/${path##*/}
    if ! { [ -f "$file" ] || curl -fsS -o "$file" "$pool/$path"; } || ! echo "$sum  $file" | sha256sum --check --quiet; then
      rm -f "$file"
      skip "PySolFC's package $path could not be fetched"
      return
    fi
    dpkg -x "$file" $into/pysol.new
  done
  # Modules that PySolFC imports; Debian's Python has no pip of its own.
  if ! ${PYTHON:-python3} -m pip install --quiet --target $into/modules --upgrade \
      pysol_cards configobj attrs random2 six; then
    skip "the Python packages of PySolFC could not be fetched"
    return
  fi
  rm -rf $into/pysol
  mv $into/pysol.new $into/pysol
}

if [ "${1:-}" = smoke ]; then
  programs=(Xvfb sgt-undead)
  packages=(xvfb sgt-puzzles)
else
  programs=(Xvfb kpat sol sgt-undead dbus-run-session cc)
  packages=(xvfb kpat kdegames-card-data-kf5 aisleriot gnome-cards-data sgt-puzzles dbus-x11 python3-tk
    python3-pil.imagetk gcc libc6-dev)
fi
if [ -n "$(missing "${programs[@]}")" ]; then install_packages "${packages[@]}"; fi
if [ "${1:-}" != smoke ] && [ -z "$(command -v pysolfc)" ] && [ ! -d $into/pysol ] && command -v dpkg >/dev/null; then
  unpack_pysol
fi
