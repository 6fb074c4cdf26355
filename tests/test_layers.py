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
    ("cards", "moves", "deals"),
    ("game",),
    ("family", "scene"),
    ("text",),
    ("search",),
    ("analysis",),
    ("families",),
    ("registry",),
    ("session",),
    ("studies", "render"),
    ("testing",),
    ("cli", "web", "screen"),
)
# The vocabulary is one layer of several small modules.
TOGETHER = {"_core", "errors", "cards", "moves", "deals"}
# A family builds on no other one but its declared base; what all share stands beside them.
BASES = {"spider": "patience"}
# The package itself and `python -m winnable` only forward.
DOORS = {"__init__", "__main__"}

NATIVE_LAYERS = ("core", "games", "search", "solvers", "bindings")


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
    return parts[1] if len(parts) > 2 and parts[0] == "families" and parts[1] != "native" else None


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
    assert not may_import("studies", "render")
    assert may_import("cli", "search")


def native_sources(native: Path = NATIVE) -> list[Path]:
    """The files of every layer, in its folders too."""
    return [path for name in NATIVE_LAYERS for path in sorted((native / name).rglob("*.[ch]pp"))]


def test_native_sources_are_found_in_folders_of_a_layer(tmp_path: Path) -> None:
    deep = tmp_path / "search" / "near" / "far" / "deep.hpp"
    deep.parent.mkdir(parents=True)
    deep.touch()
    assert native_sources(tmp_path) == [deep]


@pytest.mark.parametrize("path", native_sources(), ids=lambda path: str(path.relative_to(NATIVE)))
def test_native_includes_point_left(path: Path) -> None:
    name = path.relative_to(NATIVE).parts[0]  # files may lie in folders of a layer
    layer = NATIVE_LAYERS.index(name)
    includes = re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE)
    for include in includes:
        folder = include.partition("/")[0]
        if folder in NATIVE_LAYERS:
            assert NATIVE_LAYERS.index(folder) <= layer, f"includes {include}"
        if name != "bindings":
            assert folder != "nanobind", "only the bindings know Python"
            assert include != "Python.h", "only the bindings know Python"
