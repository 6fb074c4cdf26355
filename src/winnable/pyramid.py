"""Pyramid and its variants: pairs of cards leave together."""

from winnable.families.pairing.difficulty import Difficulty, Grader
from winnable.families.pairing.features import PairingHeuristic
from winnable.families.pairing.flat import format_deck, parse_decks
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition, PairingSolverName
from winnable.families.pairing.json import format_position, parse_positions
from winnable.families.pairing.setup import DeckSetup, PairingSetup
from winnable.families.pairing.solver import Challenge, PairingSolver, parse_challenge
from winnable.families.pairing.text import format_board, parse_boards
from winnable.families.pairing.thesis import ThesisResult, thesis_search

__all__ = [
    "Challenge",
    "DeckSetup",
    "Difficulty",
    "Grader",
    "PairingGame",
    "PairingHeuristic",
    "PairingMove",
    "PairingPosition",
    "PairingSetup",
    "PairingSolver",
    "PairingSolverName",
    "ThesisResult",
    "format_board",
    "format_deck",
    "format_position",
    "parse_boards",
    "parse_challenge",
    "parse_decks",
    "parse_positions",
    "thesis_search",
]
