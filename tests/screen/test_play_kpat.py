"""KPat's FreeCell and Spider are read from the window and played there to their end.

What plays does not say itself whether that went right. What was read first is held against the deal of that
number; what is known at the end against what KPat saves when it is left, hidden cards and all; and that a
game is won is told by KPat's own statistics.
"""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="reading pictures needs the extra vision")
pytest.importorskip("Xlib", reason="looking at windows needs the extra automate")

from screen.programs import Running, missing, running, screen, wait_for
from screen.table import row
from winnable.registry import get_game
from winnable.screen.belief import Belief, session_of
from winnable.screen.plan import Planner
from winnable.screen.played import Played
from winnable.screen.player import Player
from winnable.screen.sight import usual_reader
from winnable.session import Session

pytestmark = [pytest.mark.screen, pytest.mark.slow]

Record = Callable[[str, object], None]
Piles = dict[str, list[str]]

SIZES = ((1200, 700), (1500, 900), (1000, 720))  # of windows
# Suits, and deals that are played by what a person sees: some of them are lost.
SPIDER = [(1, deal) for deal in (1, 2, 3, 4)] + [(suits, deal) for suits in (2, 4) for deal in (11, 12, 13)]
RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if reason := missing("kpat"):
        pytest.skip(reason)
    with screen() as name:
        yield name


@dataclass
class Attempt:
    """A game that was played: was it read right at first, what it led to, and what KPat says of it."""

    read_right: bool
    played: Played
    seconds: float
    won: bool
    saved: str  # KPat's own file; empty where it has saved nothing, as after a win

    def words(self) -> str:
        return self.played.text() + self.played.report.text()


def attempt(
    display: str,
    home: Path,
    spelled: str,
    deal: int,
    record: Record,
    *,
    size: tuple[int, int] = SIZES[0],
    settings: Mapping[str, str] | None = None,
    meanwhile: Callable[[Running, int], None] | None = None,
) -> Attempt:
    """Has a deal played; ``meanwhile`` is called after each move with how many there were."""
    game = get_game(spelled)
    if game.info.name == "spider":
        settings = {**(settings or {}), "SpiderSuits": str(game.rules["suits"])}
    told: list[str] = []
    with running("kpat", display, home, game=game.info.name, deal=deal, settings=settings, size=size) as run:

        def tell(line: str) -> None:
            told.append(line)
            if meanwhile is not None:
                meanwhile(run, len(told))

        with pytest.MonkeyPatch.context() as patch:
            # The deck that the program is set to is told by its settings, which lie in the test's own home.
            patch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
            reader, start = usual_reader(game, run.name), time.monotonic()
            first = reader(run.window.look())
            player = Player(
                run.window, run.pointer, reader, run.profile, game, planner=Planner(may_undo=True), told=tell
            )
            played = player.play()
        spent = time.monotonic() - start
        _leave(run)
    won = sum(map(int, re.findall(r"^won\d+=(\d+)$", (home / ".config/kpatrc").read_text(), re.MULTILINE)))
    saved = next((path.read_text() for path in home.rglob("savedstate.xml")), "")
    made = Attempt(_is_deal(first.position, game, deal), played, spent, won == 1, saved)
    row(record, "kpat", spelled, read_right=made.read_right, won=int(made.won), seconds=spent)
    print(made.words())
    return made


def _leave(run: Running) -> None:
    """KPat is left as one leaves it: then it saves what there is."""
    run.window.bring_forward()
    run.pointer.key("ctrl+q")
    wait_for(lambda: run.process.poll() is not None, "KPat ended")


def _is_deal(position: str, game: Any, deal: int) -> bool:
    """Is the position that was read what one sees of this deal?"""
    if not position:
        return False
    seen = Belief(session_of(game, position)).scene().piles
    return seen == Session.of_deal(game, f"ms:{deal}").scene().piles


