"""What should be on the screen, compared with what was seen there.

The Scene says what a player sees of the position that is expected; the table is what was read from a picture.
Programs lay the cells and foundations out as they like, and show of a stock, a waste or a foundation its top
alone: so these are compared by their tops, wherever they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from winnable.scene import Pile, Role, Scene

if TYPE_CHECKING:
    from winnable.screen.seen import SeenCard, SeenPile, SeenTable

__all__ = ["Match", "compare", "compare_squares", "is_seen_up", "seen_piles"]

# Piles of these roles stand for each other: which of the cells holds a card changes nothing.
ALIKE: Final[tuple[Role, ...]] = ("cell", "foundation")
# Of these piles only the top is seen.
STACKED: Final[tuple[Role, ...]] = ("stock", "waste")
# Of a card's height: of a covered card of which less shows, the rank is cut through, so that an 8 may be a 9.
_STRIP: Final = 0.2


@dataclass(frozen=True, slots=True)
class Match:
    """How a table differs from what was expected: ``different`` in words, one for each pile or square, and
    ``unclear`` where something was not read that would tell. ``places`` are the names of the piles, or the
    numbers of the squares, that differ."""

    different: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Is all that is expected there, without a doubt?"""
        return not self.different and not self.unclear


def is_seen_up(card: SeenCard) -> bool:
    """Was this card read, face up?"""
    return card.up and card.card is not None and card.card.known


def seen_piles(table: SeenTable, role: Role) -> list[SeenPile]:
    """The piles of a role, in the order in which they were seen."""
    return [pile for pile in table.piles if pile.role == role]


def compare(
    scene: Scene, table: SeenTable, *, free: Container[tuple[str, int]] = (), suits_only: bool = False
) -> Match:
    """Compares a table of cards with what is expected on it.

    Args:
        scene: what a player sees of the expected position.
        table: what was seen.
        free: places (a pile's name and the index of a card) where a card lies of which nobody knows which
            it is: any that lies face up will do.
        suits_only: foundations hold whole runs, of which programs show either end.
    """
    found: list[tuple[str, str, bool]] = []  # the pile, what is wrong, and is it only unclear?
    seen = {pile.name: pile for pile in table.piles}
    for pile in scene.piles:
        if pile.role in ALIKE:
            continue
        found += _pile(pile, seen.get(pile.name), free)
    for role in ALIKE:
        found += _tops(scene, table, role, suits_only=suits_only and role == "foundation")
    return Match(
        tuple(text for _, text, unclear in found if not unclear),
        tuple(text for _, text, unclear in found if unclear),
        tuple(dict.fromkeys(name for name, _, _ in found)),
    )


def _pile(pile: Pile, seen: SeenPile | None, free: Container[tuple[str, int]]) -> list[tuple[str, str, bool]]:
    cards = () if seen is None else seen.cards
    if pile.role in STACKED or (pile.fan == "none" and len(pile.cards) > 1):
        return _stack(pile, cards, free)
    if len(cards) != len(pile.cards):
        return [(pile.name, f"{pile.name} has {len(cards)} cards, not {len(pile.cards)}", False)]
    out = []
    for index, card in enumerate(cards):
        text, unclear = _card(pile, index, card, free)
        if text:
            out.append((pile.name, text, unclear))
    return out


def _stack(
    pile: Pile, cards: Sequence[SeenCard], free: Container[tuple[str, int]]
) -> list[tuple[str, str, bool]]:
    if bool(cards) != bool(pile.cards):
        return [(pile.name, f"{pile.name} is {'not ' if cards else ''}empty", False)]
    if not cards:
        return []
    text, unclear = _card(pile, len(pile.cards) - 1, cards[-1], free)
    return [(pile.name, text, unclear)] if text else []


def _card(pile: Pile, index: int, seen: SeenCard, free: Container[tuple[str, int]]) -> tuple[str, bool]:
    """What is wrong with a card, and is it only unclear? An empty text: nothing."""
    where = f"{pile.name}, card {index + 1}"
    if index < pile.down:
        return (f"{where} lies face up", False) if is_seen_up(seen) else ("", False)
    if not seen.up:
        return f"{where} lies face down", False
    if (pile.name, index) in free:
        return ("", False) if is_seen_up(seen) else (f"{where} cannot be told", True)
    wanted = pile.cards[index]
    if not is_seen_up(seen):
        # A covered card that is known lies where it was, or the pile would have another length.
        return (f"{where} cannot be told", True) if index == len(pile.cards) - 1 else ("", False)
    if seen.card == wanted or (index < len(pile.cards) - 1 and _is_strip(seen)):
        return "", False
    return f"{where} is {seen.card}, not {wanted}", False


def _is_strip(card: SeenCard) -> bool:
    return card.visible.height < _STRIP * card.box.height


def _tops(scene: Scene, table: SeenTable, role: Role, *, suits_only: bool) -> list[tuple[str, str, bool]]:
    """The tops of piles that stand for each other, wherever they are."""
    if not any(pile.role == role for pile in scene.piles):
        return []  # where cards that have left lie on a heap, that is no pile of the game
    wanted = Counter(pile.cards[-1] for pile in scene.piles if pile.role == role and pile.cards)
    tops = [pile.cards[-1] for pile in seen_piles(table, role) if pile.cards]
    if suits_only:
        count = sum(wanted.values())
        return [] if len(tops) == count else [(role, f"{len(tops)} {role}s hold cards, not {count}", False)]
    unread = sum(not is_seen_up(card) for card in tops)
    there = Counter(card.card for card in tops if card.card is not None and is_seen_up(card))
    missing, more = wanted - there, there - wanted
    if more or sum(missing.values()) != unread:
        told = ", ".join(map(str, there.elements())) or "nothing"
        hoped = ", ".join(map(str, wanted.elements())) or "nothing"
        return [(role, f"the {role}s show {told}, not {hoped}", False)]
    if unread and role != "foundation":
        return [(role, f"a card on the {role}s cannot be told", True)]
    # Where all else lies as expected, a card on a foundation that cannot be told is the one that is missing:
    # some programs shade those that are complete.
    return []


def compare_squares(scene: Scene, holds: Sequence[str]) -> Match:
    """Compares what was seen to stand on the squares, in reading order, with what is expected there; ``?``
    stands on a square that could not be read."""
    assert scene.grid is not None
    cells = scene.grid.cells
    if len(cells) != len(holds):
        return Match((f"{len(holds)} squares are there, not {len(cells)}",))
    different, unclear, places = [], [], []
    for number, (cell, seen) in enumerate(zip(cells, holds, strict=True)):
        row, column = divmod(number, scene.grid.width)
        where = f"row {row + 1}, column {column + 1}"
        if seen == "?":
            unclear.append(f"{where} cannot be told")
        elif seen != cell.holds:
            different.append(f"{where} holds {seen or 'nothing'}, not {cell.holds or 'nothing'}")
        else:
            continue
        places.append(str(number))
    return Match(tuple(different), tuple(unclear), tuple(places))
