"""Positions of Spider and its kin drawn as text, and the reader of these boards and of hand files.

    Runs: C-0 D-0 H-0 S-1
    Column 1: QC ?? 3D | 9H 8H
    Column 2:
    ...
    Row 1: 6H 7D 2S ...

Each column deepest card first, the cards before the bar face down; a ``-`` before a card says the same.
Then the stock, a line for each row that it deals, the next one first. The runs that have left may be left
out where the missing cards tell. A board may also be one that is drawn (see ``drawn``). A ``#`` begins a
line of comment. Lines without a name are a hand file (see ``spider_hand``). Several boards or hands in
one text are kept apart by a line of dashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from winnable.cards import SUIT_LETTERS, Card, find_card, format_card, parse_card
from winnable.errors import InputError, Place, quote
from winnable.families.spider.drawn import DrawnTable, begins_drawing, may_stand_above
from winnable.families.spider.hand import EMPTY, HandSlot, SpiderHand
from winnable.families.spider.setup import BOARD, RUNS, Runs, SpiderSetup, SpiderSlot, spell_runs
from winnable.text.lines import is_comment, is_separator, parse_at
from winnable.text.typed import cards_of, plain

BAR: Final = "|"
_EMPTIES: Final = (EMPTY, "-")
_HEADER: Final = re.compile(r"\s*(runs|column\s+([0-9]{1,3})|row\s+([0-9]{1,3}))\s*:", re.IGNORECASE)
_RUN: Final = re.compile(r"\s*([CDHS])\s*-?\s*([0-9]{1,2})\s*,?", re.IGNORECASE)
# More columns, rows and lines than any game has: what is longer is something else.
_MOST: Final = 64

# A word of a line, and its column.
_Word = tuple[str, int]


def format_board(setup: SpiderSetup, columns: int, *, unicode: bool = False) -> str:
    """The board as text, with a line for each of so many columns."""

    def spell(cards: Iterable[Card]) -> list[str]:
        return [format_card(card, unicode=unicode) for card in cards]

    lines = [] if setup.runs is None else [f"Runs: {spell_runs(setup.runs)}"]
    for i in range(max(columns, len(setup.columns))):
        column, down = (setup.columns[i], setup.down[i]) if i < len(setup.columns) else ((), 0)
        bar = [BAR] if down else []
        lines.append(" ".join((f"Column {i + 1}:", *spell(column[:down]), *bar, *spell(column[down:]))))
    for row, at in enumerate(range(0, len(setup.stock), columns), 1):
        lines.append(" ".join((f"Row {row}:", *spell(setup.stock[at : at + columns]))))
    return "\n".join(lines) + "\n"


def parse_texts(
    lines: Iterable[str], source: str | None = None, first_line: int = 1
) -> Iterator[SpiderSetup | SpiderHand]:
    """The boards and hands in ``lines``, each as soon as its last line is read; InputError with the place.

    ``first_line`` is the number of the first of the lines.
    """
    text: _Text | DrawnTable = _Text(source)
    above: list[tuple[str, int]] = []  # the lines of a board that may turn out to be a drawing
    for number, raw in enumerate(lines, first_line):
        line = plain(raw.rstrip("\r\n"), bars=False)
        if isinstance(text, _Text) and begins_drawing(raw) and may_stand_above(above):
            text, above = DrawnTable(source, above), []
        if isinstance(text, DrawnTable):
            parts = is_separator(line)
            if parts or text.is_ended_by(raw):
                yield text.finish()
                text = _Text(source) if parts else DrawnTable(source)
            if not parts:
                text.read(raw.rstrip("\r\n"), number)
            continue
        if is_separator(line):
            if text.begun:
                yield text.finish()
                text, above = _Text(source), []
        elif line.strip() and not is_comment(line):
            text.read(line, number)
            above.append((raw, number))
    if text.begun:
        yield text.finish()


def has_header(line: str) -> bool:
    """Does the name of a pile, or of the runs, begin this line?"""
    return _HEADER.match(line) is not None


def looks_like_text(line: str) -> bool:
    """Could this be a line of a board or a hand? A header, one with a card in it, or an empty column."""
    is_drawing, line = begins_drawing(line), plain(line, bars=False)
    words = [word for word, _ in cards_of(line, dashes=False)]
    if is_drawing or has_header(line) or any(find_card(word.removeprefix("-")) is not None for word in words):
        return True
    return len(words) == 1 and words[0] in _EMPTIES


class _Pile(NamedTuple):
    """A line of cards: the first ``down`` lie face down; with the place of each, and of the line."""

    cards: list[Card]
    down: int
    places: list[Place]
    line: Place


class _Text:
    """A board or a hand that is being read, line by line."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._begin: Place | None = None
        self._lines: list[_Pile] = []
        self._columns: dict[int, _Pile] = {}
        self._rows: dict[int, _Pile] = {}
        self._runs: Runs | None = None
        self._runs_place: Place | None = None

    @property
    def begun(self) -> bool:
        return self._begin is not None

    def read(self, line: str, number: int) -> None:
        words = cards_of(line, dashes=False)
        here = Place(number, words[0][1])
        if self._begin is None:
            self._begin = here
        header = _HEADER.match(line)
        if header is None:
            self._read_line(words, here)
            return
        words = cards_of(line, header.end(), dashes=False)
        if header[2] or header[3]:
            if self._lines:
                what = f"{quote(header[0].strip())} in a hand whose lines have no names"
                raise self._error(what, here, "one or the other", "put --- between two positions")
            piles, group = (self._columns, 2) if header[2] else (self._rows, 3)
            self._read_named(piles, int(header[group]), words, here, header.start(group) + 1)
        else:
            self._read_runs(line[header.end() :], here, header.end() + 1)

    def finish(self) -> SpiderSetup | SpiderHand:
        return self._hand() if self._lines else self._board()

    def _hand(self) -> SpiderHand:
        places: dict[HandSlot, Place] = {("board", 0, 0): self._first()}
        if self._runs_place is not None:
            places["runs", 0, 0] = self._runs_place
        for i, pile in enumerate(self._lines):
            places["line", i, -1] = pile.line
            places.update({("line", i, at): place for at, place in enumerate(pile.places)})
        cards, down = [pile.cards for pile in self._lines], [pile.down for pile in self._lines]
        return SpiderHand(cards, down, self._runs, places=places, source=self._source)

    def _board(self) -> SpiderSetup:
        places: dict[SpiderSlot, Place] = {BOARD: self._first()}
        if self._runs_place is not None:
            places[RUNS] = self._runs_place
        nothing = _Pile([], 0, [], self._first())
        columns = [self._columns.get(i, nothing) for i in range(max(self._columns, default=-1) + 1)]
        rows = [self._rows.get(i, nothing) for i in range(max(self._rows, default=-1) + 1)]
        for i, pile in enumerate(columns):
            places["column", i, -1] = pile.line
            places.update({("column", i, at): place for at, place in enumerate(pile.places)})
        places.update({("row", i, 0): pile.line for i, pile in enumerate(rows)})
        stock = [place for pile in rows for place in pile.places]
        places.update({("stock", i, 0): place for i, place in enumerate(stock)})
        return SpiderSetup(
            [pile.cards for pile in columns],
            [pile.down for pile in columns],
            [card for pile in rows for card in pile.cards],
            self._runs,
            rows=[len(pile.cards) for pile in rows],
            places=places,
            source=self._source,
        )

    def _first(self) -> Place:
        return self._begin or Place(1, 1)

    def _read_line(self, words: list[_Word], here: Place) -> None:
        if self._columns or self._rows:
            what = f"{quote(words[0][0])} without the name of its pile"
            mend = "put --- between two positions"
            raise self._error(what, here, "a line such as Column 1: or Row 1:", mend)
        if len(self._lines) >= _MOST:
            raise self._error("this hand has no end", here, f"at most {_MOST} lines")
        empty = len(words) == 1 and words[0][0] in _EMPTIES
        self._lines.append(self._pile([] if empty else words, here))

    def _read_named(
        self, piles: dict[int, _Pile], name: int, words: list[_Word], here: Place, at: int
    ) -> None:
        kind = "column" if piles is self._columns else "row"
        if not 1 <= name <= _MOST:
            raise self._error(f"there is no {kind} {name}", Place(here.line, at), "each from 1 on")
        if name - 1 in piles:
            what, mend = f"a second {kind} {name}", "put --- between two positions"
            raise self._error(what, Place(here.line, at), "one of each", mend)
        piles[name - 1] = self._pile(words, here, in_column=kind == "column")

    def _read_runs(self, text: str, here: Place, column: int) -> None:
        if self._runs is not None:
            what, mend = "a second line of runs", "put --- between two positions"
            raise self._error(what, here, "one", mend)
        counts = [0] * len(SUIT_LETTERS)
        at, end = 0, len(text.rstrip())
        while at < end and text.strip().lower() != "none":
            match = _RUN.match(text, at)
            if match is None:
                where = Place(here.line, column + at + len(text[at:]) - len(text[at:].lstrip()))
                raise self._error("unreadable runs", where, "suits with numbers, such as C-1 S-2")
            counts[SUIT_LETTERS.index(match[1].upper())] += int(match[2])
            at = match.end()
        clubs, diamonds, hearts, spades = counts
        self._runs, self._runs_place = (clubs, diamonds, hearts, spades), here

    def _pile(self, words: list[_Word], here: Place, *, in_column: bool = True) -> _Pile:
        """The cards of a line; those of a column may lie face down."""
        cards: list[Card] = []
        places: list[Place] = []
        down = bars = 0
        for text, column in words:
            place = Place(here.line, column)
            if text == BAR and in_column:
                if bars:
                    raise self._error("a second bar", place, "one, behind the face-down cards")
                bars, down = 1, len(cards)
                continue
            hidden = in_column and text.startswith("-")
            name = text[1:] if hidden else text
            if name[0:1] == "#" and find_card(name[1:]) is not None:
                what = f"{quote(text)}: a # before a card means nothing"
                raise self._error(what, place, "a card", "write - before a card that lies face down")
            card = find_card(name) or parse_at(parse_card, name, self._source, here.line, column + hidden)
            if hidden and (bars or down < len(cards)):
                what = f"{card} lies face down above a face-up card"
                expected = "the face-down cards of a column below its others"
                raise self._error(what, place, expected, "put it deeper, or turn it face up")
            cards.append(card)
            places.append(place)
            down += hidden
        return _Pile(cards, down, places, here)

    def _error(self, what: str, place: Place, expected: str, mend: str | None = None) -> InputError:
        return InputError(
            what, expected=expected, mend=mend, source=self._source, line=place.line, column=place.column
        )
