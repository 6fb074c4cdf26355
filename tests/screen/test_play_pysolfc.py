"""PySolFC is played to its end from the pixels of its window alone: Relaxed Pyramid, FreeCell and Spider.

What plays does not say itself whether that went right. What was read is held against the deal of that number,
and that the game is won is told by PySolFC: by the title of its dialog, and by its own statistics. Spider may
also be given up: then its moves are made on the deal of that number, and lead to what is known at the end.
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
from winnable.screen.belief import Belief
from winnable.screen.plan import Planner
from winnable.screen.played import Played
from winnable.screen.player import Player
from winnable.screen.sight import usual_reader
from winnable.session import Session

pytestmark = [pytest.mark.screen, pytest.mark.slow]

Record = Callable[[str, object], None]

# Our game, what PySolFC is to be set to, and deals that can be won.
GAMES: dict[str, tuple[str, dict[str, str], tuple[int, ...]]] = {
    "pyramid": ("pyramid:relaxed", {}, (1, 4, 102)),
    "freecell": ("freecell", {"offsets": "32, 90"}, (617, 1, 5)),
}
# Suits and deals that are played by what a person sees, card sets, and sizes of the window.
SPIDER: list[tuple[int, int, str, tuple[int, int]]] = [
    (1, 7, "Neo", (1000, 720)),
    (1, 11, "Standard", (900, 600)),
    (2, 5, "Neo", (1200, 700)),
    (2, 13, "GPL", (1000, 720)),
    (4, 3, "Neo", (1200, 700)),
    (4, 12, "Dondorf", (1400, 850)),
]
TITLES = {1: "Spider (1 Suit)", 2: "Spider (2 Suits)", 4: "Spider"}
DEALS = [(name, deal) for name, (_, _, deals) in GAMES.items() for deal in deals]
# Twenty of each that can be won; of Pyramid every other one cannot.
PYRAMIDS = (
    1002, 1003, 1004, 1006, 1007, 1010, 1013, 1014, 1017, 1020, 1022, 1023, 1024, 1025, 1026, 1027, 1028,
    1031, 1034, 1035,
)  # fmt: skip
TWENTY = [("pyramid", deal) for deal in PYRAMIDS] + [("freecell", deal) for deal in range(1001, 1021)]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if missing("pysolfc"):
        pytest.skip(missing("pysolfc"))
    with screen() as name:
        yield name


@pytest.mark.parametrize(("name", "deal"), DEALS)
def test_a_deal_is_won(name: str, deal: int, display: str, tmp_path: Path, record_property: Record) -> None:
    win(name, deal, display, tmp_path, record_property)


@pytest.mark.attempt
@pytest.mark.parametrize(("name", "deal"), TWENTY)
def test_one_of_twenty_deals(
    name: str, deal: int, display: str, tmp_path: Path, record_property: Record
) -> None:
    win(name, deal, display, tmp_path, record_property)


def win(name: str, deal: int, display: str, home: Path, record: Record) -> None:
    """Has a deal played, which is won then, as PySolFC says, too."""
    spelled, settings, _ = GAMES[name]
    game = get_game(spelled)
    with running("pysolfc", display, home, game=name, deal=deal, settings=settings) as run:
        start = time.monotonic()
        player = Player(
            run.window,
            run.pointer,
            usual_reader(game, run.name),
            run.profile,
            game,
            planner=Planner(may_undo=True),
        )
        played = player.play()
        spent = time.monotonic() - start
        right = begun_as(player) == Session.of_deal(game, deal).here.placed
        won = played.won and pysol_says_won(run)
    row(record, "pysolfc", name, read_right=right, won=int(won), seconds=spent)
    told(played)
    assert right
    assert won, played.text()
    assert pysol_wins(home) == [f"ms{deal}"]


@pytest.mark.parametrize(("suits", "deal", "cardset", "size"), SPIDER)
def test_spider_is_played_to_its_end(
    suits: int,
    deal: int,
    cardset: str,
    size: tuple[int, int],
    display: str,
    tmp_path: Path,
    record_property: Record,
) -> None:
    """It is won, or the policy gives up: no move was lost, none made twice, and none was another than it was
    taken for."""
    game = get_game(f"spider:suits={suits}")
    settings = {"cardset": cardset}
    title = TITLES[suits]
    with running("pysolfc", display, tmp_path, game=title, deal=deal, settings=settings, size=size) as run:
        start = time.monotonic()
        player = Player(run.window, run.pointer, usual_reader(game, run.name), run.profile, game)
        played = player.play()
        spent = time.monotonic() - start
        right = player.belief is not None and is_truth(player.belief, deal)
        won = played.won and pysol_says_won(run)
    row(record_property, "pysolfc", game.spelled, read_right=right, won=int(won), seconds=spent)
    told(played)
    assert played.status in ("won", "over"), played.text()
    assert played.report.retried == played.report.taken_up == 0
    assert right
    assert won is played.won
    assert pysol_wins(tmp_path) == ([f"ms{deal}"] if won else [])


def is_truth(belief: Belief, deal: int) -> bool:
    """Do the moves that were made lead, from PySolFC's deal of that number, to just what is known?"""
    session: Session[Any, Any] = Session.of_deal(belief.game, f"pysol:{deal}")
    for text in belief.moves:
        session.play(text.partition("=")[0])
    return all(
        (len(true.cards), true.down) == (len(known.cards), known.down)
        and (true.role != "tableau" or true.cards[true.down :] == known.cards[known.down :])
        for true, known in zip(session.scene().piles, belief.scene().piles, strict=True)
    )


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
    wait_for(lambda: run.process.poll() is not None, "PySolFC ended")
    return titles == ["Game won"]


def told(played: Played) -> None:
    """What it took, for whoever looks at the test's output."""
    print(played.text() + played.report.text())
