"""Spider's table is read right in all states, once the game was seen from its start on, and on a first look
in the middle of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("PIL")

from screen.spider_tables import TOP, Piles, picture_of, some_piles, start_piles, stock_left  # noqa: E402
from winnable.screen.find import look  # noqa: E402
from winnable.screen.layout import arrange, unsure  # noqa: E402
from winnable.screen.track import Tracking  # noqa: E402

if TYPE_CHECKING:
    from winnable.screen.seen import SeenTable


def told(table: SeenTable) -> tuple[list[tuple[int, int]], int, bool]:
    """What a table shows: of each column the cards face down and face up, the runs, and is there a stock?"""
    piles = {pile.name: pile.cards for pile in table.piles}
    columns = [piles.get(f"column {i + 1}", ()) for i in range(10)]
    counts = [(sum(not card.up for card in cards), sum(card.up for card in cards)) for cards in columns]
    runs = sum(bool(pile.cards) for pile in table.piles if pile.role == "foundation")
    return counts, runs, bool(piles.get("stock"))


def wanted(piles: Piles) -> tuple[list[tuple[int, int]], int, bool]:
    return [(down, len(up)) for down, up in piles.columns], piles.runs, piles.rows > 0


def other_notes(table: SeenTable) -> list[str]:
    """The notes but those on columns that are counted right without being sure."""
    return [note for note in table.notes if note not in map(unsure, (pile.name for pile in table.piles))]


def seen_in_turn(*tables: Piles, marked: bool = True) -> SeenTable:
    """The last of several tables that are seen one after another."""
    eyes = Tracking(look, arrange)
    return [eyes(picture_of(piles, marked=marked), "spider") for piles in tables][-1]


@pytest.mark.parametrize("seed", range(5))
def test_any_table_is_read(seed: int) -> None:
    piles = some_piles(seed)
    table = seen_in_turn(start_piles(), piles, marked=seed % 2 == 0)
    assert told(table) == wanted(piles)
    assert not other_notes(table)


@pytest.mark.slow
@pytest.mark.parametrize("marked", [True, False])
def test_many_tables_are_read(marked: bool) -> None:
    """Whether empty columns are marked or not."""
    eyes = Tracking(look, arrange)
    eyes(picture_of(start_piles()), "spider")
    wrong = []
    for seed in range(100, 200):
        piles = some_piles(seed)
        table = eyes(picture_of(piles, marked=marked), "spider")
        if told(table) != wanted(piles) or other_notes(table):
            wrong.append(seed)
    assert wrong == []


@pytest.mark.parametrize("runs", range(8))
def test_all_columns_but_one_may_be_empty(runs: int) -> None:
    """A run leaves a column that no picture shows then, beside others that lie where no pile was at first."""
    card = start_piles().columns[0][1][0]
    columns = tuple((2, (card,) * 3) if i == runs else (0, ()) for i in range(10))
    piles = Piles(columns, rows=0, runs=runs)
    assert told(seen_in_turn(start_piles(), piles, marked=False)) == wanted(piles)


def test_two_cards_that_are_all_that_is_left_are_no_tall_one() -> None:
    card = start_piles().columns[0][1][0]
    piles = Piles(tuple((0, (card,) * 2) if i == 3 else (0, ()) for i in range(10)), rows=0, runs=7)
    assert told(seen_in_turn(start_piles(), piles, marked=True)) == wanted(piles)


@pytest.mark.parametrize("empty", [{3}, {0}, {9}, {0, 4, 5, 9}])
def test_an_empty_column_that_is_not_marked_is_where_the_others_leave_room(empty: set[int]) -> None:
    start = start_piles()
    columns = tuple((0, ()) if i in empty else column for i, column in enumerate(start.columns))
    piles = Piles(columns, rows=2, runs=2)
    table = seen_in_turn(piles, marked=False)
    assert told(table) == wanted(piles)
    assert not table.notes
    assert len({round(pile.box.top) for pile in table.piles if pile.role == "tableau"}) == 1


@pytest.mark.parametrize("rows", [1, 2, 3, 5])
def test_the_whole_card_of_the_stock_is_the_one_on_top(rows: int) -> None:
    """It is what a click must meet: the others are half covered, whatever their pattern looks like."""
    table = seen_in_turn(Piles(start_piles().columns, rows=rows))
    stock = next(pile for pile in table.piles if pile.name == "stock")
    lefts = [stock_left(row) for row in range(rows)]
    assert [card.box.left for card in stock.cards] == pytest.approx(lefts, abs=2)
    assert not any(card.up for card in stock.cards)


def test_specks_beside_a_long_column_do_not_make_it_wider() -> None:
    """Of a ground that is not of one colour, a few rows in each card."""
    start = start_piles()
    columns = ((0, start.columns[0][1] * 9), *start.columns[1:])
    picture = picture_of(Piles(columns)).copy()
    box = next(pile.box for pile in seen_in_turn(Piles(columns)).piles if pile.name == "column 1")
    right = round(box.right)
    for top in range(TOP + 6, TOP + 380, 30):
        picture[top : top + 6, right : right + 4] = (80, 140, 90)
    table = Tracking(look, arrange)(picture, "spider")
    assert told(table) == wanted(Piles(columns))
    assert {card.box.width for card in table.cards} == {box.width}
