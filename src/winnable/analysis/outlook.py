"""How a game played unseen stands: the chance of a win from here, and after each move that may be made.

What is seen is all that is asked about: the hidden cards are drawn anew for each game, evenly from all that
look so, and a policy that sees no more than its player plays on. So equal observations get equal answers,
whatever truly lies hidden. The games come in an order that the seed fixes; who has counted the first hundred
goes on with the next, and comes to what two hundred at once would have found.

The count is looked at where it has doubled, and stops there for the width of its interval, never for where
it lies: Wilson's interval, which is for a number of games chosen in advance, still holds about as often.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from winnable._core import CancelToken
from winnable.analysis.chances import Fall
from winnable.analysis.equity import (
    Equity,
    MoveEquity,
    World,
    by_policy,
    measure,
    measure_moves,
    worlds_seen,
)
from winnable.errors import InputError
from winnable.family import RegisteredGame, observed
from winnable.game import Outcome
from winnable.intervals import wilson, z_for_all
from winnable.results import Result
from winnable.search.api import Limits
from winnable.search.policy import quick_policy
from winnable.text.phrases import counted

__all__ = ["MoveChance", "MoveChances", "WinChance", "game_over", "move_chances", "win_chance"]

P = TypeVar("P")
M = TypeVar("M")

_MOST_GAMES = 100_000
_FIRST_GAMES = 5  # after which the count is looked at first; for each move after 1
_FIRST_WORLDS = 1
_LOOKS = 8  # worlds that must agree before something is said of what lies hidden


@dataclass(frozen=True, slots=True)
class WinChance(Result):
    """How often a policy wins from what is seen.

    ``stopped`` says why the count ended: narrow (the interval is as narrow as was asked), games, time,
    memory, cancelled, sure; it is empty while it goes on. ``hidden`` is how many cards are not seen. ``sure``
    is what is certain whatever lies hidden: won; lost, and ``why`` says why; or winnable, where nothing lies
    hidden any more and a game was won.
    """

    policy: str
    wins: int
    games: int
    hidden: int
    stopped: str = ""
    sure: str = ""
    why: str = ""

    @property
    def share(self) -> float:
        """Of the games that were won; 0 without games."""
        return self.wins / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, for 95 %."""
        return wilson(self.wins, self.games)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "policy": self.policy,
            "wins": self.wins,
            "games": self.games,
            "share": self.share,
            "interval": list(self.interval),
            "hidden": self.hidden,
            "stopped": self.stopped or None,
            "sure": self.sure or None,
            "why": [self.why] if self.why else [],
        }

    def text(self) -> str:
        """``41 % (35 to 47 %), 400 games by the policy fast``"""
        if self.sure == "winnable":
            return f"winnable: nothing lies hidden, and the policy {self.policy} wins\n"
        if self.sure:
            return f"{self.sure}, whatever lies hidden: {self.why}\n" if self.why else f"{self.sure}\n"
        if not self.games:
            return f"no game was played by the policy {self.policy}\n"
        low, high = self.interval
        games = f"{counted(self.games, 'game')} by the policy {self.policy}"
        return f"{_percent(self.share)} % ({_percent(low)} to {_percent(high)} %), {games}\n"


@dataclass(frozen=True, slots=True)
class MoveChance:
    """A move, in words where they do not depend on what lies hidden, and in which worlds it was won.

    ``less`` is how much rarer a win is than after the best move, in the same worlds, with an interval that
    holds for all moves at once.
    """

    move: str
    words: str
    wins: tuple[bool, ...]
    less: Fall

    @property
    def share(self) -> float:
        """Of the games that were won; 0 without games."""
        return sum(self.wins) / max(1, len(self.wins))

    @property
    def is_worse(self) -> bool:
        """Is it worse than the best move, and not only by chance?"""
        return self.less.interval[0] > 0

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "move": self.move,
            "words": self.words or None,
            "wins": sum(self.wins),
            "games": len(self.wins),
            "share": self.share,
            "interval": list(wilson(sum(self.wins), len(self.wins))),
            "less": self.less.data(),
            "worse": self.is_worse,
            "worlds": "".join("1" if won else "0" for won in self.wins),
        }


