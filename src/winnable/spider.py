"""Spider and the games like it: cards lie face down, a stock is dealt in rows, and complete runs leave."""

from winnable.families.spider.features import SpiderHeuristic
from winnable.families.spider.game import (
    Observation,
    PatienceMove,
    SpiderGame,
    SpiderPosition,
    SpiderSolverName,
)
from winnable.families.spider.hand import SpiderHand, format_hand
from winnable.families.spider.hint import PolicyHint
from winnable.families.spider.json import format_position, parse_position
from winnable.families.spider.log import LoggedGame, LogWriter, read_log
from winnable.families.spider.policy import make_policy
from winnable.families.spider.setup import SpiderSetup
from winnable.families.spider.solver import SpiderSolver
from winnable.families.spider.text import format_board, parse_texts
from winnable.search.policy import PlayedGame, Policy, PolicyError, play_many

__all__ = [
    "LogWriter",
    "LoggedGame",
    "Observation",
    "PatienceMove",
    "PlayedGame",
    "Policy",
    "PolicyError",
    "PolicyHint",
    "SpiderGame",
    "SpiderHand",
    "SpiderHeuristic",
    "SpiderPosition",
    "SpiderSetup",
    "SpiderSolver",
    "SpiderSolverName",
    "format_board",
    "format_hand",
    "format_position",
    "make_policy",
    "parse_position",
    "parse_texts",
    "play_many",
    "read_log",
]
