"""The studies that do again what others have printed: their tables are the ones that their pages show."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from winnable import get_game
from winnable.analysis.difficulty import difficulty
from winnable.families.patience.solution import replay_moves
from winnable.moves import Autoplay
from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.export import write_csv
from winnable.studies.experiments.plan import read_study
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.store import Store

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "studies"
sys.path.insert(0, str(FOLDER))

import freecell_students  # noqa: E402
import pyramid_thesis  # noqa: E402
import study_tables  # noqa: E402


def measured(name: str, folder: Path, changes: Mapping[str, str]) -> Path:
    """What a study of the examples comes to, as CSV, with some words of it changed."""
    source = FOLDER / name
    text = source.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    with Store(folder / "study.db", create=True) as store, here() as crew:
        add_study(store, read_study(text, str(source)))
        run_study(store, crew)
        with (folder / "study.csv").open("w", encoding="utf-8") as file:
            write_csv(store, file)
    return folder / "study.csv"


def cells(text: str, without: str = "") -> set[tuple[str, ...]]:
    """The rows of all tables of a text, without the column of this name."""
    found: set[tuple[str, ...]] = set()
    left_out: int | None = None
    inside = False
    for line in text.splitlines():
        row = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if row and not inside:
            left_out = row.index(without) if without in row else None
        inside = bool(row)
        if row:
            found.add(tuple(cell for place, cell in enumerate(row) if place != left_out))
    return found


def page(name: str) -> str:
    return (ROOT / "docs" / "studies" / f"{name}.md").read_text(encoding="utf-8")


# --- Pyramid, as in a thesis -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first twelve deals of each level, enough for ten solved ones of the first four."""
    folder = tmp_path_factory.mktemp("pyramid")
    changes = {"[[players]]": "[[players]]\ndeals = 12", "1_000_000": "20_000"}
    return measured("pyramid_thesis.toml", folder, changes)


def test_the_thesis_figures_are_those_of_the_page(twelve: Path) -> None:
    results = study_tables.read_units(twelve)
    assert list(results) == list(pyramid_thesis.LEVELS)
    shown = cells(page("pyramid_thesis"), "time")
    for player in (pyramid_thesis.THESIS, pyramid_thesis.TABLE):
        rows = cells(pyramid_thesis.figures_table(results, player), "time")
        wanted = {row for row in rows if row[1].startswith("10 of ")}
        assert len(wanted) == 4
        assert wanted <= shown


def test_each_way_answers_as_the_others_do(twelve: Path) -> None:
    """What the thesis solves with a table it solves without, in no fewer positions; the solver solves
    all, as every deal can be won."""
    for players in study_tables.read_units(twelve).values():
        plain, table, ours = (players[name] for name in pyramid_thesis.PLAYERS)
        assert [len(units) for units in (plain, table, ours)] == [12, 12, 12]
        assert all(map(study_tables.is_won, ours))
        for one, other in zip(plain, table, strict=True):
            assert study_tables.is_won(one) == study_tables.is_won(other)
            assert int(other["expanded"]) <= int(one["expanded"])


@pytest.mark.parametrize("level", pyramid_thesis.LEVELS)
def test_deals_are_of_their_level(level: str) -> None:
    deals = (FOLDER / "pyramid_thesis" / f"{level}.txt").read_text().split()
    assert len(set(deals)) == len(deals) == 100
    game = get_game("pyramid")
    for deal in deals[::40]:
        assert difficulty(game, game.deal(deal)).level == level


@pytest.mark.slow
def test_all_deals_give_the_tables_of_the_page(tmp_path: Path) -> None:
    results = study_tables.read_units(measured("pyramid_thesis.toml", tmp_path, {}))
    shown = cells(page("pyramid_thesis"), "time")
    for table in (
        pyramid_thesis.figures_table(results, pyramid_thesis.THESIS),
        pyramid_thesis.figures_table(results, pyramid_thesis.TABLE),
        pyramid_thesis.solved_table(results),
        pyramid_thesis.positions_table(results),
    ):
        assert cells(table, "time") <= shown


# --- FreeCell, as a student project searched it ------------------------------------------------------------


def test_boards_near_the_end(tmp_path: Path) -> None:
    """Two boards of each kind: wins have the moves that are counted, and not fewer than the boards need."""
    changes = {"[[players]]": "[[players]]\ndeals = 2", "4_000_000": "100_000", '"2G"': '"64M"'}
    results = study_tables.read_units(measured("freecell_students.toml", tmp_path, changes))
    assert list(results) == ["8 moves", "14 moves", "16 moves"]
    for group, players in results.items():
        needed = int(group.split()[0])
        for player, units in players.items():
            assert len(units) == 2
            for unit in filter(study_tables.is_won, units):
                assert winning_moves(unit) == freecell_students.players_moves(unit) >= needed
            if needed == 8 or player.startswith("Winnable"):
                assert all(map(study_tables.is_won, units))
        if needed == 8:
            assert [float(unit["cost"]) for unit in players["BFS"]] == [8, 8]


def winning_moves(unit: study_tables.Unit) -> int:
    """The moves of a win that its player makes, from the line that the study kept; the line wins."""
    freecell = freecell_students.FREECELL
    start = position = freecell_students.boards_of(unit["deal"].rpartition(":")[0])[unit["deal"]]
    moves = []
    for text in unit["moves"].split():
        moves.append(freecell.notation.parse(position, text))
        position = freecell.play(position, moves[-1])
    assert freecell.outcome(position) == "won"
    player = freecell_students.without_autoplay(freecell, start, moves, Autoplay.SAFE)
    assert player is not None
    assert replay_moves(freecell, start, player, Autoplay.SAFE).won
    return len(player)


@pytest.mark.slow
def test_boards_are_made_again(tmp_path: Path) -> None:
    freecell_students.write_boards(tmp_path, 1)
    for left in freecell_students.MOVES:
        name = f"{left}_moves.txt"
        made, kept = (tmp_path / name).read_text(), (FOLDER / "freecell_students" / name).read_text()
        assert kept.startswith(made)


@pytest.mark.slow
def test_all_boards_give_the_rows_of_the_page(tmp_path: Path) -> None:
    """All but BFS's where it gives up."""
    changes = {'search = "breadth_first"\n': 'search = "breadth_first"\ngames = "8 moves"\n'}
    table = freecell_students.table(measured("freecell_students.toml", tmp_path, changes))
    rows = cells(table, "time")
    assert len(rows) == 2 + 3 * 5 + 1
    assert rows <= cells(page("freecell_students"), "time")


def test_mistaken_arguments_say_how_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["freecell_students.py", "bords"])
    with pytest.raises(SystemExit, match=r"python freecell_students\.py boards FOLDER"):
        freecell_students.main()
