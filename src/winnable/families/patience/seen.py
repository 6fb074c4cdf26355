"""The text of a pile-building position from its table as it is seen."""

from __future__ import annotations

from collections.abc import Sequence

from winnable.cards import DECK_SIZE, Card, Rank, find_card
from winnable.errors import InputError
from winnable.families.patience.game import PatienceGame
from winnable.text.laid import LaidPile, TableText

__all__ = ["foundation_words", "table_text"]

_RANKS = 13
_NOTHING = "-"
_ORDER = "HCDS"  # as boards list the foundations


def table_text(game: PatienceGame, piles: Sequence[LaidPile]) -> TableText:
    """The board, foundations by the cards on top of them.

    Raises:
        InputError: a foundation whose top card is not known.
    """
    columns = [pile for pile in piles if pile.role == "tableau"]
    cells = [pile.words[-1] if pile.words else _NOTHING for pile in piles if pile.role == "cell"]
    tops = foundation_words(piles)
    lines = []
    if game.rules["base"] != "ace":
        lines.append(f"Base: {_base(tops, sum(len(pile.words) for pile in columns) + _filled(cells)).letter}")
    lines += [
        " ".join(("Foundations:", *(f"{suit}-{_top(tops, suit)}" for suit in _ORDER))),
        " ".join(("Freecells:", *cells)),
        *(" ".join((":", *pile.words)) for pile in columns),
    ]
    return TableText(game.spelled, "\n".join(lines) + "\n")


def foundation_words(piles: Sequence[LaidPile]) -> list[str]:
    """The top cards of the foundations that are not empty, as they are spelled; InputError where one of them
    is not known."""
    tops = [pile.words[-1] for pile in piles if pile.role == "foundation" and pile.words]
    for word in tops:
        if not _card(word).known:
            what = "the top card of a foundation is not known"
            raise InputError(what, expected="its rank and suit, which tell what lies below it")
    return tops


def _top(tops: Sequence[str], suit: str) -> str:
    """The rank on top of the foundation of a suit, with its mark, if it has one; InputError where there are
    two such foundations."""
    found = [word[0] + word[2:] for word in tops if word[1] == suit]
    if len(found) > 1:
        what = f"two foundations of {suit}: {' and '.join(word for word in tops if word[1] == suit)}"
        raise InputError(what, expected="one of each suit")
    return found[0] if found else "0"


def _base(tops: Sequence[str], elsewhere: int) -> Rank:
    """The rank that the foundations start from: with it the whole deck is there."""
    cards = [_card(word) for word in tops]
    for base in Rank:
        if sum((card.rank - base) % _RANKS + 1 for card in cards) + elsewhere == DECK_SIZE:
            return base
    what = f"{elsewhere} cards beside the foundations leave no rank for these to start from"
    raise InputError(what, expected=f"{DECK_SIZE} cards in all")


def _card(word: str) -> Card:
    card = find_card(word[:2])
    assert card is not None  # whoever spells a word begins with a card
    return card


def _filled(cells: Sequence[str]) -> int:
    return sum(word != _NOTHING for word in cells)
