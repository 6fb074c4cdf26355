"""Where levels of difficulty come from, and what they are worth: `python bench/difficulty.py WHAT`.

pyramid
    The weights and thresholds of Pyramid (difficulty_pyramid.py).
freecell
    FreeCell's scores against the deals that people report as hard or easy (difficulty_reported.py).
levels [GAME ...]
    The scores at which the levels of FreeCell and its kin begin (difficulty_levels.py).
"""

from __future__ import annotations

import argparse
import sys

from difficulty_levels import report_levels
from difficulty_pyramid import report_pyramid
from difficulty_reported import report_freecell


def main() -> int:
    """Prints what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["pyramid", "freecell", "levels"], metavar="WHAT")
    parser.add_argument("names", nargs="*", metavar="GAME", help="for levels: only these")
    parser.add_argument(
        "--deals",
        type=int,
        help="to measure  [default: 1000 of Pyramid, 200; for levels 300 of FreeCell]",
    )
    parser.add_argument(
        "--games", type=int, default=100, help="that the simple player plays of each Pyramid deal"
    )
    arguments = parser.parse_args()
    if arguments.what == "pyramid":
        report_pyramid(arguments.deals or 1000, arguments.games)
    elif arguments.what == "freecell":
        report_freecell(arguments.deals or 200)
    else:
        report_levels(arguments.names, arguments.deals)
    return 0


if __name__ == "__main__":
    sys.exit(main())
