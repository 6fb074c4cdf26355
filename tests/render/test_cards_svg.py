"""Tables of cards as drawings: every card that can be seen once, whatever the game."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from registered import registered_names
from scenes import reached, scenes_of
from winnable.analysis.scenes import scene_of
from winnable.registry import get_game
from winnable.render.layout import lay_out
from winnable.render.style import Style
from winnable.render.svg import draw, svg_of
from winnable.scene import Pile, Scene

SVG = "{http://www.w3.org/2000/svg}"
CARD_GAMES = [name for name in registered_names() if get_game(name).info.family != "undead"]
STYLES = [Style(), Style(width=60, dark=True, four_colours=True, labels=False)]


def visible(scene: Scene) -> list[str]:
    """The known cards of which something can be seen: a squared stock shows the back of its last one."""
    return [
        str(pile.cards[i])
        for pile in scene.piles
        for i in pile.shown
        if pile.cards[i].known and (i >= pile.down or pile.fan != "none" or pile.role != "stock")
    ]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_visible_card_is_drawn_once(name: str) -> None:
    for scene in scenes_of(name):
        for style in STYLES:
            root = ElementTree.fromstring(svg_of(scene, style))
            drawn = [group.get("data-card") for group in root.iter(f"{SVG}g") if group.get("data-card")]
            assert Counter(drawn) == Counter(visible(scene))
            backs = sum(group.findtext(f"{SVG}title") == "a card face down" for group in root.iter(f"{SVG}g"))
            shown = sum(len(pile.shown) for pile in scene.piles)
            assert len(drawn) + backs == shown


@pytest.mark.parametrize("name", registered_names())
def test_a_file_refers_to_nothing_outside_itself(name: str) -> None:
    for scene in scenes_of(name):
        text = svg_of(scene)
        assert not re.search(r"href|url\(|<image|<script|<style|<use|@import|xmlns:", text)
        root = ElementTree.fromstring(text)
        assert root.findtext(f"{SVG}title") == scene.title


@pytest.mark.parametrize("name", CARD_GAMES)
@pytest.mark.parametrize("width", [28.0, 60.0, 80.0, 200.0])
def test_cards_lie_on_the_table_and_their_corners_are_not_covered(name: str, width: float) -> None:
    for scene in scenes_of(name):
        table = lay_out(scene, width)
        m = table.measures
        for pile in scene.piles:
            places = table.places[pile.name]
            assert all(x > 0 and x + m.width < table.width for x, _ in places)
            assert all(y > 0 and y + m.height < table.height for _, y in places)
            for i, ((x, y), (right, low)) in enumerate(pairwise(places)):
                known = pile.cards[i].known
                if pile.fan == "down":
                    assert right == x
                    assert low - y >= (m.strip if known else 4) - 0.001
                elif pile.fan == "right":
                    assert low == y
                    assert right - x >= (m.narrow_strip if known else 4) - 0.001


@pytest.mark.parametrize("name", CARD_GAMES)
def test_piles_do_not_lie_on_each_other_but_in_a_pyramid(name: str) -> None:
    for scene in scenes_of(name):
        table = lay_out(scene, 60)
        wide, tall = table.measures.width, table.measures.height
        boxes = [
            (*table.places[pile.name][0], *table.places[pile.name][-1])
            for pile in scene.piles
            if pile.role != "pyramid"
        ]
        for i, (x, y, right, low) in enumerate(boxes):
            for a, b, c, d in boxes[:i]:
                assert x >= c + wide or a >= right + wide or y >= d + tall or b >= low + tall


def test_an_index_is_legible_on_a_narrow_card() -> None:
    measures = lay_out(scene_of(get_game("freecell"), get_game("freecell").deal(1)), 60).measures
    assert measures.cap >= 18
    assert measures.strip >= measures.cap + 5


def test_four_colours_are_four_and_two_are_two() -> None:
    scene = scene_of(get_game("freecell"), get_game("freecell").deal(1))
    for dark in (False, True):
        for four in (False, True):
            style = Style(dark=dark, four_colours=four)
            root = ElementTree.fromstring(svg_of(scene, style))
            seen: dict[str, set[str]] = {}
            for group in root.iter(f"{SVG}g"):
                if card := group.get("data-card"):
                    fills = {path.get("fill", "") for path in group.findall(f"{SVG}path")} - {"none"}
                    seen.setdefault(card[1], set()).update(fills)
            assert all(len(colours) == 1 for colours in seen.values())
            assert len(set.union(*seen.values())) == (4 if four else 2)


def contrast(one: str, other: str) -> float:
    """As WCAG 2 measures it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_colours_stand_out(dark: bool) -> None:
    colours = Style(dark=dark).palette
    for suit in (*colours.suits, *colours.four_suits):
        assert contrast(suit, colours.card) >= 4.5
        assert contrast(suit, colours.known_back) >= 3
    assert contrast(colours.edge, colours.felt) >= 3
    assert contrast(colours.ink, colours.felt) >= 7
    assert contrast(colours.pale, colours.felt) >= 4.5
    assert contrast(colours.lost, colours.card) >= 4.5


def test_a_move_is_ringed() -> None:
    game = get_game("freecell")
    scene = scene_of(game, game.deal(617))
    ring = Style().palette.ring

    def rings(root: ElementTree.Element) -> list[ElementTree.Element]:
        return [rect for rect in root.findall(f"{SVG}rect") if rect.get("stroke") == ring]

    assert not rings(ElementTree.fromstring(svg_of(scene)))
    table = lay_out(scene, Style().width)
    for move in scene.moves:
        around = rings(ElementTree.fromstring(svg_of(scene, move=move)))
        corners = [table.places[move.source][move.index], table.places[move.target][-1]]
        found = [(float(rect.get("x", "")) + 1.5, float(rect.get("y", "")) + 1.5) for rect in around]
        assert found == [pytest.approx(corner, abs=0.01) for corner in corners]


def test_two_deals_that_look_alike_are_drawn_alike() -> None:
    from random import Random

    game = get_game("spider")
    seen = game.observe(game.deal(1))
    worlds = [game.determinise(seen, Random(seed)) for seed in (1, 2)]
    assert worlds[0] != worlds[1]
    one, two = (svg_of(scene_of(game, world)) for world in worlds)
    assert one == two
    opened = [svg_of(scene_of(game, world, open_cards=True)) for world in worlds]
    assert opened[0] != opened[1]


def test_an_empty_place_says_what_may_go_there() -> None:
    piles = tuple(
        Pile(f"place {sign}", "cell", i, 0, sign=sign) for i, sign in enumerate(("", "H", "K", "recycle"))
    )
    root = ElementTree.fromstring(svg_of(Scene("x", "x", piles)))
    assert [len(group.findall(f"{SVG}path")) for group in root.findall(f"{SVG}g")] == [0, 1, 1, 1]
    gone = Scene("x", "x", (Pile("row 1", "pyramid", 0, 0, gap=True),))
    assert ElementTree.fromstring(svg_of(gone)).findall(f"{SVG}g") == []


def test_a_notebook_shows_the_picture() -> None:
    game = get_game("pyramid")
    scene = scene_of(game, reached(game, 3, 10))
    assert scene._repr_svg_() == svg_of(scene)
    assert draw(scene).width > 7 * Style().width
