"""Writes the tables of docs/json.md from the contract: ``python tests/cli/json_page.py``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from winnable.cli.json_keys import Printed, contract
from winnable.contract import Form, Key

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
_MARKED = "<!-- {name}: made by tests/cli/json_page.py -->"
_ENDED = "<!-- end -->"


def table(rows: Iterable[tuple[str, Key]]) -> str:
    """Keys with what their values are and mean."""
    lines = ["| key | value | meaning | unit |", "|---|---|---|---|"]
    lines += [f"| `{name}` | {key.type.words} | {key.meaning} | {key.unit} |" for name, key in rows]
    return "\n".join(lines) + "\n"


def all_keys() -> dict[str, Key]:
    """The keys at the top of printed objects, by name: those that all share, and the families' own."""
    found = dict(contract().keys)
    for printed in contract().commands.values():
        for _, forms in printed:
            for form in forms.values():
                found |= {**form.required, **form.optional}
    return dict(sorted(found.items()))


def commands_text() -> str:
    """What each command prints, in lists of keys."""
    out = []
    for command, printed in contract().commands.items():
        out.append(f"### winnable {command}\n")
        for one, forms in printed:
            if one.required != ("error",):
                out.append(_printed_text(one, forms))
    return "\n".join(out)


def _printed_text(one: Printed, forms: Mapping[str, Form]) -> str:
    shared = set.intersection(*(set(form.required) for form in forms.values()))
    may = set.intersection(*({*form.required, *form.optional} for form in forms.values())) - shared
    lines = [f"{one.when[0].upper()}{one.when[1:]}, there is an object with {_names(shared, forms)}."]
    if may:
        lines.append(f"It may also have {_names(may, forms)}.")
    for family, form in forms.items():
        own = set(form.required) - shared - may
        if own or set(form.optional) - may:
            told = [f"also has {_names(own, forms)}"] if own else []
            if set(form.optional) - may:
                told.append(f"may {'' if own else 'also '}have {_names(set(form.optional) - may, forms)}")
            lines.append(f"In games of the family {family} it {', and '.join(told)}.")
    return "\n".join(lines) + "\n"


def _names(names: set[str], forms: Mapping[str, Form]) -> str:
    order = dict.fromkeys(name for form in forms.values() for name in (*form.required, *form.optional))
    *most, last = [f"`{name}`" for name in order if name in names]
    return f"{', '.join(most)} and {last}" if most else last


def objects_text() -> str:
    """The objects that stand within others."""
    out = []
    for name, form in sorted(contract().objects.items()):
        out.append(f"### {name}\n\n{table(_rows(form))}")
    return "\n".join(out)


def _rows(form: Form) -> Iterator[tuple[str, Key]]:
    yield from form.required.items()
    for name, key in form.optional.items():
        yield name, key._replace(meaning=f"{key.meaning}; this key may be missing")


PARTS = {
    "keys": lambda: table(all_keys().items()),
    "commands": commands_text,
    "objects": objects_text,
}


def written(text: str) -> str:
    """The page with its made parts made anew."""
    for name, make in PARTS.items():
        begin = _MARKED.format(name=name)
        pattern = re.compile(rf"({re.escape(begin)}\n).*?({re.escape(_ENDED)})", re.DOTALL)
        text, count = pattern.subn(partial(_put, make()), text)
        assert count == 1, f"{PAGE.name} has {count} parts {begin}"
    return text


def _put(made: str, found: re.Match[str]) -> str:
    return f"{found[1]}\n{made}\n{found[2]}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
