"""Undead: fill in ghosts, vampires and zombies so that every sighting is right.

A position carries its whole board, so the game itself has no rules to set. Its options say how the
boards are that ``deal`` makes from seeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from winnable._core import UndeadGame as CoreGame
from winnable._core import UndeadLine, UndeadMove, UndeadPosition
from winnable.errors import quote
from winnable.families.native import NativeGame, NativeNotation, str_is_board
from winnable.families.undead import FAMILY
from winnable.family import Family, RuleValue, Spec
from winnable.game import GameInfo, IllegalMove

if TYPE_CHECKING:
    from winnable.deals import DealNumber
    from winnable.families.undead.setup import UndeadSetup
    from winnable.families.undead.solver import UndeadSolver

__all__ = ["UndeadGame", "UndeadLine", "UndeadMove", "UndeadNotation", "UndeadPosition", "UndeadSolverName"]


UndeadSolverName = Literal["auto", "first", "count"]


class UndeadNotation(NativeNotation[UndeadPosition, UndeadMove]):
    """Moves as text: `r2c3=g` puts a ghost into row 2, column 3."""

    __slots__ = ()

    longest = len("r100c100=g") + 2
    expected = "a cell and g, v or z, as r2c3=g"

    def parse(self, position: UndeadPosition, text: str) -> UndeadMove:
        """The legal move a text names; ValueError if it is no move, IllegalMove if not allowed."""
        try:
            return super().parse(position, text)
        except IllegalMove:
            raise
        except ValueError:
            raise ValueError(f"{quote(text)} is not a move: expected {self.expected}") from None


class UndeadGame(NativeGame[UndeadPosition, UndeadMove]):
    """Undead; satisfies :class:`winnable.game.Game`.

    ``options`` describe the boards that ``deal`` makes: ``UndeadGame({"size": "7x7", "grade": "tricky"})``.
    A position is stuck if all is filled in, but wrong. Legal moves are every open cell with every monster, in
    reading order.
    """

    __slots__ = ("options",)

    family: Family[UndeadGame, UndeadPosition, UndeadMove] = FAMILY
    core: CoreGame

    def __init__(
        self, options: Mapping[str, str] | None = None, *, spec: Spec = FAMILY.games["undead"]
    ) -> None:
        from winnable.families.undead.boards import OPTION_NAMES, check_options

        self.options = dict(options or {})
        check_options(self.options)
        self.info = GameInfo(
            name=spec.name,
            title=spec.title,
            family="undead",
            summary=spec.summary,
            dialects=("seed",),
            options=OPTION_NAMES,
            on_squares=True,
            always_winnable=True,
        )
        self.core = CoreGame()
        self.notation = UndeadNotation(self.core)

    @property
    def spelled(self) -> str:
        """The name that get_game() reads back: ``undead``, ``undead:size=7x7,grade=tricky``."""
        words = [f"{key}={value}" for key, value in self.options.items()]
        return self.info.name + (":" + ",".join(words) if words else "")

    @property
    def rules(self) -> Mapping[str, RuleValue]:
        """None to set: every board is played by the same rules."""
        return {}

    def deal(self, number: int | str | DealNumber) -> UndeadPosition:
        """The board that a seed makes, of the size and kind that the options ask for: 617, "seed:617"."""
        from winnable.families.undead.boards import checked_seed, make_board

        return make_board(self, checked_seed(number))

    def solver(self, kind: UndeadSolverName = "auto", *, most: int | None = None) -> UndeadSolver:
        """A solver of this game by name; InputError for what it does not take."""
        from winnable.families.undead.solver import UndeadSolver
        from winnable.search.solvers import make_solver

        solver = make_solver(self, kind, most=most)
        assert isinstance(solver, UndeadSolver)
        return solver

    def position(self, setup: UndeadSetup) -> UndeadPosition:
        """The position that a setup describes; InputError names what is wrong and where."""
        return setup.position(self.core)

    def setup(self, position: UndeadPosition) -> UndeadSetup:
        """A position's board, and what is filled in."""
        from winnable.families.undead.setup import UndeadSetup

        return UndeadSetup.of(position)


def _board(position: UndeadPosition) -> str:
    from winnable.families.undead.setup import UndeadSetup
    from winnable.families.undead.text import format_board

    return format_board(UndeadSetup.of(position))


str_is_board(UndeadPosition, _board)
