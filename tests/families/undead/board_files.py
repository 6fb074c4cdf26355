"""Boards of Undead that the tests of the searches share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from winnable.families.undead.game import UndeadGame, UndeadPosition
from winnable.families.undead.sgt import parse_game_id
from winnable.registry import get_game

DATA = Path(__file__).parents[2] / "data" / "undead"
GAME: UndeadGame = get_game("undead")
# The dissertation's figure 3.3, with its printed solution.
PRINTED = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
PRINTED_SOLUTION = "\\vv/v\\gzg/z/\\v/g"
LOST = "2x2:1,1,2,d,1,1,2,0,1,1,0,2"  # the sightings ask for two ghosts, the totals for one
TWO = "2x2:2,2,0,d,1,1,1,1,1,1,1,1"
# The cell in the middle lies inside a closed loop of mirrors, on no line.
LOOP = "3x3:1,1,0,aRLRaRLRL,1,-,-,-,-,-,-,-,-,-,-,-"


def position_of(game_id: str) -> UndeadPosition:
    """The board of a game ID."""
    return parse_game_id(game_id).position(GAME.core)


@cache
def ids_of(name: str) -> tuple[str, ...]:
    """The game IDs in a file of the data."""
    lines = (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line.split()[0] for line in lines if line and not line.startswith("#"))
