"""Boards as people type and paste them: the same text without what only stands around the cards.

Every line stays as long as it was, so that what is wrong in it is found at its place. Nothing is read that
could mean two things: what is no card for sure stays as it is, and is an error of whoever reads the board.
"""

from __future__ import annotations

import re
from typing import Final

from winnable.cards import RANK_LETTERS, find_card
from winnable.errors import InputError
from winnable.text.lines import words_of

__all__ = ["cards_of", "column_label", "is_frame", "is_nothing", "plain", "split_label", "unquoted"]

_BLANK: Final = ",;\"'`\u00b4\u2018\u2019\u201c\u201d\u2022\u00b7()[]{}\u200b\u200e\u200f\u2060\ufeff"
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2212"
_SIGNS: Final = str.maketrans({**dict.fromkeys(_BLANK, " "), **dict.fromkeys(_DASHES, "-"), "_": "-"})
_BARS: Final = str.maketrans(dict.fromkeys(("|", *map(chr, range(0x2500, 0x2580))), " "))
_EMPTY_BOX: Final = re.compile(r"\[ *\]|\( *\)")
_LISTED: Final = re.compile(r"^(\s*\d{1,2})\)")  # "3)" is 3.
_QUOTED: Final = re.compile(r"\s*(?:>\s?)+")  # as in an answer to a mail
_RANK_WORDS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
_IN_WORDS: Final = re.compile(
    rf"\b({'|'.join(_RANK_WORDS)}|10|[2-9AJQK])\s+of\s+(club|diamond|heart|spade)s?\b", re.IGNORECASE
)
_SUIT: Final = r"(?:[CDHS]|[\u2660-\u2667]\ufe0f?)"
_RANK: Final = r"(?:1[0-3]|[A0-9TJQK])"
_GLUED: Final = re.compile(
    rf"(?:{_RANK}{_SUIT})(?:[-/]?{_RANK}{_SUIT})+|(?:{_SUIT}{_RANK})(?:[-/]?{_SUIT}{_RANK})+"
    r"|[\U0001f0a0-\U0001f0df]{2,}",
    re.IGNORECASE,
)
_ONE: Final = re.compile(rf"{_RANK}{_SUIT}|{_SUIT}{_RANK}|[\U0001f0a0-\U0001f0df]", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"\s*(?:(?:column|col|stack|pile|tableau|cascade)\b\.?\s*#?|t)?\s*(\d{1,2})\s*[:.)](?=\s|$)",
    re.IGNORECASE,
)
_NOTHING: Final = ("none", "empty", "nothing")


def plain(line: str, *, bars: bool = True) -> str:
    """The line with spaces for commas, quotes, brackets and bullets, a plain ``-`` for every dash, and ``AS``
    for ``Ace of Spades``; every word stays where it is. ``bars``: also without the lines of a frame."""
    line = _LISTED.sub(r"\1.", line)
    line = _EMPTY_BOX.sub(lambda box: "-".center(len(box[0])), line).translate(_SIGNS)
    if bars:
        line = line.translate(_BARS)
    return _IN_WORDS.sub(_card_of_words, unquoted(line))


def unquoted(line: str) -> str:
    """The line with spaces for the signs before it that say that it is quoted, as in an answer to a mail."""
    quoted = _QUOTED.match(line)
    return line if quoted is None else " " * quoted.end() + line[quoted.end() :]


def _card_of_words(found: re.Match[str]) -> str:
    rank, suit = found[1].casefold(), found[2][0].upper()
    letter = RANK_LETTERS[_RANK_WORDS.index(rank)] if rank in _RANK_WORDS else rank.upper()
    return f"{letter}{suit}".ljust(len(found[0]))


def cards_of(line: str, at: int = 0, *, dashes: bool = True) -> list[tuple[str, int]]:
    """The words of a line from ``at`` on, each with its column from 1; cards that stand together, ``7DTDTH``,
    are a word each. ``dashes``: there may be dashes between them."""
    out = []
    for word, column in words_of(line, at):
        if find_card(word) is None and _GLUED.fullmatch(word) and (dashes or "-" not in word):
            out += [(one[0], column + one.start()) for one in _ONE.finditer(word)]
        else:
            out.append((word, column))
    return out


def column_label(line: str) -> int | None:
    """The number before a line of cards, ``Column 3:``, ``3.`` or ``T3:``; None where it has none."""
    found = _LABEL.match(line)
    return None if found is None else int(found[1])


def split_label(line: str, expected: int, what: str = "column") -> str:
    """The line with spaces for its label; InputError where that is not the expected one."""
    found = _LABEL.match(line)
    if found is None:
        return line
    if int(found[1]) != expected:
        raise InputError(
            f"{what} {int(found[1])} stands here", expected=f"{what} {expected}, one after the other"
        )
    return " " * found.end() + line[found.end() :]


def is_frame(line: str) -> bool:
    """Is this a part of a frame that holds nothing, of the lines that boxes are drawn with or of ``+``, ``-``
    and ``|``?"""
    left = unquoted(line).translate(_BARS).strip()
    return bool(line.strip()) and (not left or ("+" in left and not left.strip("+-= ")))


def is_nothing(word: str) -> bool:
    """Does this say that nothing lies there: ``-``, ``--``, ``*`` or ``none``?"""
    return not word.strip("-*.") or word.casefold() in _NOTHING
