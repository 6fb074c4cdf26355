"""Tables of Spider as drawings, and the pictures of its rules."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from winnable._core import PatienceMove
from winnable.cards import CARDS
from winnable.families.spider.words import STOCK
from winnable.registry import get_game
from winnable.render.svg import Drawing, document
from winnable.render.table_svg import draw_table

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(document(drawing))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", ["spider", "spider:suits=1", "mrs_mop", "scorpion", "spiderette"])
def test_every_card_is_drawn_and_no_hidden_one_is_named(name: str) -> None:
    game = get_game(name)
    seen = game.observe(game.deal(1))
    root = parsed(draw_table(seen))
    up, down = sum(map(len, seen.columns)), sum(seen.down)
    assert len(root.findall(f"{SVG}rect")) == 1 + up + down
    assert len(root.findall(f"{SVG}path")) == 2 * up
    columns = len(seen.columns)
    ranks = [str(CARDS[face]).replace("T", "10")[:-1] for column in seen.columns for face in column]
    assert [text for text in texts(root) if not text.startswith("Stock")] == [
        word
        for number in range(columns)
        for word in (
            str(number + 1),
            *ranks[sum(map(len, seen.columns[:number])) :][: len(seen.columns[number])],
        )
    ]
    assert (f"Stock: {seen.stock}   Runs that have left: 0" in texts(root)) is (seen.stock > 0)


def test_two_deals_that_look_alike_are_drawn_alike() -> None:
    game = get_game("spider")
    seen = game.observe(game.deal(1))

    worlds = [game.determinise(seen, Random(seed)) for seed in (1, 2)]
    assert worlds[0] != worlds[1]
    one, two = (document(draw_table(game.observe(world))) for world in worlds)
    assert one == two


def test_a_move_is_framed() -> None:
    game = get_game("spider")
    position = game.deal(1)
    seen = game.observe(position)
    bare = len(parsed(draw_table(seen)).findall(f"{SVG}rect"))
    for move in game.legal_moves(position):
        rects = parsed(draw_table(seen, move)).findall(f"{SVG}rect")
        frames = [rect for rect in rects if rect.get("stroke-width") == "3"]
        assert len(rects) - bare == len(frames) == (0 if move.from_pile == STOCK else 2)
    assert bare == len(parsed(draw_table(seen, PatienceMove(STOCK, STOCK, 1))).findall(f"{SVG}rect"))


def test_the_pictures_of_the_rules_are_up_to_date() -> None:
    drawn = runpy.run_path(str(ROOT / "tools" / "spider_pictures.py"))
    folder, pictures = drawn["FOLDER"], drawn["pictures"]()
    assert sorted(path.name for path in folder.iterdir()) == sorted(pictures)
    for name, text in pictures.items():
        assert (folder / name).read_text(encoding="utf-8") == text, name
    page = (ROOT / "docs" / "rules" / "spider.md").read_text(encoding="utf-8")
    assert all(f"(spider/{name})" in page for name in pictures)
