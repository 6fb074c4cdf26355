"""The texts of Spider and its kin: what is read, by its first line, and what can be written.

What is written may be a position, or a setup, whose hidden cards may be unknown.
"""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Mapping
from typing import Any, Final

from winnable.families.spider import json
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.hand import format_hand
from winnable.families.spider.setup import SpiderSetup
from winnable.families.spider.text import format_board, has_header, looks_like_text, parse_texts
from winnable.text.readers import FamilyReaders, TextKind, one, unnamed

__all__ = ["FORMS", "READERS", "position_data"]

READERS: Final = FamilyReaders(
    expected="hand files, boards, deal numbers one to a line, or JSON",
    has_header=has_header,
    texts=(
        TextKind(
            "board or hand file",
            "Column 1:, Runs:, or cards such as -2c -0d 4d",
            looks_like_text,
            unnamed(parse_texts),
        ),
    ),
    json=one(json.parse_position),
)


def position_data(game: SpiderGame, shown: SpiderPosition | SpiderSetup) -> dict[str, Any]:
    """The position or setup as a value that JSON can hold, with its game's name."""
    return json.to_data(_setup(game, shown), game=game.spelled)


def _setup(game: SpiderGame, shown: SpiderPosition | SpiderSetup) -> SpiderSetup:
    return shown if isinstance(shown, SpiderSetup) else game.setup(shown)


FORMS: Final[Mapping[str, Callable[[SpiderGame, SpiderPosition | SpiderSetup], str]]] = {
    "board": lambda game, shown: format_board(_setup(game, shown), game.facts.columns),
    "hand": lambda game, shown: format_hand(_setup(game, shown), game.facts),
    "json": lambda game, shown: json_text.dumps(position_data(game, shown)) + "\n",
}
