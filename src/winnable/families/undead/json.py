r"""Positions of Undead as JSON.

    {"game": "undead", "totals": {"ghosts": 3, "vampires": 4, "zombies": 2},
     "rows": ["\\../", ".\\..", "././", "\\./."],
     "sightings": {"top": [0, 3, 3, 0], "right": [2, 1, 1, 0], "bottom": [0, 3, 1, 0], "left": [3, 2, 0, 0]}}

A ``.`` is an open cell; ``g v z`` are filled in, ``G V Z`` given by the puzzle; a sighting that is not shown
is null. Each side goes in reading order: from left to right, or downwards. A key that is not listed here is
an error. The dissertation's dictionaries are read as well (see ``paths``), and so is what `winnable generate
--json` prints, in which the board is sgt's game ID.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from winnable.errors import quote
from winnable.families.undead.setup import (
    BOARD,
    KINDS,
    MOST_NUMBER,
    MOST_SIDE,
    Sides,
    UndeadSetup,
    UndeadSlot,
)
from winnable.families.undead.sgt import parse_game_id
from winnable.families.undead.text import given_board
from winnable.text.json_reader import JsonPlaces, JsonReader
from winnable.text.json_text import JsonText, Path
from winnable.text.phrases import counted

KEYS: Final = ("deal", "game", "totals", "rows", "sightings")
MADE_KEYS: Final = ("deal", "game", "id", "grade", "solution", "looked")  # of these the board is the ID

_SQUARES: Final = ".gvzGVZ\\/"


class UndeadJson(NamedTuple):
    """A setup, the game that its text names, if it names one, and what answers call the position."""

    setup: UndeadSetup
    game: str | None = None
    deal: int | str | None = None


def to_data(setup: UndeadSetup, game: str | None = None) -> dict[str, Any]:
    """The position as a value that JSON can hold; ``game`` is left out if None."""
    value: dict[str, Any] = {} if game is None else {"game": game}
    shown, width = setup.shown(), setup.width
    value["totals"] = dict(zip(KINDS, setup.totals, strict=True))
    value["rows"] = [shown[at : at + width] for at in range(0, len(shown), width)]
    value["sightings"] = {side: list(numbers) for side, numbers in setup.sides._asdict().items()}
    return value


def parse_position(text: str, source: str | None = None, first_line: int = 1) -> UndeadJson:
    """The position in one JSON object, in our form, the dissertation's or as an ID; InputError with line and
    column for whatever is not as it should be."""
    reader = UndeadReader(JsonText(text, source, first_line))
    value = reader.text.value
    if isinstance(value, dict) and "paths" in value and "rows" not in value:
        from winnable.families.undead.paths import KEYS as PATH_KEYS
        from winnable.families.undead.paths import read_paths

        data = reader.fields((), value, PATH_KEYS, "paths")
        return UndeadJson(read_paths(reader, data), reader.game(data), reader.deal(data))
    if isinstance(value, dict) and "id" in value and "rows" not in value:
        data = reader.fields((), value, MADE_KEYS, "id")
        return UndeadJson(reader.game_id(data["id"]), reader.game(data), reader.deal(data))
    data = reader.fields((), value, KEYS, "rows")
    return UndeadJson(reader.setup(data), reader.game(data), reader.deal(data))


class UndeadReader(JsonReader):
    """Reads parts of one JSON object that is a board of Undead."""

    def game_id(self, value: object) -> UndeadSetup:
        """The board of a game ID."""
        if not isinstance(value, str):
            raise self.text.error(("id",), "the ID is not a text", expected='a text such as "4x4:3,4,2,..."')
        line, column = self.text.place(("id",))
        return parse_game_id(value, self.text.source, line, column + 1)

    def setup(self, data: dict[str, Any]) -> UndeadSetup:
        """The board in our form."""
        rows = self._rows(data["rows"])
        width, height = len(rows[0]), len(rows)
        lengths = {"top": width, "right": height, "bottom": width, "left": height}
        given = self.named(("sightings",), data.get("sightings"), tuple(lengths))
        sides = Sides(*(self._side(side, given[side], length) for side, length in lengths.items()))
        totals = self.totals(("totals",), self.named(("totals",), data.get("totals"), KINDS))
        shown = "".join(rows)
        return UndeadSetup(
            width,
            height,
            given_board(shown),
            totals,
            sides.clockwise(),
            shown.lower(),
            places=JsonPlaces(self.text, _paths(width, height)),
            source=self.text.source,
        )

    def named(self, path: Path, value: object, names: tuple[str, ...]) -> dict[str, Any]:
        """An object with just these keys."""
        what = path[-1]
        if value is None:
            raise self.text.error(path[:-1], f"this position has no {what}", f'a key "{what}"')
        if not isinstance(value, dict):
            raise self.text.error(path, f"{what} is not an object", "the keys " + ", ".join(names))
        for key in value:
            if key not in names:
                expected = "one of " + ", ".join(names)
                raise self.text.error((*path, key), f"unknown key {quote(key)}", expected, key=True)
        for name in names:
            if name not in value:
                raise self.text.error(path, f"{what} has no {name}", f'a key "{name}"')
        return value

    def totals(self, path: Path, value: dict[str, Any]) -> tuple[int, int, int]:
        """Ghosts, vampires and zombies."""
        for kind in KINDS:
            if not _is_count(value[kind]):
                what = f"the number of {kind} is no count"
                raise self.text.error((*path, kind), what, f"0 to {MOST_NUMBER}")
        ghosts, vampires, zombies = (int(value[kind]) for kind in KINDS)
        return ghosts, vampires, zombies

    def sighting(self, path: Path, value: object) -> int | None:
        """A number, or null where the sighting is hidden."""
        if value is None:
            return None
        if not _is_count(value):
            raise self.text.error(path, "this sighting is no count", f"0 to {MOST_NUMBER}, or null")
        assert isinstance(value, int)
        return value

    def _rows(self, value: object) -> list[str]:
        rows = self.items(("rows",), value)
        if not 1 <= len(rows) <= MOST_SIDE:
            raise self.text.error(("rows",), counted(len(rows), "row"), f"1 to {MOST_SIDE}")
        texts: list[str] = []
        for i, row in enumerate(rows):
            path = ("rows", i)
            if not isinstance(row, str):
                raise self.text.error(path, f"row {i + 1} is not a text", r'one such as "./v."')
            wrong = row.strip(_SQUARES)
            if wrong:
                raise self.text.error(path, f"{quote(wrong[0])} in row {i + 1}", "one of . / \\ g v z G V Z")
            width = len(texts[0]) if texts else min(max(len(row), 1), MOST_SIDE)
            if len(row) != width:
                as_row = f"{width}, as row 1 has" if texts else f"1 to {MOST_SIDE}"
                raise self.text.error(path, f"row {i + 1} has {counted(len(row), 'square')}", as_row)
            texts.append(row)
        return texts

    def _side(self, side: str, value: object, length: int) -> tuple[int | None, ...]:
        path: Path = ("sightings", side)
        items = self.items(path, value)
        if len(items) != length:
            where = path if len(items) < length else (*path, length)
            what = f"{len(items)} sighting{'' if len(items) == 1 else 's'} on the side {side}"
            raise self.text.error(where, what, str(length))
        return tuple(self.sighting((*path, i), item) for i, item in enumerate(items))


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_NUMBER


def _paths(width: int, height: int) -> dict[UndeadSlot, Path]:
    """Where each part of a board in our form is found in the JSON value."""
    paths: dict[UndeadSlot, Path] = {BOARD: ()}
    paths.update({("total", i, 0): ("totals", kind) for i, kind in enumerate(KINDS)})
    numbers = Sides.of(range(2 * (width + height)), width, height)
    for side, ends in numbers._asdict().items():
        paths.update({("sighting", end, 0): ("sightings", side, i) for i, end in enumerate(ends)})
    return paths
