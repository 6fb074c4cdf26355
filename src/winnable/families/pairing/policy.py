"""Play of pairing games from what a person sees: the policies by name, and whole games by them.

``best`` and ``fast`` draw worlds, positions that look like what is seen, and solve them with all cards known
(native/pairing/policy/sampling.hpp); ``best`` draws more. ``greedy`` takes what can leave, from the board
first, and draws where nothing can; ``random`` makes any legal move. All aim at a win; points do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from winnable._core import CancelToken, PairingObservation, PairingPlayed, PairingPlayer
from winnable.errors import InputError, quote
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.family import observed
from winnable.names import find_name, unknown_name
from winnable.search.api import Limits
from winnable.search.policy import PlayedGame, Policies, Policy
from winnable.search.seats import End, Seat

__all__ = ["POLICIES", "PairingPolicy", "make_policy", "policy_names"]

_NAMES: Final = ("best", "fast", "greedy", "random")
_SAMPLING: Final = ("best", "fast")
MOST_WORLDS: Final = 100_000


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
    raise InputError("the policies of Pyramid have no settings", mend="leave out --settings")


POLICIES: Final = Policies(names=policy_names, make=make_policy, seat=_seat, settings=_settings)
