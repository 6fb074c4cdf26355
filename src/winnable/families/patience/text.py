"""Boards as Freecell Solver reads and prints them.

    Foundations: H-5 S-0 D-A C-3
    Freecells: KC - 7H -
    : 4H 2S KD
    : 5C 9D

Both headers are optional and have other spellings; foundations may also be the cards that lie on top of
them, ``7H 8C``. Then follows a line for each column, deepest
card first, with or without a leading colon; a blank line or a colon alone is an empty column,
but for blank lines before the board begins and at its end. A
``#`` begins a line of comment. ``Base: 7`` is our own header, for games whose foundations begin
with another rank than the ace.

Freecell Solver prints an empty cell as four spaces, which it cannot read back; we can, and we
always write ``-``. A board may also be drawn, with labels above its columns (see ``drawn``). Several boards
in one text are kept apart by a line of dashes, by a comment after the last column, or by the headers or the
labels of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from winnable.cards import (
    RANK_LETTERS,
    Card,
    Rank,
    Suit,
    find_card,
    format_card,
    parse_card,
    parse_rank,
    parse_suit,
)
from winnable.errors import InputError, Place, quote
from winnable.families.patience.drawn import DrawnBoard, begins_drawing, may_stand_above
from winnable.families.patience.setup import (
    BOARD,
    RANKS,
    Setup,
    Slot,
    cell_slot,
    column_slot,
    foundation_slot,
)
from winnable.text.lines import is_comment, is_separator, parse_at
from winnable.text.typed import cards_of, column_label, is_frame, is_nothing, plain, split_label, unquoted

T = TypeVar("T")

_FOUNDATIONS: Final = (
    "foundations:", "foundation:", "founds:", "found:", "decks:", "deck:",
    "home:", "homecells:", "home cells:", "aces:",
)  # fmt: skip
_CELLS: Final = (
    "freecells:", "freecell:", "free cells:", "free cell:", "cells:", "cell:", "fc:", "reserve:", "reserves:",
)  # fmt: skip
_TALK: Final = (
    "tableau:",
    "columns:",
    "cascades:",
    "stacks:",
    "piles:",
    "board:",
)  # alone, before the columns
_BASE: Final = ("base:",)
_HEADERS: Final = _FOUNDATIONS + _CELLS + _BASE
_CELL_WIDTH: Final = 4  # in Freecell Solver's own printing
# More lines than any board has: what is longer is something else.
_MOST_COLUMNS: Final = 64


def format_board(setup: Setup, *, unicode: bool = False) -> str:
    """The board as text: both headers, every empty cell as ``-``, a line for each column."""

    def spell(card: Card) -> str:
        return format_card(card, unicode=unicode)

    tops = (f"{_suit_text(suit, unicode)}-{_top(setup, suit)}" for suit in (2, 0, 1, 3))
    cells = ("-" if card is None else spell(card) for card in setup.cells)
    lines = [f"Base: {setup.base.letter}"] if setup.base != Rank.ACE else []
    lines += [" ".join(("Foundations:", *tops)), " ".join(("Freecells:", *cells))]
    lines += [" ".join((":", *map(spell, column))) for column in setup.columns]
    return "\n".join(lines) + "\n"


def parse_board(text: str, source: str | None = None) -> Setup:
    """The one board in ``text``; InputError with the place if it is none, or more than one."""
    boards = parse_boards(text.splitlines(), source)
    first = next(boards, None)
    if first is None:
        raise InputError("there is no board here", expected="a line for each column", source=source)
    second = next(boards, None)
    if second is not None:
        raise second.error(BOARD, "a second board begins here", expected="one board")
    return first


def parse_boards(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[Setup]:
    """The boards in ``lines``, each as soon as its last line is read; InputError with the place.

    ``first_line`` is the number of the first of the lines.
    """
    return _parse(lines, source, first_line, _Board)


def parse_rows(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[Setup]:
    """As ``parse_boards``, but the lines of cards are rows, as they are seen on the screen.

    A row with fewer cards than the first has them in the first columns, or below those of the first row over
    which they stand; ``-`` is a column without a card in this row.
    """
    return _parse(lines, source, first_line, _RowBoard)


def _parse(lines: Iterable[str], source: str | None, first_line: int, kind: type[_Board]) -> Iterator[Setup]:
    board: _Board | DrawnBoard = kind(source)
    above: list[tuple[str, int]] = []  # the lines of a board that may turn out to be a drawing
    for number, raw in enumerate(lines, first_line):
        line = plain(raw.rstrip("\r\n"))
        parts = is_separator(line) or is_separator(unquoted(raw))
        if isinstance(board, _Board) and begins_drawing(raw) and may_stand_above(above):
            board, above = DrawnBoard(source, above), []
        if isinstance(board, DrawnBoard):
            if parts or board.is_ended_by(raw):
                yield board.finish()
                board = kind(source) if parts else DrawnBoard(source)
            if not parts:
                board.read(raw.rstrip("\r\n"), number)
            continue
        if " ".join(line.lower().split()) in _TALK or is_frame(raw):
            continue
        if parts or (is_comment(line) and board.has_columns):
            ends = True
        else:
            ends = board.has_columns and _header(line) is not None
        if ends and board.begun:
            yield board.finish()
            board, above = kind(source), []
        if not parts and not is_comment(line):
            board.read(line, number)
            above += [(raw, number)] if line.strip() else []
    if board.begun:
        yield board.finish()


def has_header(line: str) -> bool:
    """Does one of the headers begin this line?"""
    return _header(line) is not None


def looks_like_board(line: str) -> bool:
    """Could this be the first line of a board? A header, a column with a card, or a line of a drawing."""
    column = plain(line).strip()
    if begins_drawing(line) or has_header(column) or column.startswith(":") or column.lower() in _TALK:
        return True
    return any(find_card(word) is not None for word, _ in cards_of(column))


class _Board:
    """A board that is being read, line by line."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._columns: list[list[Card]] = []
        self._cells: list[Card | None] = []
        self._tops: dict[Suit, tuple[Rank | None, Place]] = {}
        self._base = Rank.ACE
        self._places: dict[Slot, Place] = {}
        self._seen: set[str] = set()
        self._unmarked = True  # no column begins with a colon
        self._first_label: int | None = None  # of the first column, where columns are numbered
        self._blank: list[int] = []  # blank lines that are columns only if a column follows

    @property
    def begun(self) -> bool:
        return BOARD in self._places

    @property
    def has_columns(self) -> bool:
        return bool(self._columns)

    def read(self, line: str, number: int) -> None:
        if not line.strip():
            if self.begun:
                self._blank.append(number)
            return
        self._places.setdefault(BOARD, Place(number, 1))
        header = _header(line)
        if header is not None:
            self._read_header(header, line, number)
            return
        self._add_cards(line, number)

    def finish(self) -> Setup:
        counts = [0] * 4
        for suit, (top, place) in self._tops.items():
            counts[suit] = 0 if top is None else (top - self._base) % RANKS + 1
            self._places[foundation_slot(suit)] = place
        return Setup(
            self._columns,
            self._cells,
            counts,
            self._base,
            places=self._places,
            source=self._source,
            bare=not self._seen,
            unmarked=self._unmarked,
        )

    def _read_header(self, header: str, line: str, number: int) -> None:
        kind = next(names[0] for names in (_FOUNDATIONS, _CELLS, _BASE) if header in names)
        at = line.index(":") + 1
        if kind in self._seen:
            raise self._error(f"a second line {quote(line[:at].strip())}", number, 1, "one of each")
        self._seen.add(kind)
        self._blank.clear()
        if kind == _FOUNDATIONS[0]:
            self._read_foundations(line, at, number)
        elif kind == _CELLS[0]:
            self._read_cells(line, at, number)
        else:
            words = line[at:].split()
            if len(words) != 1:
                raise self._error("a base is one rank", number, at + 1, f"one of {RANK_LETTERS}")
            self._base = self._parse(parse_rank, words[0], number, line.index(words[0], at) + 1)

    def _read_foundations(self, line: str, at: int, number: int) -> None:
        for word, column in cards_of(line, at, dashes=False):
            if is_nothing(word):
                continue
            suit, top = self._foundation(word, number, column)
            if suit in self._tops and not self._follows(suit, top):
                what = f"foundation {suit.letter} is given twice"
                raise self._error(what, number, column, "each suit once")
            self._tops[suit] = (top, Place(number, column))

    def _follows(self, suit: Suit, top: Rank | None) -> bool:
        """Is this the next card of a foundation whose cards are all written?"""
        before = self._tops[suit][0]
        return top is not None and before is not None and top == before + 1

    def _foundation(self, word: str, number: int, column: int) -> tuple[Suit, Rank | None]:
        """The suit of a foundation and the rank on top, None for an empty one: of ``H-5``, or a card."""
        suit_text, dash, rank_text = word.partition("-")
        card = None if dash else find_card(word)
        if card is not None and card.known:
            return card.suit, None if word[1:] == "0" else card.rank
        if not rank_text:
            what = f"{quote(word)} is no foundation"
            raise self._error(what, number, column, "suit-rank such as H-5 or S-0, or the card on top")
        suit = self._parse(parse_suit, suit_text, number, column)
        if rank_text == "0":  # an empty foundation here, not a ten
            return suit, None
        return suit, self._parse(parse_rank, rank_text, number, column + len(suit_text) + 1)

    def _read_cells(self, line: str, at: int, number: int) -> None:
        for word, column in _fixed_width_cells(line, at) or cards_of(line, at, dashes=False):
            empty = not word or is_nothing(word)
            self._places[cell_slot(len(self._cells))] = Place(number, column)
            self._cells.append(None if empty else self._parse(parse_card, word, number, column))

    def _add_cards(self, line: str, number: int) -> None:
        for blank in self._blank:
            self._add_column("", blank)
        self._blank.clear()
        self._add_column(line, number)

    def _card(self, word: str, number: int, column: int) -> Card:
        if has_header(word):
            what = f"{quote(word)} stands among the cards of a column"
            raise self._error(what, number, column, "it at the beginning of a line")
        if not word.strip("-*"):
            mend = "take it out, or add --rows if each line is a row of the table"
            expected = "cards, the deepest first"
            raise InputError(
                f"{quote(word)} in a column", expected=expected, mend=mend,
                source=self._source, line=number, column=column,
            )  # fmt: skip
        if word.endswith(":"):
            headings = "one of Foundations:, Freecells: and Base:"
            raise self._error(f"{quote(word)} is no heading", number, column, headings)
        return find_card(word) or self._parse(parse_card, word, number, column)

    def _add_column(self, line: str, number: int) -> None:
        if len(self._columns) >= _MOST_COLUMNS:
            raise self._error("this board has no end", number, 1, f"at most {_MOST_COLUMNS} columns")
        column = len(self._columns)
        line = self._without_label(line, number)
        colon = line.lstrip().startswith(":")
        self._columns.append([])
        self._unmarked &= not colon and self._first_label is None
        at = line.index(":") + 1 if colon else 0
        self._places[column_slot(column)] = Place(number, 1)
        cards = self._columns[column]
        words = cards_of(line, at)
        if len(words) == 1 and is_nothing(words[0][0]):  # an empty column
            return
        for depth, (word, where) in enumerate(words):
            self._places[column_slot(column, depth)] = Place(number, where)
            cards.append(self._card(word, number, where))

    def _without_label(self, line: str, number: int) -> str:
        """The line without the number of its column; the first may be 0 or 1."""
        label = column_label(line)
        if label is None:
            return line
        if self._first_label is None:
            self._first_label = 0 if label == 0 and not self._columns else 1
        return parse_at(
            lambda text: split_label(text, len(self._columns) + (self._first_label or 0)),
            line, self._source, number, 1,
        )  # fmt: skip

    def _parse(self, parse: Callable[[str], T], text: str, number: int, column: int) -> T:
        return parse_at(parse, text, self._source, number, column)

    def _error(self, what: str, line: int, column: int, expected: str) -> InputError:
        return InputError(what, expected=expected, source=self._source, line=line, column=column)


