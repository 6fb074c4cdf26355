"""How well the eyes read, as a table by program and deck: `python bench/screens.py`.

Each labelled screenshot is read and held against its label. A board is whole if every card that lies face up
is certain and right, and what lies face down is seen as that. What must hold: at least 97 % of boards whole,
no wrong card given as certain, at most 3 s of computing for the first look at a deck and 0.3 s for each later
one. `--blind`: the reader is not told the game. `--scales`: each picture is also read larger, smaller, moved
by half a pixel, with noise, and as JPEG; at least 99.5 % of the cards that can be told must be certain and
right. Nobody can tell a card of which so little shows that it looks like another card, as the deck's own
pictures have it, with which it could change places: such cards are counted as `alike`, and as `lost` if they
were not read right.

The screenshots are looked for in `../shared/data/screens` beside the repository, or where WINNABLE_SCREENS
says.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from PIL import Image

from winnable.cards import parse_card
from winnable.errors import InputError
from winnable.screen.decks import KEPT_WIDTH, Deck, faces, installed_decks
from winnable.screen.game_decks import deck_of
from winnable.screen.picture import open_picture
from winnable.screen.reading import Reading
from winnable.screen.readout import read_picture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture, SeenCard

FOLDER = Path(os.environ.get("WINNABLE_SCREENS") or Path(__file__).parents[2] / "shared" / "data" / "screens")
MOST_FIRST, MOST_SECONDS, LEAST_WHOLE, LEAST_RIGHT = 3.0, 0.3, 0.97, 0.995
EQUAL = 16  # of 255: a pixel that differs by no more is the same, on a picture that was drawn for the screen

# What the programs call their games.
GAMES = {
    ("AisleRiot", "Freecell"): "freecell",
    ("AisleRiot", "Spider"): "spider:suits=4",
    ("AisleRiot", "Thirteen"): "pyramid:thirteen",
    ("KPat", "freecell"): "freecell",
    ("KPat", "spider1"): "spider:suits=1",
    ("KPat", "spider2"): "spider:suits=2",
    ("KPat", "spider4"): "spider:suits=4",
    ("PySolFC", "FreeCell"): "freecell",
    ("PySolFC", "Pyramid"): "pyramid:pysol",
    ("PySolFC", "Spider"): "spider:suits=4",
    ("PySolFC", "Spider (1 Suit)"): "spider:suits=1",
    ("PySolFC", "Spider (2 Suits)"): "spider:suits=2",
}
# PySolFC plays Spider of few suits with clubs, which stand for our spades.
SHOWN = {("PySolFC", "Spider (1 Suit)"): {"C": "S"}, ("PySolFC", "Spider (2 Suits)"): {"C": "S"}}
Change = Literal["", "0.75", "1.25", "1.5", "2.0", "half", "noise", "jpeg"]
Truth = dict[str, list[str]]  # by pile, ?? for a card that lies face down
Spot = tuple[str, int]  # a pile and the number of a card in it
Part = tuple[slice, slice]  # rows and columns of a face that show


class Result(NamedTuple):
    """One screenshot; cards are those that lie face up, and of a puzzle its squares and numbers."""

    name: str
    program: str
    deck: str
    cards: int
    right: int
    doubted: int
    wrong: int  # given as certain
    whole: bool
    first: float  # seconds for the first look
    again: float  # and for the next one, when the deck is known
    why: str = ""
    alike: int = 0  # cards that nobody can tell from another one, where that was asked
    lost: int = 0  # of these, not right


def truth_of(label: dict[str, Any]) -> Truth:
    """What must be seen of a table of cards."""
    truth, told = {}, label["truth"]
    down = told.get("facedown") or [0] * len(told.get("tableau", ()))
    for i, column in enumerate(told.get("tableau", ())):
        truth[f"column {i + 1}"] = ["??"] * down[i] + [_ours(card, label) for card in column[down[i] :]]
    hidden_rows = told.get("facedown_rows", ())
    for row, cards in enumerate(told.get("pyramid", ())):
        for i, card in enumerate(cards):
            truth[f"row {row + 1} card {i + 1}"] = ["??" if row in hidden_rows else card]
    if "waste" in told:
        truth["waste"] = told["waste"]
        truth["stock"] = told["talon"][:1]  # which shows its top
    return truth


def _ours(card: str, label: dict[str, Any]) -> str:
    """A card as our game calls it."""
    return card[0] + SHOWN.get((label["app"], label["game"]), {}).get(card[1], card[1])


def read_cards(
    path: Path, label: dict[str, Any], *, blind: bool, change: Change = "", scales: bool = False
) -> Result:
    program, deck, truth = label["app"], deck_name(str(label["cardset"])), truth_of(label)
    cards = sum(card != "??" for pile in truth.values() for card in pile)
    picture = changed(open_picture(path), change)
    game = "" if blind else GAMES[program, label["game"]]
    begun = process_time()
    try:
        reading = read_picture(picture, game)
    except InputError as error:
        first = process_time() - begun
        return Result(path.stem, program, deck, cards, 0, cards, 0, False, first, 0.0, str(error))
    first = process_time() - begun
    read_picture(picture, game)
    again = process_time() - begun - first
    right, wrong, doubted, whole = compared(reading, truth)
    alike = alike_spots(path) if scales else frozenset()
    lost = len(alike - right_spots(reading, truth))
    why = "; ".join([*(doubt.text() for doubt in reading.doubts), *reading.problems])
    whole = whole and reading.certain
    return Result(
        path.stem, program, deck, cards, right, doubted, wrong, whole, first, again, why, len(alike), lost
    )


def compared(reading: Reading, truth: Truth) -> tuple[int, int, int, bool]:
    """Cards certain and right, given as certain and wrong, doubted or not seen; and are all right?"""
    assert reading.table is not None
    seen = {
        pile.name: [str(card.card) for card in pile.cards]
        for pile in reading.table.piles
        if pile.role != "stock" or pile.name in truth
    }
    doubtful = {doubt.spot for doubt in reading.doubts}
    sure = sum(
        (name, index) not in doubtful and card != "??"
        for name, cards in seen.items()
        for index, card in enumerate(cards)
    )
    right = len(right_spots(reading, truth))
    wrong = sure - right
    total = sum(card != "??" for pile in truth.values() for card in pile)
    return right, wrong, max(total - right - wrong, 0), all(seen.get(name) == truth[name] for name in truth)


def right_spots(reading: Reading, truth: Truth) -> set[Spot]:
    """The places of the cards that are certain and right."""
    assert reading.table is not None
    doubtful = {doubt.spot for doubt in reading.doubts}
    return {
        (pile.name, index)
        for pile in reading.table.piles
        for index, (card, true) in enumerate(zip(pile.cards, truth.get(pile.name, ()), strict=False))
        if true != "??" and str(card.card) == true and (pile.name, index) not in doubtful
    }


def deck_name(name: str) -> str:
    return name.removeprefix("svg-").removesuffix(".svgz").lower()


@lru_cache(maxsize=64)
def alike_spots(path: Path) -> frozenset[Spot]:
    """The places of cards on a screenshot that nobody can tell, by the pictures of its deck; none where the
    deck is not installed."""
    label = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    truth, game = truth_of(label), GAMES[label["app"], label["game"]]
    deck = next((deck for deck in installed_decks() if _is_meant(deck, label)), None)
    table = read_picture(open_picture(path), game).table
    if deck is None or table is None:
        return frozenset()
    theirs = {ours: theirs for theirs, ours in SHOWN.get((label["app"], label["game"]), {}).items()}
    shown = {
        str(card): parse_card(str(card)[0] + theirs.get(str(card)[1], str(card)[1])).index
        for card in deck_of(game)
    }
    drawn = faces(deck, KEPT_WIDTH)[..., :3]
    spots: dict[Spot, tuple[int, Part]] = {
        (pile.name, index): (shown[true], shown_part(card, drawn.shape[1:3]))
        for pile in table.piles
        for index, (card, true) in enumerate(zip(pile.cards, truth.get(pile.name, ()), strict=False))
        if true != "??"
    }
    most = [0] * 52
    for card, times in deck_of(game).items():
        most[shown[str(card)]] = times
    places = exchangeable(drawn, list(spots.values()), most)
    return frozenset(spot for place, spot in enumerate(spots) if place in places)


def _is_meant(deck: Deck, label: dict[str, Any]) -> bool:
    return deck.program == label["app"] and deck_name(deck.name) == deck_name(str(label["cardset"]))


def shown_part(card: SeenCard, size: Sequence[int]) -> Part:
    """Which rows and columns of a face of this size show whole."""
    box, seen = card.box, card.visible
    across, down = size[1] / box.width, size[0] / box.height
    return (
        slice(math.ceil((seen.top - box.top) * down), math.floor((seen.bottom - box.top) * down)),
        slice(math.ceil((seen.left - box.left) * across), math.floor((seen.right - box.left) * across)),
    )


def exchangeable(drawn: NDArray[np.uint8], seen: Sequence[tuple[int, Part]], most: Sequence[int]) -> set[int]:
    """Which of the cards that are ``seen`` (what they are, and what shows of them) may be another card: one
    that looks the same there and is not to be seen, of a deck that has ``most`` of each, or that lies where
    this one would look the same."""
    looks = [
        set(
            np.flatnonzero(
                np.abs(drawn[:52, *part].astype(int) - drawn[card, *part]).max((1, 2, 3)) <= EQUAL
            ).tolist()
        )
        for card, part in seen
    ]
    hidden = {card for card in range(52) if sum(one == card for one, _ in seen) < most[card]}
    return {
        i
        for i, (card, _) in enumerate(seen)
        if any(
            other in hidden or any(there == other and card in looks[j] for j, (there, _) in enumerate(seen))
            for other in looks[i] - {card}
            if most[other]
        )
    }


def read_squares(
    path: Path, label: dict[str, Any], *, blind: bool, change: Change = "", scales: bool = False
) -> Result:
    """A puzzle on squares: its game ID says everything."""
    from winnable import get_game
    from winnable.reading import only_entry
    from winnable.text.boards import write_position

    game = get_game("undead")
    things = sum(map(len, label["grid"])) + 2 * sum(map(len, label["clues"].values())) // 2 + 3
    picture = changed(open_picture(path), change)
    begun = process_time()
    try:
        reading = read_picture(picture, "" if blind else game.spelled)
        seconds = process_time() - begun
        read = write_position(game, only_entry(game, reading.position).position(game), "id").strip()
        why = "" if read == label["game_id"] else f"read as {read}"
    except InputError as error:
        seconds, read, why = process_time() - begun, "", str(error)
    whole = read == label["game_id"]
    wrong = 0 if whole or not read else 1
    right = things * whole
    return Result(
        path.stem, label["app"], label["params"], things, right, 0, wrong, whole, seconds, seconds, why
    )


def changed(picture: Picture, change: Change) -> Picture:
    """A picture of the same table at another scale, or spoilt a little."""
    image = Image.fromarray(picture)
    if change == "noise":
        noise = np.random.default_rng(1).normal(0, 4, picture.shape)
        return np.clip(np.rint(picture + noise), 0, 255).astype(np.uint8)
    if change == "jpeg":
        packed = io.BytesIO()
        image.save(packed, format="JPEG", quality=85)
        return open_picture(packed.getvalue())
    if change:
        scale, shift = (1.0, 0.5) if change == "half" else (float(change), 0.0)
        size = round(scale * image.width), round(scale * image.height)
        box = (shift, shift, image.width, image.height)
        image = image.resize(size, Image.Resampling.BICUBIC, box=box)
    return np.asarray(image)


def results(
    folder: Path, only: str, *, blind: bool, change: Change = "", scales: bool = False
) -> Iterator[Result]:
    for path in sorted(path for path in folder.glob("*.png") if only in path.stem):
        label = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        read = read_cards if "truth" in label else read_squares
        yield read(path, label, blind=blind, change=change, scales=scales)


def line(name: str, deck: str, found: Iterable[Result]) -> str:
    group = list(found)
    again = [one.again for one in group]
    return (
        f"{name:11} {deck:24} {len(group):6} {sum(one.whole for one in group):5} "
        f"{sum(one.cards for one in group):6} {sum(one.right for one in group):6} "
        f"{sum(one.doubted for one in group):7} {sum(one.wrong for one in group):5} "
        f"{sum(one.alike for one in group):5} {sum(one.lost for one in group):4} "
        f"{max(one.first for one in group):8.2f} {sum(again) / len(again):8.2f} {max(again):8.2f}"
    )


HEAD = (
    f"{'program':11} {'deck':24} {'boards':>6} {'whole':>5} {'cards':>6} {'right':>6} {'doubted':>7} "
    f"{'wrong':>5} {'alike':>5} {'lost':>4} {'first s':>8} {'again s':>8} {'most':>8}"
)


def told(found: Iterable[Result]) -> list[Result]:
    """The results, each told as it comes."""
    out = []
    for one in found:
        out.append(one)
        how = "whole" if one.whole else "not whole"
        print(
            f"{one.name}: {how}, {one.first:.2f} s, {one.again:.2f} s; {one.why}", file=sys.stderr, flush=True
        )
    return out


def enough(found: Sequence[Result]) -> bool:
    """Are enough of the cards that can be told right, and none wrong? Says how many."""
    cards, right, alike, lost = (
        sum(getattr(one, part) for one in found) for part in ("cards", "right", "alike", "lost")
    )
    of_those = (right - alike + lost) / (cards - alike)
    wrong = sum(one.wrong for one in found)
    print(f"right: {right / cards:.2%} of all cards; {alike} of {cards} nobody can tell from others")
    print(f"right of those that can be told: {of_those:.2%} (at least {LEAST_RIGHT:.1%})")
    print(f"wrong as certain: {wrong} (0)")
    return of_those >= LEAST_RIGHT and not wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--blind", action="store_true", help="do not tell the reader which game it is")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--only", default="", metavar="WORD", help="those that have this in their names")
    parser.add_argument("--scales", action="store_true", help="read the pictures changed, too")
    asked = parser.parse_args()
    found = told(results(asked.folder, asked.only, blind=asked.blind, scales=asked.scales))
    if not found:
        sys.exit(f"no screenshots in {asked.folder}: set WINNABLE_SCREENS")
    print(HEAD)
    if asked.scales:
        print(line("as it is", "", found))
        for change in get_args(Change)[1:]:
            worn = told(results(asked.folder, asked.only, blind=asked.blind, change=change, scales=True))
            print(line(change, "", worn))
            found += worn
        return 0 if enough(found) else 1
    for program, deck in sorted({(one.program, one.deck) for one in found}):
        print(line(program, deck, (one for one in found if (one.program, one.deck) == (program, deck))))
    print(line("all", "", found))
    whole = sum(one.whole for one in found) / len(found)
    wrong = sum(one.wrong for one in found)
    slow_first = sum(one.first > MOST_FIRST for one in found)
    slow = sum(one.again > MOST_SECONDS for one in found)
    print(f"whole: {whole:.1%} (at least {LEAST_WHOLE:.0%}); wrong as certain: {wrong} (0)")
    print(f"slower than {MOST_FIRST:g} s at first: {slow_first} (0), than {MOST_SECONDS} s again: {slow} (0)")
    return 0 if whole >= LEAST_WHOLE and not (wrong or slow_first or slow) else 1


if __name__ == "__main__":
    sys.exit(main())
