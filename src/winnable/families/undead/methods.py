"""The methods of the dissertation on Undead, for study and comparison.

Krishan Dipesh Patel, "Using AI to Solve Simon Tatham's Undead Game" (2020): brute force, in turn and at
random; depth-first search square by square, path by path, and path by path with tightened constraints;
zero-fill before any of them, and a zero-sum check. They are told in ``native/undead/methods/methods.hpp``.
Its slips are not reproduced: the totals are exact, a cell on no path is filled in last, the zero-sum check
keeps its sign, and the search takes back what leads nowhere.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from winnable import _core
from winnable.errors import InputError, quote
from winnable.families.undead.game import UndeadGame, UndeadMove
from winnable.names import unknown_name
from winnable.search.algorithms import SearchKind
from winnable.search.api import Limits, Observer, SolveResult, Verdict
from winnable.search.call import limits_spec, replay, search_result, watch
from winnable.search.options import SearchOption

if TYPE_CHECKING:
    from winnable.families.undead.game import UndeadPosition

__all__ = ["METHODS", "SEARCHES", "MethodFigures", "MethodResult", "search_by_method"]

METHODS: tuple[str, ...] = tuple(_core.undead_methods())
_WHOLE_BOARDS = ("brute", "random")  # nothing is looked at before a board is full
_DEFAULT_SEED = 0
_DEFAULT_TRIES = 1_000_000
_LARGEST = 2**64 - 1


@dataclass(frozen=True, slots=True)
class MethodFigures:
    """What the methods are compared by.

    ``zero_filled``: cells filled in beforehand. ``made`` and ``listed``: paths made for the lists, and those
    kept. ``tries``: monsters, paths or (brute, random) whole boards tried. ``refused``: tries that did not
    fit or broke a constraint. ``backtracks``: positions given up after all tries in them. ``seconds``:
    wall-clock time.
    """

    zero_filled: int = 0
    made: int = 0
    listed: int = 0
    tries: int = 0
    refused: int = 0
    backtracks: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class MethodResult(SolveResult[UndeadMove]):
    """A search's answer with the figures of the method."""

    figures: MethodFigures = field(default_factory=MethodFigures)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return SolveResult.data(self) | {"figures": asdict(self.figures)}


def search_by_method(
    game: UndeadGame,
    position: UndeadPosition,
    method: str = "tightened",
    *,
    zero_fill: bool = False,
    zero_sum: bool = False,
    second: bool = False,
    seed: int | None = None,
    tries: int | None = None,
    limits: Limits | None = None,
    observer: Observer | None = None,
    token: _core.CancelToken | None = None,
) -> MethodResult:
    """Fills in the open cells as the dissertation does.

    Args:
        game: Undead.
        position: what is filled in already is taken as true.
        method: one of ``METHODS``: brute, random, squares, paths or tightened.
        zero_fill: first fill in the lines that show nothing (section 2.5.5).
        zero_sum: in squares, paths and tightened, check the difference of the two sightings of a line
            (2.5.2), with its sign.
        second: go on after the first solution, for another one.
        seed: of random; 0 by default, the dissertation's is 1.
        tries: boards that random draws at most; a million by default.
        limits: positions expanded (brute and random: boards looked at), seconds, and bytes.
        observer: sees every try and backtrack.
        token: cancels the search from another thread or a signal handler.

    Returns:
        The result. ``UNSOLVABLE``, and ``unique`` where it is True, are proofs, and never come from random.
        A limit met while a second solution is sought leaves SOLVED, with ``unique`` None.

    Raises:
        InputError: another game, an unknown method, or an option that the method does not take.
        ReplayError: a solution was found that the game does not accept.
    """
    if not isinstance(game, UndeadGame):
        raise InputError("the dissertation's methods play Undead", expected="the game undead")
    options = _options(method, zero_sum, seed, tries)
    options.zero_fill, options.second = zero_fill, second
    spec = limits_spec(limits or Limits())
    raw, solutions, every, other, figures = _core.search_undead_by_method(
        position, spec, options, token, watch(observer, spec)
    )
    answer = search_result(raw)
    texts = replay(game, position, answer.moves) if answer.verdict is Verdict.SOLVED else ()
    second_texts = replay(game, position, other) if other else ()
    return MethodResult(
        answer.verdict,
        answer.reason,
        answer.moves,
        answer.cost,
        answer.lower_bound,
        stats=answer.stats,
        solutions=solutions,
        unique=_unique(solutions, every),
        second=tuple(other),
        texts=texts,
        second_texts=second_texts,
        figures=MethodFigures(*figures),
    )


def _options(method: str, zero_sum: bool, seed: int | None, tries: int | None) -> _core.UndeadMethodOptions:
    if method not in METHODS:
        raise unknown_name(f"unknown method {quote(method)}", method, METHODS)
    if zero_sum and method in _WHOLE_BOARDS:
        raise InputError(
            f"{method} takes no zero_sum: it looks at whole boards",
            expected="it with squares, paths or tightened",
        )
    for name, value in (("seed", seed), ("tries", tries)):
        if value is not None and method != "random":
            raise InputError(f"{method} takes no {name}", expected="it with random")
    options = _core.UndeadMethodOptions(method)
    options.zero_sum = zero_sum
    options.seed = _within("seed", _DEFAULT_SEED if seed is None else seed, 0)
    options.tries = _within("tries", _DEFAULT_TRIES if tries is None else tries, 1)
    return options


def _within(name: str, value: int, least: int) -> int:
    if not least <= value <= _LARGEST:
        raise InputError(f"{name} is {value}", expected=f"a whole number from {least} to {_LARGEST}")
    return value


def _unique(solutions: int, every: bool) -> bool | None:
    """Is the solution found the only one?"""
    if solutions > 1:
        return False
    return True if every and solutions == 1 else None


_ZERO_FILL: Final = SearchOption("zero_fill", "First fill in the lines that show nothing", default="no")
_SECOND: Final = SearchOption("second", "Go on for a second solution", default="no")
_DEPTH_FIRST: Final = (
    _ZERO_FILL,
    SearchOption("zero_sum", "Check the difference of the two sightings of a line", default="no"),
    _SECOND,
)
_DRAWS: Final = (
    SearchOption("seed", "Seed of the draws", "whole", str(_DEFAULT_SEED)),
    SearchOption("tries", "Boards drawn at most", "whole", str(_DEFAULT_TRIES)),
)
_TAKES: Final = {
    "brute": (_ZERO_FILL, _SECOND),
    "random": (_ZERO_FILL, _SECOND, *_DRAWS),
    "squares": _DEPTH_FIRST,
    "paths": _DEPTH_FIRST,
    "tightened": _DEPTH_FIRST,
}
SEARCHES: Final = {
    name: SearchKind(name, "a method of the dissertation", partial(search_by_method, method=name), takes)
    for name, takes in _TAKES.items()
}
