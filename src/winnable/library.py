"""What a program asks of a game and a position, both given as comes: ``solve("freecell", 617)``.

Each function hands on to the flow of the same name, in ``search/``, ``analysis/`` or ``studies/``. A game may
be a name, as :func:`~winnable.registry.get_game` reads it. A position may be a deal (617, ``"ms:617"``), a
text with one position in it, what :func:`~winnable.reading.read` found, a setup, or a position of the game;
anything else is an InputError in one line. Given the game itself, type checkers know the moves of the answer
and the solvers' names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, Unpack, overload

from winnable.deals import DealNumber, parse_deal_list
from winnable.errors import InputError, quote
from winnable.family import AnyGame, RegisteredGame, observed, require
from winnable.reading import Given, as_position, only_entry
from winnable.registry import as_game
from winnable.text.detect import Entry

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.analysis.difficulty import FoundDeal, Graded, Level
    from winnable.analysis.explain import Explained
    from winnable.analysis.hint import Hint
    from winnable.analysis.verdicts import MoveVerdicts
    from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition, PairingSolverName
    from winnable.families.patience.game import (
        PatienceGame,
        PatienceMove,
        PatiencePosition,
        PatienceSolverName,
    )
    from winnable.families.spider.game import SpiderGame, SpiderPosition, SpiderSolverName
    from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition, UndeadSolverName
    from winnable.moves import Autoplay
    from winnable.registry import PairingName, PatienceName, SpiderName, UndeadName
    from winnable.scene import Scene
    from winnable.search.algorithms import SearchGame
    from winnable.search.api import Limits, SolveResult
    from winnable.search.native import GameSolver
    from winnable.search.policy import PlayedGame, Policy
    from winnable.studies.winnability import Winnability
    from winnable.text.solution import Replay, Solution

__all__ = [
    "count_winnable",
    "difficulty",
    "explain",
    "find_deals",
    "hint",
    "move_verdicts",
    "play",
    "policy_names",
    "replay",
    "show",
    "solve",
    "solver_names",
    "textbook_search",
    "write_position",
]

P = TypeVar("P")
M = TypeVar("M")


class SolvedGame(RegisteredGame[P, M], Protocol[P, M]):
    """A game whose solvers go by names that no type knows; ours say theirs as literals, and are none such."""

    def solver(self, kind: str = ..., /) -> GameSolver:
        """A solver by name."""
        ...


class SolveOptions(TypedDict, total=False):
    """What :func:`solve` takes beside a solver."""

    metric: str | None
    challenge: str | None
    most: int | None
    autoplay: Autoplay | str | None
    limits: Limits | None
    token: CancelToken | None


class VerdictOptions(TypedDict, total=False):
    """What :func:`move_verdicts` takes beside a solver."""

    limits: Limits | None
    token: CancelToken | None
    every: bool


class CountOptions(TypedDict, total=False):
    """What :func:`count_winnable` takes beside deals and a policy."""

    count: int | None
    half_width: float | None
    z: float
    limits: Limits | None
    jobs: int
    token: CancelToken | None


@overload
def solve(
    game: PatienceGame | PatienceName,
    position: PatiencePosition | Given,
    solver: PatienceSolverName = ...,
    **options: Unpack[SolveOptions],
) -> SolveResult[PatienceMove]: ...
@overload
def solve(
    game: PairingGame | PairingName,
    position: PairingPosition | Given,
    solver: PairingSolverName = ...,
    **options: Unpack[SolveOptions],
) -> SolveResult[PairingMove]: ...
@overload
def solve(
    game: UndeadGame | UndeadName,
    position: UndeadPosition | Given,
    solver: UndeadSolverName = ...,
    **options: Unpack[SolveOptions],
) -> SolveResult[UndeadMove]: ...
@overload
def solve(
    game: SpiderGame | SpiderName,
    position: SpiderPosition | Given,
    solver: SpiderSolverName = ...,
    **options: Unpack[SolveOptions],
) -> SolveResult[PatienceMove]: ...
@overload
def solve(
    game: SolvedGame[P, M], position: P | Given, solver: str = ..., **options: Unpack[SolveOptions]
) -> SolveResult[M]: ...
@overload
def solve(
    game: str, position: Any, solver: str = ..., **options: Unpack[SolveOptions]
) -> SolveResult[Any]: ...
def solve(
    game: Any,
    position: Any,
    solver: str = "auto",
    *,
    metric: str | None = None,
    challenge: str | None = None,
    most: int | None = None,
    autoplay: Autoplay | str | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> SolveResult[Any]:
    """Can this position be won? ``solve("freecell", 617).verdict``.

    Args:
        game: a name or a game.
        position: a deal, a text, or a position.
        solver: one of ``solver_names(game)``; "auto" by default.
        metric: what a solver that proves the fewest minimises.
        challenge: in Pyramid, what is to be reached instead of a win.
        most: in Undead, how far "count" counts.
        autoplay: in FreeCell and its kin, the policy that it is to be won under; only "max" can spoil a win.
        limits: of nodes, seconds and bytes.
        token: cancels.

    Raises:
        InputError: no such game, position, solver or parameter.
    """
    from winnable.registry import pick_solver

    chosen = as_game(game)
    parameters = {"metric": metric, "challenge": challenge, "most": most, "autoplay": autoplay}
    made = pick_solver(chosen, solver, **parameters)()
    start, limits = _start(chosen, position, limits, token)
    result: SolveResult[Any] = made.solve(start, limits=limits, token=token)
    return result


@overload
def hint(
    game: RegisteredGame[P, M],
    position: P | Given,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    open_cards: bool = False,
) -> Hint[M]: ...
@overload
def hint(
    game: str,
    position: Any,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    open_cards: bool = False,
) -> Hint[Any]: ...
def hint(
    game: Any,
    position: Any,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    open_cards: bool = False,
) -> Hint[Any]:
    """The best move, and why: ``hint("freecell", 617).text()``.

    Args:
        game: a name or a game.
        position: a deal, a text, or a position. A text may have unknown cards where the game hides some.
        limits: of nodes, seconds and bytes.
        token: cancels.
        open_cards: where cards are hidden, the move is a policy's, which sees what a player sees; with this
            it is the solver's, which knows every card.

    Raises:
        InputError: no such game or position.
    """
    from winnable.analysis.equity import is_open
    from winnable.analysis.hint import advise, can_hide, plays_unseen
    from winnable.analysis.hint import hint as flow

    chosen = as_game(game)
    if can_hide(chosen) and not open_cards and isinstance(position, str | Entry):
        seen = observed(chosen)  # of a text whose cards may be unknown
        entry = only_entry(chosen, position) if isinstance(position, str) else position
        setup = entry.checked(seen)
        if plays_unseen(chosen) or not is_open(setup):
            return advise(chosen, seen.observation(setup))
    start, limits = _start(chosen, position, limits, token)
    return flow(chosen, start, limits=limits, token=token, open_cards=open_cards)


@overload
def move_verdicts(
    game: PatienceGame | PatienceName,
    position: PatiencePosition | Given,
    *,
    solver: PatienceSolverName = ...,
    **options: Unpack[VerdictOptions],
) -> MoveVerdicts[PatienceMove]: ...
@overload
def move_verdicts(
    game: PairingGame | PairingName,
    position: PairingPosition | Given,
    *,
    solver: PairingSolverName = ...,
    **options: Unpack[VerdictOptions],
) -> MoveVerdicts[PairingMove]: ...
@overload
def move_verdicts(
    game: UndeadGame | UndeadName,
    position: UndeadPosition | Given,
    *,
    solver: UndeadSolverName = ...,
    **options: Unpack[VerdictOptions],
) -> MoveVerdicts[UndeadMove]: ...
@overload
def move_verdicts(
    game: SpiderGame | SpiderName,
    position: SpiderPosition | Given,
    *,
    solver: SpiderSolverName = ...,
    **options: Unpack[VerdictOptions],
) -> MoveVerdicts[PatienceMove]: ...
@overload
def move_verdicts(
    game: SolvedGame[P, M], position: P | Given, *, solver: str = ..., **options: Unpack[VerdictOptions]
) -> MoveVerdicts[M]: ...
@overload
def move_verdicts(
    game: str, position: Any, *, solver: str = ..., **options: Unpack[VerdictOptions]
) -> MoveVerdicts[Any]: ...
def move_verdicts(
    game: Any,
    position: Any,
    *,
    solver: str | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    every: bool = False,
) -> MoveVerdicts[Any]:
    """Can the game still be won after each legal move? The best move comes first.

    Args:
        game: a name or a game.
        position: a deal, a text, or a position.
        solver: that decides; the game's usual one by default.
        limits: of nodes, seconds and bytes.
        token: cancels; moves that are not decided by then are unknown.
        every: moves that lead to equal positions share a row; with this each has its own.

    Raises:
        InputError: no such game, position or solver.
    """
    from winnable.analysis.verdicts import move_verdicts as flow

    chosen = as_game(game)
    start, limits = _start(chosen, position, limits, token)
    return flow(chosen, start, solver=solver, limits=limits, token=token, every=every)


def difficulty(
    game: str | RegisteredGame[P, Any],
    position: P | Given,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Graded:
    """How hard a position is: ``difficulty("freecell", 1).level``.

    Args:
        game: a name or a game that has levels: FreeCell and the games built like it, Pyramid, Undead.
        position: a deal, a text, or a position.
        limits: for each question that is put to a solver.
        token: cancels.

    Raises:
        InputError: a game without levels, or no such game or position.
    """
    from winnable.analysis.difficulty import difficulty as flow

    chosen = as_game(game)
    start, limits = _start(chosen, position, limits, token)
    return flow(chosen, start, limits=limits, token=token)


def explain(
    game: str | RegisteredGame[P, Any],
    position: P | Given,
    *,
    hardest: str | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Explained:
    """The solution of a puzzle, step by step, as one reasons: ``explain("undead", board).text()``.

    Args:
        game: a name or a game that can be explained: Undead.
        position: a deal, a text, or a position.
        hardest: the hardest kind of reasoning that is allowed; all kinds by default.
        limits: of nodes, seconds and bytes.
        token: cancels.

    Raises:
        InputError: a game that has no explanations, or no such game or position.
    """
    chosen = as_game(game)
    explainer = require(chosen, "explain", chosen.family.explain)()
    start, limits = _start(chosen, position, limits, token)
    return explainer.explain(chosen, start, hardest=hardest, limits=limits, token=token)


@overload
def textbook_search(
    game: RegisteredGame[P, M], position: P | Given, algorithm: str = "astar", **options: Any
) -> SolveResult[M]: ...
@overload
def textbook_search(
    game: SearchGame[P, M], position: P, algorithm: str = "astar", **options: Any
) -> SolveResult[M]: ...
@overload
def textbook_search(
    game: str, position: Any, algorithm: str = "astar", **options: Any
) -> SolveResult[Any]: ...
def textbook_search(game: Any, position: Any, algorithm: str = "astar", **options: Any) -> SolveResult[Any]:
    """Searches for a win by a textbook's algorithm; see :func:`winnable.search.algorithms.search`.

    ``game`` may also be any object with ``legal_moves``, ``play``, ``outcome`` and ``key``.
    """
    from winnable.search.algorithms import search

    if not isinstance(game, str) and not hasattr(game, "family") and hasattr(game, "legal_moves"):
        return search(game, position, algorithm, **options)
    chosen = as_game(game)
    return search(chosen, as_position(chosen, position), algorithm, **options)


def play(
    game: str | RegisteredGame[P, Any],
    position: P | Given,
    policy: str | Policy | None = None,
    seed: int = 0,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> PlayedGame:
    """A game played to its end by a policy, which sees what a player sees: ``play("spider", 3).won``.

    Args:
        game: a name or a game that hides cards: Spider and the games related to it, Pyramid.
        position: a deal, a text with every card known, or a position.
        policy: a name out of :func:`policy_names`, or an object with a method ``decide``, as
            :class:`~winnable.search.policy.Policy` describes it; the strongest policy by default.
        seed: of the policy's choices.
        limits: for the whole game.
        token: cancels.

    Raises:
        InputError: no such game, position or policy.
        PolicyError: the policy made a move that is not legal.
    """
    from winnable.search.policy import make_policy, strongest_policy
    from winnable.search.policy import play as flow

    chosen = as_game(game)
    start = as_position(chosen, position)
    if policy is None:
        policy = strongest_policy(chosen, "a policy, by name or as an object")
    player: Policy = make_policy(chosen, policy) if isinstance(policy, str) else policy
    if not hasattr(player, "decide"):
        expected = "a name, as policy_names() lists them, or an object with decide()"
        raise InputError(f"{_shown(policy)} is no policy", expected=expected)
    return flow(chosen, start, player, seed, limits=limits, token=token)


@overload
def replay(
    game: RegisteredGame[P, M],
    position: P | Given,
    solution: str | Solution,
    autoplay: Autoplay | None = None,
) -> Replay[P, M]: ...
@overload
def replay(
    game: str, position: Any, solution: str | Solution, autoplay: Autoplay | None = None
) -> Replay[Any, Any]: ...
def replay(
    game: Any, position: Any, solution: str | Solution, autoplay: Autoplay | None = None
) -> Replay[Any, Any]:
    """Plays a list of moves by the rules, up to its end or to where it breaks.

    Args:
        game: a name or a game.
        position: where the moves begin: a deal, a text, or a position.
        solution: a text of any kind that :func:`~winnable.text.solution.parse_solution` reads, or what that
            made of one.
        autoplay: which moves the list leaves out since they are made automatically; by default what the text
            says of it.

    Raises:
        InputError: no such game or position, or a text that is no list of moves. A move that the rules do not
            allow is no error: ``broken`` of the answer tells of it.
    """
    from winnable.text.solution import Solution, parse_solution
    from winnable.text.solution import replay as flow

    chosen = as_game(game)
    start = as_position(chosen, position)
    if isinstance(solution, str):
        solution = parse_solution(solution, game=chosen)
    if not isinstance(solution, Solution):
        raise InputError(f"{_shown(solution)} is no solution", expected="a text of moves, such as '26 3a 4h'")
    return flow(chosen, start, solution, autoplay)


def show(
    game: str | RegisteredGame[P, Any], position: P | Given, *, open_cards: bool = False, **marks: Any
) -> Scene:
    """What a player sees of a position: a value that has ``text()`` and ``svg()``, and draws itself in a
    notebook; see :func:`winnable.analysis.scenes.scene_of`.
    """
    from winnable.analysis.scenes import scene_of

    chosen = as_game(game)
    return scene_of(chosen, as_position(chosen, position), open_cards=open_cards, **marks)


def write_position(game: str | RegisteredGame[P, Any], position: P | Given, form: str = "board") -> str:
    """The position as text that reads back; see :func:`winnable.text.boards.write_position`."""
    from winnable.text.boards import write_position as flow

    chosen = as_game(game)
    return flow(chosen, as_position(chosen, position), form)


def find_deals(
    game: str | AnyGame,
    deals: Iterable[DealNumber] | str,
    *,
    level: Level | str | None = None,
    give_up: int | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Iterator[FoundDeal]:
    """The winnable ones among deals, or those of a level, one after the other as they are found.

    Args:
        game: a name or a game.
        deals: a range such as ``"ms:1..100"``, or deals, which may be endless as those of
            :func:`~winnable.random_deals`.
        level: only deals of this level.
        give_up: end after so many deals in a row that are not as asked.
        limits: for each question that is put to a solver; a deal that they leave undecided is not found.
        token: cancels.

    Raises:
        InputError: no such game or deals, or a level for a game that has none.
    """
    from winnable.analysis.difficulty import as_level
    from winnable.analysis.difficulty import find_deals as flow

    chosen = as_game(game)
    wanted = None if level is None else as_level(level)
    return flow(chosen, _deals(chosen, deals), level=wanted, give_up=give_up, limits=limits, token=token)


def count_winnable(
    game: str | AnyGame,
    deals: Iterable[DealNumber] | str,
    policy: str | None = None,
    seed: int = 0,
    **options: Unpack[CountOptions],
) -> Winnability:
    """What share of deals can be won, with all cards known, or is won by a policy.

    ``count_winnable("pyramid", "ms:1..100").winnable`` is a number of deals, and ``interval()`` says where
    the share of all deals lies. Options are ``count`` and ``half_width``, which end the count early, ``z``
    for the width of the interval, ``limits`` for each deal, ``jobs``, which is a number of threads, and
    ``token``; see :func:`winnable.studies.winnability.count_winnable`.

    Args:
        game: a name or a game.
        deals: a range such as ``"ms:1..100"``, or deals.
        policy: counts what this policy wins instead.
        seed: of the policy's choices.

    Raises:
        InputError: no such game, deals or policy.
    """
    from winnable.studies.winnability import count_winnable as flow

    chosen = as_game(game)
    return flow(chosen, _deals(chosen, deals), policy, seed, **options)


def solver_names(game: str | AnyGame) -> tuple[str, ...]:
    """The solvers of a game, the one that only decides first."""
    from winnable.search.solvers import solver_names as flow

    return flow(as_game(game))


def policy_names(game: str | AnyGame) -> tuple[str, ...]:
    """The policies that play a game, the strongest first; none where no card is hidden."""
    from winnable.search.policy import policy_names as flow

    return flow(as_game(game))


def _start(
    game: RegisteredGame[P, Any], position: P | Given, limits: Limits | None, token: CancelToken | None
) -> tuple[P, Limits | None]:
    """The position that is meant, and what an answer about it may still spend: a puzzle is made within its
    limits, too."""
    if limits is None or game.family.generator is None:
        return as_position(game, position, token=token), limits
    answer = limits.for_answer()
    return as_position(game, position, limits=answer, token=token), answer.left()


def _deals(game: AnyGame, given: Iterable[DealNumber] | str) -> Iterable[DealNumber]:
    if isinstance(given, str):
        return chain.from_iterable(parse_deal_list(given, game.info.dialects[0]))
    if not isinstance(given, Iterable):
        raise InputError(
            f"{_shown(given)} are no deals", expected="a range such as 'ms:1..100', or several deals"
        )
    return given


def _shown(given: object) -> str:
    return quote(repr(given))[1:-1]
