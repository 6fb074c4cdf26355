"""Nothing imports rightward: the layers of the package, and those of the native code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "winnable"
NATIVE = ROOT / "native"

# Left to right; names in one group may import each other only where they are the same name.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("_core", "errors"),
    ("cards", "moves", "deals", "names", "plain", "results", "contract"),
    ("render",),
    ("scene",),
    ("game", "intervals", "choices"),
    ("family",),
    ("text",),
    ("search",),
    ("analysis",),
    ("families",),
    ("registry",),
    ("reading",),
    ("session",),
    ("studies",),
    ("library",),
    ("testing",),
    ("screen",),
    ("web",),
    ("cli",),
)
# The vocabulary is one layer of several small modules.
TOGETHER = {"_core", "errors", "cards", "moves", "deals", "names", "plain", "results", "contract"}
# A family builds on no other one but its declared base; what all share stands beside them.
BASES = {"spider": "patience"}
# What lies in families/ and is of no family.
SHARED = {"native", "python", "strategies"}
# The package itself, `python -m winnable` and what a family shows of itself only forward.
DOORS = {"__init__", "__main__", "freecell", "pyramid", "spider", "undead"}

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


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    """The imports below ``if TYPE_CHECKING:``, which no program runs."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }


def imports_of(path: Path, *, top_level: bool = False) -> Iterator[tuple[int, str]]:
    """Line and name below ``winnable`` of every import that runs; also inside functions unless
    ``top_level``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = for_types_only(tree)
    for node in tree.body if top_level else ast.walk(tree):
        if node in skipped:
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
                yield node.lineno, ".".join(parts[1:])


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
        if not may_import(importer, name.partition(".")[0])
    ]
    assert not wrong


def family_in(parts: Sequence[str]) -> str | None:
    """The family that a path or a dotted name below the package is in, if it is in one."""
    return parts[1] if len(parts) > 2 and parts[0] == "families" and parts[1] not in SHARED else None


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_families_keep_to_themselves(path: Path) -> None:
    own = family_in(path.relative_to(PACKAGE).parts)
    for line, name in imports_of(path):
        family = family_in(name.split("."))
        if family is not None:
            allowed = own is not None and family in (own, BASES.get(own))
            assert allowed, f"line {line}: imports {name}"


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The import cycles of a graph of modules, each as a way round."""
    found: list[list[str]] = []
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> None:
        if name in way:
            found.append([*way[way.index(name) :], name])
        elif name not in done:
            for other in sorted(graph[name]):
                visit(other, [*way, name])
            done.add(name)

    for name in sorted(graph):
        visit(name, [])
    return found


def import_graph() -> dict[str, set[str]]:
    """Which module imports which when it is loaded."""
    modules = {dotted(path): path for path in SOURCES}
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for _, imported in imports_of(path, top_level=True):
            target = imported if imported in modules else imported.rpartition(".")[0]
            if target in modules and target != name:
                graph[name].add(target)
    return graph


def test_no_import_cycles() -> None:
    assert not cycles(import_graph())


def test_the_check_sees_a_cycle() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == [["a", "b", "c", "a"]]
    assert not cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()})


# What asks for a family, or imports by a computed name, outside families/ and the registry.
ASKS = re.compile(r"family(?:\.name)? *(?:==|!=|\bin\b|\bnot in\b)|import_module\(")


def asks_for_a_family(text: str) -> list[str]:
    from winnable.registry import families, game_names

    names = "|".join((*families(), *game_names()))
    named = re.compile(rf"(?:==|!=|\bin\b|\bnot in\b) *[\[({{]?[\"'](?:{names})[\"']")
    keyed = re.compile(rf"[{{,]\s*[\"'](?:{'|'.join(families())})[\"']\s*:")
    lines = [line for line in text.splitlines() if ASKS.search(line) or named.search(line)]
    return lines + keyed.findall(text)


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(PACKAGE.rglob("*.py")) if module_name(path) not in ("families", "registry")],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_nothing_shared_asks_which_family(path: Path) -> None:
    assert not asks_for_a_family(path.read_text(encoding="utf-8"))


def test_the_check_sees_a_family_asked_for() -> None:
    assert asks_for_a_family('if game.info.family == "undead":')
    assert asks_for_a_family("module = import_module(name)")
    assert asks_for_a_family('if name in ("freecell", "relaxed"):')
    assert asks_for_a_family('TABLE = {"patience": 1, "pairing": 2}')
    assert not asks_for_a_family("game.family.solvers()")


def test_the_check_sees_a_rightward_import(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from winnable.cli.main import main\n")
    assert list(imports_of(bad)) == [(2, "cli.main.main")]
    assert not list(imports_of(bad, top_level=True))
    bad.write_text("if TYPE_CHECKING:\n    from winnable.cli.main import main\n")
    assert not list(imports_of(bad))
    assert not may_import("search", "cli")
    assert not may_import("analysis", "studies")
    assert may_import("cli", "search")


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