@dataclass(frozen=True, slots=True)
class MoveChances(Result):
    """The chance after each move, the most wins first; all moves were tried in the same worlds. ``stopped``,
    ``hidden``, ``sure`` and ``why`` are as in :class:`WinChance`."""

    policy: str
    moves: tuple[MoveChance, ...]
    hidden: int
    stopped: str = ""
    sure: str = ""
    why: str = ""

    @property
    def games(self) -> int:
        """Worlds in which each move was tried."""
        return len(self.moves[0].wins) if self.moves else 0

    @property
    def is_clear(self) -> bool:
        """Is every other move worse than the first, and not only by chance?"""
        return len(self.moves) > 1 and all(move.is_worse for move in self.moves[1:])

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "policy": self.policy,
            "games": self.games,
            "hidden": self.hidden,
            "stopped": self.stopped or None,
            "sure": self.sure or None,
            "why": [self.why] if self.why else [],
            "clear": self.is_clear,
            "moves": [move.data() for move in self.moves],
        }

    def text(self) -> str:
        """A line for each move: its chance, and whether it is worse than the first or too close to tell."""
        if self.sure or not self.moves:
            return WinChance(self.policy, 0, 0, self.hidden, self.stopped, self.sure, self.why).text()
        if not self.games:
            return f"no move was tried to the end by the policy {self.policy}\n"
        head = (
            f"by the policy {self.policy}: {counted(self.games, 'game')} of each move, in the same worlds\n"
        )
        return head + "".join(map(self._line, self.moves))

    def _line(self, move: MoveChance) -> str:
        low, high = wilson(sum(move.wins), len(move.wins))
        told = f"{move.move} {_percent(move.share)} % ({_percent(low)} to {_percent(high)} %)"
        if move is self.moves[0]:
            return f"{told}\n"
        if not move.is_worse:
            return f"{told}, too close to tell\n"
        low, high = move.less.interval
        span = f"{_percent(low)} to {_percent(high)}"
        return f"{told}, worse by {_percent(move.less.share)} points ({span})\n"


def win_chance(
    game: RegisteredGame[P, M],
    seen: Any,
    *,
    policy: str | None = None,
    games: int = _MOST_GAMES,
    half_width: float = 0.02,
    seed: int = 0,
    so_far: tuple[int, int] = (0, 0),
    limits: Limits | None = None,
    token: CancelToken | None = None,
    on_batch: Callable[[WinChance], None] | None = None,
) -> WinChance:
    """How often a policy wins from what is seen, in worlds drawn evenly from all that look so.

    Args:
        game: one that hides cards and can say what its player sees.
        seen: an observation of it; no more is known here.
        policy: who plays; by default :func:`~winnable.search.policy.quick_policy`.
        games: to be counted at most, with those of ``so_far``.
        half_width: stop at a look where Wilson's interval is no wider than twice this.
        seed: of the worlds and of the policy's choices.
        so_far: wins and games that were counted before, by the same policy and seed: the first of all.
        limits: once ``seconds`` are spent no more games are begun, and none takes longer; ``bytes`` are for
            each game.
        token: cancels; the answer counts what was played until then.
        on_batch: told at each look: after 5 games, 10, 20, and so on.

    Raises:
        InputError: a game that does not say what is seen, a policy that it does not have, or no games.
    """
    count = _Count(game, seen, policy, games, half_width, seed, limits, token)
    if count.sure[0]:
        return WinChance(count.policy, 0, 0, count.hidden, "sure", *count.sure)
    before_wins, before = so_far

    def so_many(found: Equity, stopped: str = "") -> WinChance:
        wins, played = before_wins + found.won, before + found.games
        sure = "winnable" if wins and not count.hidden else ""
        return WinChance(count.policy, wins, played, count.hidden, stopped, sure)

    def enough(found: Equity) -> bool:
        now = so_many(found)
        if now.sure or not _is_look(now.games, _FIRST_GAMES):
            return bool(now.sure)
        if on_batch is not None:
            on_batch(now)
        return count.is_narrow(now.wins, now.games)

    found = Equity()
    start = so_many(found)
    if before < games and not start.sure and not count.is_narrow(*so_far):
        found = measure(count.play(), count.worlds(before), count=games - before, token=token, stop=enough)
    total = so_many(found)
    if total.sure:
        return so_many(found, "sure")
    narrow = count.is_narrow(total.wins, total.games)
    return so_many(found, count.why_stopped(total.games, narrow, found.broken_off))


def move_chances(
    game: RegisteredGame[P, M],
    seen: Any,
    *,
    policy: str | None = None,
    games: int = _MOST_GAMES,
    half_width: float = 0.02,
    seed: int = 0,
    so_far: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    on_batch: Callable[[MoveChances], None] | None = None,
) -> MoveChances:
    """How often a policy wins after each legal move, all tried in the same worlds, the best first.

    Arguments as for :func:`win_chance`, ``games`` and ``half_width`` for each move. ``so_far`` are the
    ``worlds`` of each move of an answer that was given before, and ``on_batch`` is told after 1 world, 2, 4,
    and so on. Cancelled or at its limits, the answer counts the worlds in which every move was tried, which
    may be none.
    """
    count = _Count(game, seen, policy, games, half_width, seed, limits, token)
    if count.sure[0]:
        return MoveChances(count.policy, (), count.hidden, "sure", *count.sure)
    moves, words = _moves(count)
    before: dict[str, list[bool]] = {move: [] for move in words} if so_far is None else _read(so_far, words)
    played = min(map(len, before.values()), default=0)

    def so_many(found: Sequence[MoveEquity], stopped: str = "") -> MoveChances:
        won = {move.text: (*before[move.text], *move.wins) for move in found} or before
        return _ranked(count, words, won, stopped)

    def enough(found: Sequence[MoveEquity]) -> bool:
        worlds = played + len(found[0].wins)
        if not _is_look(worlds, _FIRST_WORLDS):
            return False
        now = so_many(found)
        if on_batch is not None:
            on_batch(now)
        return _all_narrow(count, now)

    found: list[MoveEquity] = []
    if moves and played < games and not _all_narrow(count, so_many(())):
        options: dict[str, Any] = {"count": games - played, "token": token, "stop": enough, "among": moves}
        found = measure_moves(game, count.play(), count.worlds(played), **options)
    total = so_many(found)
    broken = found[0].equity.broken_off if found else ""
    return so_many(found, count.why_stopped(total.games, _all_narrow(count, total), broken))


