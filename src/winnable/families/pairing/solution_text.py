"""Solutions of pairing games written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count its actions, and its points if there are any;
``winnable.families.pairing.text`` reads back the boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.families.pairing.solution import PairingReplay, count_actions
from winnable.families.pairing.text import format_board
from winnable.families.pairing.words import describe_move
from winnable.text.plain_solution import PlainText

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingGame, PairingPosition

__all__ = ["describe_actions", "format_solution", "move_texts", "playable_autoplay"]


def describe_actions(game: PairingGame, played: PairingReplay) -> str:
    """``45 actions: 26 removals, 17 draws, 2 recycles; 1280 points``."""
    made = len(played.moves)
    text = f"{made} action{'' if made == 1 else 's'}: {count_actions(played.moves)}"
    return text if game.rules["scoring"] == "none" else f"{text}; {played.positions[-1].score} points"


def _board(game: PairingGame, position: PairingPosition) -> str:
    return format_board(game.setup(position), game.core)


_TEXT = PlainText(describe_move, describe_actions, _board)
move_texts = _TEXT.move_texts
format_solution = _TEXT.format_solution
playable_autoplay = _TEXT.playable_autoplay
