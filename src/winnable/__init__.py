"""Winnable: can this position still be won? Prove it, and say what the best move is.

Everything that is public is reached from here and loaded on first use, so that importing the
package costs almost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from winnable.analysis.difficulty import Difficulty, Grader, Level, difficulty, find_deals
    from winnable.analysis.hint import Hint, hint
    from winnable.analysis.undead_explain import Explanation, explain
    from winnable.analysis.undead_grade import UndeadDifficulty
    from winnable.analysis.undead_mistakes import Mistakes, find_mistakes
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
    from winnable.formats.boards import write_position
    from winnable.formats.conventions import lengths, single_cards, without_autoplay
    from winnable.formats.detect import Entry, read_file, read_lines
    from winnable.formats.fcsolve import format_board, parse_board, parse_boards
    from winnable.formats.json import format_position, parse_position
    from winnable.formats.sgt import format_game_id, parse_game_id
    from winnable.formats.sgt_save import UndeadSave, format_save, parse_saves, save_of
    from winnable.formats.solution import Replay, Solution, parse_solution, replay
    from winnable.formats.solution_text import Style, format_solution, move_texts
    from winnable.game import Game, GameInfo, HiddenGame, IllegalMove, Outcome
    from winnable.games.registry import game_names, get_game, variant_names
    from winnable.games.words import describe_move
    from winnable.moves import Autoplay, Metric
    from winnable.pairing_setup import DeckSetup, PairingSetup
    from winnable.piles import Setup, make_setup
    from winnable.search.api import Limits, Solver, SolveResult, Stats, StopReason, Verdict
    from winnable.search.pairing_solver import Challenge, PairingSolver, parse_challenge
    from winnable.search.patience_solver import PatienceSolver
    from winnable.search.policy import PlayedGame, Policy, make_policy, play, play_many, policy_names
    from winnable.search.solvers import make_solver, solve, solver_names
    from winnable.search.spider_solver import SpiderSolver
    from winnable.search.thesis import ThesisResult, thesis_search
    from winnable.search.undead_methods import MethodResult, search_by_method
    from winnable.search.undead_solver import UndeadSolver, find_conflict
    from winnable.spider_setup import SpiderSetup
    from winnable.studies.winnability import Winnability, count_winnable
    from winnable.undead_setup import UndeadSetup


# Module below winnable -> the public names that it holds.
_PUBLIC = {
    "analysis.difficulty": "Difficulty Grader Level difficulty find_deals",
    "analysis.hint": "Hint hint",
    "analysis.undead_explain": "Explanation explain",
    "analysis.undead_grade": "UndeadDifficulty",
    "analysis.undead_mistakes": "Mistakes find_mistakes",
    "analysis.verdicts": "MoveVerdict move_verdicts",
    "cards": "Card Colour Rank Suit format_card parse_card",
    "deals": "DealNumber DealRange consecutive_deals deck_of parse_deal parse_deals random_deals",
    "errors": "InputError Place",
    "formats.boards": "write_position",
    "formats.conventions": "lengths single_cards without_autoplay",
    "formats.detect": "Entry read_file read_lines",
    "formats.fcsolve": "format_board parse_board parse_boards",
    "formats.json": "format_position parse_position",
    "formats.sgt": "format_game_id parse_game_id",
    "formats.sgt_save": "UndeadSave format_save parse_saves save_of",
    "formats.solution": "Replay Solution parse_solution replay",
    "formats.solution_text": "Style format_solution move_texts",
    "game": "Game GameInfo HiddenGame IllegalMove Outcome",
    "games.registry": "game_names get_game variant_names",
    "games.words": "describe_move",
    "moves": "Autoplay Metric",
    "pairing_setup": "DeckSetup PairingSetup",
    "piles": "Setup make_setup",
    "search.api": "Limits SolveResult Solver Stats StopReason Verdict",
    "search.pairing_solver": "Challenge PairingSolver parse_challenge",
    "search.patience_solver": "PatienceSolver",
    "search.policy": "Policy PlayedGame make_policy play play_many policy_names",
    "search.solvers": "make_solver solve solver_names",
    "search.spider_solver": "SpiderSolver",
    "search.thesis": "ThesisResult thesis_search",
    "search.undead_methods": "MethodResult search_by_method",
    "search.undead_solver": "UndeadSolver find_conflict",
    "spider_setup": "SpiderSetup",
    "studies.winnability": "Winnability count_winnable",
    "undead_setup": "UndeadSetup",
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
    "UndeadSave",
    "UndeadSetup",
    "UndeadSolver",
    "Verdict",
    "Winnability",
    "__version__",
    "consecutive_deals",
    "count_winnable",
    "deck_of",
    "describe_move",
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
    from importlib import import_module

    value: object = getattr(import_module(f"winnable.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
