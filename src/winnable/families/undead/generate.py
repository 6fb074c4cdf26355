"""Undead boards made from deal numbers, as texts; the generator itself stands in ``boards.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from winnable._core import CancelToken, UndeadPosition
from winnable.deals import DealNumber
from winnable.errors import InputError
from winnable.families.undead import boards as boards_module
from winnable.families.undead.boards import (
    BoardRecipe,
    MadeBoard,
    checked_seed,
    make_boards,
    not_found,
    recipe_of,
)
from winnable.families.undead.game import UndeadGame
from winnable.families.undead.setup import UndeadSetup
from winnable.families.undead.sgt import GRADE_WORDS, format_game_id
from winnable.families.undead.text import format_board
from winnable.results import Result

__all__ = ["GENERATOR", "UndeadMade"]


@dataclass(frozen=True, slots=True)
class UndeadMade(Result):
    """A board as it was made, or that none was; satisfies :class:`winnable.analysis.generate.Made`."""

    game: UndeadGame  # with all that was asked for, so that its deal is this board
    board: MadeBoard
    recipe: BoardRecipe

    @property
    def deal(self) -> DealNumber:
        """The number that the board was made from."""
        return self.board.deal

    @property
    def position(self) -> UndeadPosition | None:
        """The board, with nothing filled in; None if none was found."""
        return self.board.position

    @property
    def solution(self) -> UndeadPosition | None:
        """The board with its one solution filled in; None if none was found."""
        return self.board.solution

    @property
    def grade(self) -> str:
        """Simon Tatham's grade: easy, normal or tricky."""
        return self.board.grade

    @property
    def reason(self) -> str:
        """Which limit came first, where no board was found; else empty."""
        return self.board.reason

    def text(self, form: str, *, first: bool = True) -> str:
        """The board as a game ID, or drawn, parted from the one before."""
        assert self.position is not None
        if form == "id":
            return format_game_id(self.position, self.grade[0])
        label = f"# {self.deal}: {self.grade}\n"
        return ("" if first else "---\n") + label + format_board(UndeadSetup.of(self.position))

    def data(self) -> dict[str, Any]:
        """The board as a value that JSON can hold."""
        assert self.position is not None
        assert self.solution is not None
        return {
            "game": self.game.spelled,
            "deal": str(self.deal),
            "id": format_game_id(self.position, self.grade[0]).strip(),
            "grade": self.grade,
            "solution": self.solution.squares,
            "looked": self.board.looked,
        }

    def missing(self) -> str:
        """In words that none was found."""
        return not_found(self.recipe, self.board.looked)


class _Generator:
    """Satisfies :class:`winnable.analysis.generate.Generator`."""

    forms: Final = ("id", "grid")

    def grade_of(self, setup: UndeadSetup) -> str:
        """The grade that a game ID names: easy, normal or tricky."""
        return GRADE_WORDS.get(setup.grade, "")

    def make(
        self,
        game: UndeadGame,
        deals: Iterable[DealNumber],
        *,
        asked: Mapping[str, str] | None = None,
        looked: int | None = None,
        seconds: float | None = None,
        jobs: int = 1,
        token: CancelToken | None = None,
        on_looked: Callable[[int], None] | None = None,
    ) -> Iterator[UndeadMade]:
        """The boards of deal numbers, in their order; see the protocol."""
        options = dict(game.options)
        for name, value in (asked or {}).items():
            if name in options:
                raise InputError(f"{name} is given twice: {options[name]} and {value}", expected="it once")
            options[name] = value
        recipe = recipe_of(options)
        recipe.generator()  # such boards are refused before the first is awaited
        asked_game = type(game)(options)
        boards = make_boards(
            recipe,
            map(checked_seed, deals),
            looked=looked or boards_module.MOST_LOOKED,
            seconds=seconds or 0.0,
            jobs=jobs,
            token=token,
            on_looked=on_looked,
        )
        return (UndeadMade(asked_game, board, recipe) for board in boards)


GENERATOR: Final = _Generator()
