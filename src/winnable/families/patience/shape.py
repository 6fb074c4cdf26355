"""What a game's deal and its rules let the columns be: how long, and what may lie in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from winnable._core import PatienceGame as CoreGame
from winnable._core import PatienceRules
from winnable.cards import CARDS, DECK_SIZE, Card, Rank
from winnable.families.patience.setup import BOARD, RANKS, Setup, column_slot

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame

__all__ = [
    "dealt_lengths",
    "goes_on",
    "longest_column",
    "refuse_long_columns",
    "refuse_rows",
    "with_dealt_home",
]

_IN_ORDER: Final = bytes(range(DECK_SIZE))


def dealt_lengths(game: PatienceGame) -> list[int]:
    """How many cards the deal gives each column, at most: in Citadel some go home instead."""
    rules = PatienceRules.from_dict({**game.rules, "deal_to_foundations": False})
    return [len(column) for column in CoreGame(rules).deal(_IN_ORDER).columns]


def longest_column(game: PatienceGame) -> tuple[int, int]:
    """The most cards that a column can have: dealt, and built on the last of them.

    The last of the dealt cards may be of the highest rank, on which all lower ones follow, without those
    that the deal puts on the foundations for good.
    """
    rules = game.rules
    builds = (rules["build"], rules["group_drop"]) != ("none", "none")
    gone = rules["base_cards_out"] and rules["base"] == "ace" and not rules["foundation_return"]
    return max(dealt_lengths(game)), (RANKS - 1 - bool(gone)) * builds


def refuse_long_columns(setup: Setup, game: PatienceGame) -> None:
    """InputError, at the first card too many, for a column that no play of the game can make."""
    if all(len(column) < RANKS for column in setup.columns):
        return
    dealt, built = longest_column(game)
    for i, column in enumerate(setup.columns):
        if len(column) > dealt + built:
            what = f"column {i + 1} has {len(column)} cards, more than play can pile up in {game.info.title}"
            expected = f"at most {dealt + built}: {dealt} dealt and {built} built on them"
            raise setup.error(column_slot(i, dealt + built), what, expected=expected)


def refuse_rows(setup: Setup, game: PatienceGame) -> None:
    """InputError for lines of cards that are no columns of this game: its rows, or a deck in several lines.

    Rows get no longer from line to line; a deck has fewer lines than there are columns. Either is refused
    only if no play could have piled up the cards so.
    """
    lines = [len(column) for column in setup.columns]
    if not setup.unmarked or not lines:
        return
    dealt = dealt_lengths(game)
    as_rows = lines[0] <= len(dealt) and all(below <= above for above, below in pairwise(lines))
    if len(lines) > len(dealt):  # else there are just too many columns
        as_rows &= lines[0] > max(dealt) or lines == row_lengths(dealt)
    as_deck = setup.bare and len(lines) < len(dealt) and sum(lines) == sum(dealt)
    if not (as_rows or as_deck) or (len(lines) <= len(dealt) and _can_be_columns(setup, game, dealt)):
        return
    what = f"lines of {_spell(lines)} cards are no columns of {game.info.title}"
    expected = f"{len(dealt)} columns, dealt {_spell(dealt)} cards"
    mend = "for rows as seen on the screen add --rows" if as_rows else "or put the deck on one line"
    raise setup.error(BOARD, what, expected=expected, mend=mend)


def row_lengths(columns: Sequence[int]) -> list[int]:
    """How many cards each row has, seen across columns of these lengths."""
    return [sum(length > row for length in columns) for row in range(max(columns))]


def with_dealt_home(setup: Setup, game: PatienceGame) -> Setup:
    """A board of columns alone, with what the deal puts on the foundations, if just that is missing."""
    rules = game.rules
    if not setup.bare or not rules["base_cards_out"]:
        return setup
    present = {card for _, card in setup.slots()}
    missing = [card for card in CARDS if card not in present]
    base = missing[0].rank if missing and rules["base"] == "beak" else Rank.ACE
    counts = [0] * 4
    for card in sorted(missing, key=lambda card: (card.rank - base) % RANKS):
        if (card.rank - base) % RANKS != counts[card.suit]:
            return setup
        counts[card.suit] += 1
    kept = 1 if rules["base"] == "beak" else 0  # the beak itself lies in a column
    as_dealt = sorted(counts) == [*[0] * kept, *[1] * (4 - kept)]
    if not as_dealt and not (rules["deal_to_foundations"] and min(counts) > 0):
        return setup
    return Setup(setup.columns, setup.cells, counts, base, places=setup.places, source=setup.source)


def _can_be_columns(setup: Setup, game: PatienceGame, dealt: Sequence[int]) -> bool:
    """Can cards have been dealt and built so? What is not built must have been dealt, in some column."""
    unbuilt = sorted(_unbuilt(setup, game), reverse=True)
    return all(most >= cards for cards, most in zip(unbuilt, sorted(dealt, reverse=True), strict=False))


def _unbuilt(setup: Setup, game: PatienceGame) -> Iterator[int]:
    """Of each column the number of cards, from its deepest on, that cannot have been built there."""
    rules = game.rules
    ways = (str(rules["build"]), str(rules["group_drop"]))
    for column in setup.columns:
        built = 0
        for lower, upper in reversed([*pairwise(column)]):
            if not any(goes_on(upper, lower, way, setup.base) for way in ways):
                break
            built += 1
        yield len(column) - built


def goes_on(upper: Card, lower: Card, way: str, base: Rank) -> bool:
    """May one card lie on another, by a rule of building?"""
    if not (upper.known and lower.known) or (lower.rank - base) % RANKS != (upper.rank - base) % RANKS + 1:
        return False
    if way == "suit":
        return upper.suit == lower.suit
    if way in ("colour", "alternate"):
        return (upper.colour == lower.colour) == (way == "colour")
    return way == "any"


def _spell(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
