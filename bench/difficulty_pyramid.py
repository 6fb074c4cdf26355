"""Where the weights and thresholds of Pyramid's levels come from: `python bench/difficulty.py pyramid`.

Random winnable deals of Microsoft's rules are measured, and a simple player plays each of them many
times. The weights are the least-squares fit of the log odds of the player's losing to the traits;
the thresholds are quantiles of the scores. Microsoft's own decks are graded at the end.

The simple player takes a king at once. Three times out of four it prefers pairs within the pyramid,
then pairs of a pyramid card, then other pairs, at random among equals, and draws where there is no pair;
else it makes any legal move at random.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import correlation
from typing import Any

from winnable.analysis.difficulty import LEVELS, SHARES, find_deals
from winnable.deals import random_deals
from winnable.families.pairing.difficulty import WEIGHTS, Difficulty, Grader, score
from winnable.families.pairing.thesis import thesis_search
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict
from winnable.text.detect import read_file

DECKS = Path(__file__).parents[1] / "tests" / "data" / "pyramid" / "microsoft-decks.txt"
SEED = 1
CAREFUL = 0.75
THESIS = Limits(nodes=8397)


def player_wins(game: Any, start: Any, rng: random.Random) -> bool:
    """One game of the simple player."""
    position = start
    while (state := game.outcome(position).value) == "open":
        position = game.play(position, choose(game.legal_moves(position), position.tableau, rng))
    return bool(state == "won")


def choose(moves: Sequence[Any], tableau: bytes, rng: random.Random) -> Any:
    """The simple player's next move."""
    for move in moves:
        if len(move.cards) == 1:
            return move
    if rng.random() >= CAREFUL:
        return rng.choice(moves)
    in_tableau = [-1 if not move.cards else sum(card in tableau for card in move.cards) for move in moves]
    best = max(in_tableau)
    return rng.choice([move for move, count in zip(moves, in_tableau, strict=True) if count == best])


def log_odds(wins: int, games: int) -> float:
    """Of losing; half a game is added on both sides, so that it is finite."""
    return math.log((games - wins + 0.5) / (wins + 0.5))


def least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The coefficients of the columns, by the normal equations and Gauss-Jordan elimination."""
    size = len(rows[0])
    system = [
        [sum(row[i] * row[j] for row in rows) for j in range(size)]
        + [sum(row[i] * value for row, value in zip(rows, values, strict=True))]
        for i in range(size)
    ]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(system[k][i]))
        system[i], system[pivot] = system[pivot], system[i]
        for k in range(size):
            if k != i:
                factor = system[k][i] / system[i][i]
                system[k] = [a - factor * b for a, b in zip(system[k], system[i], strict=True)]
    return [line[size] / line[i] for i, line in enumerate(system)]


def columns(graded: Sequence[Difficulty], names: Sequence[str]) -> list[list[float]]:
    """The traits by name, and a constant."""
    return [[float(getattr(one.traits, name)) for name in names] + [1.0] for one in graded]


def report_fit(graded: Sequence[Difficulty], odds: Sequence[float]) -> None:
    """The fitted weights, and how well each trait alone and the scores go with the player's losses."""
    names = tuple(WEIGHTS)
    table = columns(graded, names)
    fitted = least_squares(table, odds)
    predicted = [sum(a * b for a, b in zip(row, fitted, strict=True)) for row in table]
    print("trait         mean   correlation  fitted  in use")
    for i, name in enumerate(names):
        column = [row[i] for row in table]
        mean = sum(column) / len(column)
        print(
            f"{name:<12}{mean:6.2f}   {correlation(column, odds):8.2f}   {fitted[i]:8.3f}  {WEIGHTS[name]:g}"
        )
    print(f"correlation with the player's log odds: of the fit {correlation(predicted, odds):.2f}, ", end="")
    print(f"of the scores in use {correlation([one.score or 0.0 for one in graded], odds):.2f}")


def report_levels(
    game: Any, starts: Sequence[Any], graded: Sequence[Difficulty], rates: Sequence[float]
) -> None:
    """The thresholds that the shares of the levels ask for, and what is won of each level: games by the
    simple player, deals by the thesis's search in as many nodes as its longest printed run."""
    scores = sorted(one.score or 0.0 for one in graded)
    ends = [sum(SHARES[: i + 1]) for i in range(len(SHARES) - 1)]
    print("thresholds:", ", ".join(f"{scores[round(end * len(scores))]:.2f}" for end in ends))
    for level in LEVELS:
        those = [i for i, one in enumerate(graded) if one.level is level]
        if those:
            games = sum(rates[i] for i in those) / len(those)
            searches = [thesis_search(game, starts[i], limits=THESIS).verdict for i in those]
            deals = searches.count(Verdict.SOLVED) / len(those)
            print(f"{level.value:<12} {len(those) / len(graded):6.1%} of deals; ", end="")
            print(f"won by the player {games:6.1%}, by the thesis's search {deals:6.1%}")


def report_decks(grader: Grader, games: int, rng: random.Random) -> None:
    """Microsoft's decks."""
    for entry in read_file(str(DECKS), get_game("pyramid")):
        start = entry.position(grader.game)
        one = grader.grade(start)
        assert one.traits is not None
        won = sum(player_wins(grader.game, start, rng) for _ in range(games))
        level = "none" if one.level is None else one.level.value
        print(
            f"{entry.label}: {level} {score(one.traits):.2f}, the player wins {won / games:.2%}; {one.traits}"
        )


def report_pyramid(deals: int, games: int) -> None:
    """Prints the weights, the thresholds and the decks, from so many deals and as many games of each."""
    game, rng = get_game("pyramid"), random.Random(SEED)
    grader = Grader(game)
    starts = [deal.position for deal in islice(find_deals(game, random_deals(SEED)), deals)]
    graded = [grader.grade(start) for start in starts]
    wins = [sum(player_wins(game, start, rng) for _ in range(games)) for start in starts]
    report_fit(graded, [log_odds(won, games) for won in wins])
    report_levels(game, starts, graded, [won / games for won in wins])
    report_decks(grader, games, rng)
