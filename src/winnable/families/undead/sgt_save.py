"""Save files of Simon Tatham's Undead.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :6:Undead
    PARAMS  :3:4x4
    CPARAMS :3:4x4
    DESC    :50:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3
    NSTATES :1:3
    STATEPOS:1:3
    MOVE    :2:V0
    MOVE    :5:V1;g2

Each line is a key, padded to eight characters, the length of its value, and the value. CPARAMS and DESC are
the two parts of a game ID. NSTATES counts the states from the start to the last move, STATEPOS says which of
them is on the board, the start being 1. In a move ``G3 V3 Z3`` put a monster into a cell and ``E3`` empties
it; the cells are counted from 0 in reading order, mirrors left out, givens not. ``g3 v3 z3`` set a pencil
mark or take it away, ``M`` sets all of them, and ``D2,0`` marks a sighting by its column and row, where the
edges are 0 and one beyond the last. ``;`` stands between several in one move; SOLVE is a move that begins
with ``S``, and RESTART goes back to the start. That program takes no board of more than 54 squares, and no
hidden sighting; it lets a move replace a given, which is refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from winnable._core import UndeadGame as CoreGame
from winnable._core import UndeadMove, UndeadPosition
from winnable.errors import InputError, Place, quote
from winnable.families.undead.setup import BOARD, MIRRORS, MONSTERS, UndeadSetup, UndeadSlot
from winnable.families.undead.sgt import format_game_id, parse_game_id
from winnable.text.lines import is_comment, is_separator

TITLE: Final = "Simon Tatham's Portable Puzzle Collection"
GAME: Final = "Undead"
STEP_KEYS: Final = ("MOVE", "SOLVE", "RESTART")

_FIELD: Final = re.compile(r"([A-Z]+) *:([0-9]{1,7}):")
_KEY_LENGTH: Final = 8
_FILL: Final = re.compile(r"([GVZEgvz])([0-9]{1,5})")
_MARK: Final = re.compile(r"D([0-9]{1,4}),([0-9]{1,4})")
_KNOWN: Final = ("SAVEFILE", "VERSION", "GAME", "CPARAMS", "DESC", "NSTATES", "STATEPOS")


class SaveStep(NamedTuple):
    """One state after another: the key MOVE, SOLVE or RESTART, and its value."""

    key: str
    text: str


class UndeadSave(NamedTuple):
    """A saved game: its board as it stands, and how it came about.

    ``steps`` are all that were ever made, as they are written, and ``at`` is how many of them stand: after
    undo there are more. ``pencil`` has the letters that are pencilled in, by square, and ``marked`` the
    sightings that are marked as done, by number. ``details`` are the other keys: PARAMS, SEED, UI, TIME.
    """

    setup: UndeadSetup
    steps: tuple[SaveStep, ...] = ()
    at: int = 0
    pencil: Mapping[int, str] = {}
    marked: frozenset[int] = frozenset()
    details: Mapping[str, str] = {}


def looks_like_save(line: str) -> bool:
    """Is this the first line of a save file?"""
    return line.lstrip("\ufeff").startswith("SAVEFILE:")


def save_of(position: UndeadPosition, moves: Sequence[UndeadMove] = ()) -> UndeadSave:
    """The save of a game that has filled in what stands in ``position``, and then made ``moves``."""
    core, board, squares = CoreGame(), position.board, position.squares
    number = {square: cell for cell, square in enumerate(cells_of(board))}
    texts = [
        f"{letter.upper()}{number[at]}"
        for at, letter in enumerate(squares)
        if letter in MONSTERS and board[at] == "."
    ]
    for move in moves:
        texts.append(f"{move.monster.upper()}{number[move.row * position.width + move.column]}")
        position = core.play(position, move)
    steps = tuple(SaveStep("MOVE", text) for text in texts)
    return UndeadSave(UndeadSetup.of(position), steps, len(steps))


def format_save(save: UndeadSave) -> str:
    """The text of a save file; InputError if its setup is no board."""
    setup = save.setup
    params, _, desc = format_game_id(setup.position(CoreGame()), setup.grade).rstrip().partition(":")
    details = {"PARAMS": params} | dict(save.details)
    fields = [("SAVEFILE", TITLE), ("VERSION", "1"), ("GAME", GAME), ("PARAMS", details.pop("PARAMS"))]
    fields.append(("CPARAMS", params))
    if "SEED" in details:
        fields.append(("SEED", details.pop("SEED")))
    fields += [("DESC", desc), *details.items(), ("NSTATES", str(len(save.steps) + 1))]
    fields += [("STATEPOS", str(save.at + 1)), *save.steps]
    return "".join(f"{key:<{_KEY_LENGTH}}:{len(value)}:{value}\n" for key, value in fields)


def parse_saves(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[UndeadSave]:
    """The saved games in ``lines``, one after the other; InputError with the place.

    ``first_line`` is the number of the first of the lines.
    """
    fields: list[_Field] = []
    for number, raw in enumerate(lines, first_line):
        line = raw.rstrip("\r\n")
        if looks_like_save(line) and fields:
            yield _Reader(fields, source).save()
            fields = []
        if line.strip() and not is_separator(line) and not is_comment(line):
            fields.append(_parse_field(line.lstrip("\ufeff"), number, source))
    if fields:
        yield _Reader(fields, source).save()


def cells_of(board: str) -> list[int]:
    """The squares that are no mirrors, in reading order: where the numbers of moves count."""
    return [at for at, letter in enumerate(board) if letter not in MIRRORS]


class Filling(NamedTuple):
    """A monster that a move puts into a square; ``at`` is the offset in the move's text."""

    at: int
    monster: str
    square: int


