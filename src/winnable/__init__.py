"""Winnable: can this position still be won? Prove it, and say what the best move is.

Everything that is public is reached from here and loaded on first use, so that importing the
package costs almost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from winnable.analysis.difficulty import Level, difficulty, find_deals
    from winnable.analysis.hint import Hint, hint
    from winnable.analysis.verdicts import MoveVerdict, move_verdicts
    from winnable.cards import Card, Colour, Rank, Suit, format_card, parse_card
    from winnable.deals import (
        DealNumber,
        DealRange,
        consecutive_deals,
        deck_of,
        parse_deal,
        parse_deals,
        random_deals,
    )
    from winnable.errors import InputError, Place
    from winnable.families.pairing.difficulty import Difficulty, Grader
    from winnable.families.pairing.setup import DeckSetup, PairingSetup
    from winnable.families.pairing.solver import Challenge, PairingSolver, parse_challenge
    from winnable.families.pairing.thesis import ThesisResult, thesis_search
    from winnable.families.patience.conventions import lengths, single_cards, without_autoplay
    from winnable.families.patience.json import format_position, parse_position
    from winnable.families.patience.setup import Setup, make_setup
    from winnable.families.patience.solver import PatienceSolver
    from winnable.families.patience.text import format_board, parse_board, parse_boards
    from winnable.families.spider.setup import SpiderSetup
    from winnable.families.spider.solver import SpiderSolver
    from winnable.families.undead.explain import Explanation, explain
    from winnable.families.undead.grade import UndeadDifficulty
    from winnable.families.undead.methods import MethodResult, search_by_method
    from winnable.families.undead.mistakes import Mistakes, find_mistakes
    from winnable.families.undead.notes import UndeadNotes
    from winnable.families.undead.setup import UndeadSetup
    from winnable.families.undead.sgt import format_game_id, parse_game_id
    from winnable.families.undead.sgt_save import format_save, parse_saves, save_of
    from winnable.families.undead.solver import UndeadSolver, find_conflict
    from winnable.game import Game, GameInfo, HiddenGame, IllegalMove, Outcome
    from winnable.moves import Autoplay, Metric
    from winnable.registry import game_names, get_game, variant_names
    from winnable.search.api import Limits, Solver, SolveResult, Stats, StopReason, Verdict
    from winnable.search.policy import PlayedGame, Policy, make_policy, play, play_many, policy_names
    from winnable.search.solvers import make_solver, solve, solver_names
    from winnable.studies.winnability import Winnability, count_winnable
    from winnable.text.boards import write_position
    from winnable.text.detect import Entry, read_file, read_lines
    from winnable.text.solution import Replay, Solution, parse_solution, replay
    from winnable.text.solution_text import Style, format_solution, move_texts


# Module below winnable -> the public names that it holds.
_PUBLIC = {
    "analysis.difficulty": "Level difficulty find_deals",
    "families.pairing.difficulty": "Difficulty Grader",
    "analysis.hint": "Hint hint",
    "families.undead.explain": "Explanation explain",
    "families.undead.grade": "UndeadDifficulty",
    "families.undead.mistakes": "Mistakes find_mistakes",
    "analysis.verdicts": "MoveVerdict move_verdicts",
    "cards": "Card Colour Rank Suit format_card parse_card",
    "deals": "DealNumber DealRange consecutive_deals deck_of parse_deal parse_deals random_deals",
    "errors": "InputError Place",
    "text.boards": "write_position",
    "families.patience.conventions": "lengths single_cards without_autoplay",
    "text.detect": "Entry read_file read_lines",
    "families.patience.text": "format_board parse_board parse_boards",
    "families.patience.json": "format_position parse_position",
    "families.undead.sgt": "format_game_id parse_game_id",
    "families.undead.sgt_save": "format_save parse_saves save_of",
    "text.solution": "Replay Solution parse_solution replay",
    "text.solution_text": "Style format_solution move_texts",
    "game": "Game GameInfo HiddenGame IllegalMove Outcome",
    "registry": "game_names get_game variant_names",
    "moves": "Autoplay Metric",
    "families.pairing.setup": "DeckSetup PairingSetup",
    "families.patience.setup": "Setup make_setup",
    "search.api": "Limits SolveResult Solver Stats StopReason Verdict",
    "families.pairing.solver": "Challenge PairingSolver parse_challenge",
    "families.patience.solver": "PatienceSolver",
    "search.policy": "Policy PlayedGame make_policy play play_many policy_names",
    "search.solvers": "make_solver solve solver_names",
    "families.spider.solver": "SpiderSolver",
    "families.pairing.thesis": "ThesisResult thesis_search",
    "families.undead.methods": "MethodResult search_by_method",
    "families.undead.solver": "UndeadSolver find_conflict",
    "families.spider.setup": "SpiderSetup",
    "studies.winnability": "Winnability count_winnable",
    "families.undead.notes": "UndeadNotes",
    "families.undead.setup": "UndeadSetup",
}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = [
    "Autoplay",
    "Card",
    "Challenge",
    "Colour",
    "DealNumber",
    "DealRange",
    "DeckSetup",
    "Difficulty",
    "Entry",
    "Explanation",
    "Game",
    "GameInfo",
    "Grader",
    "HiddenGame",
    "Hint",
    "IllegalMove",
    "InputError",
    "Level",
    "Limits",
    "MethodResult",
    "Metric",
    "Mistakes",
    "MoveVerdict",
    "Outcome",
    "PairingSetup",
    "PairingSolver",
    "PatienceSolver",
    "Place",
    "PlayedGame",
    "Policy",
    "Rank",
    "Replay",
    "Setup",
    "Solution",
    "SolveResult",
    "Solver",
    "SpiderSetup",
    "SpiderSolver",
    "Stats",
    "StopReason",
    "Style",
    "Suit",
    "ThesisResult",
    "UndeadDifficulty",
    "UndeadNotes",
    "UndeadSetup",
    "UndeadSolver",
    "Verdict",
    "Winnability",
    "__version__",
    "consecutive_deals",
    "count_winnable",
    "deck_of",
    "difficulty",
    "explain",
    "find_conflict",
    "find_deals",
    "find_mistakes",
    "format_board",
    "format_card",
    "format_game_id",
    "format_position",
    "format_save",
    "format_solution",
    "game_names",
    "get_game",
    "hint",
    "lengths",
    "make_policy",
    "make_setup",
    "make_solver",
    "move_texts",
    "move_verdicts",
    "parse_board",
    "parse_boards",
    "parse_card",
    "parse_challenge",
    "parse_deal",
    "parse_deals",
    "parse_game_id",
    "parse_position",
    "parse_saves",
    "parse_solution",
    "play",
    "play_many",
    "policy_names",
    "random_deals",
    "read_file",
    "read_lines",
    "replay",
    "save_of",
    "search_by_method",
    "single_cards",
    "solve",
    "solver_names",
    "thesis_search",
    "variant_names",
    "without_autoplay",
    "write_position",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from winnable.registry import load

    value: object = getattr(load(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
