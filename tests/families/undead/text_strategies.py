"""Boards of Undead with givens, hidden sightings and things filled in; and texts gone wrong."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.families.undead.game import UndeadGame, UndeadPosition
from winnable.families.undead.sgt import parse_game_id
from winnable.registry import get_game

from .ids import SAMPLE

GAME: UndeadGame = get_game("undead")

# The dissertation's figure 3.3 as we write it.
DRAWN = """\
ghosts 3 vampires 4 zombies 2
  0 3 3 0
3 \\ . . / 2
2 . \\ . . 1
0 . / . / 1
0 \\ . / . 0
  0 3 1 0
"""


def at(text: str = SAMPLE) -> UndeadPosition:
    """The position of a game ID."""
    return GAME.position(parse_game_id(text))


def board_of(width: int, squares: str, shown: set[int] | None = None) -> UndeadPosition:
    """The board whose solution these squares are, mirrors too; ``shown`` are the givens, by number."""
    height = len(squares) // width
    ghosts, vampires, zombies = (squares.count(letter) for letter in "gvz")
    totals = (ghosts, vampires, zombies)
    sides = [None] * (2 * (width + height))
    solved = GAME.core.position(width, height, squares, totals, sides)
    kept = shown or set()
    board = "".join("." if letter in "gvz" and i not in kept else letter for i, letter in enumerate(squares))
    return GAME.core.position(width, height, board, totals, solved.seen)


@st.composite
def boards(draw: st.DrawFn, most: int = 6) -> UndeadPosition:
    """A board that has a solution, some of its sightings hidden."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    size = width * height
    squares = "".join(draw(st.lists(st.sampled_from("gvz\\/"), min_size=size, max_size=size)))
    shown = draw(st.sets(st.integers(0, size - 1), max_size=3))
    board = board_of(width, squares, shown)
    hidden = draw(st.sets(st.integers(0, 2 * (width + height) - 1), max_size=4))
    sightings = [None if i in hidden else n for i, n in enumerate(board.sightings)]
    totals = board.totals[0], board.totals[1], board.totals[2]
    return GAME.core.position(width, height, board.board, totals, sightings)


@st.composite
def positions(draw: st.DrawFn) -> UndeadPosition:
    """A board with some of its cells filled in, right or wrong."""
    board = draw(boards())
    size = len(board.board)
    entries = draw(st.lists(st.sampled_from(".gvz"), min_size=size, max_size=size))
    return board.filled(
        "".join(
            entry if square == "." else square for square, entry in zip(board.board, entries, strict=True)
        )
    )


@st.composite
def changed(draw: st.DrawFn, text: str, letters: str) -> str:
    """The text with up to two characters replaced by up to three, or cut off somewhere."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.one_of(st.integers(start, min(start + 2, len(text))), st.just(len(text))))
    return text[:start] + draw(st.text(st.sampled_from(letters), max_size=3)) + text[end:]


def is_read_or_refused(read: Callable[[], object], source: str) -> bool:
    """Does it go through, or end in an InputError of one line that names a place in the source?"""
    try:
        read()
    except InputError as error:
        return str(error).isprintable() and error.source == source and None not in (error.line, error.column)
    return True
