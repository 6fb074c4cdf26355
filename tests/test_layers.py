"""Nothing imports rightward: the layers of the package, and those of the native code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "winnable"
NATIVE = ROOT / "native"

# Left to right; names in one group may import each other only where they are the same name.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("_core", "errors"),
    ("cards", "piles", "pairing_setup", "undead_setup", "spider_setup", "moves", "deals"),
    ("game",),
    ("games",),
    ("formats",),
    ("search",),
    ("session",),
    ("analysis", "studies"),
    ("render",),
    ("testing",),
    ("cli", "web", "screen"),
)
# The vocabulary is one layer of several small modules.
TOGETHER = {
    "_core",
    "errors",
    "cards",
    "piles",
    "pairing_setup",
    "undead_setup",
    "spider_setup",
    "moves",
    "deals",
}
# The package itself and `python -m winnable` only forward.
DOORS = {"__init__", "__main__"}

# A native file may include its own folder and these; a folder of native/ that is none of them fails.
NATIVE_MAY_INCLUDE: dict[str, set[str]] = {
    "core": set(),
    "search": {"core"},
    "patience": {"core", "search"},
    "spider": {"core", "search", "patience"},
    "pairing": {"core", "search"},
    "undead": {"core", "search"},
}
# What all bindings share knows no family; only the module itself lists them.
SHARED_BINDINGS = {"core", "search", "bindings"}
PROGRAMS = {"tests", "fuzz", "tune"}  # of a family or of core and search, each in the folder of that name


def layer_of(name: str) -> int:
    for i, names in enumerate(LAYERS):
        if name in names:
            return i
    raise AssertionError(f"winnable.{name} has no layer: give it one in {__file__}")


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and first name below ``winnable`` of every import in a file, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports from winnable in full"
            # `from winnable import x` may name a module.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "winnable" and len(parts) > 1 and not parts[1].startswith("__"):
                yield node.lineno, parts[1]


def may_import(importer: str, imported: str) -> bool:
    if importer == imported or {importer, imported} <= TOGETHER:
        return True
    return layer_of(imported) < layer_of(importer)


def module_name(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if module_name(path) not in DOORS]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_left(path: Path) -> None:
    importer = module_name(path)
    wrong = [
        f"line {line}: {importer} imports {name}"
        for line, name in imports_of(path)
        if not may_import(importer, name)
    ]
    assert not wrong


def test_the_check_sees_a_rightward_import(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from winnable.cli.main import main\n")
    assert list(imports_of(bad)) == [(2, "cli")]
    assert not may_import("search", "cli")
    assert may_import("cli", "search")
    assert not may_import("analysis", "studies")


NATIVE_SOURCES = sorted(NATIVE.rglob("*.[ch]pp"))


def may_know_python(parts: tuple[str, ...]) -> bool:
    """Only ``bindings/`` and each family's ``bind*`` files include Python's headers."""
    return parts[0] == "bindings" or (len(parts) == 2 and parts[1].startswith("bind"))


def native_may_include(parts: tuple[str, ...]) -> set[str]:
    """The top folders of native/ that a file at this path below it may include."""
    folder = parts[0]
    if parts == ("bindings", "module.cpp"):
        return {"bindings", *NATIVE_MAY_INCLUDE}
    if folder == "bindings":
        return SHARED_BINDINGS
    if folder in PROGRAMS:
        family = parts[1] if len(parts) > 2 else "core"
        return {folder, family} | NATIVE_MAY_INCLUDE[family]
    return {folder} | NATIVE_MAY_INCLUDE[folder] | ({"bindings"} if may_know_python(parts) else set())


def wrong_includes(parts: tuple[str, ...], source: str) -> list[str]:
    """What is wrong with the includes of a native file, whose path below native/ has these parts."""
    wrong = []
    for quote, include in re.findall(r'^ *# *include *(["<])([^">]+)', source, re.MULTILINE):
        folder = include.partition("/")[0]
        if quote == "<":
            if not may_know_python(parts) and (folder == "nanobind" or include == "Python.h"):
                wrong.append(f"{include}: only bindings know Python")
        elif not (NATIVE / include).is_file():
            wrong.append(f"{include}: write paths from native/ in full")
        elif folder not in native_may_include(parts):
            wrong.append(f"{include}: not to be included from {parts[0]}")
        elif may_know_python(include_parts := tuple(include.split("/"))) and not may_know_python(parts):
            wrong.append(f"{include}: only bindings know Python")
        elif folder in PROGRAMS and len(include_parts) > 2 and include_parts[1] != parts[1]:
            wrong.append(f"{include}: belongs to the programs of another family")
    return wrong


@pytest.mark.parametrize("path", NATIVE_SOURCES, ids=lambda path: str(path.relative_to(NATIVE)))
def test_native_includes_point_left(path: Path) -> None:
    assert wrong_includes(path.relative_to(NATIVE).parts, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("path", "include", "right"),
    [
        ("core/key.hpp", '"search/run.hpp"', False),
        ("search/run.hpp", '"core/key.hpp"', True),
        ("search/run.hpp", '"patience/engine.hpp"', False),
        ("patience/auto/auto.cpp", '"patience/engine.hpp"', True),
        ("patience/auto/auto.cpp", '"spider/board.hpp"', False),
        ("spider/open/game.cpp", '"patience/engine.hpp"', True),
        ("undead/solve/learn.cpp", '"pairing/model.hpp"', False),
        ("undead/solve/learn.cpp", '"learn.hpp"', False),
        ("undead/solve/learn.cpp", "<nanobind/nanobind.h>", False),
        ("undead/solve/learn.cpp", '"undead/bind_types.hpp"', False),
        ("undead/bind.cpp", "<nanobind/nanobind.h>", True),
        ("undead/bind.cpp", '"bindings/interrupt.hpp"', True),
        ("undead/solve/bind.cpp", "<nanobind/nanobind.h>", False),
        ("bindings/interrupt.hpp", '"undead/bind_types.hpp"', False),
        ("bindings/module.cpp", '"undead/bind_types.hpp"', True),
        ("tests/undead/test_solver.cpp", '"undead/board.hpp"', True),
        ("tests/undead/test_solver.cpp", '"tests/check.hpp"', True),
        ("tests/undead/test_solver.cpp", '"tests/pairing/cases.hpp"', False),
        ("fuzz/undead/ids.cpp", '"patience/engine.hpp"', False),
    ],
)
def test_the_check_sees_a_wrong_include(path: str, include: str, right: bool) -> None:
    found = wrong_includes(tuple(path.split("/")), f"#pragma once\n#include {include}\n")
    assert (found == []) is right


def test_a_native_folder_without_a_place_is_seen() -> None:
    folders = {path.relative_to(NATIVE).parts[0] for path in NATIVE_SOURCES}
    assert folders == {*NATIVE_MAY_INCLUDE, "bindings", *PROGRAMS}
