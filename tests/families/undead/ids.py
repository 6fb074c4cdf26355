"""Boards of Undead that several tests use."""

from __future__ import annotations

from winnable._core import UndeadGame, UndeadPosition, parse_undead_id

# The example of the dissertation on Undead, and its solution, which is the only one.
SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
SOLVED_SAMPLE = "\\vv/v\\gzg/z/\\v/g"


def from_id(text: str, squares: str | None = None) -> UndeadPosition:
    """The position of a game ID, with ``squares`` filled in."""
    width, height, _, board, totals, sightings, *_ = parse_undead_id(text)
    ghosts, vampires, zombies = totals
    return UndeadGame().position(width, height, board, (ghosts, vampires, zombies), sightings, squares)
