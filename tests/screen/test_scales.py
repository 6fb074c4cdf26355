"""A table is seen alike however its picture was scaled, moved by parts of a pixel, or spoilt a little."""

from __future__ import annotations

from functools import lru_cache

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

from screen.test_find import fan, table  # noqa: E402
from screen.test_labelled import BENCH  # noqa: E402
from screen.test_layout import GAMES, check, drawn, start  # noqa: E402
from winnable.screen.find import find_cards, look  # noqa: E402
from winnable.screen.lattice import lattice_of  # noqa: E402
from winnable.screen.layout import lay_out  # noqa: E402

CHANGES = ["0.75", "1.25", "1.5", "2.0", "half", "noise", "jpeg"]
changed = BENCH.changed


@lru_cache(maxsize=len(GAMES))
def at_the_start(name: str) -> np.ndarray:
    return drawn(start(name))


# Of strips of backs that are 8 pixels high neither noise nor JPEG leaves enough.
CASES = [(name, change) for name in GAMES for change in CHANGES]
CASES = [case for case in CASES if case not in {("spider", "noise"), ("spider", "jpeg")}]


@pytest.mark.parametrize(("name", "change"), CASES)
def test_a_changed_picture_shows_the_same_table(name: str, change: str) -> None:
    check(lay_out(changed(at_the_start(name), change), name), start(name))


@pytest.mark.parametrize("change", ["half", "noise", "jpeg"])
def test_cards_with_faint_borders(change: str) -> None:
    """Of white on white a border shows that is hardly darker, and less where it lies between two rows."""
    places = [place for i in range(6) for place in fan(20 + 130 * i, 30.5, 38, 4 + i % 3)]
    cards = find_cards(changed(table(places, 110, outline=(228, 228, 228)), change))
    assert len(cards) == len(places)


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.1])
def test_large_cards_are_found_where_they_lie(scale: float) -> None:
    places = [place for i in range(5) for place in fan(20 + 130 * i, 30, 28, 3 + i)]
    picture = table(places, 100)
    sight = look(changed(picture, str(scale)))
    assert sight.width == pytest.approx(100 * scale, abs=3)
    assert sight.height == pytest.approx(140 * scale, abs=4)
    found = sorted((card.box.left / scale, card.box.top / scale) for card in sight.cards)
    assert found == [
        (pytest.approx(left, abs=1.5), pytest.approx(top, abs=1.5)) for left, top in sorted(places)
    ]


def test_a_picture_on_the_table_that_hangs_at_a_fan_is_no_part_of_it() -> None:
    """Cards that overlap sideways are seen though something stands out above them."""
    columns = [place for i in range(4) for place in fan(20 + 130 * i, 30, 28, 4)]
    stock = [(600 + 35 * i, 400) for i in range(5)]
    picture = table([*columns, *stock], 100).copy()
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    picture[((x - 670) ** 2 + (y - 400) ** 2 < 60**2) & (y < 398)] = (150, 20, 20)
    assert len([card for card in find_cards(picture) if card.box.top > 390]) == 5


def test_a_lattice_is_told_from_strays() -> None:
    places = [(400 + (2 * c - r) * 52.4, 40 + 60.7 * r) for r in range(6) for c in range(r + 1)]
    corners = [(round(x), round(y)) for x, y in places if (x, y) != places[7]]
    strays = [(corners[4][0] + 11, corners[4][1]), (corners[9][0] - 20, corners[9][1] + 15)]
    found = lattice_of([*corners, *strays], 92, 129)
    assert found is not None
    x, y = np.array([*corners, *strays, places[7]], dtype=float).T
    assert found.has(x, y).tolist() == [True] * len(corners) + [False] * 2 + [True]


def test_few_cards_are_no_lattice() -> None:
    assert lattice_of([(0, 0), (50, 60), (300, 10)], 92, 129) is None
    assert lattice_of([(0, 0), (200, 0), (400, 0), (600, 0), (800, 0)], 92, 129) is None


def test_ends_that_are_hardly_seen_are_found_where_a_card_would_show_more_than_all_of_it() -> None:
    places = [place for i in range(5) for place in fan(20 + 130 * i, 30, 34, 6 + i % 2)]
    cards = find_cards(table(places, 100, outline=(248, 248, 248)))
    assert len(cards) == len(places)
    assert max(card.visible.height for card in cards) <= 142
