"""The boards of ``freecell_students.toml``, and the table of what came of it.

    python freecell_students.py boards FOLDER [COUNT]
    python freecell_students.py table RESULTS.csv

``boards`` writes the files of boards that the study names: for 8, 14 and 16 moves from the end each the first
10 that are found, or COUNT. ``table`` writes a table in Markdown from what ``winnable study export`` wrote.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from study_tables import Unit, is_won, markdown, median_text, read_units, values_text

from winnable import get_game
from winnable.families.patience.conventions import without_autoplay
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.solution import replay_moves
from winnable.moves import Autoplay
from winnable.search.algorithms import search
from winnable.search.api import Limits, Verdict
from winnable.text.boards import write_position
from winnable.text.detect import read_file

MOVES = (8, 14, 16)  # left to make, as on the three boards of the report
BOARDS = 10
PROOF = Limits(nodes=400_000)  # to find the fewest moves; a deal for which this is not enough is passed over
WIN = Limits(nodes=200_000)
AUTOPLAY = Autoplay.SAFE
FREECELL = get_game("freecell")
assert isinstance(FREECELL, PatienceGame)


def near_the_end(left: int) -> Iterator[tuple[int, PatiencePosition]]:
    """Boards that a player wins with ``left`` moves and not with fewer, with the number of their deal.

    A deal is won by the solver for few moves. From the end of this win it goes back to the last place from
    which so many moves are needed; A* finds how many that are, with an estimate that is never too high.
    A move back brings one move more at most, so that no place is jumped over.
    """
    for number in range(1, 32_001):
        start = FREECELL.deal(f"ms:{number}")
        won = FREECELL.solver("short").solve(start, limits=WIN)
        moves = without_autoplay(FREECELL, start, won.moves, AUTOPLAY) if won.moves else None
        back, needed, board = left, 0, start
        while moves is not None and back < len(moves):
            board = replay_moves(FREECELL, start, moves[:-back], AUTOPLAY).positions[-1]
            needed = fewest_moves(board)
            if not 0 < needed < left:
                break
            back += left - needed
        if needed == left:
            yield number, board


def fewest_moves(board: PatiencePosition) -> int:
    """How many moves a player needs to win when safe cards go home by themselves; -1 if it is not known."""
    found = search(
        FREECELL, board, "astar", heuristic="aside", autoplay=AUTOPLAY, off_foundation=False, limits=PROOF
    )
    return int(found.cost) if found.verdict is Verdict.SOLVED and found.optimal else -1


def write_boards(folder: Path, count: int) -> None:
    """Writes a file of boards for each number of moves, with the deal of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in MOVES:
        boards = [
            f"# {left} moves from the end of ms:{number}\n{write_position(FREECELL, board).strip()}\n"
            for number, board in islice(near_the_end(left), count)
        ]
        (folder / f"{left}_moves.txt").write_text("---\n".join(boards), encoding="utf-8")


def table(results: Path) -> str:
    """What each player took for the boards of each kind: medians of all, but moves of those that were won;
    ``fewest`` are those that were won with no more moves than they need."""
    rows: list[list[str]] = []
    for group, players in read_units(results).items():
        for player, units in players.items():
            won = [unit for unit in units if is_won(unit)]
            moves = [float(players_moves(unit)) for unit in won]
            measures = [median_text(units, name) for name in ("seconds", "peak_bytes", "expanded")]
            fewest = sum(count == int(group.split()[0]) for count in moves)
            middle = values_text(sorted(moves), [False] * len(moves), measure="length")
            rows.append([group, player, f"{len(won)} of {len(units)}", middle, str(fewest), *measures])
    columns = ("boards", "method", "solved", "moves", "fewest", "time", "peak memory", "positions")
    return markdown(columns, rows, words=2)


def players_moves(unit: Unit) -> int:
    """The moves of a win that a player makes when safe cards go home by themselves."""
    if "search" in json.loads(unit["parameters"]):
        return int(float(unit["cost"]))  # such a search counts no others
    start = position = boards_of(unit["deal"].rpartition(":")[0])[unit["deal"]]
    moves: list[PatienceMove] = []
    for text in unit["moves"].split():
        moves.append(FREECELL.notation.parse(position, text))
        position = FREECELL.play(position, moves[-1])
    player = without_autoplay(FREECELL, start, moves, AUTOPLAY)
    assert player is not None
    return len(player)


@cache
def boards_of(name: str) -> dict[str, PatiencePosition]:
    """The boards of a file beside this one, by what the study calls them."""
    path = str(Path(__file__).parent / name)
    return {entry.label.replace(path, name): entry.position(FREECELL) for entry in read_file(path, FREECELL)}


def main() -> None:
    """Does what the arguments say."""
    match sys.argv[1:]:
        case ["boards", folder]:
            write_boards(Path(folder), BOARDS)
        case ["boards", folder, count]:
            write_boards(Path(folder), int(count))
        case ["table", results]:
            print(table(Path(results)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
