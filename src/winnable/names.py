"""Names that people type: found in any case, and the nearest one offered for a misspelt one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from winnable.errors import InputError, quote

__all__ = ["find_name", "pick_name", "unknown_name"]

_NEAR = 0.7  # of difflib's ratio, from 0 to 1


def find_name(given: object, names: Iterable[str]) -> str | None:
    """The name that is meant: ``Baker's Game`` is ``bakers_game``. None if there is none."""
    known = {_plain(name): name for name in names}
    return known.get(_plain(given)) if isinstance(given, str) else None


def pick_name(what: str, given: object, names: Iterable[str]) -> str:
    """The name that is meant.

    Raises:
        InputError: ``unknown {what}``, with the nearest name or, where none is near, all of them.
    """
    known = tuple(names)
    found = find_name(given, known)
    if found is None:
        shown = quote(given) if isinstance(given, str) else quote(repr(given))[1:-1]
        raise unknown_name(f"unknown {what} {shown}", given, known)
    return found


def unknown_name(what: str, given: object, names: Iterable[str]) -> InputError:
    """An error for a name that is none of these; ``what`` says so."""
    known = {_plain(name): name for name in names}
    near = get_close_matches(_plain(given), known, n=1, cutoff=_NEAR) if isinstance(given, str) else []
    if near:
        return InputError(what, mend=f"did you mean {known[near[0]]}?")
    choice = ", ".join(known.values())
    return InputError(what, expected=f"one of {choice}" if len(known) > 1 else choice)


def _plain(name: str) -> str:
    return re.sub(r"[\s_'\u2019-]+", "", name).casefold()
