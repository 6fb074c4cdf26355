"""`winnable sheet`: pages of puzzles with their solutions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from families.undead.ids import SAMPLE

SVG = "{http://www.w3.org/2000/svg}"
OTHER = "5x5:4,5,5,aLcReRLaLRLLRcRRa,1,2,3,2,2,2,2,2,1,1,4,0,1,0,2,4,4,2,0,2"
LOOSE = "2x1:1,1,0,b,-,-,-,-,-,-"
IMPOSSIBLE = "2x1:1,1,0,b,1,1,-,-,-,-"


def monsters(path: Path) -> int:
    groups = ElementTree.parse(path).getroot().iter(f"{SVG}g")
    return sum(group.find(f"{SVG}path") is not None for group in groups)


def test_svg_pages_with_the_solutions_last(winnable: Callable[..., object], tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text(f"{SAMPLE}\n{OTHER}\n{SAMPLE}\n")
    output = tmp_path / "sheet.svg"
    answer = winnable(
        "sheet", "undead", str(ids), "--output", str(output), "--per-page", "2", "--title", "Ghosts"
    )
    assert answer.code == 0
    paths = [tmp_path / f"sheet-{number}.svg" for number in (1, 2, 3)]
    assert answer.out.splitlines() == [str(path) for path in paths]
    assert not output.exists()
    shown = [[text.text for text in ElementTree.parse(path).getroot().iter(f"{SVG}text")] for path in paths]
    assert [page[:2] for page in shown] == [
        ["Ghosts", "1 / 3"],
        ["Ghosts", "2 / 3"],
        ["Ghosts: solutions", "3 / 3"],
    ]
    root = ElementTree.parse(paths[0]).getroot()
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    # A group for each monster: above a board stand three, in the solutions also those of the cells.
    boards = [monsters(path) for path in paths]
    assert boards == [6, 3, 9 + 9 + 14 + 9]


def test_puzzles_are_those_of_generate(winnable: Callable[..., object], tmp_path: Path) -> None:
    game, output = "undead:size=4x4,grade=easy", tmp_path / "sheet.svg"
    answer = winnable("sheet", game, "--count", "3", "--seed", "5", "-o", str(output))
    assert (answer.code, answer.err) == (0, "")
    made = winnable("generate", "undead", "4x4", "--grade", "easy", "--count", "3", "--seed", "5", "--json")
    boards = [json.loads(line) for line in made.out.splitlines()]
    puzzles, solutions = (
        [text.text or "" for text in ElementTree.parse(path).getroot().iter(f"{SVG}text")]
        for path in (tmp_path / "sheet-1.svg", tmp_path / "sheet-2.svg")
    )
    assert [text for text in puzzles if "easy" in text] == ["1, easy", "2, easy", "3, easy"]
    assert [text for text in solutions if "easy" in text] == [
        f"{number}, easy ({board['deal']})" for number, board in enumerate(boards, 1)
    ]
    # The clues of each puzzle follow its name: the totals, then the sightings.
    clues = [re.split(",", board["id"].split(":")[1]) for board in boards]
    for number, (ghosts, vampires, zombies, _, *sightings) in enumerate(clues, 1):
        first = puzzles.index(f"{number}, easy") + 1
        assert puzzles[first : first + 19] == [ghosts, vampires, zombies, *sightings]


def test_the_grade_of_an_id_is_in_its_name(winnable: Callable[..., object], tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("\n".join([SAMPLE, SAMPLE.replace("4x4", "4x4dt"), OTHER.replace("5x5", "5x5de")]) + "\n")
    winnable("sheet", "undead", str(ids), "-o", str(tmp_path / "sheet.svg"))
    for number in (1, 2):
        root = ElementTree.parse(tmp_path / f"sheet-{number}.svg").getroot()
        shown = [text.text for text in root.iter(f"{SVG}text")]
        assert [text for text in shown if text and ", " in text] == ["2, tricky", "3, easy"]


def test_no_two_puzzles_are_equal(winnable: Callable[..., object], tmp_path: Path) -> None:
    output = tmp_path / "sheet.svg"
    answer = winnable("sheet", "undead:size=1x2", "--count", "13", "-o", str(output))
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.endswith(
        "winnable: only 12 different puzzles were found: 1000 in a row were the same as one of them\n"
    )
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_made_is_named_and_nothing_printed(
    winnable: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from winnable.families.undead import boards as undead_boards

    monkeypatch.setattr(undead_boards, "MOST_LOOKED", 1)
    output = tmp_path / "sheet.svg"
    answer = winnable("sheet", "undead:size=10x10,grade=tricky", "--count", "1", "-o", str(output))
    assert (answer.code, answer.out) == (3, "")
    assert re.fullmatch(r"winnable: seed:\d+: none of 1 board is as asked: 10x10, tricky\n", answer.err)
    assert not list(tmp_path.iterdir())


def test_a_pdf(winnable: Callable[..., object], tmp_path: Path) -> None:
    pytest.importorskip("fpdf", reason="the extra print is not installed")
    output = tmp_path / "sheet.pdf"
    answer = winnable("sheet", "undead", "-", "-o", str(output), stdin=f"{SAMPLE}\n")
    assert (answer.code, answer.out) == (0, f"{output}\n")
    assert output.read_bytes().startswith(b"%PDF-")


def test_without_fpdf2_it_says_what_to_install(
    winnable: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fpdf", None)
    output = tmp_path / "sheet.pdf"
    answer = winnable("sheet", "undead", SAMPLE, "-o", str(output))
    assert answer.code == 2
    assert answer.err == (
        "winnable: PDF needs the package fpdf2; install winnable[print], or write .svg files instead\n"
    )
    assert not output.exists()


def test_boards_with_other_than_one_solution(winnable: Callable[..., object], tmp_path: Path) -> None:
    output = tmp_path / "sheet.svg"
    loose = winnable("sheet", "undead", LOOSE, "-o", str(output))
    assert loose.code == 0
    assert loose.err == f"winnable: {LOOSE}: has several solutions\n"
    assert "1 (one of several)" in (tmp_path / "sheet-2.svg").read_text()
    none = winnable("sheet", "undead", IMPOSSIBLE, "-o", str(output))
    assert none.code == 2
    assert none.err == (
        f"winnable: {IMPOSSIBLE}: this board has no solution; expected boards that can be solved\n"
    )


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["freecell", "617", "-o", "x.pdf"], "FreeCell has no generator of puzzles; expected undead"),
        (
            ["undead", SAMPLE, "-o", "x.txt"],
            "'x.txt' names no format; expected a file that ends in .pdf or .svg",
        ),
        (["undead", "-o", "x.svg"], "give a POSITION, or --count and --seed; see winnable sheet --help"),
        (
            ["undead", SAMPLE, "--seed", "1", "-o", "x.svg"],
            "give a POSITION, or --count and --seed; see winnable sheet --help",
        ),
        (
            ["undead", SAMPLE],
            "Missing option '-o' / '--output'; for example winnable sheet undead -n 4 -o sheet.svg; "
            "see winnable sheet --help",
        ),
        (
            ["undead", SAMPLE, "-o", "no/such/folder.svg"],
            "no/such/folder-1.svg: No such file or directory: there is no folder 'no/such'",
        ),
    ],
)
def test_wrong_arguments(
    winnable: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    error: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = winnable("sheet", *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"winnable: {error}\n")
    assert not list(tmp_path.iterdir())
