"""The network reader: its arithmetic against plain loops, and what it reads of cards that are drawn here."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

from winnable.analysis.scenes import scene_of  # noqa: E402
from winnable.cards import Card, parse_card  # noqa: E402
from winnable.errors import InputError  # noqa: E402
from winnable.registry import get_game  # noqa: E402
from winnable.render import glyphs  # noqa: E402
from winnable.render.layout import lay_out  # noqa: E402
from winnable.render.png import png_of  # noqa: E402
from winnable.render.style import Style  # noqa: E402
from winnable.render.svg import draw  # noqa: E402
from winnable.screen import network  # noqa: E402
from winnable.screen.network import COLUMNS, ROWS, NetworkReader, corner, corner_of  # noqa: E402
from winnable.screen.readout import read_table  # noqa: E402
from winnable.screen.seen import Box, SeenCard, SeenPile, SeenTable  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from winnable.scene import Scene
    from winnable.screen.seen import Picture

ALL = [Card.from_index(n) for n in range(52)]


@pytest.fixture(scope="module")
def reader() -> NetworkReader:
    return NetworkReader()


def table(width: float = 90, strip: float | None = None) -> tuple[Picture, list[SeenCard]]:
    """All 52 cards in Winnable's own letters and suits, laid out as in no deck learned from; of each the
    upper ``strip`` shows, as a part of its height, where it is given."""
    resvg = pytest.importorskip("resvg_py")
    height, step = 1.4 * width, 1.6 * width
    parts, cards = [], []
    for card in ALL:
        x, y = 10.4 + (card.index % 13) * 1.1 * width, 10.7 + (card.index // 13) * step
        ink = "#c0182a" if card.suit in (1, 2) else "#16181c"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5" fill="white" stroke="#555"/>'
        )
        parts.append(glyphs.rank(card.rank, x + 0.06 * width, y + 0.07 * width, 0.19 * width, ink))
        parts.append(glyphs.suit(card.suit, x + 0.06 * width, y + 0.3 * width, 0.17 * width, ink))
        shown = height if strip is None else strip * height
        if strip is not None:
            parts.append(
                f'<rect x="{x}" y="{y + shown}" width="{width}" height="{height}" fill="#eee" stroke="#222"/>'
            )
        cards.append(SeenCard(Box(x, y, width, height), Box(x, y, width, shown)))
    size = round(14.5 * width + 20), round(4 * step + 30)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">'
        f'<rect width="100%" height="100%" fill="#1d6b3f"/>{"".join(parts)}</svg>'
    )
    data = bytes(resvg.svg_to_bytes(svg_string=svg))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")), cards


def test_a_corner_is_scaled_as_pillow_scales_it() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (200, 160, 3), np.uint8)
    box = Box(20, 30, 100, 140)  # its corner is 48 x 60
    crop = corner(picture, box, box)
    image = Image.fromarray(picture)
    wanted = np.asarray(image.resize((COLUMNS, ROWS), Image.Resampling.BILINEAR, (20, 30, 68, 90)), float)
    # Pillow looks no further than the edge of the box, so the rim differs.
    difference = np.abs((crop[..., :3] + 0.5) * 255 - wanted)[2:-2, 2:-2]
    assert difference.max() < 1.5
    assert np.allclose(crop[2:, 2:, 3], 1)  # the rim looks beyond the card, where nothing of it shows


def test_what_is_covered_or_outside_is_left_out() -> None:
    picture = np.full((100, 100, 3), 255, np.uint8)
    box = Box(10, 20, 100, 140)
    crop = corner(picture, box, Box(10, 20, 100, 30))  # 30 of the 60 pixels that the corner is high
    assert np.allclose(crop[2 : ROWS // 2 - 2, 2:], [0.5, 0.5, 0.5, 1])
    assert np.allclose(crop[ROWS // 2 + 2 :], 0)
    outside = corner(picture, box.moved(60, 0), box.moved(60, 0))
    assert np.allclose(outside[2:, 2:22, 3], 1)  # 30 of the 48 pixels that the corner is wide
    assert np.allclose(outside[:, 28:], 0)


def test_what_the_left_corner_lacks_is_read_in_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.full((200, 400, 3), 255, np.uint8)
    picture[:, 170:190] = 0  # at the right side of the first card
    first, second = Box(100, 20, 100, 140), Box(250, 20, 100, 140)
    cards = [
        SeenCard(first, first),
        SeenCard(second, second),
        SeenCard(first, Box(100, 20, 60, 140)),  # covered from the right
    ]

    def heads(reader: NetworkReader, crops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A queen where something black is seen, else no rank; always spades."""
        black = crops[..., 0].min(axis=(1, 2)) < -0.4
        rank = np.where(black[:, None], np.eye(14)[[11]], np.eye(14)[[13]])
        return 0.9 * rank + 0.1 / 14, np.tile(np.eye(5)[3], (len(crops), 1))

    monkeypatch.setattr(NetworkReader, "heads", heads)
    scores = NetworkReader().scores(picture, cards)
    assert scores.argmax(axis=1)[0] == parse_card("QS").index
    assert scores[0].max() > 0.8
    assert np.allclose(scores.sum(axis=1), 1)
    assert np.allclose(scores[1:, 3::4], 1 / 13)  # neither there nor here, or covered: any spade


