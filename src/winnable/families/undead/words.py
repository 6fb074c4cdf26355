"""Undead in words: moves, cells, monsters and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from winnable.families.undead.game import UndeadGame, UndeadLine, UndeadMove, UndeadPosition
from winnable.text.phrases import join_words

__all__ = [
    "MONSTER_NAMES",
    "RULES",
    "cell_name",
    "cell_names",
    "clash_words",
    "describe_move",
    "line_name",
    "monster_noun",
]

# What stands there, in a few words; docs/rules/undead.md says it at length.
RULES: Final = {
    "ghost": "seen only in a mirror",
    "vampire": "seen only directly, before the first mirror",
    "zombie": "always seen",
    "sighting": "how many monsters are seen from there, around every mirror; crossed twice, they count twice",
    "totals": "exactly so many ghosts, vampires and zombies",
    "move": "r2c3=g puts a ghost into row 2, column 3",
}
MONSTER_NAMES: Final = {"g": "ghost", "v": "vampire", "z": "zombie"}


def monster_noun(monster: str) -> str:
    """``a ghost`` for the letter ``g``."""
    return f"a {MONSTER_NAMES[monster]}"


def cell_name(position: UndeadPosition, square: int) -> str:
    """``r2c3`` for a square by its number in reading order, from 0."""
    return f"r{square // position.width + 1}c{square % position.width + 1}"


def cell_names(position: UndeadPosition, squares: Iterable[int]) -> str:
    """``r1c2, r1c3 and r2c3``."""
    return join_words([cell_name(position, square) for square in squares])


def clash_words(clues: Sequence[str], *, fewest: bool = False) -> str:
    """``D1, R4 and the totals contradict each other``; ``fewest`` adds that no fewer of them do."""
    if not clues:
        return "the board itself has no filling"
    if len(clues) == 1:
        return f"{clues[0]} cannot be right"
    return f"{join_words(clues)} contradict each other" + (", and no fewer clues do" if fewest else "")


def line_name(line: UndeadLine) -> str:
    """``line D3-R2``: a line by the labels of its ends."""
    return "line " + "-".join(line.labels)


def describe_move(game: UndeadGame, position: UndeadPosition, move: UndeadMove) -> str:
    """``a ghost in r2c3``."""
    return f"{monster_noun(move.monster)} in r{move.row + 1}c{move.column + 1}"