class _RowBoard(_Board):
    """A board that is being read row by row."""

    def __init__(self, source: str | None) -> None:
        super().__init__(source)
        self._unmarked = False  # rows it is said to be
        self._first: list[tuple[str, int]] = []  # the words of the first row
        self._rows = 0

    def _add_cards(self, line: str, number: int) -> None:
        words = cards_of(line)
        self._blank.clear()
        if all(not word.strip("-*") for word, _ in words):  # rules that a drawn board has above and below
            return
        if not self._first:
            if len(words) > _MOST_COLUMNS:
                raise self._error("this row has no end", number, 1, f"at most {_MOST_COLUMNS} cards")
            self._first = words
            self._columns = [[] for _ in words]
            self._places.update((column_slot(i), Place(number, at)) for i, (_, at) in enumerate(words))
        for i, (word, where) in zip(self._columns_of(words, number), words, strict=True):
            if not word.strip("-*"):
                continue
            if len(self._columns[i]) != self._rows:
                what = f"{quote(word)} hangs below a gap in column {i + 1}"
                raise self._error(what, number, where, "a card above it")
            self._places[column_slot(i, self._rows)] = Place(number, where)
            self._columns[i].append(self._card(word, number, where))
        self._rows += 1

    def _columns_of(self, words: list[tuple[str, int]], number: int) -> list[int]:
        """The column of each word of a row."""
        if len(words) > len(self._first):
            what = f"a row of {len(words)} cards below one of {len(self._first)}"
            raise self._error(what, number, words[len(self._first)][1], "no more than in the first row")
        if len(words) == len(self._first) or _is_close(words, self._first):
            return list(range(len(words)))
        found = [_below(word, self._first) for word in words]
        if None in found or len(set(found)) < len(found):
            what = "this row leaves open in which columns its cards are"
            raise self._error(what, number, words[0][1], "a - for each column without a card here")
        return [column for column in found if column is not None]