def in_kpat(saved: str) -> tuple[int, Piles]:
    """How many moves were made by a file that KPat saved, and the cards of each pile, deepest first; ``??``
    is one that lies face down."""
    states = ElementTree.fromstring(saved).findall("state")
    places: dict[str, tuple[str, int]] = {}
    cards: dict[str, str] = {}
    for state in states:
        for part in state.findall("move"):
            for number, card in enumerate(part.findall("card")):
                of = card.attrib
                places[of["id"]] = part.attrib["pile"], int(part.attrib["position"]) + number
                if "turn" in of:  # else it lies as it lay
                    up = of["turn"] == "face-up"
                    cards[of["id"]] = RANKS[of["rank"]] + SUITS[of["suit"]] if up else "??"
    piles: Piles = {}
    for card, (name, _) in sorted(places.items(), key=lambda item: item[1]):
        piles.setdefault(name, []).append(cards[card])
    return len(states) - 1, piles


def known_of(played: Played) -> tuple[list[list[str]], int, int]:
    """What is known at the end: the columns, the complete runs, and the cards of the stock."""
    piles = Session.load(played.saved).scene().piles
    columns = [
        ["??" if i < pile.down else str(card) for i, card in enumerate(pile.cards)]
        for pile in piles
        if pile.role == "tableau"
    ]
    runs = sum(bool(pile.cards) for pile in piles if pile.role == "foundation")
    return columns, runs, sum(len(pile.cards) for pile in piles if pile.role == "stock")


# --- FreeCell ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deal", "size"), list(zip((617, 1, 164), SIZES, strict=True)))
def test_freecell_is_won(
    display: str, tmp_path: Path, record_property: Record, deal: int, size: tuple[int, int]
) -> None:
    made = attempt(display, tmp_path, "freecell", deal, record_property, size=size)
    assert made.read_right
    assert made.played.won, made.words()
    assert made.won


def test_freecell_is_won_though_cards_go_home_by_themselves(
    display: str, tmp_path: Path, record_property: Record
) -> None:
    made = attempt(display, tmp_path, "freecell", 5, record_property, settings={"Autodrop": "true"})
    assert made.played.won, made.words()
    assert made.won
    assert made.played.report.taken_up


def test_freecell_is_won_with_a_dialog_and_another_place_in_the_middle(
    display: str, tmp_path: Path, record_property: Record
) -> None:
    def meanwhile(run: Running, moves: int) -> None:
        if moves == 5:
            run.pointer.key("ctrl+d")
            wait_for(lambda: bool(run.window.siblings()), "the dialog for a deal's number")
        if moves == 9:
            run.arrange(300, 120, 1000, 720)

    made = attempt(display, tmp_path, "freecell", 617, record_property, meanwhile=meanwhile)
    assert made.played.won, made.words()
    assert made.won
    assert made.played.report.dismissed == 1


@pytest.mark.attempt
@pytest.mark.parametrize("deal", range(1001, 1021))
def test_one_of_twenty_deals_of_freecell(
    display: str, tmp_path: Path, record_property: Record, deal: int
) -> None:
    made = attempt(display, tmp_path, "freecell", deal, record_property, size=SIZES[deal % len(SIZES)])
    assert made.played.won, made.words()
    assert made.won


# --- Spider ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("suits", "deal"), SPIDER)
def test_spider_is_played_to_its_end(
    display: str, tmp_path: Path, record_property: Record, suits: int, deal: int
) -> None:
    """It is won, or the policy gives up: no move was lost, none made twice, and KPat has what is known."""
    spelled = f"spider:suits={suits}"
    made = attempt(display, tmp_path, spelled, deal, record_property, size=SIZES[deal % len(SIZES)])
    assert made.read_right
    assert made.played.status in ("won", "over"), made.words()
    assert made.played.report.retried == made.played.report.taken_up == 0
    assert made.won is made.played.won
    if not made.won:
        moves, piles = in_kpat(made.saved)
        columns = [piles.get(f"stack{i}", []) for i in range(10)]
        legs = sum(len(cards) == 13 for name, cards in piles.items() if name.startswith("legs"))
        stock = sum(len(cards) for name, cards in piles.items() if name.startswith("redeals"))
        assert known_of(made.played) == (columns, legs, stock)
        assert moves == len(made.played.moves)
