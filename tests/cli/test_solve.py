"""`winnable solve`: verdicts, formats, limits, jobs, cancelling."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sizes import PATIENCE

KEYS = {
    "game", "deal", "verdict", "reason", "why", "length", "moves", "autoplay", "cost", "lower_bound", "stats",
}  # fmt: skip


def test_json_has_the_promised_keys(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "ms:1..3", "--json")
    assert answer.code == 0
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["deal"] for line in lines] == ["ms:1", "ms:2", "ms:3"]
    for line in lines:
        assert set(line) == KEYS
        assert line["verdict"] == "solved"
        assert line["length"] == len(line["moves"]) > 52
        assert line["stats"]["expanded"] > 0


def test_an_unwinnable_deal_is_answered_no(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "ms:11982", "--json")
    assert answer.code == 1
    line = json.loads(answer.out)
    assert (line["verdict"], line["reason"], line["length"], line["moves"]) == (
        "unsolvable",
        "exhausted",
        0,
        [],
    )


def test_a_summary(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "ms:11980..11984", "--summary", "--json", "--jobs", "1")
    assert answer.code == 0
    summary = json.loads(answer.out)
    assert (summary["games"], summary["wins"], summary["losses"]) == (5, 4, 1)
    assert summary["lost"] == ["ms:11982"]
    assert summary["undecided"] == []
    assert 52 < summary["mean_length"] < 200
    assert summary["stats"]["cpu_seconds"] > 0
    assert summary["stats"]["peak_bytes"] > 0


def test_jobs_change_nothing_but_the_time(winnable: Callable[..., object]) -> None:
    def answers(jobs: str) -> list[tuple[object, ...]]:
        out = winnable("solve", "freecell", "ms:1..60", "--json", "--jobs", jobs).out
        lines = [json.loads(line) for line in out.splitlines()]
        return [(line["deal"], line["verdict"], line["moves"], line["stats"]["expanded"]) for line in lines]

    assert answers("1") == answers("3")


def test_a_node_limit_is_unknown_and_exit_3(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "ms:11982", "--max-nodes", "10", "--json")
    assert answer.code == 3
    line = json.loads(answer.out)
    assert (line["verdict"], line["reason"]) == ("unknown", "nodes")


def test_a_memory_limit_is_unknown_and_exit_3(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "ms:11982", "--max-memory", "300K", "--json")
    assert answer.code == 3
    line = json.loads(answer.out)
    assert (line["verdict"], line["reason"]) == ("unknown", "memory")
    assert line["stats"]["peak_bytes"] <= 300_000


def test_files_hold_boards_deal_numbers_or_json(winnable: Callable[..., object], tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(winnable("deal", "freecell", "ms:1..2").out)
    numbers = tmp_path / "numbers.txt"
    numbers.write_text("# two deals\n1\nms:2\n")
    lines = tmp_path / "lines.json"
    data = [json.loads(line) for line in winnable("deal", "freecell", "ms:1..2", "--json").out.splitlines()]
    lines.write_text(
        "".join(json.dumps({k: v for k, v in item.items() if k != "deal"}) + "\n" for item in data)
    )
    found = []
    for path in (boards, numbers, lines):
        out = winnable("solve", "freecell", str(path), "--json", "--jobs", "1").out
        found.append([json.loads(line)["moves"] for line in out.splitlines()])
    assert len(found[0]) == 2
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("freecell", "freecell"),
        ("penguin", "penguin"),
        ("freecell:cells=3,columns=7", "freecell:columns=7,cells=3"),
        ("freecell:cells=4", "freecell"),
    ],
)
def test_deals_as_json_are_solved_under_their_numbers(
    winnable: Callable[..., object], name: str, again: str
) -> None:
    dealt = winnable("deal", name, "ms:5..6", "--json").out
    solved = winnable("solve", again, "-", "--json", stdin=dealt)
    assert [json.loads(line)["deal"] for line in solved.out.splitlines()] == ["ms:5", "ms:6"]
    assert solved.code == 0
    assert winnable("solve", "bakers_game", "-", stdin=dealt).code == 2


def test_jobs_share_the_default_memory(
    winnable: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from winnable.search import solvers

    seen: list[tuple[int, int]] = []

    def record(
        make: object, items: object, *, limits: solvers.Limits, jobs: int, token: object
    ) -> list[object]:
        seen.append((jobs, limits.bytes))
        return []

    monkeypatch.setattr(solvers, "solve_stream", record)
    for argv in (
        ("ms:1..9", "--jobs", "4"),
        ("ms:1", "--jobs", "4"),
        ("ms:1..9", "--jobs", "1"),
        ("ms:1..9", "--jobs", "4", "--max-memory", "3G"),
    ):
        winnable("solve", "freecell", *argv)
    assert seen == [(4, 500_000_000), (1, 2_000_000_000), (1, 2_000_000_000), (4, 3_000_000_000)]


def test_a_position_in_the_middle_of_a_game(winnable: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "end.txt"
    path.write_text("Foundations: H-K C-K D-J S-Q\nFreecells: KD - - -\n: KS\n: QD\n")
    answer = winnable("solve", "freecell", str(path), "--json")
    assert answer.code == 0
    assert sorted(json.loads(answer.out)["moves"]) == ["1h", "2h", "ah"]


def test_shortest_proves_its_length(winnable: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "end.txt"
    path.write_text("Foundations: H-K C-K D-J S-J\nFreecells: - - - -\n: KS QD\n: QS KD\n")
    answer = winnable("solve", "freecell", str(path), "--solver", "shortest", "--json")
    line = json.loads(answer.out)
    # QD, KD, QS, KS go home in this order; nothing steps aside.
    assert line["verdict"] == "solved"
    assert line["cost"] == line["lower_bound"] == line["length"] == 4


@pytest.mark.parametrize(
    "name", ["freecell:cells=3", "freecell:columns=7", "relaxed", "bakers_game", "eight_off"]
)
def test_other_rules_are_solved_and_checked(winnable: Callable[..., object], name: str) -> None:
    solved = winnable("solve", name, "ms:1..5", "--json", "--max-nodes", "300000", "--jobs", "1")
    assert solved.code in (0, 3)
    verdicts = []
    for line in map(json.loads, solved.out.splitlines()):
        verdicts.append(line["verdict"])
        if line["verdict"] == "solved":
            text = " ".join(line["moves"])
            assert winnable("check", name, line["deal"], "-", stdin=text).code == 0
    assert "solved" in verdicts


def test_interrupt_answers_with_what_is_known(process: Callable[..., subprocess.Popen[str]]) -> None:
    running = process("solve", "freecell", "ms:1..100000000", "--summary", "--json", "--jobs", "1")
    assert running.stderr is not None
    # The progress line of the second second says that the work is under way.
    assert "solved" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=PATIENCE)  # all of them take days
    assert running.returncode == 130
    assert json.loads(out)["wins"] > 0


# --- under forced autoplay ---------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["moves", "cards"])
def test_a_win_under_max_can_be_played_under_max(
    winnable: Callable[..., object], style: str, tmp_path: Path
) -> None:
    """32002 was answered with a line that could only be played under safe."""
    line = winnable("solve", "freecell", "ms:32002", "--autoplay", "max", "--print", style).out
    assert "# autoplay: max\n" in line
    file = tmp_path / "line.txt"
    file.write_text(line)
    checked = winnable("check", "freecell", "ms:32002", str(file), "--autoplay", "max")
    assert checked.code == 0, checked.out


def test_a_deal_that_max_spoils_is_proved_lost_under_it(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "ms:1941", "--autoplay", "max")
    assert answer.code == 1
    assert "unsolvable, proved: no line wins under autoplay max; without it one does" in answer.out
    (data,) = map(
        json.loads, winnable("solve", "freecell", "ms:1941", "--autoplay", "max", "--json").out.splitlines()
    )
    assert (data["verdict"], data["autoplay"]) == ("unsolvable", "max")
    assert data["why"] == ["no line wins under autoplay max; without it one does"]
    lost = winnable("solve", "freecell", "ms:11982", "--autoplay", "max").out
    assert "no line wins, under autoplay max or without it" in lost


def test_what_is_asked_beside_has_what_the_solver_leaves(winnable: Callable[..., object]) -> None:
    ask = ("solve", "freecell", "ms:1941", "--autoplay", "max", "--json")
    needed = json.loads(winnable(*ask).out)["stats"]["expanded"]
    line = json.loads(winnable(*ask, "--max-nodes", str(needed + 1)).out)
    assert (line["verdict"], line["stats"]["expanded"]) == ("unsolvable", needed)
    assert line["why"] == ["no line wins under autoplay max; whether one does without it is not known"]
