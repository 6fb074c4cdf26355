"""Lists of cards that leave together, as the Pyramid thesis prints its solutions, without the draws.

``[["13C"], ["1H", "12S"]]`` as JSON has it, or ``[('13C',), ('1H', '12S')]`` as Python prints it;
a king may also stand with an empty second card. The moves may also stand alone, one after the other, as a
program prints them in a loop: ``('1H', '12S')`` on each line; and they may be moves of ours as Python shows
them, ``(<PairingMove QH+AS>, <PairingMove draw>)``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from winnable.cards import Rank, find_card, parse_card
from winnable.errors import InputError, Place, quote
from winnable.moves import MoveToken

__all__ = ["format_pair", "looks_like_pairs", "read_pairs"]

_WORD: Final = re.compile(
    r"""(?P<mark>[][(),])|'(?P<single>[^'\n]*)'|"(?P<double>[^"\n]*)"|<\w*Move[ ](?P<shown>[^<>\n]*)>"""
    r"""|(?P<nothing>None|null)\b|\S[^][(),\s]*"""
)
_QUOTED: Final = r"""(?:'[^'\n]*'|"[^"\n]*")"""
# A list of one or two texts and nothing else, and what follows it.
_FLAT: Final = re.compile(rf"\s*[\[(]\s*{_QUOTED}\s*(?:,\s*{_QUOTED}\s*)?,?\s*[\])]\s*(?P<rest>\S)?")
_SHOWN: Final = re.compile(r"\s*<\w*Move ")
_WITHOUT_CARDS: Final = ("draw", "recycle")
_CLOSING: Final = {"[": "]", "(": ")"}
_EXPECTED: Final = "a list of moves such as ['8S', '5D'] or ['13H']"


class _Word(NamedTuple):
    """A mark, a card's text in quotes, or None for nothing at all, with its place."""

    kind: str  # mark, text, nothing, other or end
    text: str
    place: Place


def looks_like_pairs(text: str) -> bool:
    """Is this a list, as JSON or Python write it, or a move as Python shows it?"""
    return text.lstrip()[:1] in _CLOSING or _SHOWN.match(text) is not None


def read_pairs(text: str, source: str | None = None) -> Iterator[MoveToken]:
    """Each item of the list as a move of ours (``8S+5D``, ``KH``), with its place; texts are such moves.

    InputError, with the place, for anything that is not a list of kings, pairs of cards and texts.
    """
    words = _words(text)
    try:
        if _stands_alone(text):
            yield from _moves_alone(words)
            return
        yield from _items(words)
        extra = next(words)
        if extra.kind != "end":
            raise _error(extra, "the list has ended", "nothing after it")
    except InputError as error:
        raise error.at(source=source) from None


def _stands_alone(text: str) -> bool:
    """Is the first list a move by itself? Two cards of which neither is a king, or something follows it."""
    if _SHOWN.match(text):
        return True
    flat = _FLAT.match(text)
    if flat is None:
        return False
    cards = [find_card(quoted[1:-1]) for quoted in re.findall(_QUOTED, flat[0])]
    pair = len(cards) == 2 and all(card is not None and card.rank is not Rank.KING for card in cards)
    return pair or flat["rest"] is not None


def _moves_alone(words: Iterator[_Word]) -> Iterator[MoveToken]:
    """Moves one after the other, with or without commas between them."""
    while (word := next(words)).kind != "end":
        if word.kind == "text":
            yield MoveToken(word.text, *word.place)
        elif word.kind == "mark" and word.text in _CLOSING:
            yield MoveToken(_pair(words, word), *word.place)
        elif (word.kind, word.text) != ("mark", ","):
            raise _error(word, f"{_shown(word)} is no move", _EXPECTED)


def format_pair(cards: Sequence[str]) -> str:
    """``["8S", "5D"]`` as ``8S+5D``, ``["13H"]`` and ``["13H", ""]`` as ``KH``.

    InputError for an unknown card, no card or more than two.
    """
    given = [str(parse_card(card)) for card in cards if card]
    if not 1 <= len(given) <= 2 or len(cards) > 2:
        raise InputError(f"{len(cards)} cards in one move", expected="a king, or two cards")
    return "+".join(given)


def _words(text: str) -> Iterator[_Word]:
    starts = [0] + [found.end() for found in re.finditer("\n", text)]

    def place(at: int) -> Place:
        line = bisect_right(starts, at)
        return Place(line, at - starts[line - 1] + 1)

    for found in _WORD.finditer(text):
        kind = found.lastgroup or "other"
        yield _Word(
            "text" if kind in ("single", "double", "shown") else kind, _content(found), place(found.start())
        )
    while True:
        yield _Word("end", "", place(len(text.rstrip())))


def _content(found: re.Match[str]) -> str:
    return found[0] if found.lastgroup is None else found[found.lastgroup]


def _items(words: Iterator[_Word]) -> Iterator[MoveToken]:
    """The items of the outer list, up to its closing bracket."""
    closing = _CLOSING[next(words).text]
    while True:
        word = next(words)
        if (word.kind, word.text) == ("mark", closing):
            return
        if word.kind == "text":  # a move as we write it
            yield MoveToken(word.text, *word.place)
        elif word.kind == "mark" and word.text in _CLOSING:
            yield MoveToken(_pair(words, word), *word.place)
        else:
            raise _error(word, f"{_shown(word)} is no move", _EXPECTED)
        word = next(words)
        if (word.kind, word.text) == ("mark", closing):
            return
        if (word.kind, word.text) != ("mark", ","):
            raise _error(word, f"the list goes on with {_shown(word)}", f"a comma or {closing}")


def _pair(words: Iterator[_Word], opening: _Word) -> str:
    cards: list[str] = []
    closing = _CLOSING[opening.text]
    word = next(words)
    while (word.kind, word.text) != ("mark", closing):
        if word.kind not in ("text", "nothing"):
            raise _error(word, f"{_shown(word)} is no card", "a text such as '13H'")
        cards.append("" if word.kind == "nothing" else word.text)
        if cards[-1] and cards[-1] not in _WITHOUT_CARDS:
            try:
                parse_card(cards[-1])
            except InputError as error:
                line, column = word.place
                raise error.at(line=line, column=column + 1) from None
        word = next(words)
        if (word.kind, word.text) == ("mark", ","):
            word = next(words)
        elif (word.kind, word.text) != ("mark", closing):
            raise _error(word, f"the move goes on with {_shown(word)}", f"a comma or {closing}")
    try:
        return cards[0] if len(cards) == 1 and cards[0] in _WITHOUT_CARDS else format_pair(cards)
    except InputError as error:
        raise error.at(line=opening.place.line, column=opening.place.column) from None


def _shown(word: _Word) -> str:
    return "the end" if word.kind == "end" else quote(word.text)


def _error(word: _Word, what: str, expected: str) -> InputError:
    return InputError(what, expected=expected, line=word.place.line, column=word.place.column)
