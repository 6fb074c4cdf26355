"""What share of a game's deals can be won, with all cards known, or is won by a policy: with an interval.

Every deal is decided exactly, or played out by a policy that sees what a player sees. What the limits leave
undecided is counted on both sides: as lost in the lower end of the interval, as won in the upper. The
interval is Wilson's, for a number of deals chosen in advance; where the deals themselves decide when to stop,
it is one that holds whenever one stops. It all is a study: see :mod:`winnable.studies.experiments`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Final

from winnable._core import CancelToken
from winnable.deals import DealNumber, DealRange
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.intervals import DEFAULT_Z, anytime_interval, both_ways, wilson
from winnable.results import Result
from winnable.search.api import Limits
from winnable.studies.experiments.asked import AskedUnits
from winnable.studies.experiments.measured import measured
from winnable.studies.experiments.plan import (
    USUAL_MEASURES,
    GameDeals,
    Kept,
    StopRule,
    Study,
)
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.run import Going

__all__ = ["DEFAULT_Z", "Winnability", "count_winnable", "winnability_study"]

_COUNTED: Final = ("expanded", "peak_bytes")
_MOST_Z: Final = 8.0  # beyond, the level is 1 to the last digit


@dataclass(slots=True)
class Winnability(Result):
    """Deals that were counted. ``undecided`` names the deals at which a limit stopped the solver.

    Where a policy played, ``winnable`` are those that it won, ``unwinnable`` those that it did not, and
    ``undecided`` those that a limit broke off. ``by_rule``: the deals decided when to stop.
    """

    z: float = DEFAULT_Z
    deals: int = 0
    winnable: int = 0
    unwinnable: int = 0
    undecided: list[str] = field(default_factory=list)
    expanded: int = 0  # positions, in all
    peak_bytes: int = 0  # of the solver's tables, at most
    by_rule: bool = False
    cancelled: bool = False

    @property
    def share(self) -> tuple[float, float]:
        """The winnable share of the deals counted: least and most, equal where all were decided."""
        deals = max(self.deals, 1)
        return self.winnable / deals, (self.winnable + len(self.undecided)) / deals

    def interval(self, z: float | None = None) -> tuple[float, float]:
        """Where the share of all deals lies, for a number of deals chosen in advance: Wilson's lower end of
        the least, upper end of the most."""
        of = partial(wilson, z=self.z if z is None else z)
        return both_ways(of, self.winnable, len(self.undecided), self.deals)

    def interval_at_any_time(self) -> tuple[float, float]:
        """The same whenever one stops, at the level of ``z``; it is wider."""
        of = partial(anytime_interval, level=level_of(min(self.z, _MOST_Z)))
        return both_ways(of, self.winnable, len(self.undecided), self.deals)

    @property
    def half_width(self) -> float:
        """Half of the interval's width: of the one that holds at any time, where that decided."""
        low, high = self.interval_at_any_time() if self.by_rule else self.interval()
        return (high - low) / 2

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        at_any_time = {"interval_at_any_time": list(self.interval_at_any_time())} if self.by_rule else {}
        return {
            "games": self.deals,
            "wins": self.winnable,
            "losses": self.unwinnable,
            "undecided": list(self.undecided),
            "share": list(self.share),
            "interval": list(self.interval()),
            **at_any_time,
            "cancelled": self.cancelled,
        }


def count_winnable(
    game: RegisteredGame[Any, Any],
    deals: Iterable[DealNumber],
    policy: str | None = None,
    seed: int = 0,
    *,
    count: int | None = None,
    half_width: float | None = None,
    z: float = DEFAULT_Z,
    limits: Limits | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_progress: Callable[[Going], None] | None = None,
) -> Winnability:
    """Decides deals and counts the winnable ones; with a policy, plays them and counts the won ones.

    The answer depends on the deals and on limits in nodes and bytes, not on ``jobs``: deals are
    counted in their order, and the stop rule looks at them in that order.

    Args:
        game: any registered game.
        deals: see :class:`winnable.deals.DealRange` and :func:`winnable.deals.random_deals`.
        policy: who plays; ``nodes`` of the limits are moves then.
        seed: of the policy's choices, the same for each deal.
        count: at most this many; needed where there is no end of the deals.
        half_width: stop once the interval that holds whenever one stops is no wider than twice this share
            (0.005: within half a percentage point).
        z: width of the interval in standard deviations.
        limits: for each deal.
        jobs: threads.
        token: cancels; the answer then counts what was decided until then.
        on_progress: told now and then how far it is.

    Raises:
        InputError: a ``half_width``, ``z`` or ``count`` that is not positive, or a policy that the game does
            not have.
    """
    study = winnability_study(
        game,
        _listed(game, deals, count),
        policy,
        seed,
        half_width=half_width,
        z=z,
        limits=limits or Limits(),
        kept=False,
    )
    with measured(study, jobs=jobs, token=token, on_progress=on_progress) as (asked, going):
        (units,) = asked.units
        return counted(units, z, cancelled=going.cancelled)


def _listed(game: RegisteredGame[Any, Any], deals: Iterable[DealNumber], count: int | None) -> GameDeals:
    if count is not None and not count > 0:
        raise InputError(f"count is {count}", expected="a number above 0")
    if isinstance(deals, DealRange):
        last = deals.last if count is None else min(deals.last, deals.first + count - 1)
        return GameDeals(game.spelled, (DealRange(deals.dialect, deals.first, last),))
    names = map(str, islice(deals, count))
    return GameDeals(game.spelled, positions=tuple(Kept(name, name, True) for name in names))


def winnability_study(
    game: RegisteredGame[Any, Any],
    deals: GameDeals,
    policy: str | None = None,
    seed: int = 0,
    *,
    limits: Limits,
    half_width: float | None = None,
    z: float = DEFAULT_Z,
    kept: bool = True,
    text: str = "",
) -> Study:
    """The study that decides deals, or plays them by a policy; arguments as for :func:`count_winnable`.

    Args:
        kept: keep all that is measured, not what is counted alone.
        text: what the file of the study says that was asked.
    """
    for name, value in (("half-width", half_width), ("z", z)):
        if value is not None and not value > 0:
            raise InputError(f"{name} is {value}", expected="a number above 0")
    if half_width is not None and z > _MOST_Z:
        raise InputError(f"z is {z:g} and decides when to stop", expected=f"at most {_MOST_Z:g}")
    player = Player("solver", "auto") if policy is None else Player("policy", policy)
    player.seat(game, limits)
    return Study(
        "Winnability",
        (deals,),
        (player,),
        limits,
        seed,
        measures=USUAL_MEASURES if kept else _COUNTED,
        stop=None if half_width is None else StopRule(half_width, level_of(z)),
        text=text,
    )


def level_of(z: float) -> float:
    """The level of an interval that is so many standard deviations wide to each side: 1.96 is 95 %."""
    return math.erf(z / math.sqrt(2))


def counted(units: AskedUnits, z: float = DEFAULT_Z, *, cancelled: bool = False) -> Winnability:
    """What became of deals, counted in their order as far as all were decided and as a stop rule needs."""
    found = Winnability(z, by_rule=units.rule is not None, cancelled=cancelled)
    for place, outcome, expanded, peak_bytes in units.rows(*_COUNTED):
        found.deals += 1
        if outcome in ("solved", "won"):
            found.winnable += 1
        elif outcome in ("unsolvable", "lost"):
            found.unwinnable += 1
        else:
            found.undecided.append(units.label(place))
        found.expanded += expanded or 0
        if peak_bytes and peak_bytes > found.peak_bytes:
            found.peak_bytes = peak_bytes
    return found