def game_over(game: RegisteredGame[P, Any], position: P) -> tuple[str, str]:
    """Is it decided at sight, by what lies open: won, or lost, and why? Empty where it is not."""
    outcome = game.outcome(position)
    if outcome is Outcome.WON:
        return "won", ""
    why = game.family.reasons().why_lost(position)
    if why or outcome is Outcome.STUCK:
        return "lost", why or "no legal move is left"
    return "", ""


class _Count:
    """What is counted: the games of a policy from what is seen, within their limits."""

    def __init__(
        self,
        game: RegisteredGame[Any, Any],
        seen: Any,
        policy: str | None,
        games: int,
        half_width: float,
        seed: int,
        limits: Limits | None,
        token: CancelToken | None,
    ) -> None:
        for name, value in (("half-width", half_width), ("games", games)):
            if not value > 0:
                raise InputError(f"{name} is {value}", expected="a number above 0")
        self.game = observed(game)
        self.seen = seen
        self.policy = policy or quick_policy(game)
        self.games, self.half_width, self.seed = games, half_width, seed
        self.limits, self.token = limits or Limits(), token
        seconds = self.limits.seconds
        self.until = None if seconds is None else time.monotonic() + seconds
        self.hidden = self.game.unseen_cards(seen)
        self.sure = game_over(game, next(self.worlds(0)).position)

    def worlds(self, first: int) -> Any:
        """The worlds from this number on."""
        return worlds_seen(self.game, self.seen, self.seed, first=first)

    def play(self) -> Any:
        """Plays them; InputError if there is no such policy."""
        return by_policy(self.game, self.policy, limits=self.limits, until=self.until, token=self.token)

    def is_narrow(self, wins: int, games: int) -> bool:
        """Is the interval as narrow as was asked?"""
        low, high = wilson(wins, games)
        return high - low <= 2 * self.half_width

    def why_stopped(self, games: int, narrow: bool, broken_off: str) -> str:
        """Why no more games were counted."""
        if self.token is not None and self.token.cancelled:
            return "cancelled"
        if narrow:
            return "narrow"
        if games >= self.games:
            return "games"
        return broken_off or "time"


def _is_look(games: int, first: int) -> bool:
    """Is this the first number of games, or that doubled over and over?"""
    times, rest = divmod(games, first)
    return rest == 0 and times & (times - 1) == 0


def _moves(count: _Count) -> tuple[list[Any], dict[str, str]]:
    """The moves that may differ by what is seen, and by their text what is said of them: what is true in one
    world alone is not."""
    game = count.game
    looks: list[World] = list(islice(count.worlds(0), _LOOKS))
    world = looks[0].position
    different = [game.distinct_moves(look.position) for look in looks]
    moves = [move for move in game.legal_moves(world) if any(move in some for some in different)]
    words = {}
    for move in moves:
        said = {game.family.describe(game, look.position, move) for look in looks}
        words[game.notation.format(world, move)] = said.pop() if len(said) == 1 else ""
    return moves, words


def _read(worlds: Mapping[str, str], moves: Mapping[str, str]) -> dict[str, list[bool]]:
    """The worlds of each move that were counted before, as :meth:`MoveChance.data` writes them."""
    if set(worlds) != set(moves) or len({len(text) for text in worlds.values()}) > 1:
        raise InputError("these worlds are not of these moves", expected="worlds of an answer to the same")
    return {move: [digit == "1" for digit in text] for move, text in worlds.items()}


def _ranked(
    count: _Count, words: Mapping[str, str], won: Mapping[str, Sequence[bool]], stopped: str
) -> MoveChances:
    order = sorted(words, key=lambda move: -sum(won[move]))
    z = z_for_all(len(order) - 1)
    moves = tuple(
        MoveChance(move, words[move], tuple(won[move]), Fall.between(won[order[0]], won[move], z))
        for move in order
    )
    return MoveChances(count.policy, moves, count.hidden, stopped)


def _all_narrow(count: _Count, found: MoveChances) -> bool:
    return all(count.is_narrow(sum(move.wins), len(move.wins)) for move in found.moves)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
