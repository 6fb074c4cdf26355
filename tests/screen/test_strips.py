"""Columns of cards that lie face down and face up are counted together, in small cards, too."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("PIL.Image")

from screen.drawn_decks import spread  # noqa: E402
from winnable.cards import Card, Suit  # noqa: E402
from winnable.screen.find import look  # noqa: E402
from winnable.screen.strips import FanRows, divided  # noqa: E402
from winnable.screen.survey import SeenFan  # noqa: E402


def run(first: int, count: int, suit: Suit = Suit.SPADES) -> list[Card]:
    """So many cards down from a rank; behind the ace follows a king."""
    return [Card.of((first - i) % 13, (suit + i // 5) % 4) for i in range(count)]


COLUMNS = [
    (5, run(12, 1)),
    (4, run(11, 2)),
    (0, run(12, 13)),
    (3, run(5, 4)),
    (1, run(8, 9)),
    (2, run(12, 3)),
]
COLUMNS += [(0, run(4, 1)), (0, run(12, 2)), (5, run(7, 7)), (4, run(3, 1))]


def columns_of(fans: list[SeenFan], tops: list[list[int]]) -> list[SeenFan]:
    """The fans below the stock, from left to right."""
    below = min(map(min, tops)) - 3
    return sorted((fan for fan in fans if fan.box.top >= below), key=lambda fan: fan.box.left)


@pytest.mark.parametrize("faint", ["", "#dcdad4"])
@pytest.mark.parametrize("stock", [True, False])
@pytest.mark.parametrize("width", [48, 60, 77, 104])
def test_small_cards_are_counted(width: int, stock: bool, faint: str) -> None:
    """Strips of backs show little but their rim of paper; borders are hardly to be seen."""
    picture, tops = spread(COLUMNS, width, (0.11 * width, 0.22 * width), stock=stock, faint=faint)
    fans = columns_of(list(look(picture).fans), tops)
    assert [len(fan.cards) for fan in fans] == [len(column) for column in tops]
    for fan, (down, _), column in zip(fans, COLUMNS, tops, strict=True):
        assert fan.sure
        assert [card.box.top for card in fan.cards] == pytest.approx(column, abs=1)
        assert [card.up for card in fan.cards] == [i >= down for i in range(len(fan.cards))]


@pytest.mark.parametrize("shape", [1.0, 1.2, 1.8, 2.3])
def test_cards_that_are_square_or_very_tall(shape: float) -> None:
    """Some of PySolFC's decks are."""
    picture, tops = spread(COLUMNS, 72, (8, 16), shape=shape)
    fans = columns_of(list(look(picture).fans), tops)
    assert [len(fan.cards) for fan in fans] == [len(column) for column in tops]
    assert all(fan.sure for fan in fans)


@pytest.mark.parametrize("hidden", [0.1, 0.35, 0.6])
def test_a_last_card_of_which_the_lower_edge_hides_much(hidden: float) -> None:
    columns = [*COLUMNS[:4], (5, run(12, 18)), *COLUMNS[4:]]
    whole, tops = spread(columns, 70, (8, 16))
    picture, _ = spread(columns, 70, (8, 16), height=whole.shape[0] - 10 - round(hidden * 98))
    fans = columns_of(list(look(picture).fans), tops)
    assert [len(fan.cards) for fan in fans] == [len(column) for column in tops]
    assert [card.up for card in fans[4].cards] == [False] * 5 + [True] * 18


def test_cards_are_as_bright_as_before_when_most_others_are_shaded() -> None:
    """Complete runs may be more than the columns that are left."""
    columns = [(0, run(5, 5)), (0, run(8, 3)), (2, run(12, 2)), (0, run(3, 8))]
    picture, tops = spread([*columns, *([(0, [])] * 5)][:4], 80, (9, 18), runs=2)
    fans = columns_of(list(look(picture).fans), tops)
    assert ["".join("d^"[card.up] for card in fan.cards) for fan in fans] == [
        "^" * 5,
        "^" * 3,
        "dd^^",
        "^" * 8,
    ]


