"""What the first move of a win in Spider and its kin is for, all cards known.

Milestones are complete runs, columns in which a card is turned, columns that become empty, and longer runs
in suit. How it is found out which of them hangs on the first move is said in
:mod:`winnable.families.patience.milestones`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from winnable.cards import Suit
from winnable.families.patience.milestones import (
    Milestone,
    Purpose,
    column_emptied,
    find_purpose,
    newly_empty,
)
from winnable.families.patience.words import pile_name
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.words import cards_words, is_deal, suit_words, takes_run_off

__all__ = ["purpose"]

# How much it matters, in moves that one would wait for it.
_RUN_COMPLETE, _COLUMN_EMPTIED, _CARD_TURNED, _RUN_BUILT = 20, 12, 10, 2
_LEAST_RUN = 4  # cards in suit at the end of a column that are worth naming


def purpose(game: SpiderGame, position: SpiderPosition, moves: Sequence[PatienceMove]) -> Purpose | None:
    """What the first move of a line is for; None where nothing soon to come hangs on it."""
    return find_purpose(game, position, moves, partial(_milestones, game), _mark)


def _mark(position: SpiderPosition, move: PatienceMove) -> Hashable:
    """The deepest card of a move, and what it lands on; cards that look alike are the same."""
    if is_deal(move):
        return "deal"
    if takes_run_off(move):
        return "run", move.to_pile
    return position.columns[move.from_pile][-move.count], position.columns[move.to_pile][-1:]


def _milestones(
    game: SpiderGame, places: Sequence[SpiderPosition], moves: Sequence[PatienceMove]
) -> Iterator[Milestone[SpiderPosition]]:
    """What happens after the first move that may be its purpose."""
    longest = _LEAST_RUN - 1
    for number in range(2, len(moves) + 1):
        before, after = places[number - 1], places[number]
        for suit in Suit:
            if after.runs[suit] > before.runs[suit] == places[0].runs[suit]:
                yield _run_complete(game, number, suit, after.runs[suit])
        for column, down in enumerate(after.down):
            if down < before.down[column] == places[0].down[column]:
                yield _card_turned(number, column, down)
        yield from (column_emptied(number, i, _COLUMN_EMPTIED) for i in newly_empty(number, places))
        move, to_pile = moves[number - 1], moves[number - 1].to_pile
        if not is_deal(move) and not takes_run_off(move) and len(run := _run(after, to_pile)) > longest:
            longest = len(run)
            built = _run_built(number, run, to_pile)
            if not built.happened(places[:number]):  # else it moved as a whole
                yield built


def _run(position: SpiderPosition, pile: int) -> bytes:
    """The face-up cards in suit at the end of a column, deepest first."""
    up = position.columns[pile][position.down[pile] :]
    count = min(1, len(up))
    while count < len(up) and up[-count - 1] == up[-count] + 4:
        count += 1
    return up[len(up) - count :]


def _run_built(number: int, run: bytes, pile: int) -> Milestone[SpiderPosition]:
    return Milestone(
        number,
        _RUN_BUILT + len(run),
        lambda when: f"{cards_words(run)} lie in order in {pile_name(pile)} {when}",
        lambda line: any(column.endswith(run) for place in line for column in place.columns),
    )


def _run_complete(game: SpiderGame, number: int, suit: Suit, runs: int) -> Milestone[SpiderPosition]:
    done = "is taken off" if game.facts.runs_stay else "is complete"
    return Milestone(
        number,
        _RUN_COMPLETE,
        lambda when: f"a run of {suit_words(suit)} {done} {when}",
        lambda line: any(place.runs[suit] >= runs for place in line),
    )


def _card_turned(number: int, column: int, down: int) -> Milestone[SpiderPosition]:
    which = f"a card of {pile_name(column)}" if down else f"the last face-down card of {pile_name(column)}"
    return Milestone(
        number,
        _CARD_TURNED,
        lambda when: f"{which} is turned {when}",
        lambda line: any(place.down[column] <= down for place in line),
    )
