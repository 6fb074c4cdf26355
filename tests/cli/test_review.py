"""`winnable review`: the move that lost, the fall of the chance, and what is refused."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.waiting import until_threads
from sizes import PATIENCE
from winnable.registry import get_game

# Moves from deal 617 that lose with the twelfth, which leaves no legal move.
LOST = "4a 82 6b 2c 6d c3 6c 32 23 53 d5 7d"


def won_after(game_name: str, deal: str, moves: list[str]) -> bool:
    game = get_game(game_name)
    position = game.deal(deal)
    for text in moves:
        position = game.play(position, game.notation.parse(position, text))
    return bool(game.outcome(position).value == "won")


def test_the_move_that_lost_is_named(winnable: Callable[..., object], tmp_path: Path) -> None:
    answer = winnable("review", "freecell", "ms:617", LOST, "--max-nodes", "200000")
    assert answer.code == 0
    assert "\nmove 12, 7d, lost the game; no legal move is left\nafter move 11 this wins in " in answer.out
    file = tmp_path / "moves.txt"
    file.write_text(f"# a game of mine\n1. {LOST}\n")
    for moves, stdin in ((str(file), ""), ("-", LOST)):
        again = winnable("review", "freecell", "617", moves, "--max-nodes", "200000", stdin=stdin)
        assert again.out == answer.out
    data = json.loads(winnable("review", "freecell", "617", LOST, "--max-nodes", "200000", "--json").out)
    assert (data["game"], data["deal"], data["verdict"]) == ("freecell", "ms:617", "unsolvable")
    assert (data["lost_after"], data["winnable_after"], data["lost_by"]) == (12, 11, "7d")
    assert [place["verdict"] for place in data["positions"]] == ["solved"] * 12 + ["unsolvable"]
    assert won_after("freecell", "617", LOST.split()[:11] + data["moves"])
    assert data["length"] == len(data["moves"])


def test_limits_leave_it_open(winnable: Callable[..., object]) -> None:
    answer = winnable("review", "freecell", "11982", "8a 8b", "--max-nodes", "50")
    assert answer.code == 3
    assert "not known within the limits" in answer.out


def test_lists_that_leave_moves_out(winnable: Callable[..., object]) -> None:
    """Autoplay's moves are told as such; Pyramid's draws are moves of their own."""
    solved = winnable("solve", "freecell", "1", "--autoplay", "safe").out
    assert "# autoplay: safe" in solved
    answer = winnable("review", "freecell", "1", "-", stdin=solved)
    assert answer.code == 0
    assert "home (not by the player)" in answer.out
    assert answer.out.endswith("won: the game could be won all the way\n")
    pairs = winnable("review", "pyramid", "2", '[["13S"], ["9D", "4S"], ["12H", "1C"]]')
    assert pairs.code == 0
    assert pairs.out.count("draw") >= 2


def test_spider_is_reviewed_as_it_was_seen(winnable: Callable[..., object]) -> None:
    base = ("review", "spider:suits=1", "3", "61 deal 64", "--count", "2", "--policy", "random")
    answer = winnable(*base)
    assert answer.code == 0
    assert answer.out.startswith(
        "by the policy random, which sees no hidden card: 2 games from each position"
    )
    assert winnable(*base, "--jobs", "2").out == answer.out
    data = json.loads(winnable(*base, "--json").out)
    assert (data["game"], data["deal"], data["games"]) == ("spider:suits=1", "kpat:3", 2)
    assert [place["move"] for place in data["chances"]] == [None, "61", "deal", "64"]
    assert [place.get("revealed") for place in data["chances"]] == [None, True, True, False]
    opened = winnable("review", "spider:suits=1", "3", "61 deal 64", "--open")
    assert opened.code == 0
    assert " 1. 61" not in opened.out
    assert "not won yet, and it can still be won" in opened.out


def test_a_hand_with_unknown_cards(winnable: Callable[..., object], tmp_path: Path) -> None:
    known = json.loads(winnable("deal", "spider", "3", "--format", "json").out)
    known["columns"] = [
        ["??"] * down + column[down:] for column, down in zip(known["columns"], known["down"], strict=True)
    ]
    known["stock"] = ["??"] * len(known["stock"])
    file = tmp_path / "seen.json"
    file.write_text(json.dumps(known))
    for moves, at in (("deal", 1), ("deal 11", 1), ("99", None)):
        turning = winnable("review", "spider", str(file), moves)
        assert (turning.code, turning.out) == (2, "")
        said = "cannot be made" if at is None else "this move turns or deals a card that is unknown"
        assert turning.err.startswith("winnable: MOVES:1:1: ")
        assert said in turning.err
    opened = winnable("review", "spider", str(file), "deal", "--open")
    assert opened.code == 2
    assert "an unknown card" in opened.err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("freecell", "1", "26 zz"), "MOVES:1:1: move 1 cannot be made: 26: "),
        (("freecell", "1", "2a zz"), "MOVES:1:4: move 2 cannot be made: zz: no such pile"),
        (
            ("freecell", "1", "moves.txt"),
            "cannot read 'moves.txt': no such file or directory; expected a file, - for standard input, or ",
        ),
        (
            ("freecell", "1", " "),
            "MOVES: there is no solution here: the text is empty; expected moves such as",
        ),
        (("freecell", "1..2", "2a"), "names several positions"),
        (("freecell", "-", "-"), "position and moves cannot both be standard input"),
        (("freecell", "1", "2a", "--open"), "FreeCell hides no cards; leave out --open"),
        (("freecell", "1", "2a", "--count", "3"), "here a solver is asked"),
        (("freecell", "1", "2a", "--policy", "best"), "here a solver is asked"),
        (("spider", "1", "61", "--open", "--policy", "best"), "here a solver is asked"),
        (("spider", "1", "61", "--max-nodes", "5"), "a policy plays here, which has no limit in nodes"),
        (("spider", "1", "61", "--policy", "luck"), "no policy 'luck'"),
        (("scorpion", "1", "61"), "no policy gives advice in scorpion; expected --open, or --policy random"),
        (("pyramid", "1", "draw", "--autoplay", "max"), "pyramid has no autoplay max"),
        (("undead:size=4x4", "1", "r9c9=g"), "MOVES:1:1: "),
    ],
)
def test_what_is_refused(winnable: Callable[..., object], argv: tuple[str, ...], said: str) -> None:
    answer = winnable("review", *argv)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.startswith("winnable: ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "argv",
    [
        ("spider", "1", "61", "--count", "1000000", "--max-seconds", "600"),
        ("streets_and_alleys", "29", "", "--max-seconds", "600"),
    ],
)
def test_interrupted_it_says_what_is_known(
    process: Callable[..., subprocess.Popen[str]], argv: tuple[str, ...]
) -> None:
    game = get_game(argv[0])
    position = game.deal(int(argv[1]))
    first = game.notation.format(position, game.legal_moves(position)[0])
    running = process("review", *argv[:2], first, *argv[3:])
    until_threads(running.pid)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert out.endswith("\n") or err == "winnable: cancelled\n"  # before each position was played once
    assert "Traceback" not in err
