"""How a game that was won looks when its last board is not seen.

Some programs clear the table at the end of a game, or draw something over it, before anybody can look at the
last card. What is asked here is asked only where the rules say that all that was left could go home.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from winnable.screen.expect import is_seen_up

if TYPE_CHECKING:
    from winnable.screen.profile import GameHints
    from winnable.screen.sight import Sight

__all__ = ["TOLD", "why_won"]

TOLD: Final = "the game is won: the program says so"
_BARE: Final = "the game is won: no card is left in play"
_DRAWN_OVER: Final = "the game is won: the program shows no board any more, as it does after a won game"


def why_won(seen: Sight | None, hints: GameHints) -> str:
    """Why a game is taken to be won that could end now; empty if what is seen does not show it.

    ``seen`` is None where no board can be read any more. That alone tells nothing: only of a program that
    draws something over a won game, as its profile says, it is a sign.
    """
    if seen is not None:
        return _BARE if _is_bare(seen) else ""
    return _DRAWN_OVER if hints.won == "overlay" else ""


def _is_bare(sight: Sight) -> bool:
    """Is there no card left where games are played? What no reader takes for a card is none: some programs
    write over a board that is cleared."""
    if sight.table is None:
        return False
    played_in = [pile for pile in sight.table.piles if pile.role in ("tableau", "cell", "pyramid")]
    return not any(is_seen_up(card) for pile in played_in for card in pile.cards)
