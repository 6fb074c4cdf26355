"""Solutions written out: moves, single-card moves, numbered lines in words, or every board.

Each begins with comments that name the deal and the solution's length; ``parse_solution`` reads back
all but the boards. What each family of games adds stands in ``patience_solution_text.py``,
``pairing_solution_text.py``, ``spider_solution_text.py`` and ``undead_solution_text.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib import import_module
from typing import Any, TypeVar

from winnable.game import Game
from winnable.moves import Autoplay

__all__ = ["Style", "format_solution", "move_texts", "number_lines", "playable_autoplay"]

P = TypeVar("P")
M = TypeVar("M")


class Style(StrEnum):
    """How a solution is written: ten moves to a line (supermoves, where there are such), ten
    single-card moves to a line, a numbered line in words for each move, or the board after each move."""

    MOVES = "moves"
    CARDS = "cards"
    WORDS = "words"
    BOARDS = "boards"


def move_texts(
    game: Game[P, M],
    position: P,
    moves: Sequence[M],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
) -> list[str]:
    """The notation of each move of a solution, which ``moves`` hold whole, automatic moves too.

    InputError if the solution cannot be played under ``autoplay``, or the game has no such style.
    """
    texts: list[str] = _family(game).move_texts(
        game, position, moves, style=Style(style), autoplay=Autoplay(autoplay)
    )
    return texts


def format_solution(
    game: Game[P, M],
    position: P,
    moves: Sequence[M],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
    deal: str | None = None,
) -> str:
    """The text of a solution, which ``moves`` hold whole, automatic moves too.

    ``deal`` names the position in the first line. InputError if the solution cannot be played under
    ``autoplay``, or the game has no such style.
    """
    text: str = _family(game).format_solution(
        game, position, moves, style=Style(style), autoplay=Autoplay(autoplay), deal=deal
    )
    return text


def playable_autoplay(
    game: Game[P, M], position: P, moves: Sequence[M], wanted: Autoplay, *, style: Style = Style.MOVES
) -> Autoplay:
    """``wanted`` if the solution can be written for it in this style, else the strongest below it.

    Every solution can be written for none; max spoils those that build on cards it takes home.
    """
    found: Autoplay = _family(game).playable_autoplay(
        game, position, moves, Autoplay(wanted), style=Style(style)
    )
    return found


def number_lines(texts: Sequence[str], words: Sequence[str]) -> str:
    """Lines such as `` 12. 26    # 5H 4S from column 2 onto 6C in column 6; AC home by itself``."""
    number_width, text_width = len(str(len(texts))), max(map(len, texts), default=0)
    lines = (
        f"{number:>{number_width}}. {text:<{max(text_width, 4)}}  # {told}\n"
        for number, (text, told) in enumerate(zip(texts, words, strict=True), 1)
    )
    return "".join(lines)


def _family(game: Game[P, M]) -> Any:
    """The module that writes solutions of this game's family, imported when first needed."""
    return import_module(f"winnable.families.{game.info.family}.solution_text")
