"""Pyramid, Microsoft's rules, on one core: `python bench/pyramid.py` prints the table.

Random deals are decided; the 500 published decks are solved in the fewest actions; the most points
are found; every legal move in mid-game is labelled; and the thesis's own search runs beside `auto`
on the same deals. Times are CPU of this process. The peak memory is the process's, Python included.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from table import Row, cpu_of, print_table

from winnable.analysis.verdicts import move_verdicts
from winnable.deals import random_deals
from winnable.families.pairing.thesis import thesis_search
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict
from winnable.search.solvers import make_solver
from winnable.text.detect import read_file

DATA = Path(__file__).parents[1] / "tests" / "data" / "pyramid"
SEED = 0
BATCH = 256  # deals decided in one call, as `winnable solve` does
HARDEST = 20
THESIS_NODES = 100_000  # visited, a deal: the thesis's longest printed run visits 8397


class Timed(NamedTuple):
    """A solver's answer about one position, and the CPU seconds that it took."""

    answer: Any
    seconds: float


def timed(solver: Any, positions: Sequence[Any]) -> list[Timed]:
    """Solves positions one by one with one solver."""
    out = []
    for position in positions:
        start = time.process_time()
        (answer,) = solver.solve_many([position])
        out.append(Timed(answer, time.process_time() - start))
    return out


def random_starts(game: Any, count: int) -> list[Any]:
    """The starts of random deals."""
    return [game.deal_deck(deal.deck()) for deal in islice(random_deals(SEED), count)]


def peak_megabytes() -> float:
    """The most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def decide_rows(count: int) -> Iterator[Row]:
    """`auto` on random deals, many to a call; the longest is the longest of those with most positions."""
    game = get_game("pyramid")
    solver = make_solver(game)
    decided = won = 0
    spent = 0.0
    hardest: list[tuple[float, Any]] = []  # positions expanded, start
    deals = random_deals(SEED)
    for first in range(0, count, BATCH):
        starts = [game.deal_deck(deal.deck()) for deal in islice(deals, min(BATCH, count - first))]
        begin = time.process_time()
        answers = solver.solve_many(starts)
        spent += time.process_time() - begin
        decided += sum(answer.verdict != "unknown" for answer in answers)
        won += sum(answer.verdict == "solved" for answer in answers)
        hardest += [(answer.stats["expanded"], answer.start) for answer in answers]
        hardest = sorted(hardest, key=itemgetter(0))[-HARDEST:]
    longest = max(one.seconds for one in timed(solver, [start for _, start in hardest]))
    share = f"{100 * won / count:.2f} % winnable"
    yield Row(
        f"auto on {count} random deals: decided", f"{decided}, {share}", "", f"{count}", "", decided == count
    )
    mean = 1e3 * spent / count
    yield Row("  mean, ms", f"{mean:.3f}", "", "1.8", "1", mean <= 1.8)
    yield Row("  longest, s", f"{longest:.3f}", "", "1.2", "0.3", longest <= 1.2)
    peak = peak_megabytes()
    yield Row("  peak memory, MB", f"{peak:.0f}", "", "256", "", peak <= 256)


def fewest_rows(last: int) -> Iterator[Row]:
    """The fewest actions of the published decks; 0 stands for a deal proved unwinnable."""
    game = get_game("pyramid")
    solver = make_solver(game, "fewest", "actions")
    entries = islice(read_file(str(DATA / "decks500.txt"), get_game("pyramid")), last)
    answers = timed(solver, [entry.position(game) for entry in entries])
    wanted = [int(line) for line in (DATA / "decks500.lengths.txt").read_text().split()][:last]
    right = sum(found_length(one.answer) == length for one, length in zip(answers, wanted, strict=True))
    yield Row(f"fewest on the {last} decks: right", f"{right}", "", f"{last}", "", right == last)
    spent, longest = sum(one.seconds for one in answers), max(one.seconds for one in answers)
    peer = "15-19 min for 1500, published"
    least = 8 * last / 500
    yield Row("  in all, s", f"{spent:.2f}", peer, f"{least:g}", f"{3 * last / 500:g}", spent <= least)
    yield Row("  longest, s", f"{longest:.3f}", "", "", "", True)


def found_length(answer: Any) -> int | None:
    """The proved length; 0 if proved unwinnable, None if nothing was proved."""
    if answer.verdict == "unsolvable":
        return 0
    return answer.length if answer.verdict == "solved" and answer.lower_bound >= answer.cost else None


def score_row(count: int) -> Row:
    """The most points, on random deals."""
    game = get_game("pyramid")
    answers = timed(make_solver(game, "score"), random_starts(game, count))
    proved = sum(one.answer.verdict == "solved" for one in answers)
    mean = 1e3 * sum(one.seconds for one in answers) / count
    longest = max(one.seconds for one in answers)
    shown = f"{mean:.1f} (longest {longest:.2f} s, {proved} proved)"
    met = proved == count and mean <= 60
    return Row(f"most points on {count} random deals: mean, ms", shown, "", "60", "40", met)


def label_row(count: int) -> Row:
    """The verdict of each legal move, half-way along a win of random deals."""
    game = get_game("pyramid")
    solver = make_solver(game)
    spent = []
    for answer in solver.solve_many(random_starts(game, count)):
        if answer.verdict != "solved":
            continue
        position = answer.start
        for move in answer.moves[: answer.length // 2]:
            position = game.play(position, move)
        spent.append(cpu_of(lambda: move_verdicts(game, position)))  # noqa: B023
    shown = f"{1e3 * median(spent):.2f} (longest {1e3 * max(spent):.0f}, {len(spent)} positions)"
    return Row("labels of all moves in mid-game: median, ms", shown, "", "50", "", median(spent) <= 0.05)


def thesis_rows(count: int) -> Iterator[Row]:
    """The thesis's search as it stands, then with the table that it wished for, beside `auto`."""
    game = get_game("pyramid")
    starts = random_starts(game, count)
    ours = timed(make_solver(game), starts)
    won = sum(one.answer.verdict == "solved" for one in ours)
    auto_ms = 1e3 * sum(one.seconds for one in ours) / count
    auto_nodes = sum(int(one.answer.stats["expanded"]) for one in ours) / count
    for name, table in (("the thesis's search", False), ("  with a table of positions", True)):
        solved, nodes = 0, 0
        start = time.process_time()
        for position in starts:
            answer = thesis_search(game, position, table=table, limits=Limits(nodes=THESIS_NODES))
            solved += answer.verdict is Verdict.SOLVED
            nodes += answer.figures.visited
        spent = 1e3 * (time.process_time() - start) / count
        yield Row(
            f"auto beside {name}" if not table else name,
            f"{won} won, {count - won} proved lost; {auto_ms:.2f} ms, {auto_nodes:.0f} nodes a deal",
            f"{solved} won, none proved lost; {spent:.1f} ms, {nodes / count:.0f} nodes a deal",
            "",
            "",
            won >= solved,
        )


def main() -> int:
    """Prints the table; 0 if every row holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="random deals to decide")
    parser.add_argument("--quick", action="store_true", help="a fiftieth of everything")
    arguments = parser.parse_args()
    deals = 2000 if arguments.quick else arguments.deals
    some = 20 if arguments.quick else 500
    rows = list(decide_rows(deals))  # first: its peak memory is the process's
    rows += fewest_rows(some)
    rows += [score_row(some), label_row(some)]
    rows += thesis_rows(some)
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
