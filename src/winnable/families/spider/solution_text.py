"""Games of Spider and its kin written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count moves and runs; ``winnable.families.spider.text`` reads
back the boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.families.spider.text import format_board
from winnable.families.spider.words import describe_move, is_deal
from winnable.text.phrases import count_noun
from winnable.text.plain_solution import PlainText

if TYPE_CHECKING:
    from winnable.families.spider.game import SpiderGame, SpiderPosition
    from winnable.families.spider.solution import SpiderReplay

__all__ = ["describe_length", "format_solution", "move_texts", "playable_autoplay"]


def describe_length(game: SpiderGame, played: SpiderReplay) -> str:
    """``118 moves, 5 deals among them; 8 runs; 1182 points``."""
    moves, deals = len(played.moves), sum(map(is_deal, played.moves))
    runs = sum(played.positions[-1].runs)
    told = f", {count_noun(deals, 'deal')} among them" if deals else ""
    points = game.score(moves, runs)
    return f"{count_noun(moves, 'move')}{told}; {count_noun(runs, 'run')}; {count_noun(points, 'point')}"


def _board(game: SpiderGame, position: SpiderPosition) -> str:
    return format_board(game.setup(position), game.facts.columns)


_TEXT = PlainText(describe_move, describe_length, _board)
move_texts = _TEXT.move_texts
format_solution = _TEXT.format_solution
playable_autoplay = _TEXT.playable_autoplay
