"""Play of pairing games from what a person sees: the policies by name, and whole games by them.

``best`` and ``fast`` draw worlds, positions that look like what is seen, and solve them with all cards known
(native/pairing/policy/sampling.hpp); ``best`` draws more. ``greedy`` takes what can leave, from the board
first, and draws where nothing can; ``random`` makes any legal move. All aim at a win; points do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from winnable._core import CancelToken, PairingObservation, PairingPlayed, PairingPlayer
from winnable.errors import InputError, quote
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.family import observed
from winnable.names import find_name, unknown_name
from winnable.search.api import Limits
from winnable.search.policy import PlayedGame, Policies, Policy
from winnable.search.seats import End, Seat, play_one, play_stream

__all__ = ["POLICIES", "PairingPolicy", "make_policy", "play", "play_many", "policy_names"]

_NAMES: Final = ("best", "fast", "greedy", "random")
_SAMPLING: Final = ("best", "fast")
MOST_WORLDS: Final = 100_000

I = TypeVar("I", bound=tuple[Any, ...])  # noqa: E741  # an item


class PairingPolicy:
    """A policy of the core; satisfies :class:`winnable.search.policy.Policy`. One thread at a time."""

    def __init__(self, game: PairingGame, name: str, worlds: int = 0) -> None:
        self.game = game
        self.name = name
        self.core = PairingPlayer(game.core, name, worlds)

    def __repr__(self) -> str:
        return f"<PairingPolicy {self.name} of {self.game.spelled}>"

    def decide(
        self, observation: PairingObservation, seed: int = 0, token: CancelToken | None = None
    ) -> list[PairingMove]:
        """Moves to make now; with all cards known a whole win, or none where there is proved to be none.

        ValueError for what no position looks like.
        """
        return self.core.decide(observation, seed, token)


def policy_names(game: PairingGame) -> tuple[str, ...]:
    """The policies that play a game, the strongest first; none where no card is hidden."""
    return _NAMES if game.info.hidden and game.info.can_observe else ()


def make_policy(
    game: PairingGame, name: str, *, settings: Any = None, boards: int | None = None
) -> PairingPolicy:
    """A policy by name.

    Args:
        game: one that hides cards.
        name: see :func:`policy_names`.
        settings: none takes any.
        boards: for ``best`` and ``fast``: how many worlds each decision draws. More is stronger and slower.

    Raises:
        InputError: a policy or an option that this game does not have.
    """
    observed(game)
    names = policy_names(game)
    if not names:
        what = f"{game.info.title} hides no card from its player"
        raise InputError(what, expected="a game that does; winnable solve finds its wins")
    found = find_name(name, names)
    if found is None:
        raise unknown_name(f"{game.info.title} has no policy {quote(name)}", name, names)
    if settings is not None:
        raise InputError(f"{found} has no such settings", expected="none for this game")
    if boards is not None and found not in _SAMPLING:
        raise InputError(f"{found} draws no worlds", expected="the policy best or fast")
    if boards is not None and not 1 <= boards <= MOST_WORLDS:
        raise InputError(f"{boards} boards", expected=f"a number from 1 to {MOST_WORLDS}")
    return PairingPolicy(game, found, boards or 0)


def play(
    game: PairingGame,
    position: PairingPosition,
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
        PolicyError: the policy made a move that is not legal.
    """
    return play_one(_seat(game, policy), position, seed, limits=limits, token=token)


def play_many(
    game: PairingGame,
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
    """
    return play_stream(lambda: _seat(game, make()), items, limits=limits, jobs=jobs, token=token)


def _seat(game: PairingGame, policy: Policy) -> Seat:
    return Seat(game, policy, _told, partial(_native, game))


def _native(
    game: PairingGame,
    policy: Policy,
    positions: Sequence[PairingPosition],
    seeds: Sequence[int],
    limits: Limits,
    token: CancelToken | None,
) -> list[PlayedGame] | None:
    if not isinstance(policy, PairingPolicy):
        return None
    raw = policy.core.play_many(
        positions, seeds, limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token
    )
    return list(map(_to_played, raw))


def _to_played(raw: PairingPlayed) -> PlayedGame:
    return PlayedGame(
        raw.start,
        raw.won,
        raw.reason,
        0,
        raw.end.score,
        tuple(raw.moves),
        tuple(raw.texts),
        raw.decisions,
        raw.seconds,
        nodes=raw.nodes,
    )


def _told(game: Any, end: End) -> PlayedGame:
    """A game by a policy in Python."""
    score = end.position.score
    return PlayedGame(
        end.start, end.won, end.reason, 0, score, end.moves, end.texts, end.decisions, end.seconds
    )


def _settings(path: Path) -> Any:
    raise InputError("the policies of Pyramid have no settings", expected="no --settings")


POLICIES: Final = Policies(
    names=policy_names, make=make_policy, play=play, play_many=play_many, settings=_settings
)
