"""The textbook searches, over any game: one native implementation of each.

Pile-building games, Spider with every card known, pairing games and Undead are searched natively; any other
object with ``legal_moves``, ``play``, ``outcome`` and ``key`` (see :class:`SearchGame`) is searched by the
same code through Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, cast

from winnable import _core
from winnable.errors import InputError, quote
from winnable.family import Family, RegisteredGame
from winnable.names import pick_name
from winnable.search.api import Limits, Observer, SolveResult, Verdict
from winnable.search.call import ReplayError, limits_spec, positive, replay, search_result, watch
from winnable.search.features import WeightedFeatures, parse_weights
from winnable.search.options import SearchOption

__all__ = ["ALGORITHMS", "AlgorithmInfo", "NativeSearch", "ReplayError", "SearchGame", "SearchKind", "search"]

P = TypeVar("P")
M = TypeVar("M")
G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)

AUTOPLAY = ("none", "horne", "safe", "max")
_DEFAULT_BEAM = 1000
_DEFAULT_WEIGHT = 1.5


class SearchGame(Protocol[P, M]):
    """What a search needs of a game.

    ``outcome`` answers open, won or stuck (an enum with these values, or the words); ``key`` is
    an int of any size, and positions with equal keys are taken for the same one. Optional:
    ``initial() -> P``; ``heuristic(position) -> float``, infinite for a dead end, with
    ``heuristic_admissible = True`` if it never exceeds the true cost;
    ``move_cost(position, move) -> float``, 1 if there is none; ``same(a, b) -> bool``, asked
    where keys are equal, for a key that is only a hash.
    """

    def legal_moves(self, position: P, /) -> Sequence[M]:
        """The moves that can be made, in the order in which they are tried; none in a final position."""
        ...

    def play(self, position: P, move: M, /) -> P:
        """The position after a legal move. The one before is left as it is."""
        ...

    def outcome(self, position: P, /) -> Any:
        """``open``, ``won`` or ``stuck``, as an enum with these values or as the words."""
        ...

    def key(self, position: P, /) -> int:
        """A number that is the same for positions which the search may take for one another."""
        ...


class NativeSearch(Protocol[G_contra, P_contra]):
    """The core's searches over a family's games: a game and a position, what to search and how, the weights
    of features, options of moves that only the family has, a token, and who is told of events. The answer is
    the verdict, the reason, moves, cost, lower bound and statistics."""

    def __call__(
        self,
        game: G_contra,
        position: P_contra,
        spec: _core.SearchSpec,
        weights: list[tuple[str, float]],
        moves: Mapping[str, Any],
        token: _core.CancelToken | None,
        on_events: Callable[[list[tuple[Any, ...]]], None] | None,
    ) -> tuple[Any, ...]:
        """Runs one search; ``on_events`` is told batches of events as tuples, on the calling thread."""
        ...


@dataclass(frozen=True, slots=True)
class SearchKind:
    """A search that somebody wrote about: what it is called with, and the options it takes."""

    name: str
    summary: str
    run: Callable[..., SolveResult[Any]]
    options: tuple[SearchOption, ...]


@dataclass(frozen=True, slots=True)
class AlgorithmInfo:
    """What an algorithm declares about itself.

    ``complete``: on a finite game it ends with a solution or a proof that there is none, if the
    limits allow. ``optimal``: when its solution is the cheapest; ``never``, ``always``, ``unit``
    (where every move costs the same) or ``admissible`` (where the estimate never exceeds the true
    cost). ``informed``: it needs a heuristic. ``options``: what it takes beside the limits.
    """

    name: str
    summary: str
    complete: bool
    optimal: str
    informed: bool
    options: tuple[str, ...] = ()


#: What is known of each of the textbook searches, by its name.
ALGORITHMS: dict[str, AlgorithmInfo] = {
    info.name: info
    for info in (
        AlgorithmInfo("breadth_first", "level by level", True, "unit", False),
        AlgorithmInfo(
            "depth_first",
            "one line to its end, then back; each position once",
            True,
            "never",
            False,
            ("depth_limit",),
        ),
        AlgorithmInfo(
            "iterative_deepening",
            "depth-first to 1, 2, 3, ... moves",
            True,
            "always",
            False,
            ("depth_limit",),
        ),
        AlgorithmInfo("uniform_cost", "the cheapest line first", True, "always", False),
        AlgorithmInfo("greedy", "the most promising position first", True, "never", True),
        AlgorithmInfo("astar", "cost so far plus estimate", True, "admissible", True),
        AlgorithmInfo("weighted_astar", "A* with a weight on the estimate", True, "never", True, ("weight",)),
        AlgorithmInfo(
            "ida_star", "A*'s order in the memory of one line", True, "admissible", True, ("depth_limit",)
        ),
        AlgorithmInfo("beam", "level by level, the best of each", False, "never", True, ("beam_width",)),
    )
}


def search(
    game: SearchGame[P, M],
    position: P,
    algorithm: str = "astar",
    *,
    heuristic: str | WeightedFeatures | Callable[[P], float] | None = None,
    admissible: bool = False,
    weight: float | None = None,
    depth_limit: int | None = None,
    beam_width: int | None = None,
    autoplay: str = "none",
    supermoves: bool = True,
    off_foundation: bool = True,
    limits: Limits | None = None,
    observer: Observer | None = None,
    token: _core.CancelToken | None = None,
) -> SolveResult[M]:
    """Searches for a way to win from ``position``.

    Args:
        game: a pile-building or a pairing game, Spider, Undead, or any object that satisfies
            :class:`SearchGame`.
        position: where to start.
        algorithm: a key of :data:`ALGORITHMS`.
        heuristic: for a pile-building game a :class:`~winnable.families.patience.features.Heuristic` or its
            text (by default ``needed_above`` for ida_star and ``student_v2`` otherwise); for a
            pairing game a :class:`~winnable.families.pairing.features.PairingHeuristic` or its text
            (by default ``removals``, for greedy and beam with the tableau's cards beside it); for Spider a
            :class:`~winnable.families.spider.features.SpiderHeuristic` or its text (by default
            ``loose,rows``, for greedy and beam with other features beside them); for Undead
            an :class:`~winnable.families.undead.features.UndeadHeuristic` or its text (by default
            ``open``, for greedy and beam with ``choices`` beside it); for another game a callable (by
            default its own ``heuristic`` method).
        admissible: the callable given never exceeds the true cost.
        weight: of the estimate, in weighted_astar (1.5 by default).
        depth_limit: deepest position visited, in moves; none by default.
        beam_width: positions that go on from each level, in beam (1000 by default).
        autoplay: in a pile-building game, automatic moves after each move: none, horne, safe or max.
        supermoves: in one, may groups move? Without, single cards only.
        off_foundation: in one, may cards come back from the foundations, where the rules let them?
        limits: nodes, seconds and bytes.
        observer: sees the events of the search.
        token: cancels the search from another thread or a signal handler.

    Returns:
        The result; a solution's ``moves`` include the automatic ones, its ``cost`` counts only
        the player's. Bounds and optimality are claimed only where they are proved, among the
        lines of play that these options allow.

    Raises:
        InputError: an unknown algorithm or feature, or an option that the algorithm does not take.
        ReplayError: a solution was found that the game does not accept.
    """
    family: Family[Any, P, M] | None = getattr(game, "family", None)
    info = _info(algorithm, {} if family is None else family.searches())
    _check_options(info, heuristic, weight, depth_limit, beam_width)
    spec = _spec(info, weight, depth_limit, beam_width, limits or Limits())
    on_events = watch(observer, spec)
    raw: tuple[Any, ...]
    taken = () if family is None else family.search_options
    moves = {"autoplay": autoplay, "supermoves": supermoves, "off_foundation": off_foundation}
    _check_move_options(moves, taken)
    if family is None or family.native_search is None or family.features is None:
        estimate, sound = _python_heuristic(game, info, heuristic, admissible)
        raw = _core.search_game(game, position, spec, estimate, sound, token, on_events)
    else:
        weights = _named_heuristic(cast(Any, game), family.features(), info, heuristic)
        options = {name: value for name, value in moves.items() if name in taken}
        raw = family.native_search(game, position, spec, weights, options, token, on_events)
    result: SolveResult[M] = search_result(raw)
    if result.verdict is Verdict.SOLVED:
        return replace(result, texts=replay(game, position, result.moves))
    return result


def _info(algorithm: str, own: Mapping[str, SearchKind]) -> AlgorithmInfo:
    """What an algorithm declares; InputError for one that no textbook has. ``own`` are the game's own."""
    if algorithm in own:
        mend = f"run it with game.family.searches()[{quote(algorithm)}].run(game, position)"
        raise InputError(f"{algorithm} is a search of this game's own, and of no textbook", mend=mend)
    return ALGORITHMS[pick_name("algorithm", algorithm, ALGORITHMS)]


def _check_options(
    info: AlgorithmInfo, heuristic: object, weight: object, depth: object, beam: object
) -> None:
    if heuristic is not None and not info.informed:
        raise InputError(f"{info.name} uses no heuristic", mend="leave it out, or search with astar")
    given = {"weight": weight, "depth_limit": depth, "beam_width": beam}
    for name, value in given.items():
        if value is not None and name not in info.options:
            takes = [other.name for other in ALGORITHMS.values() if name in other.options]
            raise InputError(f"{info.name} takes no {name}", expected="it with " + ", ".join(takes))


def _spec(
    info: AlgorithmInfo, weight: float | None, depth: int | None, beam: int | None, limits: Limits
) -> _core.SearchSpec:
    spec = limits_spec(limits)
    spec.algorithm = info.name
    if "weight" in info.options:
        spec.weight = _DEFAULT_WEIGHT if weight is None else weight
        if not 0 <= spec.weight <= 1000:
            raise InputError(f"the weight is {weight}", expected="a number from 0 to 1000")
    if depth is not None:
        spec.depth_limit = positive("depth_limit", depth)
    if "beam_width" in info.options:
        spec.beam_width = positive("beam_width", _DEFAULT_BEAM if beam is None else beam)
    return spec


def _one_of(name: str, value: str, choice: tuple[str, ...]) -> str:
    if value not in choice:
        raise InputError(f"{name} is {quote(value)}", expected="one of " + ", ".join(choice))
    return value


def _check_move_options(given: Mapping[str, object], taken: Sequence[str]) -> None:
    """InputError for an option of moves that a game does not have."""
    usual = {"autoplay": "none", "supermoves": True, "off_foundation": True}
    for name, value in given.items():
        if name not in taken and value != usual[name]:
            raise InputError("autoplay, supermoves and off_foundation are options of pile-building games")
    _one_of("autoplay", str(given["autoplay"]), AUTOPLAY)


def _named_heuristic(
    game: RegisteredGame[Any, Any], kind: type[WeightedFeatures], info: AlgorithmInfo, heuristic: object
) -> list[tuple[str, float]]:
    """Features and weights as the core takes them; none for an algorithm that takes none."""
    if not info.informed:
        return []
    if heuristic is None:
        return kind.default(game, info.name).native
    chosen = parse_weights(heuristic, kind) if isinstance(heuristic, str) else heuristic
    if not isinstance(chosen, kind):
        raise InputError(
            f"{game.info.name} takes named features of its own",
            expected="some of " + ", ".join(kind.FEATURES),
        )
    chosen.check(game)
    return chosen.native


def _python_heuristic(
    game: object, info: AlgorithmInfo, heuristic: object, admissible: bool
) -> tuple[Callable[[Any], float] | None, bool]:
    if not info.informed:
        return None, False
    if heuristic is None:
        own = getattr(game, "heuristic", None)
        if own is None:
            raise InputError(
                f"{info.name} needs a heuristic",
                expected="a heuristic(position) method of the game, or a callable",
            )
        return own, bool(getattr(game, "heuristic_admissible", False))
    if not callable(heuristic):
        raise InputError("this game has no named features", expected="a callable of one position")
    return heuristic, admissible
