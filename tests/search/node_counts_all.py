"""Writes node_counts_all.txt, the signature of everything that searches or plays, in every registered game:
``PYTHONPATH=tests python -m search.node_counts_all``.

Who is counted comes from the registries: a new game, solver, algorithm, method or policy gets its lines, and
the test fails until they are committed. A change that is not meant to change a search leaves every line as it
is; else its commit says why. Limits are in nodes alone, so every machine writes the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from families.undead.board_files import LOST, ids_of, position_of
from registered import registered_names, start_of
from winnable._core import metric_names
from winnable.deals import random_deals
from winnable.errors import InputError
from winnable.families.pairing.solver import METRICS
from winnable.families.pairing.thesis import DEAD_ENDS, thesis_search
from winnable.families.undead.boards import make_boards, recipe_of
from winnable.families.undead.methods import METHODS, search_by_method
from winnable.families.undead.sgt import format_game_id
from winnable.families.undead.solver import find_conflict
from winnable.registry import get_game
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, SolveResult
from winnable.search.policy import make_policy, play, policy_names
from winnable.search.solvers import make_solver, solver_names
from won_lines import before_the_end

COUNTS = Path(__file__).with_name("node_counts_all.txt")
HEADER = """\
# What everything that searches or plays does in every game: the same on every platform.
# Written by tests/search/node_counts_all.py. "end": some moves before a won end; "deals": the first of them.
# game where who  expanded generated (of a player: decisions, runs)  moves, and a checksum of their texts
"""
SOLVED_NODES = 10_000  # for each position, of a solver
SEARCHED_NODES = 1500  # of a textbook search
PLAYED_MOVES = 25
END = 12  # moves before the end
# Metrics by family and solver; other solvers have nothing to minimise.
MINIMISED = {("patience", "shortest"): tuple(metric_names()), ("pairing", "fewest"): METRICS}
CHALLENGES = ("points=300", "clear=4xK")
FEW = {"best": 40, "fast": 20}  # boards: quick, and the same code
THESIS_SWITCHES: tuple[dict[str, Any], ...] = (
    *({"dead_ends": word} for word in DEAD_ENDS),
    *({name: False} for name in ("kings", "pyramid", "frees")),
    {"table": True},
    {"draw_moves": True},
)


def lines(spelled: str) -> list[str]:
    """All lines of one game, or of one variant of it."""
    game = get_game(spelled)
    places = {"end": [before_the_end(spelled, END)], "deals": deals_of(game)}
    out = []
    for where, positions in places.items():
        for who, answers in answers_of(game, positions):
            if answers is None:
                out.append(f"{game.spelled} {where} {who} refused")
                continue
            counted = [(a.stats.expanded, a.stats.generated, a.moves) for a in answers]
            out.append(line(game, where, who, positions, counted))
    out += [
        line(game, "deals", who, places["deals"], games) for who, games in games_of(game, places["deals"])
    ]
    return out + (made_boards() if game.info.family == "undead" else [])


def deals_of(game: Any) -> list[Any]:
    """The first two; of Undead boards of a file, which no generator's change makes others."""
    start = start_of(game)
    names = ids_of("7x7dt")[:2] if game.info.family == "undead" else ("1", "2")
    return [start(name) for name in names]


def answers_of(game: Any, positions: list[Any]) -> Iterator[tuple[str, list[SolveResult[Any]] | None]]:
    """Every solver with every metric, and every search, on these positions."""
    for kind in solver_names(game):
        for metric in MINIMISED.get((game.info.family, kind), (None,)):
            word = f"solver:{kind}" + (f"+{metric}" if metric else "")
            yield word, solved(game, positions, kind, metric)
    for challenge in CHALLENGES if game.info.family == "pairing" else ():
        yield f"solver:auto+{challenge}", solved(game, positions, "auto", None, challenge)
    limits = Limits(nodes=SEARCHED_NODES)
    for algorithm in ALGORITHMS:
        yield f"search:{algorithm}", [search(game, p, algorithm, limits=limits) for p in positions]
    if game.info.family == "pairing":
        for switches in THESIS_SWITCHES if game.spelled == "pyramid" else ({},):
            found = [thesis_search(game, p, limits=limits, **switches) for p in positions]
            yield "+".join(["search:thesis", *(f"{name}={value}" for name, value in switches.items())]), found
    if game.info.family == "undead":
        for method in METHODS:
            found = [search_by_method(game, p, method, limits=limits, second=True) for p in positions]
            yield f"search:{method}", list(found)


def solved(game: Any, positions: list[Any], *how: str | None) -> list[SolveResult[Any]] | None:
    """The answers of a solver; None where the game refuses it: points where none are counted."""
    try:
        solver = make_solver(game, *how)  # type: ignore[arg-type]
    except InputError:
        return None
    return [solver.solve(position, limits=Limits(nodes=SOLVED_NODES)) for position in positions]


def games_of(game: Any, positions: list[Any]) -> Iterator[tuple[str, list[tuple[int, int, Any]]]]:
    """The first moves of every policy; a player's figures are its decisions and its runs."""
    for name in policy_names(game):
        policy = make_policy(game, name, boards=FEW.get(name))
        games = [play(game, p, policy, 7, limits=Limits(nodes=PLAYED_MOVES)) for p in positions]
        yield f"policy:{name}", [(g.decisions, g.runs, g.moves) for g in games]


def line(game: Any, where: str, who: str, positions: list[Any], counted: list[tuple[int, int, Any]]) -> str:
    """One run, counted over its positions."""
    texts = [
        text
        for position, (_, _, moves) in zip(positions, counted, strict=True)
        for text in notated(game, position, moves)
    ]
    sums = [sum(one[i] for one in counted) for i in (0, 1)]
    checksum = zlib.crc32(" ".join(texts).encode())
    return f"{game.spelled} {where} {who} {sums[0]} {sums[1]} {len(texts)} {checksum:08x}"


def notated(game: Any, position: Any, moves: Iterable[Any]) -> Iterator[str]:
    for move in moves:
        yield game.notation.format(position, move)
        position = game.play(position, move)


def made_boards() -> list[str]:
    """Of Undead besides: the generator's boards by grade and technique, and the fewest clues in conflict."""
    out = []
    for options in ({"grade": "easy"}, {"grade": "tricky"}, {"technique": "one-line"}):
        recipe = recipe_of({"size": "5x5", **options})
        made = list(make_boards(recipe, islice(random_deals(1), 3)))
        ids = " ".join(f"{format_game_id(board.position)} {board.grade}" for board in made)
        word = "+".join(["generator", *(f"{name}={value}" for name, value in options.items())])
        out.append(
            f"undead made {word} {sum(b.looked for b in made)} {len(made)} {zlib.crc32(ids.encode()):08x}"
        )
    conflict = find_conflict(position_of(LOST))
    assert conflict is not None
    return [
        *out,
        f"undead lost conflict {len(conflict.labels)} {zlib.crc32(' '.join(conflict.labels).encode()):08x}",
    ]


if __name__ == "__main__":
    COUNTS.write_text(HEADER + "".join(f"{one}\n" for name in registered_names() for one in lines(name)))
