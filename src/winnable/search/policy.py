"""Play under hidden cards: a policy sees observations only, and whole games are played by it.

A policy is anything with ``decide(observation, seed)``. A game asks it for moves, makes them as far as the
first that brings a card to light, each checked by the rules, and asks anew with what is seen then. No
policy is ever given a position, so none can peek. The policies of a family stand in its ``policy.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.deals import DealRange
from winnable.errors import InputError
from winnable.family import RegisteredGame, require
from winnable.results import Result
from winnable.search.api import Limits
from winnable.search.solvers import solve_stream

if TYPE_CHECKING:
    from winnable.search.seats import Seat

__all__ = [
    "BROKEN_OFF",
    "PlayShapes",
    "PlayedGame",
    "Policies",
    "Policy",
    "PolicyError",
    "Starts",
    "Trainer",
    "make_policy",
    "play",
    "play_many",
    "policy_names",
    "quick_policy",
    "shaped_policy",
    "strongest_policy",
]

I = TypeVar("I", bound=tuple[Any, ...])  # noqa: E741  # an item

# Reasons of a game that was not played to its end: neither won nor lost.
BROKEN_OFF: Final = frozenset({"moves", "time", "memory", "cancelled"})


class PolicyError(RuntimeError):
    """A policy made a move that is not legal: a fault of the policy, never of the input."""


class Policy(Protocol):
    """A player of a game with hidden cards."""

    def decide(self, observation: Any, seed: int) -> Sequence[Any]:
        """Moves to make now, in order; none to concede.

        Those after the first that brings a card to light are not made. Equal arguments must give equal
        moves.
        """
        ...


@dataclass(frozen=True, slots=True)
class PlayedGame(Result):
    """A game that a policy played.

    ``reason`` is won, conceded, or what broke it off: moves, time, memory, cancelled. A game of
    ``MOST_PLAYED_MOVES`` moves counts as conceded, so that games end that go round in circles; so does one
    that is lost at sight, and ``why`` says why. ``runs`` are all that have left in the end, 0 where single
    cards leave, and ``score`` is the game's own. ``decisions`` are how often the policy was asked;
    ``seconds`` is wall-clock time; ``nodes`` are the positions that it looked at, where it counts them.
    """

    start: Any
    won: bool
    reason: str
    runs: int
    score: int
    moves: tuple[Any, ...]
    texts: tuple[str, ...]
    decisions: int
    seconds: float
    why: str = ""
    nodes: int = 0

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "won": self.won,
            "reason": self.reason,
            "why": [self.why] if self.why else [],
            "runs": self.runs,
            "score": self.score,
            "length": len(self.texts),
            "moves": list(self.texts),
            "decisions": self.decisions,
            "seconds": self.seconds,
        }


class Policies(NamedTuple):
    """The policies of a family: their names in a game, the strongest first, how one is made, how it sits down
    at a game, how the settings of one are read from a file or made of values by name, and how one is made
    that judges boards by other numbers."""

    names: Callable[[Any], tuple[str, ...]]
    make: Callable[..., Any]
    seat: Callable[[Any, Policy], Seat]
    settings: Callable[[Path], Any]
    settings_of: Callable[[str, Mapping[str, object]], Any] | None = None
    shaped: Callable[..., Any] | None = None


Starts = DealRange | Sequence[Any]  # deals, or positions
# The games won and the runs completed by each of several shapes, numbers that a policy judges boards by: of
# a game, the shapes, the boards that a search keeps and the starts. None once cancelled.
PlayShapes = Callable[[Any, Sequence[Sequence[Sequence[int]]], int, Starts], Sequence[tuple[int, int]] | None]


class Trainer(NamedTuple):
    """How a family tunes what its policies judge by: settings of a game and options, the generations one by
    one, and the file that holds what was found."""

    settings: Callable[..., Any]
    train: Callable[..., Any]
    check_writable: Callable[[Path], None]
    write_header: Callable[[Path, Any, Any], None]


def _policies(game: RegisteredGame[Any, Any]) -> Policies:
    return require(game, "policies", game.family.policies)()


def policy_names(game: RegisteredGame[Any, Any]) -> tuple[str, ...]:
    """The policies that play a game, the strongest first; none where no card is hidden from its player."""
    return () if game.family.policies is None else game.family.policies().names(game)


def strongest_policy(game: RegisteredGame[Any, Any], otherwise: str) -> str:
    """The name of the policy to ask for advice.

    Raises:
        InputError: none plays better than chance; ``otherwise`` is what is expected then, in words.
    """
    names = policy_names(game)
    if not names or names[0] == "random":
        raise InputError(f"no policy gives advice in {game.spelled}", expected=otherwise)
    return names[0]


def quick_policy(game: RegisteredGame[Any, Any]) -> str:
    """The name of the policy to play games by the hundred: ``fast`` where there is one, else the strongest.

    InputError for a game without policies.
    """
    names = _policies(game).names(game)
    if not names:
        raise InputError(f"no policy plays {game.spelled}", expected="a game that hides cards")
    return "fast" if "fast" in names else names[0]


def make_policy(
    game: RegisteredGame[Any, Any], name: str, *, settings: Any = None, boards: int | None = None
) -> Any:
    """A policy by name; see ``make_policy`` of the family. InputError for what this game does not have."""
    return _policies(game).make(game, name, settings=settings, boards=boards)


def shaped_policy(game: RegisteredGame[Any, Any], shape: Sequence[Sequence[int]], boards: int) -> Any:
    """A policy that judges boards by these numbers, as training tries them, and keeps so many of them.

    InputError for a game whose policies judge by none, or for other numbers than it takes.
    """
    shaped = _policies(game).shaped
    if shaped is None:
        what = f"no policy of {game.info.title} judges boards by a shape"
        raise InputError(what, expected="a game that winnable train tunes")
    return shaped(game, shape, boards)


def play(
    game: RegisteredGame[Any, Any],
    position: Any,
    policy: Policy,
    seed: int = 0,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> PlayedGame:
    """Plays one game to its end.

    Args:
        game: one that hides cards.
        position: where it starts; the policy is given what a player sees of it.
        policy: :func:`make_policy`'s, or any object with ``decide``.
        seed: 0 to 2^64 - 1; of the policy's choices.
        limits: ``nodes`` are moves; ``seconds`` are looked at between decisions.
        token: cancels; a policy in Python is not interrupted while it decides.

    Raises:
        InputError: the game has no policies.
        PolicyError: the policy made a move that is not legal.
    """
    seat = _policies(game).seat(game, policy)
    (played,) = seat.solve_many([(position, seed)], limits=limits, token=token)
    return played


def play_many(
    game: RegisteredGame[Any, Any],
    items: Iterable[I],
    make: Callable[[], Policy],
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
) -> Generator[tuple[I, PlayedGame], None, None]:
    """Plays games, lazily, and yields each item with its game, in the order of the items.

    Args:
        game: one that hides cards.
        items: tuples of anything, a position and a seed (and more).
        make: makes a policy for each of ``jobs`` threads, such as ``lambda: make_policy(game, "fast")``.
        limits: for each game, as in :func:`play`.
        jobs: threads; the games do not depend on their number.
        token: once cancelled, games in work end with the reason ``cancelled`` and no more are begun.

    Raises:
        InputError: the game has no policies.
        PolicyError: the policy made a move that is not legal.
    """
    seat = _policies(game).seat
    starts = ((item, (item[1], item[2])) for item in items)
    make_seat: Callable[[], Any] = lambda: seat(game, make())  # noqa: E731
    return solve_stream(make_seat, starts, limits=limits, jobs=jobs, token=token)
