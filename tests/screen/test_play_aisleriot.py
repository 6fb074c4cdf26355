"""AisleRiot's FreeCell is read from its window and played in it to a win.

It sends safe cards home by itself after each move, so that most of what happens is not what was done: it is
seen, and planned anew. That the game is won is said by the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="reading pictures needs the extra vision")
pytest.importorskip("Xlib", reason="looking at windows needs the extra automate")

from screen.playing import Attempt, play, says_won
from screen.programs import found, missing, running, screen
from screen.table import row
from winnable.registry import get_game
from winnable.screen.sight import usual_reader

pytestmark = [pytest.mark.screen, pytest.mark.slow]

Record = Callable[[str, object], None]

SIZES = ((1180, 730), (1500, 900), (1000, 760))  # of windows


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if reason := missing("aisleriot"):
        pytest.skip(reason)
    if not (found("cc") or found("gcc") or found("clang")):
        pytest.skip("aisleriot: a given deal needs a C compiler; run tools/screen_programs.sh as root")
    with screen() as name:
        yield name


def win(
    display: str, home: Path, seed: int, size: tuple[int, int], record: Record, *options: str
) -> tuple[Attempt, bool]:
    """Has a deal played; was it won?"""
    with running("aisleriot", display, home, deal=seed, size=size) as run:
        # Nobody but the program knows the deal. That every card was told is counted here; that each was right
        # is what the win shows.
        first = usual_reader(get_game("freecell"), run.name)(run.window.look())
        attempt = play(run, "freecell", *options)
        won = attempt.won and says_won(run)
    row(record, "aisleriot", "freecell", read_right=bool(first.position), won=won, seconds=attempt.seconds)
    return attempt, won


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_deals_are_won_as_a_person_does(
    display: str, tmp_path: Path, record_property: Record, seed: int
) -> None:
    attempt, won = win(display, tmp_path, seed, SIZES[seed % len(SIZES)], record_property)
    assert won, attempt.words()


@pytest.mark.attempt
@pytest.mark.parametrize("seed", range(101, 121))
def test_one_of_twenty_deals(display: str, tmp_path: Path, record_property: Record, seed: int) -> None:
    attempt, won = win(display, tmp_path, seed, SIZES[seed % len(SIZES)], record_property, "--quick")
    assert won, attempt.words()
