"""A game played with hidden cards looked over: how likely a win was after each move, and where that fell.

How likely a win is, is what a policy makes of it that sees no hidden card. It plays on from every position,
in worlds that are drawn evenly from all that look so. World number k is drawn by the same seed from each
position, and played with the same one: while nothing comes to light it is the same world before and after a
move, so that the difference is known better than the chances are. What a move brings to light is luck; it is
set apart by making the move also in the worlds from before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any, TypeVar

from winnable._core import CancelToken
from winnable.analysis.equity import world_seeds
from winnable.analysis.hint import advise, observe
from winnable.analysis.review import OnStep
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.intervals import DEFAULT_Z, paired_difference, wilson, z_for_all
from winnable.results import Result
from winnable.search.api import Limits
from winnable.search.policy import make_policy, play_many
from winnable.text.phrases import counted

__all__ = ["Chance", "Chances", "Fall", "review_unseen"]

P = TypeVar("P")
M = TypeVar("M")

_GRADES = (
    (0.2, "blunder"),
    (0.1, "mistake"),
    (0.05, "inaccuracy"),
)  # of a choice, by the chance that it costs


@dataclass(frozen=True, slots=True)
class Fall(Result):
    """By how much the chance of a win is smaller after something than before it, from games in pairs."""

    share: float
    interval: tuple[float, float]

    @classmethod
    def between(cls, before: Sequence[bool], after: Sequence[bool], z: float = DEFAULT_Z) -> Fall:
        """From the wins of the same worlds, in their order."""
        pairs = list(zip(before, after, strict=True))
        both, neither = pairs.count((True, True)), pairs.count((False, False))
        lost, gained = pairs.count((True, False)), pairs.count((False, True))
        return cls((lost - gained) / max(1, len(pairs)), paired_difference(both, lost, gained, neither, z))

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {"share": self.share, "interval": list(self.interval)}

    def text(self) -> str:
        """``falls by 3.3 points (-7.5 to 14.8)``"""
        share, (low, high) = self.share, self.interval
        if share == 0:
            return f"the same ({_points(-high)} to {_points(-low)} points)"
        if share < 0:
            return f"rises by {_points(-share)} points ({_points(-high)} to {_points(-low)})"
        return f"falls by {_points(share)} points ({_points(low)} to {_points(high)})"


@dataclass(frozen=True, slots=True)
class Chance:
    """A position on the way: the start, which has number 0 and no move, or that after the move ``number``.

    ``wins`` says of each world whether the policy won there. ``unturned`` says the same of the worlds from
    before the move in which it was made; that is ``wins`` where nothing came to light.
    """

    number: int
    move: str
    words: str
    wins: tuple[bool, ...]
    unturned: tuple[bool, ...]
    revealed: bool = False

    @property
    def share(self) -> float:
        """Of the games that were won; 0 without games."""
        return sum(self.wins) / max(1, len(self.wins))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, for 95 %."""
        return wilson(sum(self.wins), len(self.wins))