def test_the_lower_corner_is_taken_where_only_that_shows() -> None:
    rng = np.random.default_rng(2)
    picture = rng.integers(0, 256, (160, 120, 3), np.uint8)
    card = SeenCard(Box(10, 10, 100, 140), Box(10, 80, 100, 70))
    turned = corner_of(
        np.ascontiguousarray(picture[::-1, ::-1]), SeenCard(Box(10, 10, 100, 140), Box(10, 10, 100, 70))
    )
    found = corner_of(picture, card)
    assert found is not None
    assert turned is not None
    assert np.allclose(found, turned, atol=1e-5)


def test_convolution_is_that_of_plain_loops() -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(2, 4, 6, 3)).astype(np.float32)
    kernel = rng.normal(size=(3, 3, 3, 5)).astype(np.float32)
    bias = rng.normal(size=5).astype(np.float32)
    got = network._convolved(values, kernel.reshape(27, 5), bias)
    for n, y, x, out in np.ndindex(2, 4, 6, 5):
        total = float(bias[out])
        for dy in range(3):
            for dx in range(3):
                row, column = y + dy - 1, x + dx - 1
                if 0 <= row < 4 and 0 <= column < 6:
                    total += float(values[n, row, column] @ kernel[dy, dx, :, out])
        assert got[n, y, x, out] == pytest.approx(max(total, 0), abs=1e-4)
    pooled = network._pooled(got)
    assert pooled.shape == (2, 2, 3, 5)
    assert pooled[1, 1, 2, 4] == got[1, 2:4, 4:6, 4].max()


@pytest.mark.parametrize("width", [60, 90, 180])
def test_cards_drawn_here_are_read(reader: NetworkReader, width: float) -> None:
    picture, cards = table(width)
    scores = reader.scores(picture, cards)
    assert np.allclose(scores.sum(axis=1), 1)
    assert (scores.argmax(axis=1) == np.arange(52)).sum() >= 50
    certain = scores.max(axis=1) > 0.99
    assert (scores.argmax(axis=1) == np.arange(52))[certain].all()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("game", ["freecell", "pyramid", "spider:suits=4"])
def test_cards_that_the_program_draws_are_read(game: str, four_colours: bool, dark: bool) -> None:
    pytest.importorskip("resvg_py")
    scene = scene_of(get_game(game), get_game(game).deal(617))
    style = Style(four_colours=four_colours, dark=dark)
    picture = np.asarray(Image.open(io.BytesIO(png_of(draw(scene, style)))).convert("RGB"))
    table = seen_table(scene, style)
    reading = read_table(picture, game, [NetworkReader()], lay_out=lambda *_: table)
    assert len(reading.doubts) <= 2, reading.text()
    assert reading.table is not None
    read = {pile.name: [card.card for card in pile.cards if card.up] for pile in reading.table.piles}
    for pile in scene.piles:
        assert read[pile.name] == [pile.cards[i] for i in pile.shown if i >= pile.down]


