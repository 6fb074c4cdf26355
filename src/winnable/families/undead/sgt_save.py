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
them is on the board, the start being 1; ``notes`` says what moves are. That program takes no board of more
than 54 squares, no side of less than three, and no hidden sighting: ``why_not_loaded`` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from winnable._core import UndeadGame as CoreGame
from winnable._core import UndeadMove, UndeadPosition
from winnable.errors import InputError, Place, quote
from winnable.families.undead.notes import STEP_KEYS, Play, SaveStep, UndeadNotes
from winnable.families.undead.setup import BOARD, UndeadSetup, UndeadSlot
from winnable.families.undead.sgt import format_game_id, parse_game_id
from winnable.text.lines import is_comment, is_separator
from winnable.text.phrases import counted

TITLE: Final = "Simon Tatham's Portable Puzzle Collection"
GAME: Final = "Undead"

_FIELD: Final = re.compile(r"([A-Z]+) *:([0-9]{1,7}):")
_KEY_LENGTH: Final = 8
_KNOWN: Final = ("SAVEFILE", "VERSION", "GAME", "CPARAMS", "DESC", "NSTATES", "STATEPOS")


_MOST_SQUARES: Final = (
    54  # validate_params() and validate_desc() in sgt's undead.c refuse what is beyond these
)
_LEAST_SIDE: Final = 3


def looks_like_save(line: str) -> bool:
    """Is this the first line of a save file?"""
    return line.lstrip("\ufeff").startswith("SAVEFILE:")


def save_of(position: UndeadPosition, moves: Sequence[UndeadMove] = ()) -> UndeadSetup:
    """The saved game of somebody who has filled in what stands in ``position``, and then made ``moves``."""
    core = CoreGame()
    notes = UndeadNotes.filled_in(position.board, position.squares)
    for move in moves:
        notes = notes.played(position, move)
        position = core.play(position, move)
    return UndeadSetup.of(position, notes=notes)


def format_save(setup: UndeadSetup) -> str:
    """The text of a save file, with the setup's notes; InputError if it is no board.

    What was read comes out as it was, but for comments, the ends of lines, and steps beyond NSTATES. A setup
    without notes becomes the game of somebody who filled in its squares. Boards that sgt-puzzles cannot load
    are written, too; ``why_not_loaded`` names them.
    """
    position = setup.position(CoreGame())
    notes = setup.notes
    if notes is None:
        notes = UndeadNotes.filled_in(setup.board, setup.squares)
    params, _, desc = _game_id(setup, position, notes.game_id).partition(":")
    details = {"PARAMS": params} | dict(notes.details)
    fields = [("SAVEFILE", TITLE), ("VERSION", "1"), ("GAME", GAME), ("PARAMS", details.pop("PARAMS"))]
    fields.append(("CPARAMS", params))
    if "SEED" in details:
        fields.append(("SEED", details.pop("SEED")))
    fields += [("DESC", desc), *details.items(), ("NSTATES", str(len(notes.steps) + 1))]
    fields += [("STATEPOS", str(notes.at + 1)), *notes.steps]
    return "".join(f"{key:<{_KEY_LENGTH}}:{len(value)}:{value}\n" for key, value in fields)


def why_not_loaded(position: UndeadPosition) -> str:
    """Why sgt-puzzles does not load the save of a position, as clauses; empty where it does."""
    width, height = position.width, position.height
    hidden = sum(sighting is None for sighting in position.sightings)
    faults = []
    if width * height > _MOST_SQUARES:
        faults.append(f"a board of {width}x{height} has more than {_MOST_SQUARES} squares")
    if min(width, height) < _LEAST_SIDE:
        faults.append(f"a board of {width}x{height} has a side of less than {_LEAST_SIDE} squares")
    if hidden:
        faults.append(f"{hidden} of its sightings {'is' if hidden == 1 else 'are'} hidden")
    return ", and ".join(faults)


def _game_id(setup: UndeadSetup, position: UndeadPosition, written: str) -> str:
    """The ID as it was written, where it is still that of this board: a restart repeats it."""
    if written and parse_game_id(written) == UndeadSetup.of(position.start):
        return written
    return format_game_id(position, setup.grade).rstrip()


def parse_saves(
    lines: Iterable[str], source: str | None = None, first_line: int = 1
) -> Iterator[UndeadSetup]:
    """The saved games in ``lines``, one after the other, each with its notes; InputError with the place.

    ``first_line`` is the number of the first of the lines.
    """
    fields: list[_Field] = []
    for number, raw in enumerate(lines, first_line):
        line = raw.rstrip("\r\n")
        if looks_like_save(line) and fields:
            yield _Reader(fields, source).setup()
            fields = []
        if line.strip() and not is_separator(line) and not is_comment(line):
            fields.append(_parse_field(line.lstrip("\ufeff"), number, source))
    if fields:
        yield _Reader(fields, source).setup()


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

    def setup(self) -> UndeadSetup:
        self._check_kind()
        states, at = self._number("NSTATES"), self._number("STATEPOS") - 1
        if at >= states:
            field = self._fields["STATEPOS"]
            raise self._error(field, f"there is no state {field.value}", f"1 to {states}, as NSTATES has it")
        if len(self._steps) < states - 1:
            last = self._steps[-1] if self._steps else self._fields["NSTATES"]
            what = f"{counted(states, 'state')} and {counted(len(self._steps), 'move')}"
            raise self._error(last, what, f"{counted(states - 1, 'move')} after the start")
        setup, steps = self._board(), self._steps[: states - 1]
        made = [SaveStep(step.key, step.value) for step in steps]
        play = Play(setup.width, setup.height, setup.board)
        squares, notes = setup.board, play.notes(made, at)
        for number, step in enumerate(steps, 1):
            self._make(play, step)
            if number == at:
                squares, notes = "".join(play.squares), play.notes(made, at)
        setup.squares = squares
        written = f"{self._fields['CPARAMS'].value}:{self._fields['DESC'].value}"
        setup.notes = replace(notes, details=self._details, game_id=written)
        return setup

    def _check_kind(self) -> None:
        if self._first.key != "SAVEFILE" or self._first.value != TITLE:
            raise self._error(self._first, "this is no save file of the puzzle collection", TITLE)
        version = self._fields.get("VERSION")
        if version is not None and version.value != "1":
            raise self._error(version, f"a save file of version {quote(version.value)}", "1")
        game = self._needed("GAME")
        if game.value != GAME:
            raise self._error(game, f"a saved game of {quote(game.value)}", GAME)

    def _board(self) -> UndeadSetup:
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
