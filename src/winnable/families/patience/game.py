"""Every pile-building patience game: a rules value, read by the native engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from winnable._core import PatienceGame as CoreGame
from winnable._core import PatienceMove, PatiencePosition, PatienceRules
from winnable.cards import UNKNOWN_INDEX
from winnable.errors import InputError
from winnable.families.native import NativeGame, NativeNotation, str_is_board, wrong_arguments
from winnable.families.patience import FAMILY
from winnable.family import Family, RuleValue, Spec
from winnable.game import GameInfo

if TYPE_CHECKING:
    from winnable.deals import DealNumber
    from winnable.families.patience.setup import Setup
    from winnable.families.patience.solver import PatienceSolver

__all__ = [
    "PatienceGame",
    "PatienceMove",
    "PatienceNotation",
    "PatiencePosition",
    "PatienceSolverName",
    "spell_options",
]


PatienceSolverName = Literal["auto", "short", "shortest"]


class PatienceNotation(NativeNotation[PatiencePosition, PatienceMove]):
    """Standard notation: `26`, `2a`, `a6`, `3h`, `13v2`."""

    __slots__ = ()

    longest = len("26v2")
    expected = "two piles such as 26, 3a or 4h"


class PatienceGame(NativeGame[PatiencePosition, PatienceMove]):
    """A pile-building game; satisfies :class:`winnable.game.Game`.

    ``options`` are rules set on top of the game's own: ``PatienceGame(FREECELL, {"cells": 3})``.
    Positions have the same key if they differ only in the order of columns or of cells. Legal moves are
    sorted by piles and count, each empty cell and column by name.
    """

    __slots__ = ("options",)

    family: Family[PatienceGame, PatiencePosition, PatienceMove] = FAMILY
    core: CoreGame

    def __init__(self, spec: Spec, options: Mapping[str, RuleValue] | None = None) -> None:
        self.options = dict(options or {})
        try:
            rules = PatienceRules.from_dict({**spec.rules, **self.options})
            self.core = CoreGame(rules)
        except ValueError as error:
            raise InputError(f"{spec.name}: {error}") from None
        self.info = GameInfo(
            name=spec.name,
            title=spec.title,
            family="patience",
            summary=spec.summary,
            dialects=("ms", "pysol", "seed"),
            options=tuple(rules.to_dict()),
            plays_itself=True,
            runs_leave=rules.to_dict()["leave"] == "runs",
            symmetric_columns=True,
        )
        self.notation = PatienceNotation(self.core)

    @property
    def spelled(self) -> str:
        """The name that get_game() reads back: ``freecell:cells=3``."""
        return self.info.name + spell_options(self.options)

    @property
    def rules(self) -> Mapping[str, RuleValue]:
        """Every rule with its value."""
        return self.core.rules.to_dict()

    def deal(self, number: int | str | DealNumber) -> PatiencePosition:
        """The start of a numbered deal: 617, "ms:617", "pysol:123456", "seed:…"."""
        from winnable.deals import deck_of

        return self.deal_deck(deck_of(number, self.info.dialects[0]))

    def deal_deck(self, deck: bytes) -> PatiencePosition:
        """The start of a deal given as 52 card numbers, first dealt first."""
        return self.core.deal(deck)

    def solver(self, kind: PatienceSolverName = "auto", *, metric: str | None = None) -> PatienceSolver:
        """A solver of this game by name; InputError for what it does not take."""
        from winnable.families.patience.solver import PatienceSolver
        from winnable.search.solvers import make_solver

        solver = make_solver(self, kind, metric)
        assert isinstance(solver, PatienceSolver)
        return solver

    def position(self, setup: Setup) -> PatiencePosition:
        """The legal position that a setup describes; InputError names what is wrong and where."""
        from winnable.families.patience.shape import refuse_long_columns, refuse_rows, with_dealt_home

        refuse_long_columns(setup, self)
        refuse_rows(setup, self)
        setup = with_dealt_home(setup, self)
        rules = self.rules
        columns, cells = rules["columns"], rules["cells"]
        assert isinstance(columns, int)
        assert isinstance(cells, int)
        setup.check(columns=columns, cells=cells, game=self.info.title)
        try:
            return self.core.position(
                [bytes(card.index for card in column) for column in setup.columns],
                bytes(UNKNOWN_INDEX if card is None else card.index for card in setup.cells),
                setup.foundation_counts,
                setup.base,
            )
        except ValueError as error:
            raise InputError(str(error), source=setup.source) from None

    def setup(self, position: PatiencePosition) -> Setup:
        """The piles of a position, as cards."""
        return _setup(position)

    def distinct_moves(self, position: PatiencePosition) -> Sequence[PatienceMove]:
        """One legal move for each successor that differs from the others and from the position."""
        try:
            return self.core.distinct_moves(position)
        except TypeError:
            raise wrong_arguments(self.spelled, "distinct_moves", position) from None


def _setup(position: PatiencePosition) -> Setup:
    from winnable.families.patience.setup import Setup

    return Setup.from_indices(position.columns, position.cells, position.home, position.base)


def _board(position: PatiencePosition) -> str:
    from winnable.families.patience.text import format_board

    return format_board(_setup(position))


str_is_board(PatiencePosition, _board)


def spell_options(options: Mapping[str, RuleValue]) -> str:
    """Options as get_game() reads them: ``:cells=3,columns=7``; empty for none."""
    words = ",".join(f"{key}={_spell(value)}" for key, value in options.items())
    return f":{words}" if words else ""


def _spell(value: RuleValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    return str(value)
