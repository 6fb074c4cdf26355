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
    ("cards", "piles", "pairing_setup", "undead_setup", "spider_setup", "moves", "deals", "plain"),
    ("render",),
    ("scene",),
    ("game",),
    ("games",),
    ("formats",),
    ("search",),
    ("session",),
    ("analysis", "studies"),
    ("families",),
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
    "plain",
}
# The package itself and `python -m winnable` only forward.
DOORS = {"__init__", "__main__"}

NATIVE_LAYERS = ("core", "games", "search", "solvers", "bindings")


def layer_of(name: str) -> int:
    for i, names in enumerate(LAYERS):
        if name in names:
            return i
    raise AssertionError(f"winnable.{name} has no layer: give it one in {__file__}")


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and first name below ``winnable`` of every import in a file, inside functions too.

    Those for types alone, which nothing runs, do not count.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
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
    bad.write_text(
        "def f():\n    from winnable.cli.main import main\n"
        "if TYPE_CHECKING:\n    from winnable.web import x\nelse:\n    from winnable.screen import y\n"
    )
    assert sorted(imports_of(bad)) == [(2, "cli"), (6, "screen")]
    assert not may_import("search", "cli")
    assert may_import("cli", "search")
    assert not may_import("analysis", "studies")


def native_sources() -> list[Path]:
    return [path for name in NATIVE_LAYERS for path in sorted((NATIVE / name).glob("*.[ch]pp"))]


@pytest.mark.parametrize("path", native_sources(), ids=lambda path: str(path.relative_to(NATIVE)))
def test_native_includes_point_left(path: Path) -> None:
    layer = NATIVE_LAYERS.index(path.parent.name)
    includes = re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE)
    for include in includes:
        folder = include.partition("/")[0]
        if folder in NATIVE_LAYERS:
            assert NATIVE_LAYERS.index(folder) <= layer, f"includes {include}"
        if path.parent.name != "bindings":
            assert folder != "nanobind", "only the bindings know Python"
            assert include != "Python.h", "only the bindings know Python"
