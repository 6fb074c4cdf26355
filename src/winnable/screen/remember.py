"""A reader that remembers: a card that looks just as one that was read before is not read again.

While a game is played most of the table stays as it was from look to look. What a card is follows from its
pixels alone, so equal pixels have equal scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from winnable.screen.seen import CardReader, Picture, Scores, SeenCard

__all__ = ["RememberingReader"]

_MOST: Final = 4000  # looks of cards that are kept
_SURE: Final = 0.9  # cards that a reader is less sure of are read together with the whole table


class RememberingReader:
    """A reader of cards before another one, which it asks only about what is new."""

    def __init__(self, reader: CardReader) -> None:
        self.reader = reader
        self.name = reader.name
        self._known: dict[tuple[tuple[int, ...], bytes], Scores] = {}

    @property
    def exact(self) -> bool:
        """As the other reader's."""
        return bool(getattr(self.reader, "exact", False))

    def scores(self, picture: Picture, cards: Sequence[SeenCard]) -> Scores:
        """As every reader's."""
        looks = [_look(picture, card) for card in cards]
        new = [i for i, look in enumerate(looks) if look not in self._known]
        if new:
            some = self.reader.scores(picture, [cards[i] for i in new])
            if len(new) < len(cards) and bool((np.asarray(some).max(axis=1) < _SURE).any()):
                some = self.reader.scores(picture, cards)[new]
            if len(self._known) > _MOST:
                self._known.clear()
                return self.scores(picture, cards)
            for i, row in zip(new, some, strict=True):
                self._known[looks[i]] = np.asarray(row, dtype=np.float64)
        return np.stack([self._known[look] for look in looks]) if looks else np.zeros((0, 52))


def _look(picture: Picture, card: SeenCard) -> tuple[tuple[int, ...], bytes]:
    """What is seen of a card: the size of the card and of the part, and its pixels."""
    part = card.visible
    left, top = max(round(part.left), 0), max(round(part.top), 0)
    right, bottom = max(round(part.right), left), max(round(part.bottom), top)
    sizes = (round(card.box.width), round(card.box.height), right - left, bottom - top)
    return sizes, picture[top:bottom, left:right].tobytes()
