"""Names that people type: found in any case, and the nearest one offered for a misspelt one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from winnable.errors import InputError, quote

__all__ = ["find_name", "near_names", "pick_name", "unknown_name"]

_NEAR: Final = 0.7  # of difflib's ratio, from 0 to 1
_BEGUN: Final = 3  # letters at the beginning of a name that are enough to mean it
_PART: Final = 4  # and anywhere in it
_MOST_NEAR: Final = 4  # names that are offered at once


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
    known = tuple(names)
    near = near_names(given, known) if isinstance(given, str) else ()
    if near:
        *others, last = near
        return InputError(what, mend=f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?")
    choice = ", ".join(known)
    return InputError(what, expected=f"one of {choice}" if len(known) > 1 else choice)


def near_names(given: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that may be meant, a few at most: those of which a part was typed, ``baker`` for
    ``bakers_game`` and ``bakers_dozen``; else the most similar one, or several that are as similar."""
    plain, known = _plain(given), {_plain(name): name for name in names}
    begun = [name for spelled, name in known.items() if spelled.startswith(plain)]
    parts = begun or [name for spelled, name in known.items() if plain in spelled]
    if len(plain) >= (_BEGUN if begun else _PART) and 1 <= len(parts) <= _MOST_NEAR:
        return tuple(parts)
    likeness = {name: _likeness(spelled, plain) for spelled, name in known.items()}
    most = max(likeness.values(), default=(0.0, 0))
    nearest = tuple(name for name, like in likeness.items() if like == most)
    return nearest if most[0] >= _NEAR and len(nearest) <= _MOST_NEAR else ()


def _likeness(name: str, given: str) -> tuple[float, int]:
    """How like a name something is: difflib's ratio, and how many letters are the same at the beginning."""
    same = next((at for at, (a, b) in enumerate(zip(name, given, strict=False)) if a != b), len(given))
    return SequenceMatcher(None, name, given).ratio(), same


def _plain(name: str) -> str:
    return re.sub(r"[\s_'\u2019-]+", "", name).casefold()
