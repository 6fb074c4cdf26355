"""Spider without undo, on one core: `python bench/spider.py` prints the table.

Each row plays the first deals that `winnable.deals.random_deals` gives for --seed, the n-th game with the
player's seed n - 1, by Microsoft's rule: no row is dealt over an empty column. The relaxed rows allow it.
Intervals are Wilson's, 95 %. Times are CPU of this process for each game, all threads together; with --jobs
above the number of idle cores they grow. Rows are named by --rows, so that a machine can be given some.

The peers' figures are their own; neither runs here. ricksladkey/Spider (github.com/ricksladkey/Spider, C#,
relaxed rule) won 29.0 % of 100,000 games of four suits and 68.0 % of two. The Spider project
(github.com/hilarioushappystar/SpiderSolitaireProject, Python), whose player `moveblocks` is, gives 6 % for
four suits in its README; a game took about 10 s.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from table import Row, print_table

from winnable.deals import DealNumber, random_deals
from winnable.families.spider.policy import make_policy
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import play_many
from winnable.search.solvers import make_solver, solve_stream

PROJECT_SECONDS = 10.0  # that its player took for a game
PROJECT_LEAST = 0.06  # of four suits, that it won
OPEN_SECONDS = 10.0  # for a deal with all cards known
RELAXED = "deal_over_empty=true"


class Task(NamedTuple):
    """A row: who plays what, the share to win and the one aimed at, the CPU a game may take, and a peer."""

    name: str
    what: str
    game: str
    policy: str
    least: float | None = None
    aim: float | None = None
    seconds: float = 10.0
    peer: str = ""


PEER_4, PEER_2 = "ricksladkey/Spider 29.0 % of 100,000", "ricksladkey/Spider 68.0 % of 100,000"
TASKS = (
    Task("best-4", "4 suits, best", "spider", "best", 0.38, 0.50),
    Task("best-2", "2 suits, best", "spider:suits=2", "best", 0.75, 0.85),
    Task("best-1", "1 suit, best", "spider:suits=1", "best", 0.98, 0.995),
    Task("relaxed-4", "4 suits, best, relaxed", f"spider:{RELAXED}", "best", 0.29, peer=PEER_4),
    Task("relaxed-2", "2 suits, best, relaxed", f"spider:suits=2,{RELAXED}", "best", 0.68, peer=PEER_2),
    Task("fast-4", "4 suits, fast", "spider", "fast", 0.28, 0.33, 0.2),
    Task("fast-2", "2 suits, fast", "spider:suits=2", "fast", None, None, 0.2),
    Task("fast-1", "1 suit, fast", "spider:suits=1", "fast", None, None, 0.2),
    Task("moveblocks-4", "4 suits, moveblocks", "spider", "moveblocks", PROJECT_LEAST, None),
    Task("moveblocks-2", "2 suits, moveblocks", "spider:suits=2", "moveblocks"),
    Task("moveblocks-1", "1 suit, moveblocks", "spider:suits=1", "moveblocks"),
    Task("random-4", "4 suits, random", "spider", "random"),
    Task("open-4", "4 suits, all cards known, auto", "spider", "open", 0.90, 0.99, OPEN_SECONDS),
)


class Played(NamedTuple):
    """How many games were won of how many, and the CPU seconds of all."""

    won: int
    games: int
    seconds: float

    @property
    def each(self) -> float:
        """CPU seconds a game."""
        return self.seconds / self.games

    def __str__(self) -> str:
        low, high = (f"{100 * end:.1f}" for end in wilson(self.won, self.games))
        share = f"{100 * self.won / self.games:.1f} % ({low} to {high})"
        return f"{share}, {self.won} of {self.games}; {in_words(self.each)} a game"


def in_words(seconds: float) -> str:
    """2.31 s, or 9.8 ms."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def run(task: Task, deals: list[DealNumber], jobs: int) -> Played:
    """Plays the row's games."""
    game = get_game(task.game)
    starts = [game.deal(deal) for deal in deals]
    begin = time.process_time()
    won = sum(outcomes(task, game, starts, jobs))
    return Played(won, len(starts), time.process_time() - begin)


def outcomes(task: Task, game: Any, starts: list[Any], jobs: int) -> Iterator[bool]:
    """Which games are won, one by one."""
    if task.policy == "open":
        limits = Limits(seconds=OPEN_SECONDS)
        items = enumerate(starts)
        for _, answer in solve_stream(lambda: make_solver(game), items, limits=limits, jobs=jobs):
            yield answer.verdict == "solved"
        return
    games = [(number, start, number) for number, start in enumerate(starts)]
    for _, played in play_many(game, games, lambda: make_policy(game, task.policy), jobs=jobs):
        yield played.won


def rows_of(task: Task, played: Played) -> Iterator[Row]:
    """The row, and for the baseline another one for its speed."""
    share = played.won / played.games
    in_time = played.each <= task.seconds
    met = in_time and (task.least is None or share >= task.least)
    least = "" if task.least is None else f"{100 * task.least:g} %"
    aim = "" if task.aim is None else f"{100 * task.aim:g} %"
    if task.name != "moveblocks-4":
        least += f"{', ' if least else ''}{in_words(task.seconds)}"
        yield Row(task.what, str(played), task.peer, least, aim, met)
        return
    yield Row(task.what, str(played), "the project 6 %, about 10 s a game", least, aim, met)
    times = PROJECT_SECONDS / played.each
    yield Row("moveblocks: faster than the project", f"{times:,.0f} x", "", "100 x", "300 x", times >= 100)


def main() -> int:
    """Prints the table; 0 if every row holds."""
    names = [task.name for task in TASKS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each row [1000]")
    parser.add_argument("--jobs", type=int, default=1, help="threads [1]")
    parser.add_argument("--seed", type=int, default=0, help="of the deals [0]")
    parser.add_argument(
        "--rows", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names)
    )
    arguments = parser.parse_args()
    deals = list(islice(random_deals(arguments.seed), arguments.games))
    rows: list[Row] = []
    for task in TASKS:
        if task.name in arguments.rows:
            print(f"{task.what} ...", file=sys.stderr, flush=True)
            played = run(task, deals, arguments.jobs)
            print(f"    {played}", file=sys.stderr, flush=True)
            rows += rows_of(task, played)
    print_table(rows)
    last = len(deals) - 1
    print(f"deals: {deals[0]} and the {last} that random_deals({arguments.seed}) gives after it")
    print(f"the players' seeds: 0 to {last}; no row is dealt over an empty column, but where it says relaxed")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