def _is_close(words: list[tuple[str, int]], first: list[tuple[str, int]]) -> bool:
    """Are these words no further apart, and no further in, than those of the first row, a ten's digit more
    or less?"""
    return words[0][1] <= first[0][1] + 1 and _widest_gap(words) <= _widest_gap(first) + 1


def _widest_gap(words: list[tuple[str, int]]) -> int:
    ends = [at + len(word) for word, at in words]
    return max((at - end for end, (_, at) in zip(ends, words[1:], strict=False)), default=1)


def _below(word: tuple[str, int], first: list[tuple[str, int]]) -> int | None:
    """The number of the one word of the first row over this one; None if there is not just one."""
    start, end = word[1], word[1] + len(word[0])
    over = [i for i, (text, at) in enumerate(first) if at < end and start < at + len(text)]
    return over[0] if len(over) == 1 else None


def _header(line: str) -> str | None:
    """The header that begins the line, in lower case, or None."""
    start, colon, _ = line.partition(":")
    name = " ".join(start.lower().split()) + colon
    return name if name in _HEADERS else None


def _fixed_width_cells(line: str, at: int) -> list[tuple[str, int]] | None:
    """Cells as Freecell Solver prints them, two spaces and a card or four spaces; None if these
    are not so, or if no gap makes a difference."""
    rest = line[at:]
    fields = [rest[i : i + _CELL_WIDTH] for i in range(0, len(rest), _CELL_WIDTH)]
    if not rest.strip() or not any(field.isspace() for field in fields):
        return None
    if not all(len(field) == _CELL_WIDTH and _is_cell_field(field) for field in fields):
        return None
    return [(field.strip(), at + i * _CELL_WIDTH + 3) for i, field in enumerate(fields)]


def _is_cell_field(field: str) -> bool:
    return field.isspace() or (field.startswith("  ") and " " not in field[2:])


def _suit_text(suit: int, unicode: bool) -> str:
    return Suit(suit).symbol if unicode else Suit(suit).letter


def _top(setup: Setup, suit: int) -> str:
    count = setup.foundation_counts[suit]
    return RANK_LETTERS[(setup.base + count - 1) % RANKS] if count else "0"
