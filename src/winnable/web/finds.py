"""What a worker finds: the deal of a day, deals that can be won, and puzzles that a generator makes.

The answer is the deal, with the position as text where making it again would take long. In games whose player
does not see every card nothing but the number is told.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from winnable._core import CancelToken
from winnable.analysis.daily import daily_deal
from winnable.analysis.difficulty import as_level, find_deals
from winnable.deals import DIALECTS, DealNumber, checked_deal
from winnable.errors import InputError, NoDealError
from winnable.family import RegisteredGame, require
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.text.boards import write_position
from winnable.text.phrases import count_noun
from winnable.web.wire import Find

__all__ = ["AT_ONCE", "FINDS", "Tell"]

Tell = Callable[[dict[str, Any]], None]

AT_ONCE: Final = 0.3  # seconds in which a puzzle is made anew wherever its deal stands
_NUMBERS: Final = 1_000_000
_EACH: Final = 10.0  # seconds that a deal may take to be decided
_BEAT: Final = 0.2  # seconds between two partial answers


class _Progress:
    """Tells how many were looked at, a few times in a second."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._told = 0.0
        self.tried = 0

    def __call__(self, tried: int) -> None:
        self.tried = tried
        now = time.monotonic()
        if now - self._told >= _BEAT:
            self._told = now
            self._tell({"tried": tried})


def _daily(find: Find, limits: Limits, token: CancelToken, tell: Tell) -> dict[str, Any]:
    """That of a day; within a time, as no clock may choose another one."""
    game = get_game(find.game)
    progress = _Progress(tell)
    end = _ends(limits)

    def on_deal(tried: int) -> None:
        progress(tried)
        if time.monotonic() > end:
            raise NoDealError(
                f"the deal of {find.date} was not found in {find.seconds:g} s", mend="allow more"
            )

    deal = daily_deal(game, find.date, token=token, on_deal=on_deal)
    return _found(game, deal, progress.tried, limits, token, tell)


def _winnable(find: Find, limits: Limits, token: CancelToken, tell: Tell) -> dict[str, Any]:
    """A random one that can be won."""
    game = get_game(find.game)
    level = as_level(find.level) if find.level else None
    progress = _Progress(tell)
    end = _ends(limits)
    most = int(find.most)

    def deals() -> Iterator[DealNumber]:
        for deal in islice(_random_deals(game, find.dialect), most):
            if time.monotonic() > end:
                return
            yield deal

    each = Limits(seconds=min(_EACH, limits.seconds or _EACH), bytes=limits.bytes)
    found = next(find_deals(game, deals(), level=level, limits=each, token=token, on_deal=progress), None)
    if found is None:
        kind = "can be won" if level is None else f"is {level.value}"
        looked = f"none of {count_noun(progress.tried, 'deal')} {kind}"
        raise NoDealError(looked, mend="look on, or ask for less")
    answer = {"game": game.spelled, "deal": str(found.deal), "tried": progress.tried}
    return answer if level is None else {**answer, "level": level.value}


def _puzzle(find: Find, limits: Limits, token: CancelToken, tell: Tell) -> dict[str, Any]:
    """A puzzle of the generator's."""
    game = get_game(find.game)
    require(game, "generator", game.family.generator)
    usual = game.info.dialects[0]
    deal = checked_deal(find.deal, usual) if find.deal else next(_random_deals(game, find.dialect))
    return _found(game, deal, 1, limits, token, tell)


def _found(
    game: RegisteredGame[Any, Any],
    deal: DealNumber,
    tried: int,
    limits: Limits,
    token: CancelToken,
    tell: Tell,
) -> dict[str, Any]:
    """The answer; a puzzle is made, and told as text where that took long."""
    answer = {"game": game.spelled, "deal": str(deal), "tried": tried}
    if game.family.generator is None:
        return answer
    begun = time.monotonic()

    def looked(count: int) -> None:
        tell({"tried": tried, "looked": count})

    generator = game.family.generator()
    made = next(iter(generator.make(game, [deal], seconds=limits.seconds, token=token, on_looked=looked)))
    if made.position is None:
        raise NoDealError(made.missing(), mend="ask for less, or allow more time")
    if time.monotonic() - begun > AT_ONCE:
        answer["text"] = write_position(game, made.position)
    return {**answer, "grade": made.grade}


def _random_deals(game: RegisteredGame[Any, Any], kind: str) -> Iterator[DealNumber]:
    """Random numbers of a dialect, the game's usual one unless it is named; endless."""
    known = game.info.dialects
    if kind and kind not in known:
        raise InputError(f"{game.info.title} has no deals of this kind", expected=" or ".join(known))
    dialect = DIALECTS[kind or known[0]]
    while True:
        yield DealNumber(dialect.name, random.randint(max(1, dialect.first), min(_NUMBERS, dialect.last)))


def _ends(limits: Limits) -> float:
    """When the time is over."""
    return time.monotonic() + (limits.seconds or 0.0)


FINDS: Final[dict[str, Callable[[Find, Limits, CancelToken, Tell], dict[str, Any]]]] = {
    "daily": _daily,
    "winnable": _winnable,
    "puzzle": _puzzle,
}
