"""The equity of a hand: how likely a player who sees no hidden card wins it.

A hand is played again and again, each time with another seed. Where a hidden card is not known it is
drawn anew for each game, evenly from the cards that have not been seen. The player is given observations
only, so that it plays a known hand as it would play an unknown one. What the seed changes for a player that
searches are its arbitrary choices, between columns and suits that are alike: see
``native/spider/policy/relabelled.hpp``. ``moveblocks`` and ``random`` draw all that they try by it.

The games come in an order that the seed fixes: the first 30 of 1,000 are those that 30 would be.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, Protocol

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.family import ObservedGame, RegisteredGame
from winnable.intervals import DEFAULT_Z, ConfidenceSequence, paired_difference, wilson
from winnable.results import Result
from winnable.search.api import Limits
from winnable.search.policy import BROKEN_OFF, PlayedGame, make_policy, play_many

__all__ = [
    "Equity",
    "MoveEquity",
    "World",
    "WorldStream",
    "by_policy",
    "hide",
    "is_open",
    "measure",
    "measure_moves",
    "world_seeds",
    "worlds",
    "worlds_seen",
]


class Played(Protocol):
    """What is asked of a game that was played."""

    @property
    def won(self) -> bool: ...
    @property
    def moves(self) -> Any: ...
    @property
    def reason(self) -> str: ...


class World(NamedTuple):
    """One game to play: its number from 0, where it starts, and the seed of the player's choices."""

    number: int
    position: Any
    seed: int


# Plays games, lazily, and yields them in their order with what became of them.
Play = Callable[[Iterable[World]], Generator[tuple[World, Played], None, None]]


