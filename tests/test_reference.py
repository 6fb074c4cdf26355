"""The API reference: every name that it lists says what it is."""

from __future__ import annotations

import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).parents[1] / "docs" / "api"
DIRECTIVE = re.compile(r"^\.\. auto(module|class|function):: (\S+)\n((?:   :.*\n)*)", re.MULTILINE)


def listed() -> Iterator[tuple[str, Any]]:
    """The objects of the reference, by the names that it gives them."""
    for page in sorted(PAGES.glob("*.md")):
        for kind, name, options in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            if kind != "module":
                module, _, last = name.rpartition(".")
                yield name, getattr(importlib.import_module(module), last)
                continue
            module = importlib.import_module(name)
            chosen, left_out = (_names(options, key) for key in ("members", "exclude-members"))
            for member in chosen or getattr(module, "__all__", ()):
                if member not in left_out:
                    yield f"{name}.{member}", getattr(module, member)


def _names(options: str, key: str) -> list[str]:
    found = re.search(rf":{key}: *(.*)$", options, re.MULTILINE)
    return [part.strip() for part in found[1].split(",")] if found and found[1] else []


def parts_of(of: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, but for fields and what it has from outside."""
    for name in dir(of):
        if name.startswith("_"):
            continue
        owner = next((base for base in of.__mro__ if name in vars(base)), None)
        part = inspect.getattr_static(of, name)
        if owner is None or not owner.__module__.startswith("winnable"):
            continue
        if isinstance(part, (property, classmethod, staticmethod)) or inspect.isfunction(part):
            yield name, part


LISTED = dict(listed())


def test_the_reference_is_read() -> None:
    assert len(LISTED) > 200
    assert {"winnable.solve", "winnable.search.api.Solver", "winnable.cards.Suit"} <= LISTED.keys()


@pytest.mark.parametrize("name", LISTED)
def test_it_says_what_it_is(name: str) -> None:
    found = LISTED[name]
    if isinstance(found, type):
        silent = [part for part, what in parts_of(found) if not inspect.getdoc(what)]
        assert not silent, silent
    if isinstance(found, type) or inspect.isroutine(found):
        told = inspect.getdoc(found) or ""
        assert len(told.split()) > 2 or isinstance(found, enum.EnumMeta), told