@dataclass(frozen=True, slots=True)
class Chances(Result):
    """How likely a win was along a line of play, by a policy that sees no hidden card.

    ``instead`` is what the policy would have played in place of the move with the worst choice. ``wanted``
    are the worlds that were asked for. After move ``lost_after`` the game is lost in every world, and ``why``
    says why, where that shows at sight; else it is None.
    """

    positions: tuple[Chance, ...]
    policy: str
    seed: int
    wanted: int
    won: bool
    instead: str = ""
    lost_after: int | None = None
    why: str = ""

    @property
    def games(self) -> int:
        """Worlds that were played from every position."""
        return len(self.positions[0].wins)

    @property
    def complete(self) -> bool:
        """Were as many worlds played as were asked for?"""
        return self.games == self.wanted

    def fall(self, number: int, z: float = DEFAULT_Z) -> Fall:
        """By how much the chance is smaller after a move than before it."""
        return Fall.between(self.positions[number - 1].wins, self.positions[number].wins, z)

    def choice(self, number: int, z: float = DEFAULT_Z) -> Fall:
        """The part of that which the choice of the move makes, whatever came to light."""
        return Fall.between(self.positions[number - 1].wins, self.positions[number].unturned, z)

    def grade(self, number: int) -> str:
        """What the choice of a move is called: inaccuracy, mistake or blunder, from 5, 10 and 20 points of
        chance on; nothing where the interval, which holds for all moves at once, has 0 in it."""
        fall = self.choice(number, self.z_for_all)
        if fall.interval[0] <= 0:
            return ""
        return next((name for least, name in _GRADES if fall.share >= least), "")

    @property
    def largest_fall(self) -> int | None:
        """The number of the move with the largest fall; None if the chance falls nowhere."""
        return self._largest([self.fall(number).share for number in self._moves])

    @property
    def worst_choice(self) -> int | None:
        """The number of the move whose choice made the largest fall; None if none made any."""
        return self._largest([self.choice(number).share for number in self._moves])

    @property
    def z_for_all(self) -> float:
        """The width, in standard deviations, of intervals that hold for all moves at once: the largest fall
        was picked for being the largest, and an interval for one move would not hold for it."""
        return z_for_all(len(self._moves))

    @property
    def _moves(self) -> range:
        return range(1, len(self.positions))

    def _largest(self, falls: Sequence[float]) -> int | None:
        most = max(falls, default=0.0)
        return falls.index(most) + 1 if most > 0 else None

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        largest, worst, z = self.largest_fall, self.worst_choice, self.z_for_all
        return {
            "policy": self.policy,
            "seed": self.seed,
            "games": self.games,
            "won": self.won,
            "largest_fall": None if largest is None else self._named(largest, self.fall(largest, z)),
            "worst_choice": None if worst is None else self._named(worst, self.choice(worst, z)),
            "instead": self.instead or None,
            "lost_after": self.lost_after,
            "why": [self.why] if self.why else [],
            "chances": [self._place_data(place) for place in self.positions],
        }

    def _named(self, number: int, fall: Fall) -> dict[str, Any]:
        return {"number": number, "move": self.positions[number].move, **fall.data()}

    def _place_data(self, place: Chance) -> dict[str, Any]:
        data: dict[str, Any] = {
            "number": place.number,
            "move": place.move or None,
            "words": place.words,
            "wins": sum(place.wins),
            "share": place.share,
            "interval": list(place.interval),
        }
        if not place.number:
            return data
        falls = {"fall": self.fall(place.number).data(), "choice": self.choice(place.number).data()}
        return data | falls | {"revealed": place.revealed}

    def text(self) -> str:
        """A line for each position, then the move with the largest fall and the worst choice."""
        head = (
            f"by the policy {self.policy}, which sees no hidden card: {counted(self.games, 'game')} "
            f"from each position, in the same worlds; seed {self.seed}\n"
        )
        if not self.games:
            return head + "not one world was played from every position before it was cancelled\n"
        width = max(5, *(len(place.move) for place in self.positions))
        digits = len(str(len(self.positions) - 1))
        lines = "".join(self._line(place, width, digits) for place in self.positions)
        return head + lines + self._ending() + self._loss()

    def _loss(self) -> str:
        if self.lost_after is None:
            return ""
        when = f"after move {self.lost_after}" if self.lost_after else "from the start"
        return f"{when} the game is lost, whatever lies hidden: {self.why}\n"

    def _line(self, place: Chance, width: int, digits: int) -> str:
        low, high = place.interval
        told = f"{_points(place.share):>5} % ({_points(low)} to {_points(high)} %)"
        if place.number:
            told += f", {self.fall(place.number).text()}: {place.words}"
        return f"{place.number:>{digits}}. {place.move or 'start':<{width}} {told}\n"

    def _ending(self) -> str:
        largest, worst = self.largest_fall, self.worst_choice
        lines = ["won"] if self.won else []
        if largest is None:
            lines.append("the chance falls nowhere")
        else:
            told = self._told(largest, self.fall(largest, self.z_for_all))
            if self.positions[largest].revealed:
                choice = self.choice(largest).share
                luck = self.fall(largest).share - choice
                told += f"; {_points(choice)} by the choice, {_points(luck)} by the cards that came"
            lines.append(f"the largest fall: {told}")
        if worst is None:
            lines.append("no choice of a move made the chance smaller")
        elif worst != largest:
            lines.append(f"the worst choice: {self._told(worst, self.choice(worst, self.z_for_all))}")
        if self.instead:
            lines.append(f"instead of move {worst} the policy plays {self.instead}")
        return "".join(f"{line}\n" for line in lines)

    def _told(self, number: int, fall: Fall) -> str:
        low, high = fall.interval
        at_once = "" if len(self._moves) == 1 else f", which holds for all {len(self._moves)} moves at once"
        chance = "; it may be chance: --count plays more" if low <= 0 else ""
        span = f"{_points(low)} to {_points(high)}{at_once}{chance}"
        return f"move {number}, {self.positions[number].move}, by {_points(fall.share)} points ({span})"


def _points(share: float) -> str:
    return f"{100 * share + 0.0:.1f}"


@dataclass
class _Line:
    """The positions of a line, what is seen of them, and how the games from there ended so far. ``unturned``
    are the games of the worlds from before a move that brings something to light; none for other moves."""

    places: list[Any]
    seen: list[Any]
    revealed: list[bool]
    wins: list[list[bool]] = field(default_factory=list)
    unturned: list[list[bool]] = field(default_factory=list)