class Play:
    """A board that is played on by the moves of save files."""

    def __init__(self, width: int, height: int, board: str) -> None:
        self.width, self.height, self._board = width, height, board
        self._cells = cells_of(board)
        self.restart()

    def restart(self) -> None:
        """Takes everything away but the givens."""
        self.squares = list(self._board)
        self.pencil: dict[int, str] = {}
        self.marked: set[int] = set()

    def make(self, text: str) -> list[Filling]:
        """Makes one move; the monsters that it puts into cells.

        Raises:
            ValueError: with offset, what and expected, for a text that is no move here.
        """
        fillings: list[Filling] = []
        at = 0
        for part in text.removesuffix(";").split(";") if text else ():
            found = _FILL.fullmatch(part)
            if found is not None:
                letter, square = found[1], self._square(int(found[2]), at + 1)
                self._fill(letter, square, at)
                if letter in "GVZ":
                    fillings.append(Filling(at, letter.lower(), square))
            elif part == "M":
                self.pencil = {cell: MONSTERS for cell in self._cells if self.squares[cell] == "."}
            elif mark := _MARK.fullmatch(part):
                self.marked ^= {self._end(int(mark[1]), int(mark[2]), at + 1)}
            elif part != "S":
                raise ValueError(at, f"{quote(part)} is no move", "G, V, Z or E and the number of a cell")
            at += len(part) + 1
        return fillings

    def _fill(self, letter: str, square: int, at: int) -> None:
        given = self._board[square]
        if letter in MONSTERS:
            marks = set(self.pencil.get(square, "")) ^ {letter}
            self.pencil[square] = "".join(sorted(marks))
        elif given != ".":
            if letter.lower() != given:
                where = f"r{square // self.width + 1}c{square % self.width + 1}"
                raise ValueError(at, f"{where} is given, and stays {given}", "a move in another cell")
        else:
            self.squares[square] = "." if letter == "E" else letter.lower()
            self.pencil.pop(square, None)
        if not self.pencil.get(square, "-"):
            del self.pencil[square]

    def _square(self, number: int, at: int) -> int:
        if number >= len(self._cells):
            raise ValueError(at, f"there is no cell {number}", f"0 to {len(self._cells) - 1}")
        return self._cells[number]

    def _end(self, column: int, row: int, at: int) -> int:
        width, height = self.width, self.height
        if 1 <= column <= width and row in (0, height + 1):
            return column - 1 if row == 0 else 2 * width + height - column
        if 1 <= row <= height and column in (0, width + 1):
            return width + row - 1 if column else 2 * (width + height) - row
        raise ValueError(at, f"there is no sighting at {column},{row}", "a place beside the board")


class _Field(NamedTuple):
    key: str
    value: str
    place: Place  # of the value


def _parse_field(line: str, number: int, source: str | None) -> _Field:
    found = _FIELD.match(line)
    if found is None or found.start(2) != _KEY_LENGTH + 1:
        what = f"{quote(line)} in a save file"
        expected = f"a key of {_KEY_LENGTH} characters, a length and a value, as VERSION :1:1"
        raise InputError(what, expected=expected, source=source, line=number, column=1)
    value, length = line[found.end() :], int(found[2])
    if len(value) != length:
        what, expected = f"a value of {len(value)} characters", f"{length}, as written before it"
        raise InputError(what, expected=expected, source=source, line=number, column=found.end() + 1)
    return _Field(found[1], value, Place(number, found.end() + 1))


