"""Solutions written out: moves, single-card moves, numbered lines in words, or every board.

Each begins with comments that name the deal and the solution's length; ``parse_solution`` reads back
all but the boards. What each family of games adds stands in its ``solution_text.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from winnable.moves import Autoplay

if TYPE_CHECKING:
    from winnable.family import RegisteredGame

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
    game: RegisteredGame[P, M],
    position: P,
    moves: Sequence[M],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
) -> list[str]:
    """The notation of each move of a solution, which ``moves`` hold whole, automatic moves too.

    InputError if the solution cannot be played under ``autoplay``, or the game has no such style.
    """
    writer = game.family.solutions().writer
    return writer.move_texts(game, position, moves, style=Style(style), autoplay=Autoplay(autoplay))


def format_solution(
    game: RegisteredGame[P, M],
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
    writer = game.family.solutions().writer
    return writer.format_solution(
        game, position, moves, style=Style(style), autoplay=Autoplay(autoplay), deal=deal
    )


def playable_autoplay(
    game: RegisteredGame[P, M],
    position: P,
    moves: Sequence[M],
    wanted: Autoplay,
    *,
    style: Style = Style.MOVES,
) -> Autoplay:
    """``wanted`` if the solution can be written for it in this style, else the strongest below it.

    Every solution can be written for none; max spoils those that build on cards it takes home.
    """
    writer = game.family.solutions().writer
    return writer.playable_autoplay(game, position, moves, Autoplay(wanted), style=Style(style))


def number_lines(texts: Sequence[str], words: Sequence[str]) -> str:
    """Lines such as `` 12. 26    # 5H 4S from column 2 onto 6C in column 6; AC home by itself``."""
    number_width, text_width = len(str(len(texts))), max(map(len, texts), default=0)
    lines = (
        f"{number:>{number_width}}. {text:<{max(text_width, 4)}}  # {told}\n"
        for number, (text, told) in enumerate(zip(texts, words, strict=True), 1)
    )
    return "".join(lines)
