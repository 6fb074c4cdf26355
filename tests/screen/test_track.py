"""Piles are known by their places while a game is played, and cards by their looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from screen.fake import reader_of
from screen.tables import BLANK, HEIGHT, WIDTH, lay_out_of
from screen.test_player import Table
from winnable.analysis.scenes import scene_of
from winnable.registry import get_game
from winnable.screen.remember import RememberingReader
from winnable.screen.seen import Box, SeenCard, SeenTable
from winnable.screen.survey import SeenFan, Sight
from winnable.screen.track import First, Tracking, placed


def first_table() -> SeenTable:
    table = Table("pyramid", whole=True)
    seen = reader_of(table.program)(table.program.picture()).table
    assert seen is not None
    return seen


def sight_of(table: SeenTable, by: float = 0.0, gone: tuple[str, ...] = ()) -> Sight:
    """What is found on a table whose piles with such names are empty and, but for a frame round them, not to
    be seen; everything lies so far from where it was."""
    fans = []
    for pile in table.piles:
        cards = tuple(
            replace(card, box=card.box.moved(by, by), visible=card.visible.moved(by, by))
            for card in pile.cards
        )
        if cards and not pile.name.startswith(gone or ("none",)):
            fans.append(SeenFan(cards, free=pile.role == "pyramid"))
    return Sight(Box(0, 0, 330, 300), table.width, table.height, tuple(fans))


def tracked(sights: list[Sight], first: SeenTable) -> Iterator[SeenTable]:
    """What is made of sights one after another, where a layout without a memory knows the first one alone."""
    ahead = iter(sights)

    def arrange(sight: Sight, game: str) -> SeenTable:
        return first if sight is sights[0] else replace(first, notes=("something is amiss",))

    track = Tracking(lambda picture: next(ahead), arrange)
    for _ in sights:
        yield track(np.zeros((300, 330, 3), np.uint8), "pyramid")


def test_a_half_empty_table_is_known_by_its_places() -> None:
    """The lowest rows are gone, then all but one card."""
    first = first_table()
    names = [pile.name for pile in first.piles]
    for gone in (("row 6", "row 7"), tuple(name for name in names if name != "row 3 card 2")):
        seen, table = tracked([sight_of(first), sight_of(first, 3.0, gone)], first)
        assert seen == first
        assert [pile.name for pile in table.piles] == names
        assert not table.notes
        bare = {pile.name for pile in table.piles if not pile.cards}
        assert bare == {p.name for p in first.piles if p.name.startswith(gone) or not p.cards}


def test_a_pile_of_which_the_count_is_unsure_is_noted() -> None:
    first = first_table()
    sight = sight_of(first)
    at = next(i for i, fan in enumerate(sight.fans) if fan.box == _box_of(first, "stock"))
    fans = (*sight.fans[:at], replace(sight.fans[at], sure=False), *sight.fans[at + 1 :])
    _, seen, table = tracked([sight, sight, replace(sight, fans=fans)], first)
    assert not seen.notes
    assert table.notes == ("stock: how many cards lie there cannot be told for certain",)
    assert table.piles == seen.piles


def test_another_table_is_not_taken_for_it() -> None:
    first = first_table()
    for other in (sight_of(first, 12.0), replace(sight_of(first), width=first.width * 1.3)):
        assert placed(other, First.of(sight_of(first), first)) is None
        _, table = tracked([sight_of(first), other], first)
        assert table.notes


def test_a_heap_beside_the_game_is_left_out() -> None:
    """Cards that have left lie where nothing of the game does, on a place that was seen at first."""
    first = first_table()
    box = Box(280, 20, first.width, first.height)
    card = SeenCard(box, box)
    more = replace(sight_of(first), fans=(*sight_of(first).fans, SeenFan((card,))))
    assert placed(more, First.of(sight_of(first), first)) is None
    known = placed(more, First.of(replace(sight_of(first), empty=(box,)), first))
    assert known is not None
    assert [len(pile.cards) for pile in known.piles] == [len(pile.cards) for pile in first.piles]


def spider_sight(*runs: tuple[float, float]) -> tuple[Sight, SeenTable]:
    """A table of Spider without runs, which show no place before they are there, and what is found when some
    have left to these places, a card's width and height being one."""
    table = lay_out_of(scene_of(get_game("spider"), get_game("spider").deal(5)))(BLANK, "spider")
    first = replace(table, piles=tuple(pile for pile in table.piles if pile.role != "foundation"))
    fans = [SeenFan(pile.cards) for pile in first.piles if pile.cards]
    tops = tuple(SeenCard(box, box) for box in (Box(WIDTH * x, HEIGHT * y, WIDTH, HEIGHT) for x, y in runs))
    if len(tops) > 1:
        fans.append(SeenFan(tops, way="right"))
    elif tops:
        fans.append(SeenFan(tops))
    return Sight(Box(0, 0, 2000, 2000), WIDTH, HEIGHT, tuple(fans)), first


