"""`winnable check` replays what `solve` prints, and says where a solution breaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize("solver", ["auto", "short"])
@pytest.mark.parametrize("style", ["moves", "cards", "words"])
@pytest.mark.parametrize("autoplay", ["none", "horne", "safe"])
def test_what_solve_prints_is_legal_and_wins(
    winnable: Callable[..., object], solver: str, style: str, autoplay: str
) -> None:
    solved = winnable(
        "solve", "freecell", "ms:617", "--solver", solver, "--print", style, "--autoplay", autoplay
    )
    assert solved.code == 0
    checked = winnable("check", "freecell", "ms:617", "-", stdin=solved.out)
    assert checked.code == 0
    assert checked.out.startswith("legal, won")


def test_json_solutions_are_read_too(winnable: Callable[..., object]) -> None:
    solved = winnable("solve", "freecell", "ms:617", "--json")
    checked = winnable("check", "freecell", "ms:617", "-", "--json", stdin=solved.out)
    answer = json.loads(checked.out)
    assert answer["won"] is True
    assert {key: answer[key] for key in ("game", "deal", "moves", "length")} == {
        key: json.loads(solved.out)[key] for key in ("game", "deal", "moves", "length")
    }
    assert answer["listed"] == answer["length"] == len(answer["moves"])


def test_a_solution_that_breaks_at_move_17(winnable: Callable[..., object]) -> None:
    moves = json.loads(winnable("solve", "freecell", "ms:617", "--json").out)["moves"]
    moves[16] = "h1"
    text = "\n".join(" ".join(moves[i : i + 10]) for i in range(0, len(moves), 10))
    checked = winnable("check", "freecell", "ms:617", "-", stdin=text)
    assert checked.code == 1
    assert checked.out.count("\n") == 1
    assert "move 17" in checked.out
    assert "<stdin>:2:" in checked.out
    as_json = json.loads(winnable("check", "freecell", "ms:617", "-", "--json", stdin=text).out)
    assert (as_json["legal"], as_json["won"], as_json["outcome"]) == (False, False, "open")
    where = {"source": "<stdin>", "line": 2, "column": 19}
    assert as_json["broken"] == {"number": 17, "move": "h1", "where": where}
    assert as_json["moves"] == moves[:16]
    assert len(as_json["why"]) == 1


def test_a_legal_list_that_does_not_win(winnable: Callable[..., object]) -> None:
    checked = winnable("check", "freecell", "ms:617", "-", stdin="2a")
    assert checked.code == 1
    assert checked.out == "legal, not won: open after 1 move\n"


def test_the_solution_of_another_deal_breaks(winnable: Callable[..., object]) -> None:
    solved = winnable("solve", "freecell", "ms:617")
    assert winnable("check", "freecell", "ms:618", "-", stdin=solved.out).code == 1


DATA = Path(__file__).parents[1] / "data" / "pyramid"


@pytest.fixture
def thesis(tmp_path: Path) -> tuple[str, str]:
    """Files with the deal and the solution that the thesis prints."""
    told = json.loads((DATA / "thesis.json").read_text())["transcript"]
    deal, solution = tmp_path / "deal.json", tmp_path / "solution.json"
    deal.write_text(json.dumps({key: told[key] for key in ("pyramid", "deck")}))
    solution.write_text(json.dumps(told["printed_solution"]))
    return str(deal), str(solution)


def test_the_printed_solution_of_the_thesis(winnable: Callable[..., object], thesis: tuple[str, str]) -> None:
    checked = winnable("check", "pyramid", *thesis)
    assert checked.code == 0
    assert checked.out == (
        "legal, won: 45 actions: 26 removals, 17 draws, 2 recycles; 1280 points "
        "(the list leaves out 19 draws and recycles)\n"
    )
    answer = json.loads(winnable("check", "pyramid", *thesis, "--json").out)
    wanted = {
        "won": True,
        "removals": 26,
        "draws": 17,
        "recycles": 2,
        "score": 1280,
        "listed": 26,
        "length": 45,
    }
    assert {key: answer[key] for key in wanted} == wanted
    assert "autoplay" not in answer


def test_a_pair_that_cannot_leave(winnable: Callable[..., object], thesis: tuple[str, str]) -> None:
    deal, solution = thesis
    text = Path(solution).read_text().replace('["9C", "4D"]', '["9S", "4D"]')
    checked = winnable("check", "pyramid", deal, "-", stdin=text)
    assert checked.code == 1
    assert checked.out == "<stdin>:1:26: move 3 breaks: 9S+4D: 9S is covered by 8C and JD\n"
    as_json = json.loads(winnable("check", "pyramid", deal, "-", "--json", stdin=text).out)
    assert (as_json["broken"]["number"], as_json["removals"]) == (3, 2)
    assert as_json["broken"]["where"] == {"source": "<stdin>", "line": 1, "column": 26}


def test_pyramid_moves_are_replayed_as_they_stand(winnable: Callable[..., object]) -> None:
    checked = winnable("check", "pyramid", "ms:1", "-", stdin="QH+AH TS+3C draw")
    assert checked.code == 1
    assert checked.out == "legal, not won: open after 3 actions: 2 removals, 1 draw, 0 recycles; 10 points\n"
    hoyle = winnable("check", "pyramid", "ms:1", "-", "--variant", "hoyle", stdin="QH+AH")
    assert hoyle.out == "legal, not won: open after 1 action: 1 removal, 0 draws, 0 recycles\n"
    empty = winnable("check", "pyramid", "ms:1", "-", stdin="")
    assert empty.code == 2
    assert "moves such as 8S+5D KH draw" in empty.err


def test_pyramid_has_no_autoplay(winnable: Callable[..., object]) -> None:
    checked = winnable("check", "pyramid", "ms:1", "-", "--autoplay", "safe", stdin="QH+AH")
    assert (checked.code, checked.err) == (2, "winnable: pyramid has no autoplay safe; expected none\n")
