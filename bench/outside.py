"""What the outside checks share: their options, the table of what was compared, and the exit code.

An outside check asks a program or a model that shares no code with Winnable the same questions, on fresh
random positions. Each disagreement is printed with what it takes to ask again, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence

NO_PEER = 3  # exit code: the peer is not installed, nothing was compared


def add_arguments(parser: argparse.ArgumentParser, deals: int, of_what: str) -> None:
    """`--deals` and `--seed`."""
    parser.add_argument(
        "--deals", type=_positive, default=deals, metavar="N", help=f"how many {of_what} [default: {deals}]"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which ones [default: 1]")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("expected 1 or more")
    return number


def installed_program(name: str, package: str) -> bool:
    """Is the program there, from Debian's package if need be and allowed? What to install, if not."""
    if shutil.which(name) is None and shutil.which("apt-get") and os.geteuid() == 0:
        for step in (["update", "-qq"], ["install", "-y", "-qq", package]):
            subprocess.run(["apt-get", *step], check=False, stdout=subprocess.DEVNULL)
    if shutil.which(name) is None:
        print(f"{name} is not installed; install Debian's package {package}", file=sys.stderr)
    return shutil.which(name) is not None


class Comparison:
    """Counts for each kind of position, in the order in which they come, and the disagreements."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        self.counts: dict[str, Counter[str]] = {}
        self.disagreements: list[str] = []

    def count(self, kind: str, *columns: str) -> None:
        """One more in each of these columns."""
        for column in columns:
            if column not in self.columns:
                raise ValueError(f"no column {column!r}; expected one of {', '.join(self.columns)}")
        self.counts.setdefault(kind, Counter()).update(columns)

    def disagree(self, question: str, ours: object, theirs: object) -> None:
        """A disagreement: how to ask us, what we say, and what the other says."""
        self.disagreements.append(f"{question}: {ours}, but the other says {theirs}")

    def compare(self, question: str, ours: object, theirs: object) -> bool:
        """Are both answers the same? A disagreement if not."""
        if ours != theirs:
            self.disagree(question, ours, theirs)
        return ours == theirs

    def report(self, echo: Callable[[str], object] = print) -> int:
        """Prints the table and the disagreements; the exit code: 1 if there are any."""
        total: Counter[str] = Counter()
        for counts in self.counts.values():
            total.update(counts)
        rows = [("", *self.columns)]
        rows += [
            (kind, *(str(counts[column]) for column in self.columns)) for kind, counts in self.counts.items()
        ]
        rows.append(("all", *(str(total[column]) for column in self.columns)))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        for row in rows:
            numbers = (text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
            echo("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())
        echo(f"disagreements: {len(self.disagreements)} (must be 0)")
        for line in self.disagreements:
            echo(f"  {line}")
        return 1 if self.disagreements else 0
