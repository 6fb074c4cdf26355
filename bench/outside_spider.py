"""Logs of Spider against rules that share no code with Winnable: `python bench/outside_spider.py`.

`winnable play` plays numbered deals of four, two and one suit by a policy and writes every game to a log.
Each is then played again by the slow rules in tests/oracle, written from the description of the game: the
deal is made anew from its number, every move must be legal, and the end and the score must be what the line
says. Every disagreement is printed with its deal, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from oracle.spider_log import Replayed, replay  # noqa: E402

GAMES = ("spider", "spider:suits=2", "spider:suits=1")


def played(game: str, deals: str, policy: str, jobs: int, log: Path) -> Iterator[tuple[str, Replayed]]:
    """Plays the deals, and replays the log: each deal, and what became of it."""
    asked = ("play", game, deals, "--policy", policy, "--jobs", str(jobs), "--log", str(log), "--summary")
    subprocess.run((sys.executable, "-m", "winnable", *asked), check=True, stdout=subprocess.DEVNULL)
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["deal"], replay(line)


def main() -> int:
    """Prints the table; 0 if no game was found to be wrong, and none is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of all three games together [1000]")
    parser.add_argument("--first", type=int, default=1, help="the first deal of each, of KPat's [1]")
    parser.add_argument("--policy", default="fast", help="who plays [fast]")
    parser.add_argument("--jobs", type=int, default=1, help="threads [1]")
    asked = parser.parse_args()
    first, wrong = asked.first, 0
    print(f"{'game':16} {'games':>6} {'won':>6} {'moves':>8} {'rows':>6} {'runs':>6} {'wrong':>6}")
    with TemporaryDirectory() as folder:
        for number, game in enumerate(GAMES):
            count = (asked.games + number) // len(GAMES)
            if not count:
                continue
            numbers = range(first, first + count)
            deals = f"kpat:{numbers[0]}..{numbers[-1]}"
            found = dict(played(game, deals, asked.policy, asked.jobs, Path(folder) / "games.log"))
            bad = {deal: end.wrong for deal, end in found.items() if end.wrong}
            missing = {f"kpat:{n}" for n in numbers} - set(found)
            bad |= dict.fromkeys(sorted(missing), "it is not in the log")
            wrong += len(bad)
            ends = found.values()
            figures = (
                len(ends),
                sum(end.won for end in ends),
                sum(end.moves for end in ends),
                sum(end.rows for end in ends),
                sum(end.runs for end in ends),
            )
            print(f"{game:16}", *(f"{n:{6 + 2 * (i == 2)}}" for i, n in enumerate(figures)), f"{len(bad):6}")
            for deal, reason in bad.items():
                print(f"    {game} {deal}: {reason}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
