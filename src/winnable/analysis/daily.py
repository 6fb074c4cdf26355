"""The deal of a day: from the date and the game alone, so the same for everyone, and one that can be won.

Candidate *i* of a day, from 0, is the number 1 + *x* mod 1,000,000 of the game's usual dialect, where *x* is
the first eight bytes, most significant first, of the SHA-256 of ``winnable daily DATE GAME i`` in ASCII: DATE
as 2026-11-29, GAME as it is spelled, its options in alphabetical order. The deal is the first candidate that
the game's usual solver wins within a fixed number of positions: no clock has a say in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date as calendar_date
from hashlib import sha256
from itertools import count, islice
from typing import Any, Final

from winnable._core import CancelToken
from winnable.analysis.difficulty import FoundDeal, find_deals
from winnable.deals import DealNumber
from winnable.errors import InputError, NoDealError, quote
from winnable.family import RegisteredGame
from winnable.search.api import Limits

__all__ = ["NODES", "candidates", "daily_deal"]

NODES: Final = (
    200_000  # positions that the solver may expand for a candidate; one left undecided is passed over
)
MOST: Final = 2_000  # candidates
_NUMBERS: Final = 1_000_000


def candidates(game: RegisteredGame[Any, Any], date: str) -> Iterator[DealNumber]:
    """The numbers of a day, endless; InputError for what is no date."""
    day = _checked(date)
    name, _, options = game.spelled.partition(":")
    spelled = ":".join(filter(None, (name, ",".join(sorted(filter(None, options.split(",")))))))
    for i in count():
        digest = sha256(f"winnable daily {day} {spelled} {i}".encode()).digest()
        yield DealNumber(game.info.dialects[0], 1 + int.from_bytes(digest[:8], "big") % _NUMBERS)


def daily_deal(
    game: RegisteredGame[Any, Any],
    date: str,
    *,
    token: CancelToken | None = None,
    on_deal: Callable[[int], None] | None = None,
) -> DealNumber:
    """The deal of a day, as ``2026-11-29``.

    Args:
        game: any registered game; where every deal has a solution the first candidate is it.
        date: the day, by whatever calendar its player has on the wall.
        token: cancels.
        on_deal: told after each candidate how many were looked at.

    Raises:
        InputError: no date; NoDealError, which is one: no winnable deal among the day's candidates.
    """
    deals = islice(candidates(game, date), MOST)
    if game.info.always_winnable:
        return next(deals)
    found: FoundDeal | None = next(
        find_deals(game, deals, limits=Limits(nodes=NODES), token=token, on_deal=on_deal), None
    )
    if found is None:
        raise NoDealError(f"none of the {MOST} candidates of {date} was won", expected="a game that is won")
    return found.deal


def _checked(date: str) -> str:
    try:
        return calendar_date.fromisoformat(date).isoformat()
    except ValueError:
        raise InputError(f"{quote(date)} is no date", expected="year, month and day, as 2026-11-29") from None
