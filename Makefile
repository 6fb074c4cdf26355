# make demo    builds in a fresh clone and runs the main job
# make test    sets up what the tests need and runs them all but the slow ones
# make help    lists the rest
#
# Everything lands in .venv and build/. PYTHON=python3.12 picks another interpreter
# (3.11 or newer; the same one for every call, or .venv is made anew). The path of the
# clone may not contain spaces.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
JOBS ?= 2
FUZZ_SECONDS ?= 5
# The C++ tests under sanitizers try one random case in so many.
ONE_IN ?= 10
# ON: they see what is wrong with pointers that are not used, too (make test-all); a third slower to build.
CHECK_POINTERS ?= OFF

# The demo's board of Undead: the sample of docs/formats.md.
UNDEAD := 4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3

VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start Python hundreds of times; where something says that it may not keep what it compiled, it may here.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --quiet

MADE := $(VENV)/.made-with-$(notdir $(PYTHON))
TOOLS := $(VENV)/.build-tools
INSTALLED := $(VENV)/.installed
DEV := $(VENV)/.dev
DOCS := $(VENV)/.docs

NATIVE := $(shell find native -name '*.[ch]pp')
CORE := $(filter-out native/tests/% native/fuzz/% native/tune/%,$(NATIVE))

# The packages that a build needs, or an extra of ours, as pyproject.toml lists them.
requirements = $(BIN)/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); \
  print(*p$(1), sep="\n")'

.PHONY: help demo test test-all native-test tune sanitize fuzz fuzz-smoke checked sanitized lint format types pytest docs screenshots bench outside stubs clean test-screen train-reader man wheels
help:  ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

# --- set-up -------------------------------------------------------------------------------
$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Winnable needs Python 3.11 or newer; \
	this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	touch $@

$(TOOLS): $(MADE) pyproject.toml
	$(call requirements,["build-system"]["requires"]) > $(VENV)/build-requires.txt
	$(PIP) -r $(VENV)/build-requires.txt
	touch $@

# Without build isolation the paths stay the same, and only what changed is compiled. Warnings are errors, for
# every target, so that none compiles the core anew; where a compiler has others, what only uses the package
# (LENIENT) does without, and tests will ask again.
install = $(PIP) --no-build-isolation --config-settings=cmake.define.WINNABLE_WERROR=$(1) \
  --config-settings=cmake.define.WINNABLE_TESTS=OFF --editable .

$(INSTALLED): $(TOOLS) pyproject.toml CMakeLists.txt $(CORE)
	@echo 'building the native core and installing winnable: about a minute'
	@if $(call install,ON); then touch $@; \
	elif [ -n '$(LENIENT)' ]; then echo 'once more, warnings being no errors'; $(call install,OFF); \
	else exit 1; fi

$(DEV): $(TOOLS) pyproject.toml
	$(call requirements,["project"]["optional-dependencies"]["dev"]) > $(VENV)/dev-requires.txt
	$(PIP) -r $(VENV)/dev-requires.txt
	touch $@

$(DOCS): $(TOOLS) pyproject.toml
	$(call requirements,["project"]["optional-dependencies"]["docs"]) > $(VENV)/docs-requires.txt
	$(PIP) -r $(VENV)/docs-requires.txt
	touch $@

# --- the two commands ---------------------------------------------------------------------
demo: $(INSTALLED)  ## build, then solve, prove, hint, and serve the board
	@echo '$$ winnable solve freecell ms:617 --solver short'
	@winnable solve freecell ms:617 --solver short
	@echo '$$ winnable solve freecell ms:11982'
	@winnable solve freecell ms:11982 || [ $$? = 1 ]  # 1: the answer is no
	@echo '$$ winnable hint freecell ms:617'
	@winnable hint freecell ms:617
	@echo '$$ winnable solve pyramid ms:3 --solver fewest'
	@winnable solve pyramid ms:3 --solver fewest
	@echo '$$ winnable solve pyramid ms:12 --solver score'
	@winnable solve pyramid ms:12 --solver score
	@echo '$$ winnable solve undead $(UNDEAD)'
	@winnable solve undead $(UNDEAD)
	@echo '$$ winnable explain undead $(UNDEAD)'
	@winnable explain undead $(UNDEAD)
	@echo '$$ winnable serve --port 0'
	@$(BIN)/python tools/demo_page.py

test:  ## lint, C++ tests and a little fuzzing under sanitizers, types, pytest
	@$(MAKE) --no-print-directory $(TOOLS)
	@$(MAKE) --no-print-directory -j 2 checked sanitized

# Two rows of steps, side by side: while one fetches packages, installs or waits for a page, the other compiles.
checked:
	@tools/chromium.sh
	@tools/screen_programs.sh smoke
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory pytest

sanitized:
	@$(MAKE) --no-print-directory sanitize
	@$(MAKE) --no-print-directory fuzz-smoke

test-all:  ## all of test, every C++ case, longer fuzzing, the docs, the slow tests
	@tools/chromium.sh
	@tools/screen_programs.sh smoke
	@$(MAKE) --no-print-directory lint types
	@$(MAKE) --no-print-directory native-test
	@$(MAKE) --no-print-directory tune
	@$(MAKE) --no-print-directory sanitize ONE_IN=1 CHECK_POINTERS=ON
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=60 CHECK_POINTERS=ON
	@$(MAKE) --no-print-directory docs
	WINNABLE_ALL_EXAMPLES=1 $(PYTEST) -m 'not screen'

