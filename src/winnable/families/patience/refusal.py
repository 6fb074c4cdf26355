"""Why hands cannot make a move in a game that builds piles."""

from __future__ import annotations

import re
from typing import Any, Final

from winnable.analysis.refusal import refused
from winnable.cards import Card, Rank, parse_card
from winnable.scene import Pile

__all__ = ["refuse"]

_NOT_ONTO: Final = re.compile(r"(\w\w) does not go on (\w\w)")
_SUITS_MUST: Final = {
    "alternate": "colours must alternate",
    "suit": "suits must be the same",
    "colour": "colours must be the same",
}


def refuse(game: Any, position: Any, source: Pile, index: int, target: Pile) -> str:
    """``9C cannot go on TS: colours must alternate``; of Spider and its kin, too."""
    if source.role == "stock":
        return "cards of the stock are dealt a row at a time"
    if target.role == "stock":
        return "no card goes back to the stock"
    count = len(source.cards) - index
    between = source.role == target.role == "tableau"
    text = _letter(source) + ("h" if target.role == "foundation" else target.label)
    if between and count > 1:
        text += f"v{count:x}" if count < len(Rank) + 1 else f"v{count}"
    if count > 1 and not between and not game.info.runs_leave:
        return "one card at a time goes home" if target.role == "foundation" else "a cell holds one card"
    why = refused(game, position, text)
    found = _NOT_ONTO.fullmatch(why)
    if found is None:
        return why
    card, under = map(parse_card, found.groups())
    return f"{card} cannot go on {under}: {_rule(game, card, under, count)}"


def _letter(pile: Pile) -> str:
    """What moves from a pile begin with; a foundation's suit."""
    return pile.sign if pile.role == "foundation" else pile.label


def _rule(game: Any, card: Card, under: Card, count: int) -> str:
    """Which rule the two cards break."""
    build = game.rules["build"] if count == 1 else game.rules["group_drop"]
    if build == "none":
        return "nothing is built on the columns of this game"
    higher = under.rank - card.rank
    if game.rules["base"] != "ace":  # an ace may follow on a king
        higher %= len(Rank)
    if higher == 1 and build in _SUITS_MUST:
        return _SUITS_MUST[build]
    if card.rank is Rank.KING and game.rules["base"] == "ace":
        return "a king goes on no card"
    above = Rank((card.rank + 1) % len(Rank)).name.lower()
    return f"it goes on {'an' if above in ('ace', 'eight') else 'a'} {above}"
