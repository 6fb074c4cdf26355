"""Deal numbers as people type them, rewritten as ``winnable.deals`` documents them.

``Deal #617``, ``ms 617``, ``PySolFC: 123456``, ``1 to 10``, ``1…10`` and ``1, 2`` can mean one thing only.
What could mean two things is left as it is: ``ms-1`` may be deal 1 or Microsoft's deal -1.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["DIALECT_NAMES", "as_documented", "meant_deal", "one_or_several", "says_deal"]

# What people call the programs whose numbers we know.
DIALECT_NAMES: Final = {
    "microsoft": "ms",
    "microsoftfreecell": "ms",
    "msfreecell": "ms",
    "windows": "ms",
    "win": "ms",
    "fcpro": "ms",
    "freecellpro": "ms",
    "kpatience": "kpat",
    "kde": "kpat",
    "pysolfc": "pysol",
}
_NAMES: Final = "|".join(sorted({"ms", "kpat", "pysol", "seed", *DIALECT_NAMES}, key=len, reverse=True))

_QUOTES: Final = "'\"`\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_DASHES: Final = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
_CHARACTERS: Final = str.maketrans({**_DASHES, "\u2026": "..", "\u00a0": " ", "\u202f": " "})
# Words that say that a number follows.
_SAID: Final = re.compile(r"(?:(?:game|deal|hand|number|nr|no|n[ºo°]|№)\b[\s.:]*)+(?=[#\w-])", re.IGNORECASE)
_DIALECT: Final = re.compile(rf"({_NAMES})\s*(?::\s*#?\s*|#\s*|\s+)(?=-?\d)|({_NAMES})(?=\d)", re.IGNORECASE)
_SPACED_SIGN: Final = re.compile(
    r"(?<=\d)\s*(?:\.{2,}|\bto\b|(?<=\s)-(?=\s))\s*(?=\S)|\s*,\s+(?=\S)", re.IGNORECASE
)
_HYPHENED: Final = re.compile(rf"({_NAMES})-(\d+)", re.IGNORECASE)
_COLONED: Final = re.compile(r"(\d+):(\d+)")
_GROUPED: Final = re.compile(r"(?:.*[:#])?(\d{1,3}(?:,\d{3})+)")
_GROUPS: Final = re.compile(r"\d{1,3}(?:[._' ]\d{3})+")


def as_documented(text: str) -> str:
    """The text as ``parse_deals`` documents it, where it says the same in other signs; else as it is, but for
    spaces around it."""
    text = text.strip().strip(_QUOTES).strip().translate(_CHARACTERS)
    said = _SAID.match(text)
    if said is not None:
        text = text[said.end() :]
    text = _SPACED_SIGN.sub(_sign, text)
    return _DIALECT.sub(lambda found: f"{found[1] or found[2]}:", text)


def says_deal(text: str) -> bool:
    """Does a line name a deal in words, ``Deal #617``, as one may stand above a board?"""
    said = _SAID.match(text.strip())
    return said is not None and text.strip()[said.end() :].removeprefix("#").strip().isdecimal()


def _sign(found: re.Match[str]) -> str:
    sign = found[0].strip().lower()
    if sign == ",":
        return ","
    return "-" if sign == "-" else ".."


def one_or_several(text: str) -> str | None:
    """What to write instead of ``123,456``, which may be one number as well as two deals; None for a text
    that leaves nothing open."""
    found = _GROUPED.fullmatch(text.strip())
    if found is None:
        return None
    number, groups = found[1].replace(",", ""), found[1].split(",")
    if any(group.startswith("0") for group in groups):  # nobody writes a deal 000
        return f"did you mean {number}?"
    return f"write {number} for the one, '{', '.join(groups)}' for the others"


def meant_deal(text: str) -> str | None:
    """The deal that somebody meant who wrote ``1.000.001``, ``1 000 001``, ``617.``, ``ms-617`` or ``1:3``;
    None for what is no such thing."""
    bare = re.sub(r"(?<=\w)[.!?:]$", "", text.strip().removeprefix("#"))
    if _GROUPS.fullmatch(bare):
        return re.sub(r"\D", "", bare)
    if hyphened := _HYPHENED.fullmatch(bare):
        return f"{hyphened[1].lower()}:{hyphened[2]}"
    if coloned := _COLONED.fullmatch(bare):
        return f"{coloned[1]}..{coloned[2]}"
    return bare if bare.isascii() and bare.isdigit() and bare != text.strip().removeprefix("#") else None
