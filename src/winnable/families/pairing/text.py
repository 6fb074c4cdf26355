"""Positions of pairing games drawn as text.

          9H
        KH  4C
      6S  --  7C
    --  --  5C  5D
    Stock: 4S KC QC
    Waste: 8H 3D
    Pass: 2
    Played: JC 6H 7D

The tableau row by row as it was dealt, ``--`` (or ``-``) where a card has left, ``??`` for one that is not
known; how far the rows are set in does not matter. Then, in any order, the stock from its top and the waste
to its top, so both first drawn first; the pass, if it is not the first; and, if one likes, the cards that
have left: where cards are unknown they must be listed. In games without a stock a line ``Column 1:``,
deepest card first, stands for each column. A ``#`` begins a line of comment. Several boards in one text are
kept apart by a line of dashes, or by the next one's first row.

More cards in one line than a row has are the stock, also without its name, as mchung94's solitaire-player
reads them; with all 52 cards there the board is a deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, Literal

from winnable._core import PairingGame as CoreGame
from winnable.cards import DECK_SIZE, Card, find_card, format_card, parse_card
from winnable.errors import InputError, Place, quote
from winnable.families.pairing.drawn import DrawnBoard, is_drawn
from winnable.families.pairing.setup import BOARD, PASS, DeckSetup, PairingSetup, PairingSlot, row_lengths
from winnable.text.drawn import is_talk
from winnable.text.lines import Ahead, is_comment, is_separator, parse_at
from winnable.text.typed import cards_of, is_frame, plain

GAP: Final = "--"
_PILES: Final[dict[str, Literal["stock", "waste", "played"]]] = {
    "stock": "stock",
    "deck": "stock",
    "talon": "stock",
    "waste": "waste",
    "discard": "waste",
    "played": "played",
    "removed": "played",
}
_HEADER: Final = re.compile(
    r"\s*(stock|deck|talon|waste|discard|pass|played|removed|column\s+([0-9]{1,3}))\s*:", re.IGNORECASE
)
# More rows and columns than any board has: what is longer is something else.
_MOST_ROWS: Final = 64
LONGEST_ROW: Final = 9  # of a tableau


def format_board(setup: PairingSetup, core: CoreGame, *, unicode: bool = False) -> str:
    """The board as text: the tableau in rows, a line for each pile, and the pass where there are several."""

    def spell(cards: Iterable[Card | None]) -> list[str]:
        return [GAP if card is None else format_card(card, unicode=unicode) for card in cards]

    rules, lengths = core.rules.to_dict(), row_lengths(core)
    cells = iter(spell(setup.tableau))
    lines = ["  " * (max(lengths) - length) + "  ".join(islice(cells, length)) for length in lengths]
    if rules["columns"]:
        lines += [" ".join((f"Column {i}:", *spell(column))) for i, column in enumerate(setup.columns, 1)]
    else:
        lines += [" ".join(("Stock:", *spell(setup.stock))), " ".join(("Waste:", *spell(setup.waste)))]
    if rules["passes"] not in (1, "unlimited"):
        lines.append(f"Pass: {setup.pass_number}")
    if setup.played is not None:
        lines.append(" ".join(("Played:", *spell(setup.played))))
    return "\n".join(lines) + "\n"


def format_piles(setup: PairingSetup) -> str:
    """Piles of a game that is not known, in one line each; no form that is read."""
    rows = [" ".join(("Tableau:", *(GAP if card is None else str(card) for card in setup.tableau)))]
    rows += [f"Column {i}: {' '.join(map(str, column))}" for i, column in enumerate(setup.columns, 1)]
    for name, cards in (("Stock", setup.stock), ("Waste", setup.waste), ("Played", setup.played or ())):
        if cards:
            rows.append(f"{name}: {' '.join(map(str, cards))}")
    return "\n".join(rows) + "\n"


def parse_boards(
    lines: Iterable[str], source: str | None = None, first_line: int = 1
) -> Iterator[PairingSetup | DeckSetup]:
    """The boards in ``lines``, each as soon as its last line is read; InputError with the place.

    ``first_line`` is the number of the first of the lines.
    """
    board: _Board | DrawnBoard = _Board(source)
    ahead = Ahead(enumerate(lines, first_line))
    for number, raw in ahead:
        line = plain(raw.rstrip("\r\n"))
        if isinstance(board, DrawnBoard):
            if not board.is_ended_by(raw):
                board.read(raw.rstrip("\r\n"), number)
                continue
            yield board.finish()
            board = _Board(source)
        if not board.begun and is_talk(raw) and not (has_header(line) or _is_cards(line)):
            continue
        if (
            not board.begun
            and _is_row(line)
            and is_drawn(chain([raw], (text for _, text in ahead.further())))
        ):
            board = DrawnBoard(source)
            board.read(raw.rstrip("\r\n"), number)
            continue
        comment = is_comment(line)
        if board.begun and (is_separator(line) or (board.rows_ended and _is_row(line))):
            yield board.finish()
            board = _Board(source)
        if comment:
            board.end_rows()
        elif not is_separator(line) and line.strip() and not is_frame(raw):
            board.read(line, number)
    if board.begun:
        yield board.finish()


def has_header(line: str) -> bool:
    """Does the name of a pile or the pass begin this line?"""
    return _HEADER.match(line) is not None


def looks_like_board(line: str) -> bool:
    """Could this be a line of a board? A header, or a row with at least one card, or of gaps alone."""
    words = [word for word, _ in cards_of(plain(line))]
    if has_header(plain(line)) or any(find_card(word) is not None for word in words):
        return True
    return bool(words) and all(map(_is_gap, words)) and not is_frame(line)


def _is_gap(word: str) -> bool:
    return not word.strip("-*.")


def _is_cards(line: str) -> bool:
    """Cards alone, maybe in words: ``Ace of Spades  2 of Hearts``."""
    return all(_is_gap(word) or find_card(word) is not None for word, _ in cards_of(line))


def _is_row(line: str) -> bool:
    return 0 < len(cards_of(line)) <= LONGEST_ROW and not has_header(line) and not is_comment(line)


class _Board:
    """A board that is being read, line by line."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._rows: list[int] = []
        self._tableau: list[Card | None] = []
        self._columns: dict[int, list[Card]] = {}
        self._piles: dict[str, list[Card]] = {}
        self._pass = 1
        self._places: dict[PairingSlot, Place] = {}
        self._seen: set[str] = set()
        self._unnamed = False  # does the stock's line go without its name?
        self.rows_ended = False

    @property
    def begun(self) -> bool:
        return BOARD in self._places

    def end_rows(self) -> None:
        """The rows stand together: once something follows them, another row begins another board."""
        self.rows_ended = bool(self._rows)

    def read(self, line: str, number: int) -> None:
        words = cards_of(line)
        self._places.setdefault(BOARD, Place(number, words[0][1]))
        header = _HEADER.match(line)
        if header is None:
            if self._rows and len(words) > LONGEST_ROW and "stock" not in self._seen:
                self._read_pile("stock", words, number)
                self._unnamed = True
            else:
                self._read_row(words, number)
            return
        self.end_rows()
        name = " ".join(header[1].lower().split())
        name = _PILES.get(name, name)
        if name in self._seen:
            what, expected = f"a second line {quote(header[0].strip())}", "one of each"
            raise self._error(what, number, words[0][1], expected, "put --- between two boards")
        self._seen.add(name)
        words = cards_of(line, header.end())
        if name == "pass":
            self._read_pass(words, number, header.end() + 1)
        elif header[2]:
            self._read_column(int(header[2]), words, number, header.start(2) + 1)
        else:
            self._read_pile(name, words, number)

    def finish(self) -> PairingSetup | DeckSetup:
        dealt = [*self._tableau, *self._piles.get("stock", ())]
        cards = [card for card in dealt if card is not None]
        if self._unnamed and self._seen == {"stock"} and len(cards) == len(dealt) == DECK_SIZE:
            return self._deck(cards)
        columns = [self._columns.get(i, []) for i in range(max(self._columns, default=-1) + 1)]
        return PairingSetup(
            self._tableau,
            columns,
            self._piles.get("waste", ()),
            self._piles.get("stock", ()),
            self._pass,
            self._piles.get("played"),
            rows=self._rows,
            places=self._places,
            source=self._source,
            tableau_alone=not self._seen,
        )

    def _deck(self, cards: list[Card]) -> DeckSetup:
        """The board as the deck that it was dealt from; each card has its place."""
        places = {slot: place for slot, place in self._places.items() if slot[0] in ("row", "board")}
        for slot, place in self._places.items():
            if slot[0] in ("tableau", "stock"):
                at = slot[1] + (len(self._tableau) if slot[0] == "stock" else 0)
                places["deck", at, 0] = place
        return DeckSetup(cards, rows=self._rows, places=places, source=self._source)

    def _read_pile(self, name: str, words: list[tuple[str, int]], number: int) -> None:
        self.end_rows()
        self._seen.add(name)
        pile = _PILES[name]
        self._piles[name] = [self._card((pile, i, 0), word, number) for i, word in enumerate(words)]

    def _read_row(self, words: list[tuple[str, int]], number: int) -> None:
        if len(self._rows) >= _MOST_ROWS:
            raise self._error("this board has no end", number, 1, f"at most {_MOST_ROWS} rows")
        self._places["row", len(self._rows), 0] = Place(number, words[0][1])
        for word in words:
            slot = len(self._tableau)
            gap = _is_gap(word[0])
            self._places["tableau", slot, 0] = Place(number, word[1])
            self._tableau.append(None if gap else self._card(("tableau", slot, 0), word, number))
        self._rows.append(len(words))

    def _read_column(self, name: int, words: list[tuple[str, int]], number: int, at: int) -> None:
        if not 1 <= name <= _MOST_ROWS or name - 1 in self._columns:
            raise self._error(f"there is no column {name}", number, at, "each from 1 on, once")
        self._places["column", name - 1, -1] = Place(number, 1)
        self._columns[name - 1] = [
            self._card(("column", name - 1, depth), word, number) for depth, word in enumerate(words)
        ]

    def _read_pass(self, words: list[tuple[str, int]], number: int, at: int) -> None:
        text, column = words[0] if words else ("", at)
        if len(words) != 1 or not (text.isascii() and text.isdigit() and len(text) < 10):
            raise self._error("the pass is one number", number, column, "a line such as Pass: 2")
        self._places[PASS] = Place(number, column)
        self._pass = int(text)

    def _card(self, slot: PairingSlot, word: tuple[str, int], number: int) -> Card:
        text, column = word
        self._places[slot] = Place(number, column)
        return find_card(text) or parse_at(parse_card, text, self._source, number, column)

    def _error(self, what: str, line: int, column: int, expected: str, mend: str | None = None) -> InputError:
        return InputError(what, expected=expected, mend=mend, source=self._source, line=line, column=column)
