"""One's own games in numbers, from what is kept of them.

A game is played once a move was made in it. It is won if it was won without much help; a win with help (see
:mod:`winnable.web.kept`), a game that was given up, one that is stuck and one that is left open are not won,
but an open one may still be. A streak is a row of won games, in the order in which they were begun; the game
that was begun last does not end it while it is open.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby

import msgspec

from winnable.analysis.measured import Measured, measured
from winnable.errors import InputError
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.web.store import Row

__all__ = [
    "DailyStatistics",
    "EngineRate",
    "GameStatistics",
    "games_csv",
    "of_days",
    "of_games",
    "statistics_csv",
]


class EngineRate(msgspec.Struct, frozen=True):
    """How often deals of the game can be won, or are by the engine: a share of so many deals; 0: of all, by
    the way in which they are made."""

    share: float
    deals: int
    how: str


class GameStatistics(msgspec.Struct, frozen=True):
    """Of one game as spelled. ``interval`` is Wilson's for 95 %, of the share that is won of those played.
    Times are seconds, of won games, like moves; None without any."""

    game: str
    title: str
    played: int
    won: int
    helped: int
    lost: int
    open: int
    interval: tuple[float, float]
    streak: int
    longest_streak: int
    best_seconds: float | None
    mean_seconds: float | None
    fewest_moves: int | None
    mean_moves: float | None
    engine: tuple[EngineRate, ...]


class DailyStatistics(msgspec.Struct, frozen=True):
    """Of daily deals: how many were won, and on how many days in a row."""

    won: int
    streak: int
    longest_streak: int


def of_games(rows: Sequence[Row]) -> tuple[GameStatistics, ...]:
    """The statistics of each game, the most played first; ``rows`` in the order in which they were begun."""
    by_game = sorted(rows, key=lambda row: row.game)  # which leaves their order within each game
    found = [_of_one(name, list(group)) for name, group in groupby(by_game, key=lambda row: row.game)]
    return tuple(sorted(found, key=lambda one: (-one.played, one.game)))


def _of_one(name: str, rows: list[Row]) -> GameStatistics:
    won = [row for row in rows if row.ending == "won"]
    endings = [row.ending for row in rows]
    longest, now = _streaks(endings)
    return GameStatistics(
        game=name,
        title=rows[-1].title,
        played=len(rows),
        won=len(won),
        helped=endings.count("won with help"),
        lost=endings.count("given up") + endings.count("stuck"),
        open=endings.count("open"),
        interval=wilson(len(won), len(rows)),
        streak=now,
        longest_streak=longest,
        best_seconds=min((row.seconds for row in won), default=None),
        mean_seconds=_mean([row.seconds for row in won]),
        fewest_moves=min((row.moves for row in won), default=None),
        mean_moves=_mean([row.moves for row in won]),
        engine=tuple(_engine(name)),
    )


def _streaks(endings: Sequence[str]) -> tuple[int, int]:
    """The longest row of wins, and the one that goes on."""
    longest = now = 0
    for i, ending in enumerate(endings):
        if ending == "open" and i == len(endings) - 1:
            break
        now = now + 1 if ending == "won" else 0
        longest = max(longest, now)
    return longest, now


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _engine(name: str) -> Iterable[EngineRate]:
    """What was measured of the game, if anything was; of a game that is no longer there, nothing."""
    try:
        game = get_game(name)
    except InputError:
        return ()
    if game.info.always_winnable:
        return (EngineRate(1.0, 0, "can be won, by the way in which they are made"),)
    return map(_rate, measured(game))


def _rate(found: Measured) -> EngineRate:
    return EngineRate(found.share, found.deals, found.how)


def of_days(rows: Iterable[Row], today: date) -> DailyStatistics:
    """Of the daily deals among the games. A streak still goes on if today's deal is not won yet."""
    days = sorted(
        {date.fromisoformat(row.daily) for row in rows if row.ending == "won" and _is_day(row.daily)}
    )
    longest = now = 0
    before: date | None = None
    for day in days:
        now = now + 1 if before is not None and day - before == timedelta(1) else 1
        longest = max(longest, now)
        before = day
    goes_on = before is not None and today - before <= timedelta(1)
    return DailyStatistics(won=len(days), streak=now if goes_on else 0, longest_streak=longest)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


# --- as tables ---------------------------------------------------------------------------------------------


def games_csv(rows: Iterable[Row]) -> str:
    """One line for each game; times are UTC and seconds."""
    head = ["game", "deal", "daily", "started", "seconds", "moves", "undone", "hints", "shown", "ending"]
    return _csv(
        head,
        (
            (
                row.game,
                row.deal,
                row.daily,
                datetime.fromtimestamp(row.started, UTC).isoformat(timespec="seconds"),
                f"{row.seconds:.1f}",
                row.moves,
                row.undone,
                row.hints,
                "yes" if row.shown else "no",
                row.ending,
            )
            for row in rows
        ),
    )


def statistics_csv(rows: Sequence[Row]) -> str:
    """One line for each game as spelled; shares between 0 and 1."""
    head = [
        *("game", "played", "won", "won_with_help", "lost", "open", "low", "high"),
        *("streak", "longest_streak", "best_seconds", "mean_seconds", "fewest_moves", "mean_moves"),
        *("engine_share", "engine_deals", "engine_how"),
    ]
    return _csv(head, map(_line, of_games(rows)))


def _line(one: GameStatistics) -> tuple[object, ...]:
    rate = one.engine[0] if one.engine else None
    return (
        *(one.game, one.played, one.won, one.helped, one.lost, one.open),
        *(f"{end:.4f}" for end in one.interval),
        *(one.streak, one.longest_streak),
        *("" if value is None else f"{value:.1f}" for value in (one.best_seconds, one.mean_seconds)),
        "" if one.fewest_moves is None else one.fewest_moves,
        "" if one.mean_moves is None else f"{one.mean_moves:.1f}",
        *(("", "", "not measured") if rate is None else (rate.share, rate.deals, rate.how)),
    )


def _csv(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return out.getvalue()
