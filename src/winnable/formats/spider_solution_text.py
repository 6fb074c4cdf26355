"""Games of Spider and its kin written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count moves and runs; ``winnable.formats.spider_text`` reads
back the boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.formats.plain_solution import PlainText
from winnable.formats.spider_text import format_board
from winnable.games.phrases import count_noun
from winnable.games.spider_words import describe_move, is_deal

if TYPE_CHECKING:
    from winnable.formats.spider_solution import SpiderReplay
    from winnable.games.spider import SpiderGame, SpiderPosition

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
