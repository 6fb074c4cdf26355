"""What share of a game's deals can be won, with all cards known, or is won by a policy: with an interval.

Every deal is decided exactly, or played out by a policy that sees what a player sees. What the limits leave
undecided is counted on both sides: as lost in the lower end of the interval, as won in the upper. The
interval is Wilson's.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from winnable._core import CancelToken
from winnable.deals import DealNumber
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.intervals import DEFAULT_Z, wilson
from winnable.results import Result
from winnable.search.api import Limits
from winnable.search.policy import PlayedGame, make_policy, play_many
from winnable.search.solvers import make_solver, solve_stream

__all__ = ["DEFAULT_Z", "Winnability", "count_winnable", "count_won", "wilson"]

_BROKEN_OFF: Final = ("moves", "time", "memory")


@dataclass(slots=True)
class Winnability(Result):
    """Deals counted so far. ``undecided`` names the deals at which a limit stopped the solver.

    Where a policy played, ``winnable`` are those that it won, ``unwinnable`` those that it did not, and
    ``undecided`` those that a limit broke off.
    """

    z: float = DEFAULT_Z
    deals: int = 0
    winnable: int = 0
    unwinnable: int = 0
    undecided: list[str] = field(default_factory=list)
    expanded: int = 0  # positions, in all
    peak_bytes: int = 0  # of the solver's tables, at most
    cancelled: bool = False

    @property
    def share(self) -> tuple[float, float]:
        """The winnable share of the deals counted: least and most, equal where all were decided."""
        deals = max(self.deals, 1)
        return self.winnable / deals, (self.winnable + len(self.undecided)) / deals

    def interval(self, z: float | None = None) -> tuple[float, float]:
        """Where the share of all deals lies: Wilson's lower end of the least, upper end of the most."""
        z = self.z if z is None else z
        low, _ = wilson(self.winnable, self.deals, z)
        _, high = wilson(self.winnable + len(self.undecided), self.deals, z)
        return low, high

    @property
    def half_width(self) -> float:
        """Half of the interval's width."""
        low, high = self.interval()
        return (high - low) / 2

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "games": self.deals,
            "wins": self.winnable,
            "losses": self.unwinnable,
            "undecided": list(self.undecided),
            "share": list(self.share),
            "interval": list(self.interval()),
            "cancelled": self.cancelled,
        }

    def add(self, deal: DealNumber, verdict: str, expanded: int, peak_bytes: int) -> None:
        """Counts one deal."""
        self.deals += 1
        self.expanded += expanded
        self.peak_bytes = max(self.peak_bytes, peak_bytes)
        if verdict == "solved":
            self.winnable += 1
        elif verdict == "unsolvable":
            self.unwinnable += 1
        else:
            self.undecided.append(str(deal))


def count_winnable(
    game: RegisteredGame[Any, Any],
    deals: Iterable[DealNumber],
    *,
    count: int | None = None,
    half_width: float | None = None,
    z: float = DEFAULT_Z,
    limits: Limits | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_deal: Callable[[Winnability], None] | None = None,
) -> Winnability:
    """Decides deals and counts the winnable ones.

    The answer depends on the deals and on limits in nodes and bytes, not on ``jobs``: deals are
    counted in their order, and the stop rule looks at them in that order.

    Args:
        game: any registered game.
        deals: see :func:`winnable.deals.random_deals` and :func:`winnable.deals.consecutive_deals`.
        count: at most this many; all of them by default.
        half_width: stop once the interval is no wider than twice this share (0.005: within half a
            percentage point).
        z: width of the interval in standard deviations.
        limits: for each deal.
        jobs: threads.
        token: cancels; the answer then counts what was decided until then.
        on_deal: told after each deal; it is given the count itself, which goes on growing.

    Raises:
        InputError: a ``half_width``, ``z`` or ``count`` that is not positive.
    """
    _check(count, half_width, z)
    token = token or CancelToken()
    items = ((deal, game.deal(deal)) for deal in islice(deals, count))
    stream = solve_stream(lambda: make_solver(game), items, limits=limits, jobs=jobs, token=token)

    def add(found: Winnability, deal: DealNumber, answer: Any) -> None:
        stats = answer.stats
        found.add(deal, answer.verdict, int(stats["expanded"]), int(stats["peak_bytes"]))

    return _counted(Winnability(z), stream, add, half_width, token, on_deal)


def count_won(
    game: RegisteredGame[Any, Any],
    deals: Iterable[DealNumber],
    policy: str,
    seed: int = 0,
    *,
    count: int | None = None,
    half_width: float | None = None,
    z: float = DEFAULT_Z,
    limits: Limits | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_deal: Callable[[Winnability], None] | None = None,
) -> Winnability:
    """Plays deals by a policy, each with the same seed, and counts the won ones.

    Other arguments as for :func:`count_winnable`; ``nodes`` of the limits are moves.

    Raises:
        InputError: a policy that the game does not have, and as :func:`count_winnable` does.
    """
    _check(count, half_width, z)
    make_policy(game, policy)
    token = token or CancelToken()
    items = ((deal, game.deal(deal), seed) for deal in islice(deals, count))
    games = play_many(game, items, lambda: make_policy(game, policy), limits=limits, jobs=jobs, token=token)
    stream = ((item[0], played) for item, played in games)

    def add(found: Winnability, deal: DealNumber, played: PlayedGame) -> None:
        lost = "unknown" if played.reason in _BROKEN_OFF else "unsolvable"
        found.add(deal, "solved" if played.won else lost, played.nodes, 0)

    return _counted(Winnability(z), stream, add, half_width, token, on_deal)


def _check(count: int | None, half_width: float | None, z: float) -> None:
    for name, value in (("half-width", half_width), ("z", z), ("count", count)):
        if value is not None and not value > 0:
            raise InputError(f"{name} is {value}", expected="a number above 0")


def _counted(
    found: Winnability,
    stream: Generator[tuple[DealNumber, Any], None, None],
    add: Callable[[Winnability, DealNumber, Any], None],
    half_width: float | None,
    token: CancelToken,
    on_deal: Callable[[Winnability], None] | None,
) -> Winnability:
    """What comes of the deals, in their order, until there are enough."""
    with closing(stream) as answers:
        for deal, answer in answers:
            if answer.reason == "cancelled":
                break
            add(found, deal, answer)
            if on_deal is not None:
                on_deal(found)
            if half_width is not None and found.half_width <= half_width:
                break
        found.cancelled = token.cancelled  # by the caller: closing the stream cancels, too
    return found
