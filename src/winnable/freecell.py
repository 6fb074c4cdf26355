"""FreeCell and the games that are built like it: every card is seen, and cards are built on piles."""

from winnable.families.patience.conventions import lengths, single_cards, without_autoplay
from winnable.families.patience.features import Heuristic
from winnable.families.patience.game import (
    PatienceGame,
    PatienceMove,
    PatiencePosition,
    PatienceSolverName,
)
from winnable.families.patience.json import format_position, parse_position
from winnable.families.patience.setup import Setup, make_setup
from winnable.families.patience.solver import PatienceSolver
from winnable.families.patience.text import format_board, parse_board, parse_boards
from winnable.moves import Autoplay, Metric

__all__ = [
    "Autoplay",
    "Heuristic",
    "Metric",
    "PatienceGame",
    "PatienceMove",
    "PatiencePosition",
    "PatienceSolver",
    "PatienceSolverName",
    "Setup",
    "format_board",
    "format_position",
    "lengths",
    "make_setup",
    "parse_board",
    "parse_boards",
    "parse_position",
    "single_cards",
    "without_autoplay",
]
