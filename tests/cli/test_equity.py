"""`winnable equity`: text and JSON, the order of games, the log, moves, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from winnable.intervals import anytime_interval, wilson

KEYS = {
    "game",
    "deal",
    "policy",
    "seed",
    "games",
    "wins",
    "share",
    "z",
    "interval",
    "interval_at_any_time",
    "different_games",
    "stats",
}
ENDING = "Ks Qs Js 0s 9s 8s 7s 6s 5s 4s 3s 2s\nAs\n" + 8 * "--\n" + "runs: c-2 d-2 h-2 s-1\n"
# An ending with two hidden cards, one under each king.
HIDDEN = (
    "-As Ks Qs Js 0s 9s 8s 7s 6s 5s 4s 3s\n-2s Kh\nQh Jh 0h 9h 8h 7h 6h 5h 4h 3h 2h Ah\n"
    + 7 * "--\n"
    + "runs: c-2 d-2 h-1 s-1\n"
)


def data(winnable: Callable[..., Any], *argv: str, stdin: str = "") -> dict[str, Any]:
    answer = winnable("equity", *argv, "--json", stdin=stdin)
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return found


def logged(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_json_and_text_say_the_same(winnable: Callable[..., Any]) -> None:
    found = data(winnable, "spider:suits=1", "seed:5", "--count", "3", "--seed", "3")
    assert set(found) == KEYS
    assert (found["game"], found["deal"], found["policy"]) == ("spider:suits=1", "seed:5", "fast")
    assert (found["games"], found["share"]) == (3, found["wins"] / 3)
    assert found["interval"] == list(wilson(found["wins"], 3))
    lines = dict(
        line.split(": ", 1)
        for line in winnable(
            "equity", "spider:suits=1", "seed:5", "--count", "3", "--seed", "3"
        ).out.splitlines()
    )
    assert lines["policy"] == "fast, seed 3"
    assert lines["games"] == f"3, {found['different_games']} of them different"
    assert lines["won"] == str(found["wins"])
    assert lines["interval, z 1.96"] == "{:.1f} to {:.1f} %".format(*(100 * end for end in found["interval"]))


def test_the_first_games_of_many_are_the_games_of_few(winnable: Callable[..., Any], tmp_path: Path) -> None:
    """Whatever the number of jobs; and another seed is another player."""
    few, many, other = (tmp_path / name for name in ("few", "many", "other"))
    options = ("spider:suits=1", "seed:1", "--count")
    first = data(winnable, *options, "2", "--log", str(few))
    more = data(winnable, *options, "5", "--jobs", "3", "--log", str(many))
    data(winnable, *options, "2", "--seed", "1", "--log", str(other))
    assert logged(many)[:2] == logged(few)
    assert len(logged(many)) == 5
    assert logged(other) != logged(few)
    assert first["wins"] == sum(game["won"] for game in logged(few))
    assert first["interval_at_any_time"][0] <= more["interval_at_any_time"][0]
    assert more["interval_at_any_time"][1] <= first["interval_at_any_time"][1]
    assert more["different_games"] == len({tuple(game["moves"]) for game in logged(many)}) > 1


@pytest.mark.parametrize("option", [[], ["--sampled"], ["--moves"]])
def test_every_logged_game_can_be_replayed(
    winnable: Callable[..., Any], tmp_path: Path, option: list[str]
) -> None:
    path = tmp_path / "games.jsonl"
    data(winnable, "-", "--count", "3", "--log", str(path), *option, stdin=HIDDEN)
    assert len(logged(path)) >= 3
    answer = winnable("check", "spider", str(path))
    assert answer.code == 0, answer.out + answer.err


def test_spider_need_not_be_named(winnable: Callable[..., Any]) -> None:
    found = data(winnable, "-", "--count", "3", stdin=ENDING)
    assert (found["game"], found["wins"], found["share"]) == ("spider", 3, 1)
    assert found == {**data(winnable, "spider", "-", "--count", "3", stdin=ENDING), **_times(found)}


def _times(found: dict[str, Any]) -> dict[str, Any]:
    return {"stats": found["stats"]}


def test_games_that_are_all_the_same_are_said_to_be(winnable: Callable[..., Any]) -> None:
    answer = winnable("equity", "-", "--count", "4", stdin=ENDING)
    assert answer.code == 0
    assert "games: 4, 1 of them different\n" in answer.out
    assert "all 4 games are one and the same" in answer.out


def test_unknown_cards_are_drawn_anew(winnable: Callable[..., Any], tmp_path: Path) -> None:
    """Two are unknown; each lies under each king."""
    path = tmp_path / "games.jsonl"
    unknown = HIDDEN.replace("-2s", "-??").replace("-As", "-??")
    found = data(winnable, "-", "--count", "12", "--log", str(path), stdin=unknown)
    assert set(found) == KEYS - {"different_games"}
    assert {game["position"]["columns"][0][0] for game in logged(path)} == {"2S", "AS"}


def test_sampled_forgets_the_hidden_cards(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for option, found in (([], {"AS"}), (["--sampled"], {"2S", "AS"})):
        data(winnable, "-", "--count", "12", "--log", str(path), *option, stdin=HIDDEN)
        assert {game["position"]["columns"][0][0] for game in logged(path)} == found


def test_moves_in_order_with_their_differences(winnable: Callable[..., Any]) -> None:
    found = data(winnable, "-", "--moves", "--count", "2", stdin=HIDDEN)
    moves = found["choices"]
    assert len(moves) > 2
    assert len({move["move"] for move in moves}) == len(moves)
    assert {move["games"] for move in moves} == {2}
    won = [move["wins"] for move in moves]
    assert won == sorted(won, reverse=True)
    low, high = moves[-1]["less_than_best"]
    assert low <= (won[0] - won[-1]) / 2 <= high
    text = winnable("equity", "-", "--moves", "--count", "2", stdin=HIDDEN).out.splitlines()
    assert "games: 2 of each move, in the same worlds" in text
    bars = [line for line in text if "#" in line or "...." in line]
    assert len(bars) == len(moves)
    assert bars[0].split()[0] == moves[0]["move"]


def test_it_stops_at_a_half_width(winnable: Callable[..., Any]) -> None:
    found = data(winnable, "-", "--count", "1000", "--half-width", "10%", stdin=ENDING)
    low, high = found["interval_at_any_time"]
    assert (high - low) / 2 <= 0.1
    n = found["games"]
    assert (low, high) == pytest.approx(anytime_interval(n, n))
    assert anytime_interval(n - 1, n - 1)[0] < 0.8
    text = winnable("equity", "-", "--count", "1000", "--half-width", "10%", stdin=ENDING).out
    assert f"interval, z 1.96, had {n} games been chosen in advance: " in text


def test_a_won_hand_has_no_moves(winnable: Callable[..., Any]) -> None:
    won = "--\n" * 10 + "runs: c-2 d-2 h-2 s-2\n"
    assert "there is no legal move" in winnable("equity", "-", "--moves", stdin=won).out
    assert data(winnable, "-", "--count", "2", stdin=won)["wins"] == 2


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ((), "Missing argument"),
        (("spider", "1", "2"), "too many arguments"),
        (("spider", "1", "--policy", "lucky"), "no policy 'lucky'; expected one of best, fast"),
        (("freecell", "1"), "has no policies; expected spider"),
        (("spider", "1..3"), "names several positions; expected one"),
        (("spider", "1", "--half-width", "2"), "not a share between 0 and 1"),
        (("spider", "1", "--count", "0"), "--count"),
        (("spider", "1", "--log", "/nowhere/games"), "/nowhere/games: cannot write"),
        (("nowhere.txt",), "cannot read 'nowhere.txt'"),
    ],
)
def test_what_it_refuses(winnable: Callable[..., Any], argv: tuple[str, ...], message: str) -> None:
    answer = winnable("equity", *argv)
    assert answer.code == 2
    assert message in answer.err
    assert answer.err.count("\n") == 1


def test_the_pages_hand_is_the_example() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "howto" / "equity.md").read_text(encoding="utf-8")
    example = (root / "examples" / "spider_hand.txt").read_text(encoding="utf-8")
    assert example.startswith("-Kc -Ad -4s -6h -5s 0s\n")
    assert f"```text\n{example}```" in page


def test_moves_that_stop_early_are_not_taken_for_cancelled(winnable: Callable[..., Any]) -> None:
    argv = ("--moves", "--count", "1000", "--half-width", "40%", "--policy", "random", "--jobs", "2")
    answer = winnable("equity", "-", *argv, stdin=HIDDEN)
    assert answer.code == 0
    games = int(answer.out.partition("games: ")[2].split()[0])
    assert 1 < games < 1000
    assert f"intervals, had {games} games been chosen in advance; those at any time, 95 %" in answer.out