def review_unseen(
    game: RegisteredGame[P, M],
    start: P,
    moves: Sequence[M],
    *,
    policy: str = "fast",
    games: int = 30,
    seed: int = 0,
    jobs: int = 1,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    on_step: OnStep | None = None,
    on_part: Callable[[Chances], None] | None = None,
) -> Chances:
    """Looks a game over as its player saw it.

    Args:
        game: one that hides cards and can say what its player sees.
        moves: legal ones, all that were made from ``start``.
        policy: who plays on from each position; see ``policy_names``.
        games: worlds to play, from each position.
        seed: of the worlds and of the policy's choices.
        jobs: threads; the answer does not depend on their number.
        limits: ``seconds`` for the whole review: no further world is begun when they are spent, but one is
            played. A policy has no limit in nodes.
        token: cancels; the answer then counts the worlds that were played from every position.
        on_step: told after each game.
        on_part: told what is found after 1, 2, 4, 8, ... worlds.

    Raises:
        IllegalMove: a move that cannot be made.
        InputError: a policy that this game does not have, or no games.
    """
    if games < 1:
        raise InputError(f"{games} games", expected="1 or more")
    make_policy(game, policy)
    limits = limits or Limits()
    line, texts = _played(game, start, moves)
    spent = None if limits.seconds is None else time.monotonic() + limits.seconds
    items = _items(game, line, moves, games, seed, spent)
    each = len(line.places) + sum(line.revealed)
    play_limits = Limits(bytes=limits.bytes)
    done = 0
    with closing(
        play_many(game, items, lambda: make_policy(game, policy), limits=play_limits, jobs=jobs, token=token)
    ) as answers:
        for (where, _, _), played in answers:
            if played.reason == "cancelled":
                break
            number, unturned = where
            (line.unturned if unturned else line.wins)[number].append(played.won)
            done += 1
            if on_step is not None:
                on_step(done, games * each)
            worlds, rest = divmod(done, each)
            if on_part is not None and not rest and worlds & (worlds - 1) == 0:
                on_part(_chances(game, line, moves, texts, worlds, (policy, seed, games)))
    found = _chances(game, line, moves, texts, done // each, (policy, seed, games))
    worst = found.worst_choice
    if worst is None or (token is not None and token.cancelled):
        return found
    advice = advise(game, line.seen[worst - 1], policy=policy, seed=seed)
    if advice.move is None or advice.move == moves[worst - 1]:
        return found
    told = advice.text().strip()
    return replace(found, instead=told)


def _played(game: RegisteredGame[P, M], start: P, moves: Sequence[M]) -> tuple[_Line, list[str]]:
    hidden: Any = game
    places, texts = [start], []
    for move in moves:
        texts.append(game.notation.format(places[-1], move))
        places.append(game.play(places[-1], move))
    seen = [observe(game, place) for place in places]
    unseen = [hidden.unseen_cards(look) for look in seen]
    revealed = [i > 0 and unseen[i] != unseen[i - 1] for i in range(len(places))]
    line = _Line(places, seen, revealed)
    line.wins = [[] for _ in places]
    line.unturned = [[] for _ in places]
    return line, texts


def _items(
    game: RegisteredGame[P, M], line: _Line, moves: Sequence[M], games: int, seed: int, spent: float | None
) -> Iterator[tuple[tuple[int, bool], P, int]]:
    """Where each game counts, where it starts, and its seed: world by world, from every position, until the
    clock shows ``spent``."""
    hidden: Any = game
    for number, (world_seed, policy_seed) in enumerate(islice(world_seeds(seed), games)):
        if number and spent is not None and time.monotonic() > spent:
            return
        before: Any = None
        for place, seen in enumerate(line.seen):
            world = hidden.determinise(seen, Random(world_seed))
            if line.revealed[place]:
                yield (place, True), game.play(before, moves[place - 1]), policy_seed
            yield (place, False), world, policy_seed
            before = world


def _chances(
    game: RegisteredGame[P, M],
    line: _Line,
    moves: Sequence[M],
    texts: Sequence[str],
    worlds: int,
    asked: tuple[str, int, int],
) -> Chances:
    """What was found, from the worlds that were played from every position."""
    positions = []
    for number in range(len(line.places)):
        wins = tuple(line.wins[number][:worlds])
        unturned = tuple(line.unturned[number][:worlds]) if line.revealed[number] else wins
        text, words = "", ""
        if number:
            text = texts[number - 1]
            words = game.family.describe(game, line.places[number - 1], moves[number - 1])
        positions.append(Chance(number, text, words, wins, unturned, line.revealed[number]))
    won = game.outcome(line.places[-1]) is Outcome.WON
    found = Chances(tuple(positions), *asked, won)
    why_lost = game.family.reasons().why_lost
    for number, place in enumerate(line.places):
        if not won and (why := why_lost(place)):
            return replace(found, lost_after=number, why=why)
    return found
