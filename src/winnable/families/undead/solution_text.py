"""Solutions of Undead written out: moves, numbered lines in words, or every board.

Each begins with comments that name the board and the solution's length; ``winnable.families.undead.text``
reads back the boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.families.undead.text import format_board
from winnable.families.undead.words import describe_move
from winnable.text.phrases import count_noun
from winnable.text.plain_solution import PlainText

if TYPE_CHECKING:
    from winnable.families.undead.game import UndeadGame, UndeadPosition
    from winnable.families.undead.solution import UndeadReplay

__all__ = ["format_solution", "move_texts", "playable_autoplay"]


def _length(_: UndeadGame, played: UndeadReplay) -> str:
    return count_noun(len(played.moves), "move")


def _board(game: UndeadGame, position: UndeadPosition) -> str:
    return format_board(game.setup(position))


_TEXT = PlainText(describe_move, _length, _board)
move_texts = _TEXT.move_texts
format_solution = _TEXT.format_solution
playable_autoplay = _TEXT.playable_autoplay
