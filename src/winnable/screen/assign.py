"""Which cards lie where: the most probable table with each card at most as often as the deck holds it.

A reader gives each seen card a probability for each of the 52. The most probable whole table is an assignment
problem; it is solved by shortest augmenting paths (R. Jonker, A. Volgenant, Computing 38, 1987; in the form
for places that hold several, R. K. Ahuja, T. L. Magnanti, J. B. Orlin, Network Flows, 1993, section 12.4).
The paths run over the 52 cards rather than over the places, and are found by Floyd and Warshall's algorithm.

How sure a card is follows from the same graph: the table that is the most probable of those in which a place
has another card differs from the best one along one more shortest path. So for each place and each card it is
known, exactly, how much less probable the best table with that card there is (a max-marginal), and these,
made to sum to 1 over the cards, are the confidence. Two cards that a reader cannot tell apart are even in it,
unless one of them is sure to lie elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.cards import CARDS, DECK_SIZE, Card
from winnable.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Scores

    _Costs = NDArray[np.int64]

__all__ = ["Assigned", "assign", "deck_of_copies"]

# Readers are never surer of a card than this leaves them: a share of each row is spread over all cards.
_SHARE_OF_ERRORS: Final = 1e-3
# Costs are whole numbers, in millionths of a natural logarithm: sums of them are exact, ties are ties.
_UNIT: Final = 1_000_000
_FAR: Final = 1 << 50


@dataclass(frozen=True, slots=True)
class Assigned:
    """The most probable table: ``cards`` place by place, and ``marginals``, of shape (places, 52), the share
    of each card at each place; ``confidence`` are those of the cards. ``log_probability`` is the natural
    logarithm of the product of the scores, a share of which is spread over all cards."""

    cards: tuple[Card, ...]
    marginals: Scores
    log_probability: float
    confidence: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        shares = (float(row[card.index]) for row, card in zip(self.marginals, self.cards, strict=True))
        object.__setattr__(self, "confidence", tuple(shares))

    def others(self, place: int, least: float = 0.02) -> tuple[Card, ...]:
        """What else may lie at a place with at least this probability, likeliest first."""
        order = np.argsort(-self.marginals[place], kind="stable")
        found = (CARDS[int(i)] for i in order if self.marginals[place, i] >= least)
        return tuple(card for card in found if card is not self.cards[place])


def deck_of_copies(copies: int | Mapping[Card, int]) -> NDArray[np.int64]:
    """How often each of the 52 cards is there: the same number of all, or as listed."""
    if isinstance(copies, int):
        return np.full(DECK_SIZE, copies, dtype=np.int64)
    counts = np.zeros(DECK_SIZE, dtype=np.int64)
    for card, count in copies.items():
        counts[card.index] = count
    return counts


def assign(scores: Scores, copies: int | Mapping[Card, int] = 1, elsewhere: Sequence[Card] = ()) -> Assigned:
    """The most probable cards of all places together.

    Args:
        scores: probabilities, of shape (places, 52), by number of ``Card.index``; rows need not sum to 1.
        copies: how often the deck holds each card.
        elsewhere: cards that are known to lie where nobody reads them, such as below the top of a foundation.

    Raises:
        InputError: more places than the deck has cards for.
        ValueError: scores that are no probabilities, or of another shape.
    """
    places = _checked(scores)
    room = deck_of_copies(copies)
    for card in elsewhere:
        room[card.index] -= 1
    if room.min(initial=0) < 0:
        card = CARDS[int(room.argmin())]
        raise InputError(f"{card} lies there more often than the deck has it", expected="the right game")
    if len(places) > room.sum():
        what = f"{len(places)} cards lie face up, and the deck has {int(room.sum())} for them"
        raise InputError(what, expected="the right game, and nothing else that looks like a card")
    costs = _costs(places, room)
    search = _Search(costs, room)
    for place in np.argsort(costs.min(axis=1), kind="stable"):
        search.put(int(place))
    chosen = search.chosen
    total = -float(costs[np.arange(len(places)), chosen].sum()) / _UNIT
    return Assigned(tuple(CARDS[int(i)] for i in chosen), search.marginals(), total)


def _checked(scores: Scores) -> Scores:
    """The rows as probabilities that sum to 1."""
    given = np.asarray(scores, dtype=np.float64)
    if given.ndim != 2 or given.shape[1] != DECK_SIZE:
        raise ValueError(f"scores have the shape {given.shape}, not (places, {DECK_SIZE})")
    if not np.isfinite(given).all() or (given < 0).any():
        raise ValueError("scores are probabilities: finite, and none below 0")
    sums = given.sum(axis=1, keepdims=True)
    return np.where(sums > 0, given / np.where(sums > 0, sums, 1), 1 / DECK_SIZE)


def _costs(places: Scores, room: NDArray[np.int64]) -> _Costs:
    """What each card costs at each place; a card that is not in the deck costs more than any table."""
    softened = (1 - _SHARE_OF_ERRORS) * places + _SHARE_OF_ERRORS / DECK_SIZE
    costs: _Costs = np.rint(-np.log(softened) * _UNIT).astype(np.int64)
    costs[:, room == 0] = _FAR >> 8
    return costs


class _Search:
    """The best table of the places put down so far."""

    def __init__(self, costs: _Costs, room: NDArray[np.int64]) -> None:
        self._costs = costs
        self._room = room.copy()  # for how many more places each card is
        self.chosen: NDArray[np.int64] = np.full(len(costs), -1, dtype=np.int64)

    def put(self, place: int) -> None:
        """One more place: its card, and those of others along the cheapest path to a card with room."""
        first = int(self._costs[place].argmin())
        if self._room[first] > 0:  # no path is cheaper, for none of the table so far can be bettered
            self._take(place, first)
            return
        way, after, mover = self._paths()
        open_to = np.where(self._room > 0)[0]
        best = way[:, open_to]
        total = self._costs[place] + best.min(axis=1)
        card = int(total.argmin())
        target = int(open_to[best[card].argmin()])
        steps = []
        at = card
        while at != target:
            onward = int(after[at, target])
            steps.append((int(mover[at, onward]), onward))
            at = onward
        for moved, onward in steps:
            self.chosen[moved] = onward
        self._room[target] -= 1
        self.chosen[place] = card

    def _take(self, place: int, card: int) -> None:
        self._room[card] -= 1
        self.chosen[place] = card

    def _paths(self) -> tuple[_Costs, _Costs, _Costs]:
        """Between any two cards the cost of the cheapest path by which a place that has the one comes to free
        the other, the next card on it, and which place makes each single step."""
        way = np.full((DECK_SIZE, DECK_SIZE), _FAR, dtype=np.int64)
        mover = np.full((DECK_SIZE, DECK_SIZE), -1, dtype=np.int64)
        for place in np.where(self.chosen >= 0)[0]:
            card = self.chosen[place]
            step = self._costs[place] - self._costs[place, card]
            better = step < way[card]
            way[card, better] = step[better]
            mover[card, better] = place
        np.fill_diagonal(way, 0)
        after = np.tile(np.arange(DECK_SIZE), (DECK_SIZE, 1))
        for via in np.unique(self.chosen[self.chosen >= 0]):
            through = way[:, via, None] + way[None, via, :]
            better = through < way
            way = np.where(better, through, way)
            after = np.where(better, after[:, via, None], after)
        return way, after, mover

    def marginals(self) -> Scores:
        """For each place and card the probability of the best table with that card there, made to sum to 1
        over the cards of a place."""
        if not len(self._costs):
            return np.zeros((0, DECK_SIZE))
        way, _, _ = self._paths()
        rows = np.arange(len(self._costs))
        own = self._costs[rows, self.chosen]
        # Whoever has the card loses it: the path ends at the card that this place gives up, or at one with
        # room; then another place may better itself with the card given up.
        to_room = way[:, self._room > 0].min(axis=1, initial=_FAR)
        betters = way[np.unique(self.chosen)][:, self.chosen].min(axis=0)
        back = np.minimum(way[:, self.chosen].T, to_room[None, :] + betters[:, None])
        more = (self._costs - own[:, None] + back).astype(np.float64) / _UNIT
        shares: Scores = np.exp(-np.maximum(more, 0.0))
        shares[:, (self._costs >= _FAR >> 8).all(axis=0)] = 0.0
        shares /= shares.sum(axis=1, keepdims=True)
        return shares
