"""Positions near a won end, of every registered game: the lines of ``playthroughs/wins.txt``, broken off."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from registered import start_of
from winnable.registry import get_game

WINS = Path(__file__).parent / "playthroughs" / "wins.txt"


@cache
def won_lines() -> dict[str, tuple[str, tuple[str, ...]]]:
    """By the game's name as spelled: a deal, and the moves that win it."""
    lines = (line.split() for line in WINS.read_text().splitlines()[1:])
    return {name: (deal, tuple(moves)) for name, deal, *moves in lines}


def before_the_end(spelled: str, left: int) -> Any:
    """The position with so many moves of the line left, or its start where it has no more."""
    game = get_game(spelled)
    deal, moves = won_lines()[spelled]
    position = start_of(game)(deal)
    for text in moves[: max(0, len(moves) - left)]:
        position = game.play(position, game.notation.parse(position, text))
    return position
