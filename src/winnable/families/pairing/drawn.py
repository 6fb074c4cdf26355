"""Boards of Pyramid and its kin as they are drawn on a terminal.

             3D
           8S  4S
         --  5D  8H

     JC  4C 9H

    stock 21; waste 2; pass 1 of 3; score 10

The tableau, ``--`` where a card has left. Below it the top of the stock and the waste, its top last; or,
where every card is shown, the whole stock, its top last, and the waste below it; or open columns. The
counts come last; below them may be a line ``Played:`` with the cards that have left. A line that is too
wide for its terminal goes on below. Cards that lie face down are in small letters or outlined suits where
they are known, else ``##``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Final, Literal

from winnable.cards import UNKNOWN, Card, find_card, parse_card
from winnable.errors import InputError, Place
from winnable.families.pairing.setup import BOARD, PASS, PairingSetup, PairingSlot
from winnable.text.drawn import Drawn, counts_of, is_counts, stock_listed, words_drawn
from winnable.text.lines import is_comment, is_separator, parse_at

__all__ = ["DrawnBoard", "is_drawn"]

_PLAYED: Final = "played:"
_GAP: Final = "--"
_LOOKED_AT: Final = 60  # lines: more than any drawing has
_COPY: Final = "copy the drawing with all its lines"

_Line = list[Drawn]


def is_drawn(lines: Iterable[str]) -> bool:
    """Do these lines begin with a drawing? It has counts below its cards."""
    for line in islice(lines, _LOOKED_AT):
        if is_counts(line):
            return True
        if is_separator(line) or ":" in line:
            return False
    return False


class DrawnBoard:
    """A drawn board that is being read, line by line, up to what follows its counts."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._lines: list[tuple[int, str]] = []
        self._tail: list[tuple[int, str]] = []
        self._ended = False  # the counts
        self._places: dict[PairingSlot, Place] = {}

    def is_ended_by(self, line: str) -> bool:
        """Is this behind its last line?"""
        return is_separator(line) or (self._ended and bool(line.strip()))

    @property
    def begun(self) -> bool:
        return bool(self._lines)

    def read(self, line: str, number: int) -> None:
        """Takes in one line."""
        if not self._tail and not is_counts(line):
            self._lines.append((number, line))
        elif line.strip():
            self._tail.append((number, line))
        else:
            self._ended = True

    def finish(self) -> PairingSetup:
        """The board; InputError, with the place, for what is no card, or not as many as are counted."""
        blocks = list(self._blocks())
        if not blocks:
            raise self._error(self._tail[0][0], "nothing is drawn above these counts", "the cards")
        tableau, piles = blocks[0], blocks[1:]
        self._places[BOARD] = tableau[0][0].place
        counts = counts_of(line for _, line in self._tail)
        cards = self._read("tableau", [word for row in tableau for word in row])
        for row, words in enumerate(tableau):
            self._places["row", row, 0] = words[0].place
        columns: list[list[Card]] = []
        stock: list[Card] = []
        waste: list[Card] = []
        if "stock" in counts:
            stock, waste = self._stock_and_waste(piles, counts["stock"], counts.get("waste", 0))
        else:
            columns = self._columns(piles)
        if "pass" in counts:
            self._places[PASS] = Place(self._tail[0][0], 1)
        return PairingSetup(
            cards,
            columns,
            waste,
            stock,
            counts.get("pass", 1),
            self._played(),
            rows=[len(row) for row in tableau],
            places=self._places,
            source=self._source,
        )

    def _blocks(self) -> Iterator[list[_Line]]:
        """The lines between blank ones, as words."""
        lines = [(number, line) for number, line in self._lines if not is_comment(line)]
        for blank, block in groupby(lines, key=lambda line: not line[1].strip()):
            if not blank:
                yield [words_drawn(line, number) for number, line in block]

    def _stock_and_waste(
        self, blocks: Sequence[list[_Line]], in_stock: int, in_waste: int
    ) -> tuple[list[Card], list[Card]]:
        """The stock from its top and the waste to its top: of as many cards as are counted."""
        lines = [line for block in blocks for line in block]
        drawn, waste_words = sum(map(len, lines)), max(in_waste, 1)
        if drawn == 1 + waste_words:
            words = [word for line in lines for word in line]
            shown, waste = words[:1], words[1:]
        elif drawn == in_stock + waste_words:  # all of both, on lines of their own
            shown, waste = self._apart(lines, in_stock, waste_words)
        else:
            what = f"{in_stock} cards in the stock and {in_waste} in the waste are counted, and {drawn} drawn"
            raise self._error(self._tail[0][0], what, "the top of the stock and the whole waste", _COPY)
        listed = stock_listed(self._tail) or shown[::-1]
        top = self._read("stock", listed) if in_stock else []
        known = [UNKNOWN if card is None else card for card in top]
        if len(known) > in_stock:
            raise self._error(self._tail[0][0], f"{len(known)} cards are in the stock", f"{in_stock}", _COPY)
        below = [UNKNOWN] * (in_stock - len(known))
        return known + below, [card for card in self._read("waste", waste) if card is not None]

    def _apart(self, lines: Sequence[_Line], in_stock: int, in_waste: int) -> tuple[_Line, _Line]:
        """The words of the stock and of the waste, which take turns where their lines go on below."""
        piles: list[tuple[_Line, int]] = [([], in_stock), ([], in_waste)]
        turn = 0
        for line in lines:
            if len(piles[turn][0]) == piles[turn][1]:
                turn = 1 - turn
            piles[turn][0].extend(line)
            turn = 1 - turn
        (stock, _), (waste, _) = piles
        if len(stock) != in_stock:
            what = f"{len(stock)} cards of the stock are drawn, and {in_stock} counted"
            raise self._error(self._tail[0][0], what, "as many", _COPY)
        return stock, waste

    def _played(self) -> list[Card] | None:
        """The cards that have left, where somebody lists them."""
        for number, line in self._tail:
            if line.strip().lower().startswith(_PLAYED):
                words = words_drawn(line.replace(":", " "), number)[1:]
                return [card for card in self._read("played", words) if card is not None]
        return None

    def _columns(self, blocks: Sequence[list[_Line]]) -> list[list[Card]]:
        """Open columns: the first line of each part has a card, or an empty place, for each of them."""
        columns: list[list[Card]] = []
        for block in blocks:
            first, begin = block[0], len(columns)
            columns += [[] for _ in first]
            for line in block:
                for word in line:
                    under = [i for i, head in enumerate(first, begin) if word.is_under(head)]
                    if len(under) != 1:
                        what = f"{word.text} does not stand under a card of the first line"
                        raise self._error(word.place.line, what, "columns", _COPY)
                    slot: PairingSlot = ("column", under[0], len(columns[under[0]]))
                    card = self._card(word, slot)
                    columns[under[0]] += [] if card is None else [card]
            self._places.update((("column", begin + i, -1), word.place) for i, word in enumerate(first))
        return columns

    def _read(
        self, pile: Literal["tableau", "stock", "waste", "played"], words: Sequence[Drawn]
    ) -> list[Card | None]:
        return [self._card(word, (pile, i, 0)) for i, word in enumerate(words)]

    def _card(self, word: Drawn, slot: PairingSlot) -> Card | None:
        """A card, or None for an empty place and where one has left."""
        self._places[slot] = word.place
        if word.is_empty or word.text == _GAP:
            return None
        return find_card(word.text) or parse_at(parse_card, word.text, self._source, *word.place)

    def _error(self, line: int, what: str, expected: str, mend: str | None = None) -> InputError:
        return InputError(what, expected=expected, mend=mend, source=self._source, line=line, column=1)