@pytest.mark.parametrize("count", range(9))
def test_runs_that_leave_lie_where_no_pile_was_at_first(count: int) -> None:
    sight, first = spider_sight(*((0.4 * i, 6) for i in range(count)))
    assert len(sight.fans) == 11 + bool(count)
    known = placed(sight, First.of(spider_sight()[0], first))
    assert known is not None
    runs = [pile for pile in known.piles if pile.role == "foundation"]
    assert [pile.name for pile in runs] == [f"run {i + 1}" for i in range(count)]
    assert [len(pile.cards) for pile in runs] == [1] * count
    assert [pile.cards for pile in known.piles if pile not in runs] == [pile.cards for pile in first.piles]


@pytest.mark.parametrize("runs", [[(0.4 * i, 6) for i in range(9)], [(2.6, 0.8)]])
def test_what_can_be_no_run_is_not_taken_for_one(runs: list[tuple[float, float]]) -> None:
    """A ninth one, and a card on its way that lies over the place of a column."""
    sight, first = spider_sight(*runs)
    assert placed(sight, First.of(spider_sight()[0], first)) is None


def test_where_all_cards_lie_face_up_none_is_taken_for_one_that_does_not() -> None:
    table = Table("freecell", whole=True)
    first = reader_of(table.program)(table.program.picture()).table
    assert first is not None
    sight = sight_of(first)
    fans = tuple(
        replace(fan, cards=tuple(replace(card, up=False) for card in fan.cards)) for fan in sight.fans
    )
    known = placed(replace(sight, fans=fans), First.of(sight, first))
    assert known is not None
    assert all(card.up for card in known.cards)


def test_a_line_on_a_card_hides_nothing_of_it() -> None:
    """A picture's frame was taken for the upper end of one more card."""
    first = first_table()
    sight = sight_of(first, gone=("row 7",))
    at = next(i for i, fan in enumerate(sight.fans) if fan.box == _box_of(first, "row 6 card 2"))
    fan = sight.fans[at]
    cut = replace(fan.cards[0], visible=replace(fan.box, height=4.0))
    line = SeenCard(fan.box.moved(0, 4), fan.box.moved(0, 4))
    fans = [*sight.fans[:at], replace(fan, cards=(cut,)), SeenFan((line,), free=True), *sight.fans[at + 1 :]]
    table = placed(replace(sight, fans=tuple(fans)), First.of(sight_of(first), first))
    assert table is not None
    seen = {pile.name: pile.cards for pile in table.piles}
    assert seen["row 6 card 2"][0].visible == fan.box
    below = next(card for card in seen["row 5 card 2"])
    assert below.visible.bottom == seen["row 6 card 2"][0].box.top


def _box_of(table: SeenTable, name: str) -> Box:
    return next(pile.box for pile in table.piles if pile.name == name)


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
