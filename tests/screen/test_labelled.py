"""The labelled screenshots of real programs, read by the network alone: whatever deck it is, no wrong card is
given as certain, and every card is where it lies. Some of them scaled, shifted by half a pixel and noisy."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="install winnable[vision]")
Image = pytest.importorskip("PIL.Image", reason="install winnable[vision]")

from winnable.cards import parse_card  # noqa: E402
from winnable.screen.layout import lay_out  # noqa: E402
from winnable.screen.network import NetworkReader  # noqa: E402
from winnable.screen.picture import open_picture  # noqa: E402
from winnable.screen.readout import read_table  # noqa: E402
from winnable.screen.seen import Box, SeenCard  # noqa: E402

ROOT = Path(__file__).parents[2]


def load_bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_screens", ROOT / "bench" / "screens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BENCH = load_bench()
LABELS = [
    path
    for path in sorted(BENCH.FOLDER.glob("*.json"))
    if "truth" in json.loads(path.read_text(encoding="utf-8"))
]


def test_there_are_screenshots() -> None:
    if not LABELS:
        pytest.skip(f"no labelled screenshots in {BENCH.FOLDER}: set WINNABLE_SCREENS")
    assert len(LABELS) == 34


def _marked(paths: list[Path]) -> list[Any]:
    """One picture of each program is read in every run of the tests, the others by ``make test-screen``."""
    firsts = {path.stem.partition("_")[0]: path for path in reversed(paths)}.values()
    return [
        pytest.param(path, id=path.stem, marks=[] if path in firsts else pytest.mark.screen) for path in paths
    ]


@pytest.mark.parametrize("path", _marked(LABELS))
def test_no_wrong_card_is_given_as_certain(path: Path) -> None:
    label = json.loads(path.read_text(encoding="utf-8"))
    game = BENCH.GAMES[label["app"], label["game"]]
    reading = read_table(open_picture(path.with_suffix(".png")), game, [NetworkReader()])
    _, wrong, _, _ = BENCH.compared(reading, BENCH.truth_of(label))
    assert wrong == 0
    assert reading.table is not None
    seen = {pile.name: ["??" if not card.up else "up" for card in pile.cards] for pile in reading.table.piles}
    for name, cards in BENCH.truth_of(label).items():
        assert seen[name] == ["??" if card == "??" else "up" for card in cards]
    if reading.certain:
        assert BENCH.compared(reading, BENCH.truth_of(label))[3]


INDEX = 0.35  # of a card's width: as much must show for rank and suit to be in sight


SCALED = [(0.75, 0.5, 0.0), (1.25, 0.5, 0.0), (1.5, 0.0, 4.0), (2.0, 0.5, 0.0)]


@pytest.mark.parametrize(
    ("scale", "shift", "noise"),
    [pytest.param(*each, marks=[] if each == SCALED[0] else pytest.mark.screen) for each in SCALED],
)
def test_scaled_pictures_are_read(scale: float, shift: float, noise: float) -> None:
    if not LABELS:
        pytest.skip(f"no labelled screenshots in {BENCH.FOLDER}: set WINNABLE_SCREENS")
    ranks, cards, seen = [], [], []
    for path in LABELS[1::4]:
        label = json.loads(path.read_text(encoding="utf-8"))
        program = label["app"], label["game"]
        game, truth = BENCH.GAMES[program], BENCH.truth_of(label)
        shown = {ours: theirs for theirs, ours in BENCH.SHOWN.get(program, {}).items()}
        picture = open_picture(path.with_suffix(".png"))
        table = lay_out(picture, game)
        piles = tuple(
            replace(pile, cards=tuple(changed(card, scale, shift) for card in pile.cards))
            for pile in table.piles
        )
        table = replace(table, width=scale * table.width, height=scale * table.height, piles=piles)
        picture = worn(picture, scale, shift, noise)
        found = [
            (card, parse_card(name[0] + shown.get(name[1], name[1])).index)
            for pile in piles
            for card, name in zip(pile.cards, truth.get(pile.name, ()), strict=False)
            if card.up
        ]
        lying = [card for card, _ in found]
        names = NetworkReader().scores(picture, lying).argmax(axis=1)
        true = np.array([index for _, index in found])
        ranks.append(names // 4 == true // 4)
        cards.append(names == true)
        seen.append([min(c.visible.width, c.visible.height) >= INDEX * c.box.width for c in lying])
        reading = read_table(picture, game, [NetworkReader()], lay_out=lambda *_, table=table: table)
        assert BENCH.compared(reading, truth)[1] == 0, reading.text()
    assert np.concatenate(ranks).mean() >= 0.995
    assert np.concatenate(cards)[np.concatenate(seen)].mean() >= 0.99  # two of these 200 may fail


def changed(card: SeenCard, scale: float, shift: float) -> SeenCard:
    """A card as it is found in a picture that is scaled and shifted: on whole pixels."""

    def moved(box: Box) -> Box:
        sides = (box.left, box.top, box.right, box.bottom)
        left, top, right, bottom = (round((side - shift) * scale) for side in sides)
        return Box(left, top, right - left, bottom - top)

    return replace(card, box=moved(card.box), visible=moved(card.visible))


def worn(picture: Any, scale: float, shift: float, noise: float) -> Any:
    image = Image.fromarray(picture)
    size = int((image.width - shift) * scale), int((image.height - shift) * scale)
    box = (shift, shift, shift + size[0] / scale, shift + size[1] / scale)
    pixels = np.asarray(image.resize(size, Image.Resampling.BILINEAR, box))
    if noise:
        rough = np.random.default_rng(5).standard_normal(pixels.shape, dtype=np.float32)
        pixels = np.clip(pixels + noise * rough, 0, 255).astype(np.uint8)
    return pixels
