"""Games of Spider and its kin written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count moves and runs; ``winnable.families.spider.text`` reads
back the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from winnable.families.spider.reveals import REVEALS
from winnable.families.spider.text import format_board
from winnable.families.spider.words import describe_move, is_deal
from winnable.text.phrases import count_noun
from winnable.text.plain_solution import PlainText, replay, replay_moves
from winnable.text.solution import Replay, Solutions, parse_moves

if TYPE_CHECKING:
    from winnable._core import PatienceMove
    from winnable.families.spider.game import SpiderGame, SpiderPosition
    from winnable.search.api import SolveResult

__all__ = ["SOLUTIONS", "WRITER", "describe_length"]


def describe_length(game: SpiderGame, played: Replay[SpiderPosition, PatienceMove]) -> str:
    """``118 moves, 5 deals among them; 8 runs; 1182 points``."""
    moves, deals = len(played.moves), sum(map(is_deal, played.moves))
    runs = sum(played.positions[-1].runs)
    told = f", {count_noun(deals, 'deal')} among them" if deals else ""
    points = game.score(moves, runs)
    return f"{count_noun(moves, 'move')}{told}; {count_noun(runs, 'run')}; {count_noun(points, 'point')}"


def _board(game: SpiderGame, position: SpiderPosition) -> str:
    return format_board(game.setup(position), game.facts.columns)


WRITER: Final = PlainText(describe_move, describe_length, _board)


def _facts(game: SpiderGame, played: Replay[SpiderPosition, PatienceMove]) -> dict[str, Any]:
    runs = sum(played.positions[-1].runs)
    return {"complete_runs": runs, "score": game.score(len(played.moves), runs)}


def _found(result: SolveResult[PatienceMove], texts: Sequence[str]) -> str:
    """What a search found, in a line."""
    proof = ", proved fewest" if result.optimal else ""
    deals = sum(map(is_deal, result.moves))
    told = f", {count_noun(deals, 'deal')} among them" if deals else ""
    return f"{count_noun(len(texts), 'move')}{proof}{told}"


SOLUTIONS: Final[Solutions[SpiderGame, SpiderPosition, PatienceMove]] = Solutions(
    example="37 52v3 deal",
    parse=partial(parse_moves, cards=True),
    replay=partial(replay, reveals=REVEALS),
    replay_moves=replay_moves,
    write=WRITER.write,
    summary=describe_length,
    facts=_facts,
    found=_found,
)