class _Reader:
    """Makes a saved game of its fields."""

    def __init__(self, fields: list[_Field], source: str | None) -> None:
        self._source = source
        self._first = fields[0]
        self._fields: dict[str, _Field] = {}
        self._details: dict[str, str] = {}
        self._steps: list[_Field] = []
        for field in fields:
            if field.key in STEP_KEYS:
                self._steps.append(field)
            elif field.key in _KNOWN:
                self._fields[field.key] = field
            else:
                self._details[field.key] = field.value

    def save(self) -> UndeadSave:
        self._check_kind()
        states, at = self._number("NSTATES"), self._number("STATEPOS") - 1
        if at >= states:
            field = self._fields["STATEPOS"]
            raise self._error(field, f"there is no state {field.value}", f"1 to {states}, as NSTATES has it")
        if len(self._steps) < states - 1:
            last = self._steps[-1] if self._steps else self._fields["NSTATES"]
            what = f"{states} states and {len(self._steps)} moves"
            raise self._error(last, what, f"{states - 1} moves after the start")
        setup = self._setup()
        steps = self._steps[: states - 1]
        play = Play(setup.width, setup.height, setup.board)
        squares, pencil, marked = setup.board, dict(play.pencil), frozenset(play.marked)
        for number, step in enumerate(steps, 1):
            self._make(play, step)
            if number == at:
                squares, pencil, marked = "".join(play.squares), dict(play.pencil), frozenset(play.marked)
        setup.squares = squares
        made = tuple(SaveStep(step.key, step.value) for step in steps)
        return UndeadSave(setup, made, at, pencil, marked, self._details)

    def _check_kind(self) -> None:
        if self._first.key != "SAVEFILE" or self._first.value != TITLE:
            raise self._error(self._first, "this is no save file of the puzzle collection", TITLE)
        version = self._fields.get("VERSION")
        if version is not None and version.value != "1":
            raise self._error(version, f"a save file of version {quote(version.value)}", "1")
        game = self._needed("GAME")
        if game.value != GAME:
            raise self._error(game, f"a saved game of {quote(game.value)}", GAME)

    def _setup(self) -> UndeadSetup:
        """The board, from the two parts of its ID; their places go by where each stands."""
        size, rest = self._needed("CPARAMS"), self._needed("DESC")

        def find(column: int) -> Place:
            field, before = (size, 1) if column <= len(size.value) + 1 else (rest, len(size.value) + 2)
            return Place(field.place.line, field.place.column + column - before)

        try:
            setup = parse_game_id(f"{size.value}:{rest.value}")
        except InputError as error:
            line, column = find(error.column or 1)
            raise InputError(
                error.what, expected=error.expected, source=self._source, line=line, column=column
            ) from None
        setup.places = _Moved(setup.places, self._first.place, find)
        setup.source = self._source
        return setup

    def _make(self, play: Play, step: _Field) -> None:
        if step.key == "RESTART":
            if step.value != self._fields["DESC"].value:
                raise self._error(step, "a restart with another board", "the value of DESC")
            play.restart()
            return
        try:
            play.make(step.value)
        except ValueError as error:
            at, what, expected = error.args
            raise self._error(step, what, expected, at) from None

    def _needed(self, key: str) -> _Field:
        if key not in self._fields:
            raise self._error(self._first, f"this save file has no {key}", f"a line {key:<{_KEY_LENGTH}}:...")
        return self._fields[key]

    def _number(self, key: str) -> int:
        field = self._needed(key)
        text = field.value
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
            raise self._error(field, f"{key} is {quote(text)}", "a number from 1")
        return int(text)

    def _error(self, field: _Field, what: str, expected: str, at: int = 0) -> InputError:
        line, column = field.place
        return InputError(what, expected=expected, source=self._source, line=line, column=column + at)


class _Moved(Mapping[UndeadSlot, Place]):
    """The places of an ID whose parts stand in a save file, which begins at ``first``."""

    def __init__(
        self, places: Mapping[UndeadSlot, Place], first: Place, find: Callable[[int], Place]
    ) -> None:
        self._places, self._first, self._find = places, first, find

    def __getitem__(self, slot: UndeadSlot) -> Place:
        return self._first if slot == BOARD else self._find(self._places[slot].column)

    def __iter__(self) -> Iterator[UndeadSlot]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
