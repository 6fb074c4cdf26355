"""PySolFC is played to its end from the pixels of its window alone: Relaxed Pyramid and FreeCell.

What plays does not say itself whether that went right. What was read is held against the deal of that number,
and that the game is won is told by PySolFC: by the title of its dialog, and by its own statistics.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

from screen.programs import Running, missing, pysol_wins, running, screen, wait_for
from screen.table import row
from winnable.registry import get_game
from winnable.screen.plan import Planner
from winnable.screen.player import Played, Player
from winnable.screen.sight import usual_reader
from winnable.session import Session

pytestmark = [pytest.mark.screen, pytest.mark.slow]

# Our game, what PySolFC is to be set to, and deals that can be won.
GAMES: dict[str, tuple[str, dict[str, str], tuple[int, ...]]] = {
    "pyramid": ("pyramid:relaxed", {}, (1, 4, 102)),
    "freecell": ("freecell", {"offsets": "32, 90"}, (617, 1, 5)),
}
DEALS = [(name, deal) for name, (_, _, deals) in GAMES.items() for deal in deals]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if missing("pysolfc"):
        pytest.skip(missing("pysolfc"))
    with screen() as name:
        yield name


@pytest.mark.parametrize(("name", "deal"), DEALS)
def test_a_deal_is_won(
    name: str, deal: int, display: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    spelled, settings, _ = GAMES[name]
    game = get_game(spelled)
    with running("pysolfc", display, tmp_path, game=name, deal=deal, settings=settings) as run:
        start = time.monotonic()
        player = Player(
            run.window,
            run.pointer,
            usual_reader(game),
            run.profile,
            game,
            planner=Planner(may_undo=True),
        )
        played = player.play()
        spent = time.monotonic() - start
        right = begun_as(player) == Session.of_deal(game, deal).here.placed
        won = played.won and pysol_says_won(run)
    row(record_property, "pysolfc", name, read_right=right, won=int(won), seconds=spent)
    told(played)
    assert right
    assert won, played.text()
    assert pysol_wins(tmp_path) == [f"ms{deal}"]


def begun_as(player: Player) -> Any:
    """The position of the first look, with all cards that came to light since."""
    belief = player.belief
    if belief is None or not belief.whole:
        return None
    session = belief.opened_start() or belief.session
    session.goto(session.root)
    return session.here.placed


def pysol_says_won(run: Running) -> bool:
    """Does PySolFC congratulate? Its dialog is closed then, and PySolFC ended."""
    wait_for(lambda: bool(run.window.siblings()), "a dialog of PySolFC's")
    titles = [window.title for window in run.window.siblings()]
    run.window.siblings()[0].bring_forward()
    run.pointer.key("esc")
    wait_for(lambda: not run.window.siblings(), "the dialog gone")
    run.window.bring_forward()
    run.pointer.key("ctrl+q")
    wait_for(lambda: run.process.poll() is not None, "PySolFC ended", 30)
    return titles == ["Game won"]


def told(played: Played) -> None:
    """What it took, for whoever looks at the test's output."""
    print(played.text() + played.report.text())