def seen_table(scene: Scene, style: Style) -> SeenTable:
    """The table of a scene as it is drawn."""
    laid = lay_out(scene, style.width, labels=style.labels)
    wide, high = laid.measures.width, laid.measures.height
    boxes = {
        name: [Box(round(x), round(y), wide, high) for x, y in places] for name, places in laid.places.items()
    }
    piles = []
    for pile in scene.piles:
        own = boxes[pile.name]
        cards = []
        for i in pile.shown:
            later = own[i + 1 :] or [
                boxes[other.name][0]
                for other in scene.piles
                if other.y > pile.y and abs(boxes[other.name][0].left - own[i].left) < wide
            ]
            covers = [box.top for box in later if box.top < own[i].bottom]
            shown = replace(own[i], height=min(covers, default=own[i].bottom) - own[i].top)
            cards.append(SeenCard(own[i], shown, up=i >= pile.down))
        piles.append(SeenPile(pile.name, pile.role, own[0], tuple(cards)))
    return SeenTable(scene.game, wide, high, tuple(piles))


def test_strips_are_read_and_thin_ones_doubted(reader: NetworkReader) -> None:
    picture, cards = table(100, strip=0.38)
    assert (reader.scores(picture, cards).argmax(axis=1) == np.arange(52)).sum() >= 46
    # A tenth of the height shows part of the rank and nothing of the suit.
    picture, cards = table(100, strip=0.1)
    scores = reader.scores(picture, cards)
    assert (scores.max(axis=1) > 0.99).sum() <= 2
    assert scores.max(axis=1).mean() < 0.7


def test_nothing_is_read_where_nothing_is(reader: NetworkReader) -> None:
    picture = np.full((300, 300, 3), (20, 110, 60), np.uint8)
    box = Box(50, 50, 100, 140)
    cards = [
        SeenCard(box, box, up=False),
        SeenCard(box, Box(50, 50, 100, 1)),
        SeenCard(box.moved(400, 0), box.moved(400, 0)),
        SeenCard(box, box),
    ]
    scores = reader.scores(picture, cards)
    assert np.allclose(scores[:3], 1 / 52)
    assert scores[3].max() < 0.5
    assert reader.scores(picture, []).shape == (0, 52)


def test_weights_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="weights"):
        NetworkReader(tmp_path / "missing.npz")
    other = tmp_path / "other.npz"
    np.savez(other, conv1=np.zeros((36, 16)))
    with pytest.raises(InputError, match="weights"):
        NetworkReader(other)
    (tmp_path / "text.npz").write_text("no weights")
    with pytest.raises(InputError, match="weights"):
        NetworkReader(tmp_path / "text.npz")


def test_the_weights_are_small_and_their_source_is_written_down() -> None:
    assert network.WEIGHTS.stat().st_size < 2_000_000
    import hashlib

    digest = hashlib.sha256(network.WEIGHTS.read_bytes()).hexdigest()
    assert digest in network.WEIGHTS.with_suffix(".md").read_text(encoding="utf-8")


def test_it_needs_numpy_alone() -> None:
    code = (
        "import sys; from winnable.screen.network import NetworkReader; NetworkReader(); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"PIL", "resvg_py", "torch", "scipy", "cv2"} & set(done.stdout.split())


def test_a_table_is_read_fast(reader: NetworkReader) -> None:
    """It takes little longer than the products of matrices that the network consists of."""
    picture, cards = table()
    products = []
    places = len(cards) * ROWS * COLUMNS
    for kernel, _ in reader._layers:
        products.append((np.ones((places, len(kernel)), np.float32), kernel))
        places //= 4  # of each 2 x 2 one is kept

    def seconds(work: Callable[[], object]) -> float:
        times = []
        for _ in range(5):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        return min(times)

    bare = seconds(lambda: [rows @ kernel for rows, kernel in products])
    assert seconds(lambda: reader.scores(picture, cards)) < 20 * bare  # some 5
