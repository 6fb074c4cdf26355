"""The kit that every game must pass, for ours and for yours.

``check_game`` plays a game at random and holds it to the contract of :class:`winnable.game.Game`:

    from winnable.testing import check_game
    check_game(MyGame(), deals=[1, 2, 3])

A game that hides cards has more to promise: ``check_hidden_game`` and ``check_even`` hold its observations
and worlds to it, and ``check_policy`` a policy, which must do the same wherever it sees the same.

``winnable.testing.strategies`` holds Hypothesis strategies; it alone needs Hypothesis, and is imported
when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from winnable.testing.conformance import NonconformanceError, PerftCase, check_game, check_perft, perft
from winnable.testing.hidden import check_even, check_hidden_game, check_policy
from winnable.testing.playthrough import check_playthrough, write_playthrough

if TYPE_CHECKING:
    from winnable.testing import strategies

__all__ = [
    "NonconformanceError",
    "PerftCase",
    "check_even",
    "check_game",
    "check_hidden_game",
    "check_perft",
    "check_playthrough",
    "check_policy",
    "perft",
    "strategies",
    "write_playthrough",
]


def __getattr__(name: str) -> Any:
    if name == "strategies":
        import winnable.testing.strategies

        return winnable.testing.strategies
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
