"""Links of the API reference lead to the names that a program imports.

A type in a signature goes by the module in which it is defined, as in
``winnable.families.patience.game.PatienceMove``; documented is the name that one imports,
``winnable.freecell.PatienceMove``. So a reference to an object that is documented under another name, or to
its bare name, leads to where it is documented. Signatures come once: the overloads that type checkers read
say the same of each kind of game again.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

from sphinx.pycode import ModuleAnalyzer

if TYPE_CHECKING:
    from docutils.nodes import Element, TextElement
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


NAMES: dict[str, str] = {}  # of this run, made when all pages are read


def find(name: str) -> Any:
    """The object of a dotted name, or None."""
    module, _, rest = name.rpartition(".")
    while module:
        try:
            found: Any = importlib.import_module(module)
        except ImportError:
            module, _, last = module.rpartition(".")
            rest = f"{last}.{rest}"
            continue
        for part in rest.split("."):
            found = getattr(found, part, None)
        return found
    return None


def home_of(found: Any) -> str | None:
    """The name of an object by the module that defines it; None if it does not know one."""
    parts = getattr(found, "__module__", None), getattr(found, "__qualname__", None)
    return ".".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else None


def public_names(env: BuildEnvironment) -> dict[str, str]:
    """Names of documented objects, bare and by the defining module, to those under which they are documented.

    A bare name that two objects have is left out.
    """
    names: dict[str, str] = {}
    twice: set[str] = set()
    for name in env.get_domain("py").objects:  # type: ignore[attr-defined]
        found = find(name)
        home = home_of(found)
        if home is None:
            continue
        names.setdefault(home, name)
        bare = name.rpartition(".")[2]
        if find(names.setdefault(bare, name)) is not found:
            twice.add(bare)
    return {known: name for known, name in names.items() if known not in twice}


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: TextElement) -> Element | None:
    """The link for a reference to an object that is documented under another name."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    if not NAMES:
        NAMES.update(public_names(env))
    name = NAMES.get(target)
    if name is None:
        name = NAMES.get(home_of(find(target)) or "")
    if name is None or name == target:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", name, node, content)


def once(analyze: Any) -> Any:
    """The analysis of a module's source, without overloads."""

    def without_overloads(self: ModuleAnalyzer) -> None:
        analyze(self)
        self.overloads.clear()

    return without_overloads


# Napoleon takes what stands before a colon in the text of an attribute for its type. Ours tell of it in
# sentences, and their types are written in Python: so the colons are hidden from it.
COLON, HIDDEN = ":", "\N{MODIFIER LETTER COLON}"


def hide_colons(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Before Napoleon."""
    if what in ("attribute", "property") and lines:
        lines[0] = BARE.sub("", lines[0])
        lines[0] = lines[0].replace(COLON, HIDDEN)


def show_colons(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """After it."""
    lines[:] = [line.replace(HIDDEN, COLON) for line in lines]


# What a signature shows of a default value that is not written as it is made, which Sphinx cannot read.
NAMELESS = re.compile(r"(?<== )<(?:[^<>]|<[^<>]*>)*>")
# The text of a property of the core of which nothing is told.
BARE = re.compile(r"\(self\) -> .*")
# Of a class that nobody makes: an enum's, which is looked up, and a protocol's.
UNMADE = ("(value)", "(*values)", "(*args, **kwargs)")


def plain_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, answer: str | None
) -> tuple[str, str | None] | None:
    """A signature that says of no argument that it may be anything (the text below tells what it may be), and
    none for a class that is not made by calling it."""
    if signature is None:
        return None
    if what == "class" and signature in UNMADE:
        return "", answer
    return NAMELESS.sub("...", signature).replace(": Any", ""), answer


def skip(app: Sphinx, what: str, name: str, obj: object, skipped: bool, options: object) -> bool | None:
    """Fields of a tuple of which nothing is told, as Python writes it of them."""
    return True if (getattr(obj, "__doc__", None) or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    ModuleAnalyzer.analyze = once(ModuleAnalyzer.analyze)  # type: ignore[method-assign]
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-signature", plain_signature)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", hide_colons, priority=400)
    app.connect("autodoc-process-docstring", show_colons, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
