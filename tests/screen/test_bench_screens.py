"""What the bench of labelled screenshots counts as a card that nobody can tell."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from screen.test_labelled import BENCH  # noqa: E402
from winnable.cards import CARDS, parse_card  # noqa: E402
from winnable.screen.seen import Box, SeenCard  # noqa: E402

INDEX, WHOLE = ((slice(0, end), slice(0, 10)) for end in (6, 20))


def drawn() -> np.ndarray:
    """Faces of which the upper part tells the rank, and only the lower one the suit."""
    out = np.zeros((53, 20, 10, 3), np.uint8)
    for card in CARDS:
        out[card.index, :6] = 19 * card.rank
        out[card.index, 10:] = 60 * card.suit
    return out


def alike(seen: dict[str, tuple[slice, slice]], *hidden: str) -> set[str]:
    cards = [(parse_card(name).index, part) for name, part in seen.items()]
    most = [0] * 52
    for card in (*(index for index, _ in cards), *(parse_card(name).index for name in hidden)):
        most[card] += 1
    return {list(seen)[place] for place in BENCH.exchangeable(drawn(), cards, most)}


def test_cards_are_alike_if_they_could_change_places() -> None:
    assert alike({"QS": INDEX, "QC": INDEX, "KH": INDEX, "KD": WHOLE, "2C": INDEX}) == {"QS", "QC"}
    assert alike({"QS": WHOLE, "QC": WHOLE}) == set()


def test_a_card_may_be_one_that_is_not_seen() -> None:
    assert alike({"KH": INDEX, "KD": WHOLE}, "KC") == {"KH"}
    assert alike({"KH": INDEX, "KD": WHOLE}, "QC") == set()


def test_the_rows_that_show_whole() -> None:
    box = Box(100, 50, 20, 40)
    card = SeenCard(box, Box(100, 50, 20, 13.5))
    assert BENCH.shown_part(card, (20, 10)) == (slice(0, 6), slice(0, 10))
    card = SeenCard(box, Box(107, 50, 13, 40))
    assert BENCH.shown_part(card, (20, 10)) == (slice(0, 20), slice(4, 10))
