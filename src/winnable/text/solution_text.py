"""Solutions written out: moves, single-card moves, numbered lines in words, or every board.

Each begins with comments that name the deal and the solution's length; ``parse_solution`` reads back
all but the boards. What each family of games adds stands in its ``solution_text.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from winnable.errors import InputError
from winnable.game import Game
from winnable.moves import Autoplay

if TYPE_CHECKING:
    from winnable.family import RegisteredGame
    from winnable.text.solution import SolutionText

__all__ = [
    "SpelledGame",
    "Style",
    "format_solution",
    "move_texts",
    "name_deal",
    "number_lines",
    "write_solution",
]

P = TypeVar("P")
M = TypeVar("M")


class Style(StrEnum):
    """How a solution is written: ten moves to a line (supermoves, where there are such), ten
    single-card moves to a line, a numbered line in words for each move, or the board after each move."""

    MOVES = "moves"
    CARDS = "cards"
    WORDS = "words"
    BOARDS = "boards"


class SpelledGame(Game[Any, Any], Protocol):
    """A game that says by which name it is got."""

    @property
    def spelled(self) -> str:
        """The name with its options, as ``get_game`` takes it."""
        ...


def write_solution(
    game: RegisteredGame[P, M],
    position: P,
    moves: Sequence[M],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
) -> SolutionText:
    """A solution, which ``moves`` hold whole, automatic moves too, written out from one replay.

    It is written for ``autoplay`` if it can be played under that, else for the strongest below it: max spoils
    solutions that build on cards it takes home. Every solution can be written for none. InputError if a move
    cannot be made, or the game has no such style or autoplay.
    """
    return game.family.solutions().write(game, position, moves, Style(style), Autoplay(autoplay))


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
    return _written_for(game, position, moves, style, autoplay).texts


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
    return _written_for(game, position, moves, style, autoplay).text(deal)


def _written_for(
    game: RegisteredGame[P, M], position: P, moves: Sequence[M], style: Style, autoplay: Autoplay
) -> SolutionText:
    written = write_solution(game, position, moves, style=style, autoplay=autoplay)
    if written.autoplay is not Autoplay(autoplay):
        raise InputError(
            f"this solution cannot be played under {autoplay} autoplay",
            expected="one that never builds on a card that goes home by itself",
            mend="write it under autoplay none",
        )
    return written


def name_deal(game: SpelledGame, deal: str | None) -> str:
    """The first line of a solution."""
    return f"# {game.spelled}\n" if deal is None else f"# {game.spelled} {deal}\n"


def number_lines(texts: Sequence[str], words: Sequence[str]) -> str:
    """Lines such as `` 12. 26    # 5H 4S from column 2 onto 6C in column 6; AC home by itself``."""
    number_width, text_width = len(str(len(texts))), max(map(len, texts), default=0)
    lines = (
        f"{number:>{number_width}}. {text:<{max(text_width, 4)}}  # {told}\n"
        for number, (text, told) in enumerate(zip(texts, words, strict=True), 1)
    )
    return "".join(lines)
