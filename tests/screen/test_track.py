"""Piles are known by their places while a game is played, and cards by their looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from screen.fake import reader_of
from screen.test_player import Table
from winnable.screen.remember import RememberingReader
from winnable.screen.seen import Box, SeenCard, SeenTable
from winnable.screen.track import Tracking, placed


def first_table() -> SeenTable:
    table = Table("pyramid", whole=True)
    seen = reader_of(table.program)(table.program.picture()).table
    assert seen is not None
    return seen


def moved(table: SeenTable, by: float) -> SeenTable:
    def card_moved(card: SeenCard) -> SeenCard:
        return replace(card, box=card.box.moved(by, by), visible=card.visible.moved(by, by))

    piles = tuple(
        replace(pile, box=pile.box.moved(by, by), cards=tuple(map(card_moved, pile.cards)))
        for pile in table.piles
    )
    return replace(table, piles=piles)


def test_a_half_empty_table_is_known_by_its_places() -> None:
    """The lowest rows are gone, and the layout takes the others for the lowest."""
    first = first_table()
    left = [pile for pile in first.piles if not pile.name.startswith(("row 6", "row 7"))]
    wrong = replace(
        first,
        piles=tuple(replace(pile, name=f"wrong {i}") for i, pile in enumerate(left)),
        notes=("something is amiss",),
    )
    looks = iter([first, moved(wrong, 3.0)])
    track = Tracking(lambda picture, game: next(looks))
    picture: Any = np.zeros((300, 330, 3), np.uint8)
    assert track(picture, "pyramid") == first
    table = track(picture, "pyramid")
    assert [pile.name for pile in table.piles] == [pile.name for pile in first.piles]
    gone = {pile.name for pile in table.piles if not pile.cards}
    assert gone == {p.name for p in first.piles if p.name.startswith(("row 6", "row 7")) or not p.cards}
    assert not table.notes


def test_another_table_is_not_taken_for_it() -> None:
    first = first_table()
    assert placed(moved(first, 12.0), first) is None
    assert placed(replace(first, width=first.width * 1.3), first) is None


class Counting:
    """A reader that counts what it is asked."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def scores(self, picture: Any, cards: Sequence[SeenCard]) -> Any:
        self.asked += len(cards)
        rows = np.full((len(cards), 52), 0.0)
        for row, card in zip(rows, cards, strict=True):
            row[int(picture[int(card.box.top), int(card.box.left), 0]) % 52] = 1.0
        return rows


def test_a_card_is_read_once() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:50, :50], picture[:50, 60:110] = 7, 9
    cards = [SeenCard(box, box) for box in (Box(0, 0, 50, 50), Box(60, 0, 50, 50))]
    inner = Counting()
    reader = RememberingReader(inner)
    first = reader.scores(picture, cards)
    assert first.argmax(axis=1).tolist() == [7, 9]
    assert (reader.scores(picture, cards[::-1]) == first[::-1]).all()
    assert inner.asked == 2
    picture[10, 70] = 11  # it looks another way now, and is read again
    assert reader.scores(picture, cards).argmax(axis=1).tolist() == [7, 9]
    assert inner.asked == 3
    assert reader.scores(picture, []).shape == (0, 52)
