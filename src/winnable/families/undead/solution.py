"""Solutions of Undead read and replayed: lists of moves, boards that are filled in, sgt's moves and saves."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple, TypeVar

from winnable._core import UndeadLine, UndeadMove, UndeadPosition
from winnable.errors import InputError, Place, quote
from winnable.families.undead.game import UndeadGame
from winnable.families.undead.notes import cells_of
from winnable.families.undead.setup import (
    BOARD,
    KINDS,
    MIRRORS,
    MONSTERS,
    UndeadSetup,
    UndeadSlot,
    at_odds,
    impossible_side,
    spell_counts,
)
from winnable.families.undead.sgt_save import looks_like_save, parse_saves
from winnable.families.undead.text import Drawing, looks_like_board, parse_drawings
from winnable.game import IllegalMove
from winnable.moves import Autoplay, MoveToken, split_moves
from winnable.text.lines import is_comment
from winnable.text.plain_solution import refuse_autoplay, replay_moves
from winnable.text.solution import Break, Record, Replay, Solution, parse_moves

__all__ = ["Fault", "Filled", "find_fault", "parse_solution", "replay", "replay_moves"]

T = TypeVar("T")

UndeadReplay = Replay[UndeadPosition, UndeadMove]

_SGT_MOVE: Final = re.compile(r"[GVZE][0-9]{1,5}|S")


class Filled(NamedTuple):
    """A board that a text shows filled in. ``setup`` has the puzzle, too, where the text shows all of it."""

    width: int
    height: int
    squares: str  # monsters in lower case
    places: Mapping[UndeadSlot, Place]
    setup: UndeadSetup | None = None


class Fault(NamedTuple):
    """Why a board that is filled in cannot come right.

    ``move`` is the number of the move after which it could not, 0 for before the first; ``clues`` are the
    sightings, by their labels, or the kind of monster that are wrong at the end, and ``reason`` says how.
    """

    move: int
    clues: tuple[str, ...]
    reason: str


def parse_solution(text: str, source: str | None = None) -> Solution:
    """Moves (``r2c3=g``), or those of sgt (``S;G0;V1``); or a board: drawn, with or without what stands
    around it, in a save file, or as JSON.

    InputError, with the place, for a text that holds none of these, or several boards.
    """
    lines = text.split("\n")
    first = next((line for line in lines if line.strip() and not is_comment(line)), "")
    if looks_like_save(first):
        return _from_setups(list(parse_saves(lines, source)), source)
    if first.lstrip().startswith("{"):
        return _from_json(text, source)
    if all(_SGT_MOVE.fullmatch(token.text) for token in split_moves([first])):
        return parse_moves(text, source)
    if looks_like_board(first):
        return _from_drawings(list(islice(parse_drawings(lines, source), 2)), source)
    return parse_moves(text, source)


def replay(
    game: UndeadGame, position: UndeadPosition, solution: Solution, autoplay: Autoplay | None = None
) -> UndeadReplay:
    """Fills in what ``solution`` says. What it repeats of a board that it shows, or of what sgt numbers, is
    passed over where it stands there already.

    InputError, with the place, for a text that is no move at all, for the board of another puzzle, and for
    an autoplay.
    """
    refuse_autoplay(game, autoplay if autoplay is not None else solution.autoplay)
    if solution.board is not None:
        _check_same(position, solution)
    record = Record(game, position)
    cells = cells_of(position.board)
    for number, token in enumerate(solution.tokens, 1):
        text, repeats = token.text, solution.board is not None
        if _SGT_MOVE.fullmatch(text):
            if text == "S":
                continue
            text, repeats = _from_number(cells, position.width, token, number, solution.source), True
        try:
            if not (repeats and _stands_there(record.position, text)):
                record.play(game.notation.parse(record.position, text))
        except IllegalMove as error:
            return record.replay(Break(number, token, f"{token.text}: {error}", solution.source))
        except ValueError as error:
            raise _error(f"move {number}: {error}", solution.source, Place(*token[1:])) from None
    return record.replay()


def find_fault(played: UndeadReplay) -> Fault | None:
    """The first clue that the moves made impossible, and when; None while all can still be met one by one."""
    # What is impossible once stays so: the first such position is found by halving.
    move = bisect_left(played.positions, True, key=lambda position: _first_wrong(position) is not None)
    if move == len(played.positions):
        return None
    wrong, end = _first_wrong(played.positions[move]), played.positions[-1]
    if isinstance(wrong, int):
        line = end.lines[wrong]
        return Fault(move, line.labels, _line_fault(line, end.squares))
    kind = KINDS.index(str(wrong))
    return Fault(move, (KINDS[kind],), f"there are {end.counts[kind]} {wrong}, not {end.totals[kind]}")


def _line_fault(line: UndeadLine, squares: str) -> str:
    found = impossible_side(line, squares)
    if found is None:
        return at_odds(line)
    side, counts = found
    seen = f"sees {counts[0]}" if len(counts) == 1 else f"can see {spell_counts(counts)}"
    return f"{line.labels[side]} {seen}, not {line.sightings[side]}"


def _first_wrong(position: UndeadPosition) -> int | str | None:
    """The number of a line that cannot come right, or the kind of which there are too many."""
    line = position.impossible_line
    if line is not None:
        return next(i for i, other in enumerate(position.lines) if other.ends == line.ends)
    counts = zip(KINDS, position.counts, position.totals, strict=True)
    return next((kind for kind, count, total in counts if count > total), None)


def _from_json(text: str, source: str | None) -> Solution:
    from winnable.families.undead.json import parse_position
    from winnable.text.json_text import JsonText

    value = JsonText(text, source).value
    if isinstance(value, dict) and not {"rows", "paths"}.isdisjoint(value):
        return _from_setups([parse_position(text, source).setup], source)
    return parse_moves(text, source)


def _from_drawings(drawings: list[Drawing], source: str | None) -> Solution:
    drawing = _only(drawings, [drawing.place for drawing in drawings], source)
    if drawing.has_clues:
        return _from_setups([drawing.setup()], source)
    squares, width = drawing.squares().lower(), len(drawing.rows[0].squares)
    letters = chain.from_iterable(row.squares for row in drawing.rows)
    places: dict[UndeadSlot, Place] = {("grid", i, 0): at for i, (_, at) in enumerate(letters)}
    places[BOARD] = drawing.place
    return _from_filled(Filled(width, len(drawing.rows), squares, places), source)


def _from_setups(setups: list[UndeadSetup], source: str | None) -> Solution:
    setup = _only(setups, [setup.places[BOARD] for setup in setups], source)
    return _from_filled(Filled(setup.width, setup.height, setup.squares, setup.places, setup), source)


def _only(found: list[T], places: list[Place], source: str | None) -> T:
    if len(found) > 1:
        raise _error("there are several boards here", source, places[1], "one, filled in")
    return found[0]


def _from_filled(filled: Filled, source: str | None) -> Solution:
    """Its monsters as moves, in reading order."""
    tokens = []
    for at, letter in enumerate(filled.squares):
        if letter in MONSTERS:
            row, column = divmod(at, filled.width)
            place = filled.places.get(("grid", at, 0)) or filled.places[BOARD]
            tokens.append(MoveToken(f"r{row + 1}c{column + 1}={letter}", *place))
    return Solution(tuple(tokens), None, source, board=filled)


def _check_same(position: UndeadPosition, solution: Solution) -> None:
    """InputError, with the place, unless a filled board is that of this puzzle."""
    filled: Filled = solution.board

    def fail(slot: UndeadSlot, what: str, expected: str) -> None:
        place = filled.places.get(slot) or filled.places[BOARD]
        raise _error(f"this is another puzzle: {what}", solution.source, place, expected)

    if (filled.width, filled.height) != (position.width, position.height):
        what = f"a board of {filled.width}x{filled.height}"
        fail(("size", 0, 0), what, f"{position.width}x{position.height}")
    for at, (theirs, ours) in enumerate(zip(filled.squares, position.board, strict=True)):
        if (theirs in MIRRORS or ours in MIRRORS) and theirs != ours:
            where = f"r{at // filled.width + 1}c{at % filled.width + 1}"
            fail(("grid", at, 0), f"{quote(theirs)} in {where}", quote(ours) if ours in MIRRORS else "a cell")
    if filled.setup is None:
        return
    for kind, (total, wanted) in enumerate(zip(filled.setup.totals, position.totals, strict=True)):
        if total != wanted:
            fail(("total", kind, 0), f"{total} {KINDS[kind]}", str(wanted))
    sightings = zip(filled.setup.sightings, position.sightings, strict=True)
    for end, (seen, sighting) in enumerate(sightings):
        if seen != sighting:
            told = ["hidden" if n is None else str(n) for n in (seen, sighting)]
            fail(("sighting", end, 0), f"{position.labels[end]} is {told[0]}", told[1])


def _stands_there(position: UndeadPosition, text: str) -> bool:
    """Does ``r2c3=g`` say what is filled in or given there?"""
    cell, _, monster = text.partition("=")
    row, column = map(int, cell[1:].split("c"))
    return position.squares[(row - 1) * position.width + column - 1] == monster


def _from_number(cells: Sequence[int], width: int, token: MoveToken, number: int, source: str | None) -> str:
    """``r2c3=g`` for sgt's ``G4``."""
    letter, cell = token.text[0], int(token.text[1:])
    place = Place(token.line, token.column)
    if letter == "E":
        what = f"move {number}: {quote(token.text)} empties a cell"
        raise _error(what, source, place, "a monster and the number of a cell, as G3")
    if cell >= len(cells):
        what = f"move {number}: there is no cell {cell}"
        raise _error(what, source, place, f"0 to {len(cells) - 1}")
    return f"r{cells[cell] // width + 1}c{cells[cell] % width + 1}={letter.lower()}"


def _error(what: str, source: str | None, place: Place, expected: str | None = None) -> InputError:
    return InputError(what, expected=expected, source=source, line=place.line, column=place.column)
