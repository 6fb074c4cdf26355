"""Watching a search: which searches a game has, and one of them with what is to be seen of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from winnable.errors import quote
from winnable.family import RegisteredGame
from winnable.names import unknown_name
from winnable.search.algorithms import ALGORITHMS, AlgorithmInfo, search
from winnable.search.api import Limits, Sampling, SearchEvent, SolveResult
from winnable.search.features import parse_weights
from winnable.search.options import TEXTBOOK_OPTIONS, SearchOption, read_options
from winnable.search.recording import Recording

if TYPE_CHECKING:
    from winnable._core import CancelToken

__all__ = ["Heuristics", "SearchChoice", "WatchedSearch", "heuristics_of", "searches_of", "watch_search"]


@dataclass(frozen=True, slots=True)
class SearchChoice:
    """A search that a game can be searched with. ``default_heuristic`` is what an informed one takes where
    nothing is said; ``own`` ones are no textbook's."""

    name: str
    summary: str
    options: tuple[SearchOption, ...]
    own: bool = False
    default_heuristic: str = ""
    run: Callable[..., SolveResult[Any]] = field(repr=False, default=search)


@dataclass(frozen=True, slots=True)
class Heuristics:
    """What heuristics of a game are made of: features, and weights that have a name."""

    features: tuple[str, ...] = ()
    named: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WatchedSearch:
    """A search that is over, and its picture."""

    algorithm: str
    heuristic: str
    options: Mapping[str, str]
    result: SolveResult[Any]
    recording: Recording

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold; the picture as :meth:`winnable.search.recording.Recording.data`."""
        return {
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "options": dict(self.options),
            "result": self.result.data(),
            **self.recording.data(),
        }


def searches_of(game: RegisteredGame[Any, Any]) -> dict[str, SearchChoice]:
    """The searches of a game by name: the textbook's, then its own."""
    choices = {}
    for info in ALGORITHMS.values():
        if info.informed and game.family.features is None and not hasattr(game, "heuristic"):
            continue
        choices[info.name] = SearchChoice(
            info.name,
            info.summary,
            _textbook_options(game, info),
            default_heuristic=_default_heuristic(game, info),
            run=partial(search, algorithm=info.name),
        )
    for name, kind in game.family.searches().items():
        choices[name] = SearchChoice(name, kind.summary, kind.options, own=True, run=kind.run)
    return choices


def heuristics_of(game: RegisteredGame[Any, Any]) -> Heuristics:
    """What may be given as a heuristic; nothing in a game whose heuristic is its own."""
    if game.family.features is None:
        return Heuristics()
    kind = game.family.features()
    return Heuristics(kind.FEATURES, {name: str(weights) for name, weights in kind.named().items()})


def watch_search(
    game: RegisteredGame[Any, Any],
    position: Any,
    algorithm: str,
    options: Mapping[str, str],
    *,
    sampling: Sampling | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    on_progress: Callable[[SearchEvent], None] | None = None,
) -> WatchedSearch:
    """Searches from a position and records what there is to be seen.

    Args:
        game: a registered game.
        position: every card of it is known.
        algorithm: one of :func:`searches_of`.
        options: as texts, by name.
        sampling: how many events are seen.
        limits: nodes, seconds and bytes.
        token: cancels the search.
        on_progress: hears of the last of each batch of events.

    Raises:
        InputError: a search or an option that the game does not have, or a value that the option does not
            take.
    """
    choices = searches_of(game)
    choice = choices.get(algorithm)
    if choice is None:
        what = f"{game.info.title} has no search {quote(algorithm)}"
        raise unknown_name(what, algorithm, choices)
    given = {name: text.strip() for name, text in options.items() if text.strip()}
    values = read_options(algorithm, choice.options, given)
    recording = Recording(sampling=sampling, on_progress=on_progress)
    result = choice.run(game, position, observer=recording, limits=limits, token=token, **values)
    heuristic = given.get("heuristic", "")
    if heuristic and game.family.features is not None:
        heuristic = str(parse_weights(heuristic, game.family.features()))
    return WatchedSearch(algorithm, heuristic or choice.default_heuristic, given, result, recording)


def _textbook_options(game: RegisteredGame[Any, Any], info: AlgorithmInfo) -> tuple[SearchOption, ...]:
    heuristic = ("heuristic",) if info.informed and game.family.features is not None else ()
    names = (*heuristic, *info.options, *game.family.search_options)
    return tuple(TEXTBOOK_OPTIONS[name] for name in names)


def _default_heuristic(game: RegisteredGame[Any, Any], info: AlgorithmInfo) -> str:
    if not info.informed or game.family.features is None:
        return ""
    return str(game.family.features().default(game, info.name))