def rows(seen: list[int], *, ends: tuple[int, ...] = (), alike: int = 1, size: int = 400) -> FanRows:
    """A fan with lines at these rows, the last of which is its last card's."""
    gains = np.full(size, -3.0)
    gains[seen] = 2.0
    return FanRows(tuple(seen), gains, ends or (seen[-1],), 5, np.full(size, alike))


def test_steps_are_those_of_all_fans() -> None:
    """One fan alone might have two cards or three: the middle one has no line."""
    fans = [rows([20, 40, 60, 80]), rows([20, 40]), rows([60, 80])]
    assert [found.tops for found in divided(fans)] == [(0, 20, 40, 60, 80), (0, 20, 40), (0, 20, 40, 60, 80)]


def test_backs_look_alike() -> None:
    """Lines at half the distance are those of pictures where what lies between them differs."""
    faces = [rows([20, 40, 60]), rows([20, 40, 60, 80]), rows([10, 20, 30, 40, 60])]
    assert divided(faces)[2].tops == (0, 20, 40, 60)
    backs = [*faces[:2], rows([10, 20, 30, 40, 60], alike=4)]
    assert divided(backs)[2].tops == (0, 10, 20, 30, 40, 60)
    assert [found.narrow for found in divided(backs)] == [0, 0, 4]


def test_a_fan_that_is_squeezed_has_steps_of_its_own() -> None:
    long = list(range(6, 60, 6)) + list(range(54, 54 + 12 * 20, 12))
    fans = [rows([8, 16, 32, 48], alike=3), rows([16, 32]), rows(sorted(set(long)), alike=10)]
    found = divided(fans)[2]
    assert len(found.tops) == 1 + len(set(long))
    assert found.narrow == 9


def test_a_fan_with_wider_strips_than_another_is_not_the_squeezed_one() -> None:
    """Two long fans alone on the table: the steps are those of the wider one, whichever comes first."""
    wide, squeezed = list(range(53, 600, 53)), list(range(35, 400, 35))
    fans = [rows(squeezed, size=700), rows(wide, size=700)]
    for order in (fans, fans[::-1]):
        assert sorted(len(found.tops) for found in divided(order)) == [len(wide) + 1, len(squeezed) + 1]


def test_a_fan_that_nothing_explains_is_counted_by_its_own_lines_and_not_sure() -> None:
    lines = [30, 60, 90, 123, 156, 189]
    odd = divided([*([rows([20, 40, 60, 100, 140], alike=4)] * 3), rows(lines, alike=4)])[3]
    assert odd.tops == (0, *lines)
    assert not odd.sure


def test_what_may_be_counted_in_two_ways_is_not_sure() -> None:
    """At the lower edge nobody can say which of two lines is the last card's."""
    sure = divided([rows([20, 40, 60]), rows([20, 40], ends=(40,))])[1]
    unsure = divided([rows([20, 40, 60]), rows([20, 40], ends=(20, 40))])[1]
    assert sure.sure
    assert sure.tops == unsure.tops == (0, 20, 40)
    gains = np.full(400, -3.0)
    gains[[20]], gains[[40]] = 2.0, -0.5
    doubt = divided([rows([20, 40, 60]), FanRows((20, 40), gains, (20, 40), 5, np.full(400, 1))])[1]
    assert not doubt.sure


@pytest.mark.parametrize(("step", "sure"), [(4, False), (9, True)])
def test_strips_of_few_pixels_are_never_surely_counted(step: int, sure: bool) -> None:
    picture, tops = spread(COLUMNS, 44, (step, 15))
    fans = [fan for fan in columns_of(list(look(picture).fans), tops) if len(fan.cards) > 1]
    assert fans
    assert {fan.sure for fan in fans} == {sure}
