"""What was made of equal pixels is remembered, of others it is not."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from screen.test_find import GROUNDS, fan, table
from winnable.screen import fans, find, heaps
from winnable.screen.ground import _BLOCK, _enlarged, most_of
from winnable.screen.kept import kept


@dataclass(frozen=True)
class Lines:
    rows: Any
    wide: int


class Counting:
    """A function that counts how often it is really asked."""

    def __init__(self, most: int = 8) -> None:
        self.times = 0
        self.ask = kept(most)(self._total)

    def _total(self, *values: Any, more: int = 0) -> int:
        self.times += 1
        return more + sum(int(np.sum(value.rows if isinstance(value, Lines) else value)) for value in values)


def picture(seed: int = 0) -> Any:
    return np.random.default_rng(seed).integers(0, 256, (20, 30, 3), dtype=np.uint8)


def test_equal_pixels_are_asked_about_once() -> None:
    counting, one = Counting(), picture()
    wide = np.zeros((20, 60, 3), np.uint8)
    wide[:, ::2] = one
    for same in (one, one.copy(), wide[:, ::2]):
        assert counting.ask(same) == int(one.sum())
    assert counting.ask(Lines(one, 3)) == counting.ask(Lines(one.copy(), 3)) == int(one.sum())
    assert counting.times == 2


def test_what_differs_at_all_is_asked_about() -> None:
    counting, one = Counting(64), picture()
    other = one.copy()
    other[7, 11, 1] ^= 1
    asked = [
        (one,), (other,), (one.reshape(30, 20, 3),), (one.astype(np.int16),), (one, 1), (one, 1.0),
        (one, True), ([one],), (Lines(one, 1),), (Lines(one, 2),), (Lines(other, 1),),
    ]  # fmt: skip
    for number, arguments in enumerate(asked):
        counting.ask(*arguments)
        counting.ask(*arguments)
        assert counting.times == number + 1
    assert counting.ask(one, more=5) == counting.ask(one) + 5
    one[0, 0] = 255 - one[0, 0]
    assert counting.ask(one) == int(one.sum())


def test_only_the_last_ones_are_remembered() -> None:
    counting = Counting(most=2)
    for seed in (0, 1, 2, 0):
        counting.ask(picture(seed))
    assert counting.times == 4
    counting.ask(picture(0))
    assert counting.times == 4


def test_an_error_is_not_remembered() -> None:
    asked: list[int] = []

    @kept(4)
    def fails(value: int) -> int:
        asked.append(value)
        raise ValueError(value)

    for _ in range(2):
        with pytest.raises(ValueError, match="3"):
            fails(3)
    assert asked == [3, 3]


@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_found_as_by_eyes_that_never_saw_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a game is played: cards go from fan to fan, and to places on which they lie sideways."""
    rng, wide = Random(seed), 60
    counts, beside = [rng.randint(0, 9) for _ in range(7)], 1
    pictures = []
    for _ in range(6):
        source, target = rng.sample(range(7), 2)
        if counts[source]:
            counts[source], counts[target] = counts[source] - 1, counts[target] + 1
        beside = max(1, beside + rng.choice((-1, 0, 1)))
        places = [card for i, count in enumerate(counts) for card in fan(30 + 80 * i, 120, 17.5, count)]
        places += [(30 + 16 * i, 15) for i in range(beside)]
        pictures.append(table(places, wide, ground=GROUNDS[seed]))
    seen = [find.look(picture) for picture in pictures]
    for module in (fans, find, heaps):
        for name in ("fan_lines", "fan_rows"):
            if (function := getattr(module, name, None)) is not None:
                monkeypatch.setattr(module, name, function.__wrapped__)
    assert seen == [find.look(picture) for picture in pictures]
    assert len(set(seen)) > 1


@pytest.mark.parametrize(("height", "width"), [(40, 60), (41, 63), (43, 61)])
def test_blocks_are_enlarged_to_the_end_of_the_picture(height: int, width: int) -> None:
    blocks = picture()[: height // _BLOCK, : width // _BLOCK]
    large = _enlarged(blocks, height, width)
    assert large.shape == (height, width, 3)
    for y in range(height):
        for x in range(width):
            row, column = min(y // _BLOCK, len(blocks) - 1), min(x // _BLOCK, blocks.shape[1] - 1)
            assert (large[y, x] == blocks[row, column]).all()
    assert (most_of(large) == large.max(2)).all()
