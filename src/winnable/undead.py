"""Undead: ghosts, vampires and zombies among mirrors."""

from winnable.families.undead.boards import BoardRecipe, MadeBoard, make_boards
from winnable.families.undead.explain import Explanation, explain
from winnable.families.undead.features import UndeadHeuristic
from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition, UndeadSolverName
from winnable.families.undead.grade import UndeadDifficulty, UndeadGrader
from winnable.families.undead.hint import UndeadHint
from winnable.families.undead.json import parse_position
from winnable.families.undead.methods import MethodResult, search_by_method
from winnable.families.undead.mistakes import Mistakes, find_mistakes
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.setup import UndeadSetup
from winnable.families.undead.sgt import format_game_id, parse_game_id
from winnable.families.undead.sgt_save import format_save, parse_saves, save_of, why_not_loaded
from winnable.families.undead.solver import UndeadSolver, find_conflict
from winnable.families.undead.text import format_board, parse_boards

__all__ = [
    "BoardRecipe",
    "Explanation",
    "MadeBoard",
    "MethodResult",
    "Mistakes",
    "UndeadDifficulty",
    "UndeadGame",
    "UndeadGrader",
    "UndeadHeuristic",
    "UndeadHint",
    "UndeadMove",
    "UndeadNotes",
    "UndeadPosition",
    "UndeadSetup",
    "UndeadSolver",
    "UndeadSolverName",
    "explain",
    "find_conflict",
    "find_mistakes",
    "format_board",
    "format_game_id",
    "format_save",
    "make_boards",
    "parse_boards",
    "parse_game_id",
    "parse_position",
    "parse_saves",
    "save_of",
    "search_by_method",
    "why_not_loaded",
]
