"""`winnable play`: games, logs that check replays, summaries, seeds, jobs and limits, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sizes import PATIENCE
from winnable.families.spider.policy import MOST_PLAYED_MOVES
from winnable.intervals import wilson
from winnable.registry import get_game

QUICK = ("--policy", "moveblocks")


def played(winnable: Callable[..., Any], *argv: str) -> list[dict[str, Any]]:
    answer = winnable("play", "spider", *argv, *QUICK, "--json")
    assert answer.code == 0
    return [json.loads(line) for line in answer.out.splitlines()]


def test_a_game_as_moves_replays(winnable: Callable[..., Any], tmp_path: Path) -> None:
    answer = winnable("play", "spider", "3", *QUICK, "--seed", "0")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == "# spider kpat:3"
    assert lines[1] == "# won; played by moveblocks, seed 0"
    (game,) = played(winnable, "3", "--seed", "0")
    assert game["won"]
    assert " ".join(line for line in lines if not line.startswith("#")).split() == game["moves"]
    solution = tmp_path / "moves.txt"
    solution.write_text(answer.out)
    checked = winnable("check", "spider", "3", str(solution), "--json")
    assert checked.code == 0
    assert json.loads(checked.out)["moves"] == game["moves"]


def test_json_says_what_was_played(winnable: Callable[..., Any]) -> None:
    (game,) = played(winnable, "3", "--seed", "0")
    assert (game["game"], game["deal"]) == ("spider", "kpat:3")
    assert (game["policy"], game["seed"]) == ("moveblocks", 0)
    assert (game["won"], game["reason"], game["complete_runs"]) == (True, "won", 8)
    assert game["score"] == 500 - game["length"] + 800
    assert len(game["moves"]) == game["length"]


def test_words_and_boards(winnable: Callable[..., Any]) -> None:
    words = winnable("play", "spider", "3", *QUICK, "--print", "words").out
    assert "\n  1. " in words or "\n1. " in words
    boards = winnable("play", "spider", "3", *QUICK, "--print", "boards").out
    assert boards.count("# 1. ") == 1
    assert len(boards.splitlines()) > 10 * len(words.splitlines())


def test_the_same_seed_and_deal_give_the_same_log(winnable: Callable[..., Any], tmp_path: Path) -> None:
    logs = []
    for number, jobs in enumerate(("1", "2", "2")):
        log = tmp_path / f"{number}.jsonl"
        answer = winnable("play", "spider", "1..12", *QUICK, "--jobs", jobs, "--log", str(log), "--summary")
        assert answer.code == 0
        logs.append(log.read_text())
    assert logs[0] == logs[1] == logs[2]
    assert logs[0].count("\n") == 12
    other = tmp_path / "other.jsonl"
    winnable("play", "spider", "1..12", *QUICK, "--seed", "1", "--log", str(other), "--summary")
    assert other.read_text() != logs[0]
    checked = winnable("check", "spider", str(tmp_path / "0.jsonl"))
    assert checked.code == 0
    assert "12 games replayed" in checked.out


def test_several_positions_and_games_of_each(winnable: Callable[..., Any]) -> None:
    games = played(winnable, "4", "seed:9", "--count", "3", "--seed", "100")
    assert [(game["deal"], game["seed"]) for game in games] == [
        (deal, seed) for deal in ("kpat:4", "seed:9") for seed in (100, 101, 102)
    ]
    assert games[0]["moves"] != games[1]["moves"]
    (alone,) = played(winnable, "4", "--seed", "101")
    assert alone == games[1]


def test_a_file_of_boards_and_a_log_of_them(winnable: Callable[..., Any], tmp_path: Path) -> None:
    game = get_game("spider")
    hands = tmp_path / "hands.txt"
    from winnable.text.boards import write_position

    hands.write_text("---\n".join(write_position(game, game.deal(n), "board") for n in (3, 4)))
    games = played(winnable, str(hands), "--seed", "5")
    (number_3,) = played(winnable, "3", "--seed", "5")
    assert games[0]["moves"] == number_3["moves"]
    assert len(games) == 2
    log = tmp_path / "log.jsonl"
    assert winnable("play", "spider", str(hands), *QUICK, "--log", str(log)).code == 0
    assert "position" in json.loads(log.read_text().splitlines()[1])
    assert winnable("check", "spider", str(log)).code == 0
    piped = winnable("play", "spider", "-", *QUICK, "--seed", "5", "--json", stdin="3\n4\n")
    assert [json.loads(line)["moves"] for line in piped.out.splitlines()] == [g["moves"] for g in games]


def test_the_summary_counts(winnable: Callable[..., Any]) -> None:
    games = played(winnable, "1..20", "--seed", "2")
    won = sum(game["won"] for game in games)
    assert 0 < won < 20
    answer = winnable("play", "spider", "1..20", "--seed", "2", *QUICK, "--summary", "--json")
    summary = json.loads(answer.out)
    assert (summary["games"], summary["wins"], summary["broken_off"]) == (20, won, 0)
    assert summary["share"] == won / 20
    assert summary["interval"] == pytest.approx(wilson(won, 20), abs=1e-6)
    assert summary["mean_score"] == pytest.approx(sum(game["score"] for game in games) / 20)
    low, high = (f"{100 * end:.1f}" for end in wilson(won, 20))
    text = winnable("play", "spider", "1..20", "--seed", "2", *QUICK, "--summary").out
    assert f"interval: {low} to {high} % (95 %, Wilson)\n" in text
    last = winnable("play", "spider", "1..20", "--seed", "2", *QUICK).out.splitlines()[-1]
    assert last == f"# 20 games: {won} won, {5 * won:.1f} %, 95 % interval {low} to {high} %"


def test_kin_and_parameters(winnable: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "few.toml"
    file.write_text("tries = 1\n")
    few = winnable("play", "spiderette", "seed:1", *QUICK, "--settings", str(file))
    assert few.code == 0
    assert few.out.startswith("# spiderette seed:1\n# ")
    assert few.out != winnable("play", "spiderette", "seed:1", *QUICK).out
    fast = [
        winnable("play", "spider", "2", "--policy", "fast", "--boards", n, "--json").out for n in ("3", "300")
    ]
    assert fast[0] != fast[1]


def test_limits_exit_3(winnable: Callable[..., Any]) -> None:
    answer = winnable("play", "spider", "1..3", *QUICK, "--max-moves", "6")
    assert answer.code == 3
    assert answer.out.count("# broken off: moves; played by moveblocks, seed 0\n") == 3
    answer = winnable("play", "spider", "1", *QUICK, "--max-seconds", "1e-9", "--json")
    assert (answer.code, json.loads(answer.out)["reason"]) == (3, "time")


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["freecell", "1"], "FreeCell has no policies"),
        (["spider", "1", "--policy", "clever"], "Spider has no policy 'clever'"),
        (["scorpion", "1", "--policy", "best"], "Scorpion has no policy 'best'"),
        (["spider", "1", "--policy", "random", "--boards", "9"], "random searches no boards"),
        (["spider", "1", "--policy", "fast", "--settings", "/nowhere.toml"], "cannot read"),
        (["spider", "1", "--seed", "-1"], "'-1' is not a whole number from 0 to 18446744073709551615"),
        (["spider", "1", "--count", "0"], "'0' is not a whole number from 1 to 10000000"),
        (["spider", "1", "--max-moves", "9" * 24], "is not a whole number from 1 to"),
        (["spider", "nowhere.txt"], "cannot read 'nowhere.txt'"),
        (["spider"], "Missing argument 'POSITION...'"),
        (["spider", "1", "--policy", "random", "--log", "/nowhere/log"], "cannot write"),
        (["spider", "1", "--policy", "random", "--log", "-"], "a log cannot be standard output"),
    ],
)
def test_bad_input_is_one_line(winnable: Callable[..., Any], argv: list[str], complaint: str) -> None:
    answer = winnable("play", *argv)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "equity", "audit"])
def test_a_log_never_takes_the_place_of_what_is_read(
    winnable: Callable[..., Any], tmp_path: Path, command: str
) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("1\n")
    read = ("--hands", str(deals)) if command == "audit" else (str(deals),)
    answer = winnable(command, "spider", *read, "--policy", "random", "--log", f"{tmp_path}/./deals.txt")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("the log would take the place of what is read; expected another name\n")
    assert deals.read_text() == "1\n"


def test_hidden_cards_must_be_known(winnable: Callable[..., Any], tmp_path: Path) -> None:
    from winnable.families.spider.hand import format_hand

    game = get_game("spider")
    text = format_hand(game.setup(game.deal(1)), game.facts)
    first, second = text.split()[:2]
    hand = tmp_path / "hand.txt"
    hand.write_text(text.replace(f"{first} {second}", "-?? -??", 1))
    answer = winnable("play", "spider", str(hand), *QUICK)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


def test_ctrl_c_answers_with_what_is_known(process: Callable[..., subprocess.Popen[str]]) -> None:
    running = process(
        "play", "spider", "1..1000000", "--policy", "fast", "--summary", "--json", "--jobs", "2"
    )
    assert running.stderr is not None
    assert "games" in running.stderr.readline()  # the first line of progress: it is at work
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert 0 < json.loads(out)["games"] < 1_000_000


def test_the_help_tells_when_a_game_counts_as_conceded(winnable: Callable[..., Any]) -> None:
    assert f"A game of {MOST_PLAYED_MOVES} moves always counts as conceded" in " ".join(
        winnable("play", "--help").out.split()
    )