# Each worker has a screen and a mouse of its own; programs mostly wait. Of twenty attempts one may be lost.
test-screen: $(INSTALLED) $(DEV)  ## all tests of the screen, in four real programs on an Xvfb, with a table
	@PYTHON=$(BIN)/python tools/screen_programs.sh
	OPENBLAS_NUM_THREADS=1 $(PYTEST) -p screen.table tests/screen -m 'slow or not slow' -rs

# One process trains, another draws corners for it.
train-reader: $(INSTALLED) $(DEV)  ## train the network that reads cards, from decks that are installed
	$(call requirements,["project"]["optional-dependencies"]["train"]) > $(VENV)/train-requires.txt
	$(PIP) -r $(VENV)/train-requires.txt
	OPENBLAS_NUM_THREADS=1 $(BIN)/python tools/train_reader.py

# --- the parts ----------------------------------------------------------------------------
demo bench outside docs stubs: LENIENT := yes

# One more than there are cores: tests of the page in a browser mostly wait.
PYTEST_JOBS ?= $(shell echo $$(($(JOBS) + 1)))
PYTEST := $(BIN)/python -m pytest -n $(PYTEST_JOBS) --dist worksteal --durations 25

pytest: $(INSTALLED) $(DEV)  ## the Python tests
	$(PYTEST)

types: $(INSTALLED) $(DEV)  ## mypy --strict, also of the examples, and the types of the page's modules
	$(BIN)/mypy
	@tools/page_types.sh

lint: $(DEV)  ## ruff and clang-format, checking only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(BIN)/clang-format --dry-run --Werror $(NATIVE)

format: $(DEV)  ## ruff and clang-format, writing
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	@$(BIN)/clang-format -i $(NATIVE)

# File by file, which shows that each includes what it uses.
native-test: $(TOOLS)  ## the C++ tests, every case, warnings as errors
	cmake -S . -B build/native-test -G Ninja -DWINNABLE_PYTHON=OFF -DWINNABLE_TESTS=ON -DWINNABLE_UNITY=OFF \
	  -DWINNABLE_WERROR=ON >/dev/null
	cmake --build build/native-test -j $(JOBS)
	ctest --test-dir build/native-test -j $(JOBS) --output-on-failure --no-tests=error

tune: $(INSTALLED)  ## compile the programs that look for solvers' weights, and start each
	build=$$(ls -td build/editable-* | head -1); \
	cmake -S . -B $$build -DWINNABLE_TUNE=ON -DWINNABLE_WERROR=ON; \
	cmake --build $$build -j $(JOBS); \
	$$build/tune_patience_weights auto 100001 50 5 1; \
	$$build/tune_patience_weights short 100001 5 2 1; \
	$$build/tune_spider_weights 30 2 2 1

sanitize: $(TOOLS)  ## the C++ tests under ASan and UBSan, one case in ONE_IN
	@CHECK_POINTERS=$(CHECK_POINTERS) tools/sanitize.sh test $(ONE_IN) $(JOBS)

fuzz: $(TOOLS)  ## libFuzzer on the native parsers, FUZZ_SECONDS each
	@CHECK_POINTERS=$(CHECK_POINTERS) tools/sanitize.sh fuzz $(FUZZ_SECONDS) $(JOBS)

fuzz-smoke: $(TOOLS)
	@CHECK_POINTERS=$(CHECK_POINTERS) tools/sanitize.sh fuzz 1 $(JOBS)

docs: $(INSTALLED) $(DOCS)  ## the documentation, into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	$(BIN)/python tools/check_site.py docs docs/_build/html

screenshots: $(INSTALLED) $(DEV)  ## the board's pictures in docs, made anew
	@tools/chromium.sh
	$(BIN)/python tools/board_pictures.py
	$(BIN)/python tools/study_page_picture.py

bench: $(INSTALLED)  ## FreeCell and Undead against their peers, Pyramid, and writing answers, as tables
	$(BIN)/python bench/freecell.py
	$(BIN)/python bench/pyramid.py
	$(BIN)/python bench/undead.py
	$(BIN)/python bench/answers.py

outside: $(INSTALLED)  ## answers held against Freecell Solver, CP-SAT and brute force
	@failed=0; for check in bench/outside_*.py; do \
	  echo "$$check"; $(BIN)/python $$check || failed=1; echo; \
	done; exit $$failed

stubs: $(INSTALLED) $(DEV)  ## write src/winnable/_core.pyi from the module
	$(BIN)/python -m nanobind.stubgen --quiet -m winnable._core -o src/winnable/_core.pyi

man: $(INSTALLED)  ## man pages and completions, into build/share
	$(BIN)/python tools/shell_files.py build/share

# PYTHONS="python3.11 python3.12" names the interpreters; one wheel serves 3.12 and all later ones.
PYTHONS ?= $(PYTHON)
wheels:  ## the source package and, from it, a tried wheel for each of PYTHONS, into dist
	tools/wheels.sh $(PYTHONS)

clean:  ## remove .venv and build/
	rm -rf $(VENV) build docs/_build
