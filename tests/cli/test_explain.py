"""`winnable explain`, and `winnable hint` for Undead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from families.undead.ids import SAMPLE

PAIRS = {"gv": "ghost or vampire", "gz": "ghost or zombie", "vz": "vampire or zombie"}
LOOSE = "2x1:1,1,0,b,-,-,-,-,-,-"
IMPOSSIBLE = "2x1:1,1,0,b,1,1,-,-,-,-"
NORMAL = "7x7:9,19,5,dLcLaRgRRgRbLaRaLbRRbRLLbRLa,5,2,5,0,2,4,5,0,4,2,0,0,1,1,0,0,0,7,0,1,0,0,4,0,7,5,7,4"
WHAT_IF = "6x6:11,11,5,hRaRiLLbRaLbLcRaL,1,4,3,2,4,4,4,2,3,4,0,3,0,3,0,0,4,2,5,4,1,3,3,4"


def test_a_solution_step_by_step(winnable: Callable[..., object]) -> None:
    answer = winnable("explain", "undead", NORMAL)
    assert answer.code == 0
    lines = answer.out.splitlines()
    ending = next(i for i, line in enumerate(lines) if line.startswith("# solved in "))
    steps = [line for line in lines[:ending] if not line.startswith("   narrowed down: ")]
    assert [int(line.split(".")[0]) for line in steps] == list(range(1, len(steps) + 1))
    assert lines[0] == (
        "1. zero line: U3 sees nothing along line L2-U3, so r2c5, r2c6, r2c7, r3c4, r4c4 and r5c4 are "
        "vampires and r7c3 is a ghost"
    )
    assert "what if" not in answer.out
    assert len(lines) == ending + 1 + 7 + 4


def test_what_is_ruled_out_is_shown_as_it_goes(winnable: Callable[..., Any]) -> None:
    """By the cuts of all steps so far: what is settled, or still has all three, is left out."""
    for board in (SAMPLE, NORMAL, WHAT_IF):
        text = winnable("explain", "undead", board).out
        *steps, _ = map(json.loads, winnable("explain", "undead", board, "--json").out.splitlines())
        held: dict[str, str] = {}
        told = ""
        for number, step in enumerate(steps, 1):
            held |= {cell: cut["left"] for cell, cut in step["candidates"].items()}
            assert step["narrowed"] == {cell: held[cell] for cell in held if len(held[cell]) == 2}
            left = step["narrowed"]
            alike = {could: [cell for cell in left if left[cell] == could] for could in left.values()}
            cells = ", ".join(f"{', '.join(those)} ({PAIRS[could]})" for could, those in alike.items())
            _, _, chunk = f"\n{text}".partition(f"\n{number}. ")
            chunk = chunk.partition(f"\n{number + 1}. ")[0].partition("\n# ")[0]
            assert chunk.endswith(f"\n   narrowed down: {cells}") == bool(cells and cells != told)
            told = cells
    boards = winnable("explain", "undead", SAMPLE, "--print", "boards").out
    assert "narrowed down" not in boards
    assert " R4  0   \\ *vz*  /   g  0  L4" in boards
    stopped = winnable("explain", "undead", SAMPLE, "--hardest", "sighting").out
    assert " R2  2   v   \\  gz  gz  1  L2" in stopped


def test_what_ifs_are_labelled_with_their_chain(winnable: Callable[..., object]) -> None:
    out = winnable("explain", "undead", WHAT_IF).out
    found = re.findall(r"^(\d+)\. what if: if r\dc\d were a \w+, then after (\d+) steps? ", out, re.MULTILINE)
    assert found
    for number, steps in found:
        chain = [line for line in out.splitlines() if line.startswith(f"    {number}.")]
        assert [line.split()[0] for line in chain] == [f"{number}.{i}." for i in range(1, int(steps) + 1)]


def test_json_has_every_step_and_how_it_ends(winnable: Callable[..., object]) -> None:
    *steps, last = map(json.loads, winnable("explain", "undead", WHAT_IF, "--json").out.splitlines())
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert last["settled"] is True
    assert last["hardest"] == "what if"
    assert sum(last["by_rung"].values()) == len(steps)
    assert last["open"] == {}
    for step in steps:
        assert all(set(cell["left"]) < set(cell["was"]) for cell in step["candidates"].values())
        if step["rule"] == "what if":
            assert step["if"]["monster"] not in step["candidates"][step["if"]["cell"]]["left"]
            assert step["refuted"]["rung"] != "what if"
        else:
            assert step["lines"] or step["uses_totals"]


def test_several_solutions_end_the_certain_part(winnable: Callable[..., object]) -> None:
    answer = winnable("explain", "undead", LOOSE)
    assert answer.code == 1
    assert (
        "# here the steps end, after 1 step: there are several solutions; open: r1c1, r1c2 (ghost or vampire)"
        in answer.out
    )
    assert json.loads(winnable("explain", "undead", LOOSE, "--json").out.splitlines()[-1])["open"] == {
        "r1c1": "gv",
        "r1c2": "gv",
    }


def test_no_solution_says_what_breaks(winnable: Callable[..., object]) -> None:
    answer = winnable("explain", "undead", IMPOSSIBLE)
    assert answer.code == 1
    assert "# no solution: there would be room for no ghosts, not 1\n" in answer.out
    mistaken = winnable("explain", "undead", SAMPLE, "--after", "r1c2=g")
    assert mistaken.code == 1
    assert (
        "# no solution: D1 would see at least 1 along line D1-D4, not 0; winnable hint names the mistakes\n"
        in mistaken.out
    )


def test_the_hardest_rung_is_kept_to(winnable: Callable[..., object]) -> None:
    answer = winnable("explain", "undead", WHAT_IF, "--hardest", "one-line")
    assert answer.code == 1
    assert "# here these rules end, after " in answer.out
    rungs = json.loads(
        winnable("explain", "undead", WHAT_IF, "--hardest", "one-line", "--json").out.splitlines()[-1]
    )
    assert rungs["by_rung"]["two lines"] == rungs["by_rung"]["what if"] == 0


def test_a_limit_ends_it(winnable: Callable[..., object]) -> None:
    answer = winnable("explain", "undead", WHAT_IF, "--max-nodes", "1")
    assert answer.code == 3
    assert "# stopped by nodes" in answer.out


def test_drawings_of_each_step(winnable: Callable[..., object], tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    answer = winnable("explain", "undead", SAMPLE, "--output", str(folder), "--print", "boards")
    assert answer.code == 0
    steps = [line for line in answer.out.splitlines() if line[0].isdigit()]
    assert len(list(folder.iterdir())) == len(steps)
    for number, line in enumerate(steps, 1):
        root = ElementTree.parse(folder / f"step-{number}.svg").getroot()
        assert root.findtext("{http://www.w3.org/2000/svg}title") == line
    # Each of the steps is followed by its board, with a line in brackets.
    assert answer.out.count("U1  U2  U3  U4") == len(steps)
    assert all("[" in board for board in re.split(r"^\d+\. ", answer.out, flags=re.MULTILINE)[1:])


def test_only_undead_is_explained(winnable: Callable[..., object]) -> None:
    answer = winnable("explain", "freecell", "617")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "winnable: FreeCell has no explanations; expected undead; see winnable hint\n"


def test_a_hint_in_one_sentence_with_its_line(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "undead", SAMPLE)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == (
        "r1c2=v: a vampire in r1c2; zero line: D1 sees nothing along line D1-D4, so r1c2 and r1c3 are "
        "vampires"
    )
    assert lines[3] == r" R1  3  [\] *.* *.* [/] 2  L1"
    later = winnable("hint", "undead", SAMPLE, "--after", "r1c2=v r1c3=v r2c1=v r3c1=g r4c4=g")
    assert later.code == 0
    assert later.out.startswith("r4c2=v: a vampire in r4c2, in 3 steps\n1. ")


@pytest.mark.parametrize("json_too", [False, True])
def test_a_hint_names_mistakes_first(winnable: Callable[..., object], json_too: bool) -> None:
    arguments = ["hint", "undead", SAMPLE, "--after", "r1c2=g r4c2=z"]
    answer = winnable(*arguments, *(["--json"] if json_too else []))
    assert answer.code == 1
    words = [
        "r1c2 is wrong: no solution has a ghost there",
        "r4c2 is wrong: no solution has a zombie there",
        "D1 sees 0 along line D1-D4, but r1c2 makes it at least 1",
    ]
    if json_too:
        data = json.loads(answer.out)
        assert data["mistakes"] == words
        assert data["take_back"] == ["r1c2", "r4c2"]
        assert data["steps"][0]["sighting"] == "D1"
    else:
        assert answer.out.splitlines()[:4] == [*words, "with that taken back:"]


def test_verdicts_of_moves(winnable: Callable[..., object]) -> None:
    answer = winnable("verdicts", "undead", SAMPLE)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert len(lines) == 27
    assert lines[0] == "r1c2=v winnable in 9 moves: a vampire in r1c2"
    assert lines[9] == (
        "r1c2=g lost: a ghost in r1c2 (D1 sees 0 along line D1-D4, but r1c2 makes it at least 1)"
    )
