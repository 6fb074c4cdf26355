"""Winnable: can this position still be won? Prove it, and say what the best move is.

What most programs need is reached from here, and loaded on first use, so that importing the package costs
almost nothing; what belongs to one family of games is in :mod:`winnable.freecell`, :mod:`winnable.pyramid`,
:mod:`winnable.spider` and :mod:`winnable.undead`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from winnable import freecell, pyramid, spider, undead
    from winnable._core import CancelToken
    from winnable.analysis.difficulty import Level
    from winnable.analysis.hint import Hint
    from winnable.analysis.move_table import MoveVerdict, MoveVerdicts
    from winnable.deals import DealNumber, DealRange, parse_deals, random_deals
    from winnable.errors import InputError
    from winnable.game import GameInfo, IllegalMove, Outcome
    from winnable.library import (
        count_winnable,
        difficulty,
        explain,
        find_deals,
        hint,
        move_verdicts,
        play,
        policy_names,
        replay,
        show,
        solve,
        solver_names,
        textbook_search,
        write_position,
    )
    from winnable.reading import read, read_file
    from winnable.registry import game_names, get_game, variant_names
    from winnable.search.api import Limits, SolveResult, StopReason, Verdict
    from winnable.session import Session
    from winnable.text.solution import Replay

# Module below winnable -> the public names that it holds.
_PUBLIC = {
    "_core": "CancelToken",
    "analysis.difficulty": "Level",
    "analysis.hint": "Hint",
    "analysis.move_table": "MoveVerdict MoveVerdicts",
    "deals": "DealNumber DealRange parse_deals random_deals",
    "errors": "InputError",
    "game": "GameInfo IllegalMove Outcome",
    "library": "count_winnable difficulty explain find_deals hint move_verdicts play policy_names replay "
    "show solve solver_names textbook_search write_position",
    "reading": "read read_file",
    "registry": "game_names get_game variant_names",
    "search.api": "Limits SolveResult StopReason Verdict",
    "session": "Session",
    "text.solution": "Replay",
}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names.split()}
_FAMILIES = ("freecell", "pyramid", "spider", "undead")

__all__ = [
    "CancelToken",
    "DealNumber",
    "DealRange",
    "GameInfo",
    "Hint",
    "IllegalMove",
    "InputError",
    "Level",
    "Limits",
    "MoveVerdict",
    "MoveVerdicts",
    "Outcome",
    "Replay",
    "Session",
    "SolveResult",
    "StopReason",
    "Verdict",
    "__version__",
    "count_winnable",
    "difficulty",
    "explain",
    "find_deals",
    "freecell",
    "game_names",
    "get_game",
    "hint",
    "move_verdicts",
    "parse_deals",
    "play",
    "policy_names",
    "pyramid",
    "random_deals",
    "read",
    "read_file",
    "replay",
    "show",
    "solve",
    "solver_names",
    "spider",
    "textbook_search",
    "undead",
    "variant_names",
    "write_position",
]


if not TYPE_CHECKING:  # so that type checkers refuse a name that there is not

    def __getattr__(name: str) -> object:
        if name not in _HOME and name not in _FAMILIES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from winnable.registry import load

        value = load(name) if name in _FAMILIES else getattr(load(_HOME[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
