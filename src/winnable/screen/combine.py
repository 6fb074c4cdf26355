"""Several readers of cards made one: they check each other, and where they disagree nothing is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.cards import CARDS, DECK_SIZE
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.screen.seen import CardReader, Picture, Scores, SeenCard

__all__ = ["Combined", "combine", "usual_readers"]

_PATIENCE: Final = 2.0  # seconds for decks that were never drawn before
_ERRS: Final = 0.02  # how often a reader is taken to be wrong, however sure it is
_DECIDED: Final = 0.999  # what an exact reader gives a card, for nobody else to be asked
_SPEAKS: Final = 0.5  # a reader that gives a card this much has an opinion


@dataclass(frozen=True, slots=True)
class Combined:
    """What the readers say together: ``scores`` of shape (places, 52), and of each place where two of them
    name different cards who says what."""

    scores: Scores
    quarrels: Mapping[int, str] = field(default_factory=dict)


def combine(readers: Sequence[CardReader], picture: Picture, cards: Sequence[SeenCard]) -> Combined:
    """The readers' scores put together, place by place.

    Each is taken to err in one place of fifty, and to say nothing there; otherwise each judges a card by
    itself, so that their probabilities are multiplied. A row that is even changes nothing. Where two that
    are sure name different cards each of these keeps its share: the rest of the table has to decide. Where a
    reader has the very deck that lies on the table (``exact``), those after it are asked only about cards of
    which it is not sure.

    Raises:
        InputError: there is no reader.
        ValueError: a reader's scores are of another shape.
    """
    if not readers:
        raise InputError("nothing here can tell cards apart", mend="install winnable[vision]")
    rows, open_to = [], list(range(len(cards)))
    for reader in readers:
        even = np.full((len(cards), DECK_SIZE), 1 / DECK_SIZE)
        if open_to:
            even[open_to] = _rows(reader, picture, [cards[i] for i in open_to])
        rows.append(even)
        if getattr(reader, "exact", False):
            open_to = [i for i in open_to if even[i].max() < _DECIDED]
    total = np.zeros((len(cards), DECK_SIZE))
    for each in rows:
        total += np.log((1 - _ERRS) * each + _ERRS / DECK_SIZE)
    scores: Scores = np.exp(total - total.max(axis=1, keepdims=True, initial=-np.inf))
    scores /= scores.sum(axis=1, keepdims=True)
    return Combined(scores, _quarrels(readers, rows))


def _rows(reader: CardReader, picture: Picture, cards: Sequence[SeenCard]) -> Scores:
    given = np.asarray(reader.scores(picture, cards), dtype=np.float64)
    if given.shape != (len(cards), DECK_SIZE):
        raise ValueError(f"the scores of {reader.name} have the shape {given.shape}")
    sums = given.sum(axis=1, keepdims=True)
    return np.where(sums > 0, given / np.where(sums > 0, sums, 1), 1 / DECK_SIZE)


def _quarrels(readers: Sequence[CardReader], rows: Sequence[Scores]) -> dict[int, str]:
    """The places where readers with an opinion name different cards."""
    found: dict[int, str] = {}
    for place in range(len(rows[0])):
        said = {
            reader.name: CARDS[int(each[place].argmax())]
            for reader, each in zip(readers, rows, strict=True)
            if each[place].max() >= _SPEAKS
        }
        if len(set(said.values())) > 1:
            found[place] = ", ".join(f"{name} reads {card}" for name, card in said.items())
    return found


@cache
def usual_readers(program: str = "") -> tuple[CardReader, ...]:
    """The readers that are there, made once: templates of all decks, and the network. ``program`` is as in
    ``TemplateReader``.

    InputError where the network's weights are missing.
    """
    from winnable.screen.decks import installed_decks, own_decks
    from winnable.screen.network import NetworkReader
    from winnable.screen.templates import TemplateReader

    decks = [*own_decks(), *installed_decks()]
    return TemplateReader(decks, patience=_PATIENCE, program=program), NetworkReader()
