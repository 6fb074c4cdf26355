"""Logs of Spider played again by the slow rules: a line names a deal and moves, and says how it ended.

Nothing here is Winnable's: the deal is KPat's by its own description, the notation is read by its own words.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from .spider import DEAL, Move, Position, Rules, is_won, liftable, may_deal, put, settle
from .spider_games import SPIDER_GAMES, SPIDER_VARIANTS, kpat_start

COLUMNS = "1234567890xyz"


class Replayed(NamedTuple):
    """What became of a game: its moves, the rows among them, the runs that left, was it won; ``wrong`` says
    what does not hold of its line, and is empty where all does."""

    game: str
    moves: int
    rows: int
    runs: int
    won: bool
    wrong: str = ""


def replay(line: str) -> Replayed:
    """Plays the game of a line of a log again; ValueError for a line that is none of a numbered deal."""
    entry = json.loads(line)
    game, texts = entry["game"], entry["moves"]
    dialect, _, number = entry["deal"].partition(":")
    if dialect != "kpat":
        raise ValueError(f"a deal of KPat was expected, not {entry['deal']}")
    rules = (SPIDER_GAMES | SPIDER_VARIANTS)[game]
    position, rows, wrong = kpat_start(rules, int(number)), 0, ""
    for made, text in enumerate(texts):
        move = read_move(rules, position, text)
        if move is None:
            wrong = f"move {made + 1}, {text}, is not legal"
            texts = texts[:made]
            break
        position, rows = settle(rules, put(position, move)), rows + (move == DEAL)
    won, runs = is_won(rules, position), sum(position.runs)
    score = 500 - len(texts) + 100 * runs
    if not wrong and entry["won"] != won:
        wrong = f"the line says won: {entry['won']}, and it is {won}"
    if not wrong and entry["score"] != score:
        wrong = f"the line says score {entry['score']}, and it is {score}"
    return Replayed(game, len(texts), rows, runs, won, wrong)


def read_move(rules: Rules, position: Position, text: str) -> Move | None:
    """The move that ``text`` is here, None if it is no legal one.

    ``deal``; ``37``, the most cards that may go; ``37v2``, two of them: a hexadecimal digit up to a run's
    thirteen, and decimal beyond.
    """
    if text == "deal":
        return DEAL if may_deal(rules, position) else None
    piles, v, count = text.partition("v")
    if len(piles) != 2 or any(name not in COLUMNS for name in piles):
        return None
    source, target = map(COLUMNS.index, piles)
    if source == target or max(source, target) >= len(position.columns):
        return None
    column, onto = position.columns[source], position.columns[target]
    most = liftable(rules, column, position.down[source])
    fitting = [n for n in range(1, most + 1) if _fits(rules, column[-n], onto)]
    if not v:
        return (source, target, fitting[-1]) if fitting else None
    wanted = int(count, 16) if len(count) == 1 else int(count)
    return (source, target, wanted) if wanted in fitting else None


def _fits(rules: Rules, deepest: int, onto: tuple[int, ...]) -> bool:
    return rules.builds(deepest, onto[-1]) if onto else rules.fills(deepest, 0)