@dataclass
class Equity(Result):
    """Games counted so far. ``different`` are the games that differ in a move, of one and the same hand.
    ``broken_off`` is the reason of a game that was not played to its end, which ended the count."""

    z: float = DEFAULT_Z
    won: int = 0
    games: int = 0
    sequence: ConfidenceSequence = field(default_factory=ConfidenceSequence)
    cancelled: bool = False
    broken_off: str = ""
    _seen: set[int] = field(default_factory=set, repr=False)

    @property
    def share(self) -> float:
        """Of the games that were won; 0 without games."""
        return self.won / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, for a number of games chosen in advance."""
        return wilson(self.won, self.games, self.z)

    @property
    def different(self) -> int:
        """How many of the games are not move for move the same as an earlier one."""
        return len(self._seen)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "games": self.games,
            "wins": self.won,
            "share": self.share,
            "interval": list(self.interval),
            "interval_at_any_time": list(self.sequence.interval),
        }

    def add(self, game: Played) -> None:
        """Counts one game."""
        self.games += 1
        self.won += game.won
        self.sequence.add(game.won)
        self._seen.add(hash(tuple(game.moves)))


@dataclass
class MoveEquity:
    """A move, its equity, and how it fared game by game against the others in the same worlds."""

    move: Any
    text: str
    equity: Equity = field(default_factory=Equity)
    wins: list[bool] = field(default_factory=list)

    def against(self, other: MoveEquity, z: float = DEFAULT_Z) -> tuple[float, float]:
        """Where the difference of the equities lies, this one's less the other's, from the games in pairs."""
        pairs = list(zip(self.wins, other.wins, strict=False))
        both, neither = pairs.count((True, True)), pairs.count((False, False))
        return paired_difference(both, pairs.count((True, False)), pairs.count((False, True)), neither, z)


def is_open(setup: Any) -> bool:
    """Is every card of the setup known?"""
    return all(card.known for _, card in setup.slots())


def hide(game: ObservedGame[Any, Any], setup: Any) -> Any:
    """The setup as its player sees it: every hidden card unknown."""
    return type(setup).of_observation(game.observation(setup))


class WorldStream:
    """Games of a hand without end, whose unknown cards are drawn evenly from those that are missing.

    The same seed gives the same games. ``next`` is the number of the one to come.

    Raises:
        InputError: the setup is no position of the game.
    """

    def __init__(self, game: ObservedGame[Any, Any], setup: Any, seed: int = 0) -> None:
        self.next = 0
        self._game, self._setup = game, setup
        self._rng = random.Random(seed)
        self._missing = game.missing(setup)
        self._known = None if self._missing else game.position(setup)

    def until(self, number: int) -> World:
        """The game of this number, which is not behind; those before it are drawn, and not made."""
        while True:
            policy_seed = self._rng.randrange(1, 2**63)
            if self._missing:
                self._rng.shuffle(self._missing)
            self.next += 1
            if self.next > number:
                break
        start = self._game.world(self._setup, self._missing) if self._known is None else self._known
        return World(number, start, policy_seed)


def worlds(game: ObservedGame[Any, Any], setup: Any, seed: int = 0) -> Iterator[World]:
    """The games of a :class:`WorldStream`, one after the other."""
    stream = WorldStream(game, setup, seed)
    while True:
        yield stream.until(stream.next)


def world_seeds(seed: int) -> Iterator[tuple[int, int]]:
    """A seed to draw each world by, and one for the choices of who plays there, without end."""
    rng = random.Random(seed)
    while True:
        yield rng.getrandbits(63), rng.randrange(1, 2**63)


def worlds_seen(game: ObservedGame[Any, Any], seen: Any, seed: int = 0, *, first: int = 0) -> Iterator[World]:
    """Games from what a player sees without end, in worlds drawn evenly from all that look so, from number
    ``first`` on. They depend on nothing but ``seen`` and the seed."""
    for number, (world_seed, policy_seed) in enumerate(world_seeds(seed)):
        if number >= first:
            yield World(number, game.determinise(seen, random.Random(world_seed)), policy_seed)


def by_policy(
    game: RegisteredGame[Any, Any],
    policy: str,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    until: float | None = None,
    token: CancelToken | None = None,
) -> Play:
    """Plays worlds by a policy of that name; ``limits`` are for each game. Once ``time.monotonic()`` is past
    ``until`` no more games are begun.

    InputError if the game has no such policy.
    """
    make_policy(game, policy)

    def play(games: Iterable[World]) -> Generator[tuple[World, PlayedGame], None, None]:
        items = ((world, world.position, world.seed) for world in _until(games, until))
        played = play_many(
            game, items, lambda: make_policy(game, policy), limits=limits, jobs=jobs, token=token
        )
        for item, how in played:
            yield item[0], how

    return play


def _until(games: Iterable[World], until: float | None) -> Iterator[World]:
    for world in games:
        if until is not None and time.monotonic() > until:
            return
        yield world


def measure(
    play: Play,
    games: Iterable[World],
    *,
    count: int | None = None,
    half_width: float | None = None,
    z: float = DEFAULT_Z,
    token: CancelToken | None = None,
    on_game: Callable[[Equity, World, Played], None] | None = None,
    stop: Callable[[Equity], bool] = lambda found: False,
) -> Equity:
    """Plays games and counts the won ones, up to one that is broken off.

    Args:
        play: plays them.
        games: see :func:`worlds`.
        count: at most this many; all of them by default.
        half_width: stop at the first game after which the interval that holds at any time is no wider than
            twice this.
        z: width of Wilson's interval in standard deviations.
        token: cancels; the answer then counts the games played until then.
        on_game: told after each game; it is given the count itself, which goes on growing.
        stop: asked after each game whether that is enough.

    Raises:
        InputError: a ``count``, ``half_width`` or ``z`` that is not above 0.
    """
    _check(count, half_width, z)
    found = Equity(z)
    with closing(play(islice(games, count))) as answers:
        for world, game in answers:
            if game.reason in BROKEN_OFF:
                found.broken_off = game.reason
                break
            found.add(game)
            if on_game is not None:
                on_game(found, world, game)
            if stop(found):
                break
            if half_width is not None and found.sequence.half_width <= half_width:
                break
        found.cancelled = (
            token is not None and token.cancelled
        )  # before closing, which cancels what is in work
    return found


def measure_moves(
    rules: Any,
    play: Play,
    games: Iterable[World],
    *,
    count: int | None = None,
    half_width: float | None = None,
    z: float = DEFAULT_Z,
    token: CancelToken | None = None,
    on_game: Callable[[list[MoveEquity], World, Played], None] | None = None,
    stop: Callable[[list[MoveEquity]], bool] = lambda moves: False,
    among: Sequence[Any] | None = None,
) -> list[MoveEquity]:
    """The equity of each legal move: it is made, then the player goes on. The best comes first.

    Every move is tried in the same worlds with the same seeds, so that their differences are known better
    than they are. Arguments as for :func:`measure`, ``count`` and ``half_width`` for each move, ``stop``
    asked after each world; ``rules`` is the game, and ``among`` are the moves, those that differ in the first
    world by default. Cancelled or broken off, the answer counts the worlds in which every move was tried.
    """
    _check(count, half_width, z)
    source = islice(games, count)
    first = next(source, None)
    if first is None:
        return []
    moves = [
        MoveEquity(move, rules.notation.format(first.position, move), Equity(z))
        for move in (rules.distinct_moves(first.position) if among is None else among)
    ]

    def tried() -> Iterator[World]:
        for world in _chain(first, source):
            for move in moves:
                yield world._replace(position=rules.play(world.position, move.move))

    cancelled = token is not None and token.cancelled
    if moves:
        with closing(play(tried())) as answers:
            _count_moves(moves, answers, half_width, on_game, stop)
            # Before closing, which cancels what is in work.
            cancelled = token is not None and token.cancelled
    for move in moves:
        move.equity.cancelled = cancelled
    return sorted(moves, key=lambda move: -move.equity.won)


def _count_moves(
    moves: list[MoveEquity],
    answers: Iterator[tuple[World, Played]],
    half_width: float | None,
    on_game: Callable[[list[MoveEquity], World, Played], None] | None,
    stop: Callable[[list[MoveEquity]], bool],
) -> None:
    while True:
        games = list(islice(answers, len(moves)))
        for _, game in games:
            if game.reason in BROKEN_OFF:
                for move in moves:
                    move.equity.broken_off = game.reason
                return
        if len(games) < len(moves):
            return
        for move, (world, game) in zip(moves, games, strict=True):
            move.equity.add(game)
            move.wins.append(game.won)
            if on_game is not None:
                on_game(moves, world, game)
        if stop(moves):
            return
        if half_width is not None and all(move.equity.sequence.half_width <= half_width for move in moves):
            return


def _chain(first: World, rest: Iterator[World]) -> Iterator[World]:
    yield first
    yield from rest


def _check(count: int | None, half_width: float | None, z: float) -> None:
    for name, value in (("half-width", half_width), ("z", z), ("count", count)):
        if value is not None and not value > 0:
            raise InputError(f"{name} is {value}", expected="a number above 0")
