"""Draws the pictures of docs/rules/spider.md: python tools/spider_pictures.py

A test draws them again and compares.
"""

from __future__ import annotations

from pathlib import Path

from winnable._core import Observation, PatienceMove
from winnable.cards import parse_card
from winnable.registry import get_game
from winnable.render.svg import document
from winnable.render.table_svg import draw_table

FOLDER = Path(__file__).parents[1] / "docs" / "rules" / "spider"

# A part of a table: face-down cards, then those face up.
TABLE = ((4, "KC QC"), (2, "9S 8S"), (4, "TH"), (1, "6D 5D 4S"), (0, ""))


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    spider = get_game("spider")
    start = draw_table(spider.observe(spider.deal(1)))
    columns = [bytes(parse_card(word).index for word in up.split()) for _, up in TABLE]
    table = Observation(columns, [down for down, _ in TABLE], 0, (0, 0, 0, 0), bytes(52))
    move = draw_table(table, PatienceMove(1, 2, 2))
    return {
        "start.svg": document(start, title="The start of a game: ten columns, their last cards face up"),
        "move.svg": document(move, title="The nine and eight of spades go onto the ten of hearts"),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
