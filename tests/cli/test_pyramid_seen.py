"""Pyramid as a person sees it, at the command line: unknown cards, policies, `--open`, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROWS = """            JD
          2D  9H
        JC  5D  7H
      7C  5H  KD  KC
    9S  5S  AD  QC  KH
  3H  2S  KS  9D  QD  JS
AS  AH  3C  4C  5C  TS  QH
"""
START = ROWS + "Stock: 4H" + " ??" * 23 + "\nWaste:\nPass: 1\n"


def end_board(rows: tuple[str, str], hidden: str) -> str:
    """The last two rows of a pyramid and a stock whose cards are unknown; all other cards have left."""
    there = {*" ".join((*rows, hidden)).split()}
    played = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS" if rank + suit not in there]
    gone = "\n".join(" ".join(["--"] * length) for length in range(3, 8))
    unknown = " ".join("??" for _ in hidden.split())
    return f"{rows[0]}\n{rows[1]}\n{gone}\nStock: {unknown}\nWaste:\nPlayed: {' '.join(played)}\n"


def data(answer: Any) -> dict[str, Any]:
    assert answer.err == "" or "%" in answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return found


def test_a_board_with_unknown_cards_gets_a_policys_hint(winnable: Callable[..., Any]) -> None:
    answer = winnable(
        "hint", "pyramid:hoyle", "-", "--policy", "greedy", "--json", stdin=START.replace("Pass: 1\n", "")
    )
    found = data(answer)
    assert answer.code == 0
    assert (found["policy"], found["plays_on"], found["verdict"]) == ("greedy", "greedy", "unknown")
    assert {one["move"] for one in found["equities"]} == {"QH+AH", "QH+AS", "TS+3C", "draw"}
    for one in found["equities"]:
        low, high = one["interval"]
        assert one["games"] == 100
        assert low <= one["share"] == one["wins"] / 100 <= high
        assert not one["exact"]
    shares = [one["share"] for one in found["equities"]]
    assert shares == sorted(shares, reverse=True)


def test_what_is_unknown_does_not_matter_where_a_policy_is_asked(winnable: Callable[..., Any]) -> None:
    """The deal itself, and the same with its stock unknown: the same hint, word for word."""
    one = winnable("hint", "pyramid", "1", "--policy", "greedy", "--seed", "4")
    other = winnable("hint", "pyramid", "-", "--policy", "greedy", "--seed", "4", stdin=START)
    assert one.code == other.code == 0
    assert one.out == other.out
    assert "with 23 cards unseen, by 100 games that the policy greedy plays on: " in one.out


def test_few_unknown_cards_are_counted_out(winnable: Callable[..., Any]) -> None:
    """A five for each eight comes in either order. With another five beneath both it is too late for it."""
    won = winnable("hint", "pyramid:tuts_tomb", "-", stdin=end_board(("8C", "8D --"), "5C 5D"))
    assert won.code == 0
    assert "draw: the next card to the waste" in won.out
    assert "won whatever lies hidden: the best play wins both orders of 2 cards" in won.out
    game, board = "pyramid:tuts_tomb,overlap=false", end_board(("5C", "8C 8D"), "5D KC")
    lost = winnable("hint", game, "-", "--json", stdin=board)
    found = data(lost)
    assert (lost.code, found["verdict"], found["move"]) == (1, "unsolvable", None)
    assert found["why"] == ["lost whatever lies hidden: none of the 2 orders of 2 cards can be won"]


@pytest.mark.parametrize("game", ["pyramid", "pyramid:thirteen"])
def test_open_knows_all_cards(winnable: Callable[..., Any], game: str) -> None:
    for command in (("hint", game, "1"), ("review", game, "1", "draw draw")):
        usual, opened = winnable(*command), winnable(*command, "--open")
        assert usual == opened
    assert "??" not in winnable("show", game, "1", "--open").out
    assert winnable("hint", game, "1", "--open", "--policy", "fast").code == 2


def test_open_wants_all_cards(winnable: Callable[..., Any]) -> None:
    answer = winnable("hint", "pyramid", "-", "--open", stdin=START)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("winnable: <stdin>:8:11: an unknown card; ")


def test_giza_hides_nothing(winnable: Callable[..., Any]) -> None:
    for command in (("hint", "pyramid:giza", "1", "--open"), ("play", "pyramid:giza", "1")):
        answer = winnable(*command)
        assert answer.code == 2
        assert "Giza hides no card" in answer.err


def test_a_board_is_shown_as_it_is_seen(winnable: Callable[..., Any]) -> None:
    board = winnable("deal", "pyramid", "-", stdin=START)
    assert (board.code, board.out) == (0, START)
    value = data(winnable("deal", "pyramid", "-", "--json", stdin=START))
    assert value["stock"] == ["4H"] + ["??"] * 23
    again = winnable("deal", "pyramid", "-", stdin=json.dumps({k: value[k] for k in ("tableau", "stock")}))
    assert again.out == START
    assert "stock 24; waste 0" in winnable("show", "pyramid", "-", stdin=START).out
    flat = winnable("deal", "pyramid", "-", "--format", "flat", stdin=START)
    assert (flat.code, flat.err.count("\n")) == (2, 1)


def test_no_move_brings_an_unknown_card_to_light(winnable: Callable[..., Any]) -> None:
    allowed = winnable("hint", "pyramid", "-", "--after", "QH+AS", "--policy", "greedy", stdin=START)
    assert allowed.code == 0
    refused = winnable("hint", "pyramid", "-", "--after", "QH+AS draw", stdin=START)
    assert refused.code == 2
    assert "--after, move 2: this move turns or deals a card that is unknown" in refused.err


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            (" ??", "", 1),
            "8:11: 22 cards unknown, but 23 of 52 named nowhere; expected as many; list the cards",
        ),
        ((" ??", " ?? ??", 1), "the stock holds 25 cards"),
        (
            ("4H", "??", 1),
            "8:8: an unknown card where it lies face up; expected ?? for cards that are not seen",
        ),
        (("JD", "??", 1), "1:13: an unknown card where it lies face up"),
        (("??", "JD", 1), "8:11: JD appears twice, first at "),
        ((" ??\nWaste:", "\nWaste: ??", 1), "9:8: an unknown card where it lies face up"),
    ],
)
def test_bad_boards(winnable: Callable[..., Any], change: tuple[str, str, int], complaint: str) -> None:
    answer = winnable("hint", "pyramid", "-", stdin=START.replace(*change))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert complaint in answer.err


def test_shares_of_a_player(winnable: Callable[..., Any]) -> None:
    argv = ("winnability", "pyramid", "--count", "40", "--seed", "3")
    known = data(winnable(*argv, "--json"))
    greedy = data(winnable(*argv, "--policy", "greedy", "--json"))
    assert (greedy["policy"], greedy["seed"], greedy["games"], greedy["broken_off"]) == ("greedy", 3, 40, 0)
    assert 0 < greedy["wins"] < known["wins"]
    text = winnable("winnability", "pyramid", "--from", "ms:1", "--count", "40", "--policy", "greedy").out
    summary = data(winnable("play", "pyramid", "ms:1..40", "--policy", "greedy", "--summary", "--json"))
    assert f"\nwon: {summary['wins']}\n" in text
    assert "complete_runs" not in summary
    cut = winnable(*argv, "--policy", "greedy", "--max-nodes", "2")
    assert cut.code == 3
    assert "broken off: 40 (" in cut.out
    assert "has no policies" in winnable("winnability", "freecell", "--policy", "fast").err


def test_equity_of_what_is_seen(winnable: Callable[..., Any], tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(START)
    argv = ("equity", "pyramid", str(board), "--policy", "greedy", "--count", "30")
    found = data(winnable(*argv, "--json"))
    assert found["games"] == 30
    assert "different_games" not in found
    moves = data(winnable(*argv, "--moves", "--json"))
    assert {one["move"] for one in moves["choices"]} == {"QH+AH", "QH+AS", "TS+3C", "draw"}
    audit = winnable("audit", "pyramid", "--hands", str(board))
    assert (audit.code, audit.err.count("\n")) == (2, 1)
    assert "has no hands with hidden cards in columns" in audit.err
