"""Draws the pictures of docs/rules/undead.md: python tools/undead_pictures.py

A test draws them again and compares.
"""

from __future__ import annotations

from pathlib import Path

from winnable._core import UndeadGame, UndeadLine, UndeadPosition, parse_undead_id
from winnable.analysis.scenes import scene_of
from winnable.registry import get_game
from winnable.render.drawing import document
from winnable.render.svg import draw

FOLDER = Path(__file__).parents[1] / "docs" / "rules" / "undead"

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
SOLVED = "\\vv/v\\gzg/z/\\v/g"
# A line that crosses its own middle, and one that never leaves the board.
TWICE = "g/\\vz/zgv"
LOOP = "v/\\/z/\\/g"


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    sample = _read(SAMPLE)
    solved = sample.filled(SOLVED)
    twice = _seen(3, 3, TWICE)
    return {
        "puzzle.svg": _draw(sample, "A puzzle: mirrors, the numbers of monsters, and the sightings around"),
        "solved.svg": _draw(solved, "The same puzzle solved"),
        "light.svg": _draw(solved, "The line from L1 to U2, around three mirrors", _line(solved, "L1", "U2")),
        "difference.svg": _draw(
            sample, "The line from D3 to R1, around three mirrors", _line(sample, "D3", "R1")
        ),
        "twice.svg": _draw(twice, "The line from R2 to U2 crosses r2c2 twice", _line(twice, "R2", "U2")),
        "loop.svg": _draw(_seen(3, 3, LOOP), "No line crosses r2c2"),
    }


def _read(text: str) -> UndeadPosition:
    width, height, _, board, totals, sightings, *_ = parse_undead_id(text)
    ghosts, vampires, zombies = totals
    return UndeadGame().position(width, height, board, (ghosts, vampires, zombies), sightings)


def _seen(width: int, height: int, squares: str) -> UndeadPosition:
    """A board whose sightings are what is seen of these monsters; they are filled in."""
    board = "".join("." if letter in "gvz" else letter for letter in squares)
    totals = (squares.count("g"), squares.count("v"), squares.count("z"))
    hidden = [None] * (2 * (width + height))
    seen = UndeadGame().position(width, height, board, totals, hidden, squares).seen
    return UndeadGame().position(width, height, board, totals, seen, squares)


def _line(position: UndeadPosition, *ends: str) -> UndeadLine:
    return next(line for line in position.lines if set(line.labels) == set(ends))


def _draw(position: UndeadPosition, title: str, *lines: UndeadLine) -> str:
    return document(draw(scene_of(get_game("undead"), position, lines=lines)), title=title)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
