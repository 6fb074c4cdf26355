"""What may lie hidden, way by way: a position of Spider or its kin decided where the ways are few.

A way is one of the different orders of the unseen cards over the places where cards lie face down or in the
stock; all are equally likely. Each is solved with its cards known. Where no way can be won the game is lost,
whoever plays. Where every way can be won it may still need a guess; a player who sees no hidden card and wins
every way proves that it needs none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import Final, NamedTuple

from winnable._core import Observation
from winnable.cards import DECK_SIZE
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.search.api import Limits, Verdict
from winnable.text.phrases import count_noun

__all__ = ["MOST_WAYS", "Ways", "decide", "sure_policy", "told", "told_sure", "ways", "ways_of"]

MOST_WAYS: Final = 24  # the orders of four different cards
_NODES: Final = 600_000  # for all ways together, the same on every machine
_LOST_KNOWN: Final = "lost: with every card known no line wins"
_PROVER: Final = "fast"  # who plays every way


class Ways(NamedTuple):
    """How many ways there are, and how many a player who knows every card wins, or cannot win."""

    ways: int
    won: int
    lost: int

    @property
    def undecided(self) -> int:
        """Ways that the solver's effort left open."""
        return self.ways - self.won - self.lost


def ways(seen: Observation) -> int:
    """In how many different ways the unseen cards may lie."""
    return factorial(sum(seen.unseen)) // prod(map(factorial, seen.unseen))


def ways_of(game: SpiderGame, seen: Observation) -> Iterator[SpiderPosition]:
    """Every position that looks so, each once."""
    for order in _orders(list(seen.unseen), sum(seen.unseen)):
        hidden = bytes(order)
        columns = []
        for up, down in zip(seen.columns, seen.down, strict=True):
            columns.append(hidden[:down] + up)
            hidden = hidden[down:]
        yield game.core.position(columns, seen.down, hidden, seen.runs)


def _orders(left: list[int], length: int) -> Iterator[tuple[int, ...]]:
    if length == 0:
        yield ()
        return
    for card in range(DECK_SIZE):
        if left[card]:
            left[card] -= 1
            for rest in _orders(left, length - 1):
                yield (card, *rest)
            left[card] += 1


def decide(game: SpiderGame, worlds: Sequence[SpiderPosition]) -> Ways:
    """Solves each way with its cards known."""
    from winnable.families.spider.solver import SpiderSolver

    solver = SpiderSolver(game)
    each = Limits(nodes=_NODES // max(1, len(worlds)))
    found = [solver.solve(world, limits=each).verdict for world in worlds]
    return Ways(len(found), found.count(Verdict.SOLVED), found.count(Verdict.UNSOLVABLE))


def sure_policy(game: SpiderGame, worlds: Sequence[SpiderPosition], seed: int) -> str:
    """The name of a policy that sees no hidden card and wins every way with this seed; empty if none does."""
    from winnable.families.spider.policy import make_policy, policy_names
    from winnable.search.policy import play

    if _PROVER not in policy_names(game):
        return ""
    policy = make_policy(game, _PROVER)
    return _PROVER if all(play(game, world, policy, seed).won for world in worlds) else ""


def told(seen: Observation, found: Ways) -> str:
    """What was found, in a clause: lost in every way, or how many can be won."""
    if found.ways == 1:
        return "with every card known it can be won" if found.won else _LOST_KNOWN
    of = f"of the {found.ways} {_ways(seen)}"
    if found.lost == found.ways:
        return f"lost whatever lies hidden: none {of} can be won"
    share = ("both" if found.ways == 2 else "all") if found.won == found.ways else str(found.won)
    undecided = f", and {found.undecided} could not be decided" if found.undecided else ""
    return f"{share} {of} can be won by one who knows the cards{undecided}"


def told_sure(seen: Observation, found: Ways, policy: str) -> str:
    """That a policy wins every way, in a clause."""
    every = "both" if found.ways == 2 else f"all {found.ways}"
    who = f"the policy {policy}, which does not see the hidden cards,"
    return f"won whatever lies hidden: {who} wins {every} {_ways(seen)}"


def _ways(seen: Observation) -> str:
    return f"ways that the {count_noun(sum(seen.unseen), 'card')} may lie"
