"""The error for a file that is not there, which says what may be meant instead."""

from __future__ import annotations

import re
import shlex
from difflib import get_close_matches
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from winnable.errors import InputError, quote

__all__ = ["no_file"]

_URL: Final = re.compile(r"(?:https?|ftp)://|www\.", re.IGNORECASE)
_FILE_URL: Final = re.compile(r"file://(?:localhost)?", re.IGNORECASE)
_QUOTES: Final = "'\"\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb`"
_NEAR: Final = 0.85  # of difflib's ratio, from 0 to 1
_MOST_LOOKED_AT: Final = 10_000  # names in a folder


def no_file(name: str, expected: str) -> InputError:
    """The error for a name that no file has, with the one that may be meant."""
    what = f"cannot read {quote(name)}: no such file or directory"
    if _URL.match(name):
        what = f"cannot read {quote(name)}: Winnable fetches nothing from the net"
        return InputError(what, expected=expected)
    meant = _meant(name)
    if meant is not None:
        return InputError(what, mend=f"did you mean {shlex.quote(meant)}?")
    return InputError(what, expected=expected)


def _meant(name: str) -> str | None:
    """The name of a file that is there, which is spelled a little otherwise; None where there is none."""
    bare = name.strip().strip(_QUOTES).lstrip("<@")
    plain = unquote(_FILE_URL.sub("", bare)) if _FILE_URL.match(bare) else bare
    for tried in (bare, plain, plain.replace("\\", "/"), _expanded(plain)):
        if tried != name and _is_file(tried):
            return tried
    return _near(plain)


def _expanded(name: str) -> str:
    """With the home folder for ~ and $HOME, as a shell has it outside quotes."""
    try:
        return str(Path(re.sub(r"^\$\{?HOME\}?(?=/)", "~", name)).expanduser())
    except (RuntimeError, ValueError):  # no such home
        return name


def _near(name: str) -> str | None:
    """The one file in the folder of that name whose own name is the same but for capitals or its ending, or
    is nearly the same."""
    try:
        path = Path(name)
        there = [one.name for one, _ in zip(path.parent.iterdir(), range(_MOST_LOOKED_AT), strict=False)]
        files = [other for other in there if (path.parent / other).is_file()]
    except (OSError, ValueError):
        return None
    plain = path.name.casefold()
    same = [other for other in files if other.casefold() == plain]
    begun = same or [other for other in files if Path(other).stem.casefold() == plain]
    near = begun or get_close_matches(path.name, files, n=2, cutoff=_NEAR)
    return str(path.parent / near[0]) if len(near) == 1 else None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False
