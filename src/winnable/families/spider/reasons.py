"""What a move of Spider or its kin does, in words, from what the player sees.

Everything said here is counted on the table: on what is seen before a move and after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from winnable._core import CancelToken, Observation
from winnable.analysis.hint import Reasons
from winnable.analysis.move_table import MoveVerdict, length_words
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.purpose import purpose
from winnable.families.spider.words import card_words, effects, is_deal, suit_words
from winnable.search.api import Limits, SolveResult
from winnable.text.phrases import count_noun, join_words

__all__ = [
    "REASONS",
    "empty_columns",
    "find_points",
    "find_win",
    "in_suit",
    "what_it_does",
    "why_it_wins",
    "why_plan",
    "why_they_lose",
]


_RUN: Final = 13
_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen",
)  # fmt: skip


def find_win(
    game: SpiderGame, position: SpiderPosition, limits: Limits | None, token: CancelToken | None
) -> SolveResult[PatienceMove]:
    """A win with all cards known, or why there is none."""
    from winnable.families.spider.solver import SpiderSolver

    return SpiderSolver(game).solve(position, limits=limits, token=token)


def find_points(
    game: SpiderGame, position: SpiderPosition, limits: Limits | None, token: CancelToken | None
) -> None:
    """None: a lost game is not played on for its score."""


def why_they_lose(
    game: SpiderGame, position: SpiderPosition, lost: Sequence[MoveVerdict[PatienceMove]]
) -> list[str]:
    """Nothing: that a move loses is proved by search, without a reason that words could give."""
    return []


def why_it_wins(game: SpiderGame, position: SpiderPosition, result: SolveResult[PatienceMove]) -> list[str]:
    """What the first move of a win does, in clauses."""
    does = what_it_does(game, game.observe(position), result.moves[0])
    aim = purpose(game, position, result.moves)
    does += [aim.words] if aim else []
    length = length_words(len(result.moves), optimal=result.optimal)
    return [*does, f"it begins a win {length}, with all cards known"]


def what_it_does(game: SpiderGame, seen: Observation, move: PatienceMove) -> list[str]:
    """What a move does for certain, in clauses, the best first; nothing of a row deal."""
    if is_deal(move):
        return []
    done = effects(game, seen, move)
    out = [f"it completes a run of {suit_words(suit)}" for suit in done.completed]
    out += [_turning(seen, column) for column in done.turned]
    if done.emptied:
        out.append(f"it empties {_columns(done.emptied)}")
    if done.joined and not done.parted and not done.completed:
        out.append("it joins in suit")
    return out


def why_plan(game: SpiderGame, seen: Observation, plan: Sequence[PatienceMove]) -> list[str]:
    """Why a plan's first move is made, in clauses: what it does itself, and what the plan does in all.

    The plan is as a policy gives it: no move but the last turns a card or deals a row.
    """
    views = _views(game, seen, plan)
    out = what_it_does(game, seen, plan[0])
    moves = plan[:-1] if is_deal(plan[-1]) else plan
    if len(moves) > 1 and (doing := _together(_summary(game, views, moves), views)):
        out.append(f"it begins {len(moves)} moves that together {doing}")
    if is_deal(plan[-1]):
        out += _why_deal(game, views[-1], first=len(plan) == 1)
    return out or _for_what(game, seen, plan[0])


def in_suit(seen: Observation) -> int:
    """How many face-up cards continue in suit the one that they lie on."""
    return sum(low + 4 == high for up in seen.columns for high, low in pairwise(up))


def empty_columns(seen: Observation) -> list[int]:
    """The columns without a card, numbered from 0."""
    return [
        i for i, (up, down) in enumerate(zip(seen.columns, seen.down, strict=True)) if not up and not down
    ]


def _views(game: SpiderGame, seen: Observation, plan: Sequence[PatienceMove]) -> list[Observation]:
    """What the player sees before each move. Which cards lie face down does not matter: they stay there."""
    views = [seen]
    if len(plan) > 1:
        position = game.determinise(seen, Random(0))
        for move in plan[:-1]:
            position = game.play(position, move)
            views.append(game.observe(position))
    return views


@dataclass(frozen=True, slots=True)
class _Summary:
    """What the moves of a plan do together: suits of completed runs, columns, cards joined in suit."""

    completed: list[int]
    turned: tuple[int, ...]
    emptied: list[int]
    joins: int


def _summary(game: SpiderGame, views: Sequence[Observation], moves: Sequence[PatienceMove]) -> _Summary:
    done = [effects(game, seen, move) for seen, move in zip(views, moves, strict=False)]
    start, end, last = views[0], views[len(moves) - 1], done[-1]
    empty = {*empty_columns(end), *last.emptied} - {last.filled}
    # A run that left before the last move took its twelve joins along.
    left = sum(end.runs) - sum(start.runs)
    return _Summary(
        completed=[suit for one in done for suit in one.completed],
        turned=last.turned,
        emptied=sorted(empty - {*empty_columns(start)}),
        joins=in_suit(end) + last.joined - last.parted + (_RUN - 1) * left - in_suit(start),
    )


def _runs_words(suits: Sequence[int]) -> str:
    """``2 runs of spades``, ``3 runs, 2 of spades and 1 of hearts``."""
    counts = Counter(suits)
    if len(counts) == 1:
        return f"{len(suits)} runs of {suit_words(suits[0])}"
    each = [f"{count} of {suit_words(suit)}" for suit, count in counts.items()]
    return f"{len(suits)} runs, {join_words(each)}"


def _together(summary: _Summary, views: Sequence[Observation]) -> str:
    """``complete a run of spades, turn a card in column 4 (3 face down) and empty column 2``, or nothing."""
    if sum(views[0].runs) + len(summary.completed) == _runs_in_play(views[0]):
        return "win the game"
    out = []
    if len(summary.completed) == 1:
        out.append(f"complete a run of {suit_words(summary.completed[0])}")
    elif summary.completed:
        out.append(f"complete {_runs_words(summary.completed)}")
    out += [_turning(views[0], column, "turn") for column in summary.turned]
    if summary.emptied:
        out.append(f"empty {_columns(summary.emptied)}")
    if summary.joins > 0:
        out.append(f"join {summary.joins} more {'card' if summary.joins == 1 else 'cards'} in suit")
    return join_words(out) if out else ""


def _runs_in_play(seen: Observation) -> int:
    """Complete runs that the whole game has, those that have left included."""
    cards = sum(map(len, seen.columns)) + sum(seen.down) + seen.stock
    return sum(seen.runs) + cards // _RUN


def _turning(seen: Observation, column: int, verb: str = "it turns") -> str:
    """``it turns a card in column 4 (2 face down, the fewest)``."""
    down = seen.down[column]
    if down == 1:
        return f"{verb} the last face-down card of column {column + 1}"
    fewest = ", the fewest" if down == min(count for count in seen.down if count) else ""
    return f"{verb} a card in column {column + 1} ({down} face down{fewest})"


def _columns(columns: Sequence[int]) -> str:
    """``column 3``, ``columns 3 and 5``."""
    names = join_words([str(column + 1) for column in columns])
    return f"column{'s' if len(columns) > 1 else ''} {names}"


def _why_deal(game: SpiderGame, seen: Observation, *, first: bool) -> list[str]:
    """Why a row is dealt: what it is for, and that nothing else is better at sight."""
    out = []
    if empty := empty_columns(seen):
        columns = "an empty column" if len(empty) == 1 else f"{_NUMBERS[len(empty)]} empty columns"
        out.append(f"it keeps {columns} for the row" if first else f"then a row is dealt, onto {columns} too")
    elif not first:
        out.append("then a row is dealt")
    if first:
        out.append(_what_else(game, seen))
    return out


def _what_else(game: SpiderGame, seen: Observation) -> str:
    """What moves there are besides a row."""
    others = [move for move in game.legal_moves(game.determinise(seen, Random(0))) if not is_deal(move)]
    if not others:
        return "nothing else can be moved"
    done = [effects(game, seen, move) for move in others]
    if any(one.completed or one.turned or one.emptied or (one.joined and not one.parted) for one in done):
        return f"the policy chooses it over the {count_noun(len(others), 'other move')}"
    return "no other move turns a card, empties a column, joins in suit or completes a run"


def _for_what(game: SpiderGame, seen: Observation, move: PatienceMove) -> list[str]:
    """What is left to say of a move that turns, empties, joins and completes nothing."""
    out = []
    left = seen.columns[move.from_pile][: -move.count]
    if left:
        out.append(f"it uncovers the {card_words(left[-1])}")
    if [move.to_pile] == empty_columns(seen) and seen.stock and not game.rules["deal_over_empty"]:
        out.append("it fills the last empty column, so that a row may be dealt")
    return out or ["it is the policy's choice"]


REASONS: Final = Reasons(
    find_win=find_win,
    find_points=find_points,
    why_they_lose=why_they_lose,
    why_it_wins=why_it_wins,
    why_lost=lambda position: position.dead_end,
)
