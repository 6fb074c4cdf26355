"""Our own pictures are read whole, in every theme, by the cards that we draw ourselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("numpy", reason="install winnable[vision]")
pytest.importorskip("PIL", reason="install winnable[vision]")
pytest.importorskip("resvg_py", reason="install winnable[vision]")

from winnable.analysis.scenes import scene_of
from winnable.cards import CARDS
from winnable.registry import get_game
from winnable.render.png import png_of
from winnable.render.svg import draw
from winnable.screen import decks
from winnable.screen.own_decks import THEMES
from winnable.screen.picture import open_picture
from winnable.screen.readout import read_table
from winnable.screen.templates import TemplateReader


@pytest.fixture(autouse=True, scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    decks.keep_in(tmp_path_factory.mktemp("kept"))
    yield
    decks.keep_in(None)


@pytest.fixture(scope="module")
def reader(kept: None) -> TemplateReader:
    return TemplateReader(decks.own_decks())


@pytest.mark.parametrize(
    "theme", [pytest.param(theme, marks=[pytest.mark.slow] if "four" in theme else []) for theme in THEMES]
)
def test_our_own_pictures_are_read_whole(reader: TemplateReader, theme: str) -> None:
    game = get_game("freecell")
    scene = scene_of(game, game.deal("seed:617"))  # the cards alone tell it
    picture = open_picture(png_of(draw(scene, THEMES[theme]), zoom=1.3))
    reading = read_table(picture, "freecell", [reader])
    assert reading.certain
    assert reading.table is not None
    seen = {pile.name: tuple(card.card for card in pile.cards) for pile in reading.table.piles}
    assert seen == {pile.name: pile.cards for pile in scene.piles}
    assert reader.match is not None
    assert reader.match.deck.name == theme


def test_themes_are_kept_apart() -> None:
    """They lie in one file, and would be the same deck by that alone."""
    light, dark = (deck for deck in decks.own_decks() if "colours" not in deck.name)
    assert decks.face(light, CARDS[0], 30)[20, 3].tolist() == [255, 255, 255, 255]
    assert decks.face(dark, CARDS[0], 30)[20, 3, :3].max() < 64
