"""Play under hidden cards: a policy sees observations only, and whole games are played by it.

A policy is anything with ``decide(observation, seed)``. A game asks it for moves, makes them as far as the
first that turns a card or deals a row, each checked by the rules, and asks anew with what is seen then. No
policy is ever given a position, so none can peek. The seed of a game fixes it: decision number n is made
with ``decision_seed(seed, n)``, whatever plays, on every machine.

The policies of Spider and its kin by name: ``best``, ``fast``, ``moveblocks`` (the Spider project's own
player, the baseline) and ``random``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from winnable._core import (
    MOST_PLAYED_MOVES,
    CancelToken,
    Observation,
    SpiderPlayed,
    SpiderPlayer,
    decision_seed,
)
from winnable.errors import InputError, quote
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.moveblocks import MoveblocksSettings, read_settings, settings_of
from winnable.names import find_name, unknown_name
from winnable.search.api import Limits
from winnable.search.policy import PlayedGame, Policies, Policy, PolicyError
from winnable.search.seats import End, Seat

__all__ = [
    "MOST_PLAYED_MOVES",
    "POLICIES",
    "NativePolicy",
    "PlayedGame",
    "Policy",
    "PolicyError",
    "decision_seed",
    "make_policy",
    "policy_names",
    "shaped_policy",
]

_NAMES: Final = ("best", "fast", "moveblocks", "random")
_SEARCHES: Final = ("best", "fast")
MOST_BOARDS: Final = 10_000_000


class NativePolicy:
    """A policy of the core; satisfies :class:`Policy`. One thread at a time."""

    def __init__(self, game: SpiderGame, name: str, core: SpiderPlayer) -> None:
        self.game = game
        self.name = name
        self.core = core

    def __repr__(self) -> str:
        return f"<NativePolicy {self.name} of {self.game.spelled}>"

    def decide(
        self, observation: Observation, seed: int = 0, token: CancelToken | None = None
    ) -> list[PatienceMove]:
        """See :class:`Policy`. Cancelled, it gives no move. ValueError for what no position looks like."""
        return self.core.decide(observation, seed, token)


def policy_names(game: SpiderGame) -> tuple[str, ...]:
    """The policies that play a game, the strongest first."""
    return _NAMES if SpiderPlayer.moves_runs(game.core) else ("random",)


def make_policy(
    game: SpiderGame, name: str, *, settings: MoveblocksSettings | None = None, boards: int | None = None
) -> NativePolicy:
    """A policy by name.

    Args:
        game: Spider or one of its kin.
        name: see :func:`policy_names`.
        settings: for ``moveblocks``; those of ``moveblocks.toml`` by default.
        boards: for ``best`` and ``fast``: how many boards each search keeps, at most; by default so many that
            a game takes less than 10 seconds on average, or 0.2. More is stronger and slower.

    Raises:
        InputError: a policy or an option that this game does not have.
    """
    names = policy_names(game)
    found = find_name(name, names)
    if found is None and game.facts.runs_stay and name in _NAMES:
        what = f"the policy {name} plays only games whose complete runs leave by themselves"
        raise InputError(what, expected="the policy random, or run_removal=auto")
    if found is None:
        raise unknown_name(f"{game.info.title} has no policy {quote(name)}", name, names)
    name = found
    if settings is not None and name != "moveblocks":
        raise InputError(f"{name} has no such settings", expected="the policy moveblocks")
    if boards is not None and name not in _SEARCHES:
        raise InputError(f"{name} searches no boards", expected="the policy best or fast")
    if boards is not None and not 1 <= boards <= MOST_BOARDS:
        raise InputError(f"{boards} boards", expected=f"a number from 1 to {MOST_BOARDS}")
    if name == "random":
        core = SpiderPlayer.random(game.core)
    elif name == "moveblocks":
        s = settings or read_settings()
        core = SpiderPlayer.moveblocks(game.core, s.tries, s.length, s.build, s.turn, s.run, s.clear, s.tidy)
    else:
        core = SpiderPlayer.search(game.core, name == "best", boards or 0)
    return NativePolicy(game, name, core)


def shaped_policy(game: SpiderGame, shape: Sequence[Sequence[int]], boards: int) -> NativePolicy:
    """A policy that judges boards by these numbers: for each of ``spider_terms()`` six, by rows left.

    InputError for other numbers, or a game whose policies judge no boards.
    """
    if policy_names(game) != _NAMES:
        raise InputError(f"no policy of {game.info.title} judges boards", expected="spider or its like")
    try:
        return NativePolicy(game, "shaped", SpiderPlayer.shaped(game.core, shape, boards))
    except ValueError as error:
        raise InputError("this is no shape", expected=str(error)) from None


def _seat(game: SpiderGame, policy: Policy) -> Seat:
    return Seat(game, policy, _told, partial(_native, game), lambda position: bool(position.dead_end))


def _native(
    game: SpiderGame,
    policy: Policy,
    positions: Sequence[SpiderPosition],
    seeds: Sequence[int],
    limits: Limits,
    token: CancelToken | None,
) -> list[PlayedGame] | None:
    if not isinstance(policy, NativePolicy):
        return None
    raw = policy.core.play_many(
        positions, seeds, limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token
    )
    return [_to_played(game, played) for played in raw]


def _to_played(game: SpiderGame, raw: SpiderPlayed) -> PlayedGame:
    return PlayedGame(
        raw.start,
        raw.won,
        raw.reason,
        raw.runs,
        game.score(raw.length, raw.runs),
        tuple(raw.moves),
        tuple(raw.texts),
        raw.decisions,
        raw.seconds,
        raw.why,
    )


def _told(game: Any, end: End) -> PlayedGame:
    """A game by a policy in Python."""
    runs, score = sum(end.position.runs), game.score(len(end.moves), sum(end.position.runs))
    return PlayedGame(
        end.start,
        end.won,
        end.reason,
        runs,
        score,
        end.moves,
        end.texts,
        end.decisions,
        end.seconds,
        end.position.dead_end,
    )


def _settings_of(policy: str, values: Mapping[str, object]) -> MoveblocksSettings:
    """The settings of a policy by name; InputError for what it does not take."""
    if find_name(policy, ("moveblocks",)) is None:
        what = f"the policy {policy} takes no {quote(next(iter(values)))}"
        raise InputError(what, expected="boards, or the policy moveblocks")
    return settings_of(values)


POLICIES: Final = Policies(
    names=policy_names,
    make=make_policy,
    seat=_seat,
    settings=read_settings,
    settings_of=_settings_of,
    shaped=shaped_policy,
)
