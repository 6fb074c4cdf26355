"""Draws the pictures of docs/rules/spider.md: python tools/spider_pictures.py

A test draws them again and compares.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from winnable.analysis.scenes import scene_of
from winnable.cards import UNKNOWN, parse_card
from winnable.families.patience.scene import columns_of
from winnable.registry import get_game
from winnable.render.drawing import document
from winnable.render.style import Style
from winnable.render.svg import draw
from winnable.scene import Scene, TableMove

FOLDER = Path(__file__).parents[1] / "docs" / "rules" / "spider"

# A part of a table: face-down cards, then those face up.
TABLE = ((4, "KC QC"), (2, "9S 8S"), (4, "TH"), (1, "6D 5D 4S"), (0, ""))


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    spider, style = get_game("spider"), Style(width=60)
    start = draw(scene_of(spider, spider.deal(1)), style)
    columns = [(UNKNOWN,) * down + tuple(map(parse_card, up.split())) for down, up in TABLE]
    piles = [replace(pile, y=0) for pile in columns_of(columns, [down for down, _ in TABLE])]
    move = TableMove("23", piles[1].name, len(columns[1]) - 2, piles[2].name)
    table = Scene("spider", "Spider", tuple(piles), moves=(move,))
    return {
        "start.svg": document(start, title="The start of a game: ten columns, their last cards face up"),
        "move.svg": document(
            draw(table, style, move=move), title="The nine and eight of spades go onto the ten of hearts"
        ),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
