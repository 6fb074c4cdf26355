"""FreeCell with fewer cells, decided deal by deal: makes the tables in docs/data, and checks them.

    python bench/freecell_cells.py --cells 2 --make docs/data/freecell-2-cells.tsv.gz --study cells-2.db
    python bench/freecell_cells.py --cells 2 --check docs/data/freecell-2-cells.tsv.gz --sample 500

A table has a line for each deal of ms 1..32000: its number, "won", "lost" or "unknown", and for a won
deal the moves of the line that `auto` found (every move counts, home moves too; a group moved at once is
one), which need not be the fewest. "lost" is a proof. "unknown": a limit was reached. Limits are on
positions and memory, so a table does not depend on the machine's speed. It is a study: with --study making
can be interrupted, and the same command goes on.

Checking solves deals once more and plays each line by the rules in tests/oracle, which share nothing with
the engine, deal included. A verdict that differs is an error, except that "unknown" may be decided;
another length is counted, since another version may find another line.
"""

from __future__ import annotations

import argparse
import gzip
import shlex
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle.cards import microsoft_deck
from oracle.games import variant
from oracle.rules import Move, is_won, legal_moves, play_unchecked
from winnable.cli.measuring import measuring
from winnable.deals import DealRange
from winnable.families.patience.solver import PatienceSolver
from winnable.registry import get_game
from winnable.render.files import write_whole
from winnable.search.api import Limits, Verdict
from winnable.studies.experiments.plan import GameDeals, Study
from winnable.studies.experiments.players import Player

WORDS = {Verdict.SOLVED: "won", Verdict.UNSOLVABLE: "lost", Verdict.UNKNOWN: "unknown"}


class Deal(NamedTuple):
    """One line of a table; ``moves`` is 0 unless the deal is won."""

    number: int
    verdict: str
    moves: int

    def line(self) -> str:
        return f"{self.number}\t{self.verdict}\t{self.moves or ''}\n"


def parse(line: str) -> Deal:
    number, verdict, moves = line.rstrip("\n").split("\t")
    return Deal(int(number), verdict, int(moves or 0))


def read(file: Path) -> dict[int, Deal]:
    """The deals of a table, by number."""
    with gzip.open(file, "rt") as lines:
        return {deal.number: deal for deal in map(parse, (line for line in lines if line[0].isdigit()))}


class Decider:
    """Solves deals with so many cells within the limits."""

    def __init__(self, cells: int, limits: Limits) -> None:
        self.game = get_game(f"freecell:cells={cells}")
        self.solver = PatienceSolver(self.game)
        self.limits = limits
        self.rules = variant("freecell", cells=cells)

    def solve(self, number: int) -> tuple[Deal, Any]:
        """A deal's line of the table, and the moves found."""
        result = self.solver.solve(self.game.deal(number), limits=self.limits)
        moves = result.moves if result.verdict is Verdict.SOLVED else ()
        return Deal(number, WORDS[result.verdict], len(moves)), moves

    def replays(self, number: int, moves: Any) -> bool:
        """Does the line win by the oracle's rules?"""
        position = self.rules.layout(self.rules, microsoft_deck(number))
        for move in moves:
            step = Move(move.from_pile, move.to_pile, move.count)
            if step not in legal_moves(self.rules, position):
                return False
            position = play_unchecked(self.rules, position, step)
        return is_won(position)


def make(decider: Decider, deals: DealRange, file: Path, kept: Path | None, jobs: int) -> bool:
    """Decides the deals and writes the table; False, and nothing is written, where it was interrupted."""
    study = Study(
        "FreeCell with few cells",
        (GameDeals(decider.game.spelled, (deals,)),),
        (Player("solver", "auto"),),
        decider.limits,
        text="# python " + shlex.join(sys.argv),
    )
    with measuring(study, kept, jobs, "deals") as (asked, going):
        (units,) = asked.units
        made = [
            Deal(number, WORDS[Verdict(outcome)], length or 0)
            for number, (_, outcome, length) in zip(
                range(deals.first, deals.last + 1), units.rows("length"), strict=False
            )
        ]
    if going.cancelled or len(made) < len(deals):
        return False
    write_whole(file, gzip.compress("".join(deal.line() for deal in made).encode(), mtime=0))
    print(f"{file}: {dict(Counter(deal.verdict for deal in made))}, {time.process_time():.0f} s of CPU")
    return True


def check(decider: Decider, table: dict[int, Deal], sample: int | None) -> bool:
    """Solves deals of the table, evenly spread, once more; True if nothing speaks against it."""
    numbers = sorted(table)
    wrong = other_length = 0
    chosen = numbers if sample is None else numbers[:: max(1, len(numbers) // sample)]
    for number in chosen:
        deal, moves = decider.solve(number)
        known = table[number]
        if deal.verdict != known.verdict and "unknown" not in (deal.verdict, known.verdict):
            print(f"ms:{number}: {known.verdict} in the table, {deal.verdict} now")
            wrong += 1
        elif deal.verdict == "won" and not decider.replays(number, moves):
            print(f"ms:{number}: the line found does not win by the oracle's rules")
            wrong += 1
        other_length += deal.moves != known.moves
    print(f"{len(chosen)} deals checked, {wrong} wrong, {other_length} with a line of another length")
    print(f"the table: {dict(Counter(deal.verdict for deal in table.values()))}")
    return wrong == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=2, help="cells of the game (2)")
    parser.add_argument("--make", type=Path, metavar="FILE", help="decide the deals and write the table")
    parser.add_argument("--check", type=Path, metavar="FILE", help="solve deals of the table once more")
    parser.add_argument("--sample", type=int, metavar="N", help="check about so many deals, not all")
    parser.add_argument("--first", type=int, default=1, help="the first deal to make (1)")
    parser.add_argument("--last", type=int, default=32000, help="the last one (32000)")
    parser.add_argument("--nodes", type=int, default=20_000_000, help="positions for a deal (20 million)")
    parser.add_argument("--gigabytes", type=float, default=4, help="memory for a deal (4)")
    parser.add_argument("--study", type=Path, metavar="FILE.db", help="keep each deal here; go on from it")
    parser.add_argument("--jobs", type=int, default=1, help="threads, each with as much memory (1)")
    args = parser.parse_args()
    decider = Decider(args.cells, Limits(nodes=args.nodes, bytes=int(args.gigabytes * 1e9)))
    if args.make:
        deals = DealRange("ms", args.first, args.last)
        if not make(decider, deals, args.make, args.study, args.jobs):
            return 130
    return 0 if args.check is None or check(decider, read(args.check), args.sample) else 1


if __name__ == "__main__":
    sys.exit(main())
