"""`winnable audit`: no alarm on even shuffles, an alarm on buried aces, and honest words about few hands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studies.decks import buried_decks, even_decks
from winnable.registry import get_game
from winnable.text.boards import write_position


def write_hands(folder: Path, decks: list[bytes], name: str = "spider") -> str:
    """A file for each hand."""
    game = get_game(name)
    folder.mkdir()
    for number, deck in enumerate(decks):
        board = write_position(game, game.deal_deck(deck), "hand")
        (folder / f"hand{number:02}.txt").write_text(board)
    return str(folder)


def audit(winnable: Callable[..., Any], *argv: str) -> tuple[int, dict[str, Any]]:
    answer = winnable("audit", *argv, "--json")
    assert answer.code in (0, 1), answer.err
    return answer.code, json.loads(answer.out)


# Random players lose and are quick: what they are given is caught, or not, by where the cards lie.
QUICK = ("--policy", "random", "--count", "1", "--shuffles", "199")


@pytest.mark.parametrize("options", [QUICK, pytest.param(("--count", "3"), marks=pytest.mark.slow)])
def test_forty_even_hands_give_no_alarm(
    winnable: Callable[..., Any], tmp_path: Path, options: tuple[str, ...]
) -> None:
    hands = write_hands(tmp_path / "hands", even_decks(40, 2024))
    code, found = audit(winnable, "--hands", hands, *options)
    assert (code, found["alarm"]) == (0, False)
    assert found["p"] > 0.05
    assert (found["hands"], found["random_hands"]) == (40, 40)
    assert found["p"] == min(1, 3 * min(found["p_equity"], found["p_shuffle"]))
    assert (found["repeated"], found["first_repeated"], found["log10_p_repeats"]) == (0, None, 0)
    assert len(found["shuffle_tests"]) == 28


@pytest.mark.parametrize("options", [QUICK, pytest.param(("--count", "3"), marks=pytest.mark.slow)])
def test_forty_hands_with_buried_aces_alarm(
    winnable: Callable[..., Any], tmp_path: Path, options: tuple[str, ...]
) -> None:
    hands = write_hands(tmp_path / "hands", buried_decks(40, 2024))
    code, found = audit(winnable, "--hands", hands, *options)
    assert (code, found["alarm"]) == (1, True)
    assert found["p_shuffle"] <= 0.005
    assert "ranks by layer" in [test["name"] for test in found["shuffle_tests"] if test["corrected"] <= 0.005]


@pytest.mark.slow
def test_the_text_says_what_was_found(winnable: Callable[..., Any], tmp_path: Path) -> None:
    hands = write_hands(tmp_path / "hands", buried_decks(40, 7))
    answer = winnable("audit", "spider", "--hands", hands, "--random-hands", "10", *QUICK)
    assert answer.code == 1
    assert "random hands: 10\n" in answer.out
    assert "ALARM: of fair hands at most 5 of 100 such audits would say so" in answer.out
    assert "of 28 tests of the shuffle the least likely:\n" in answer.out
    assert "  depth of ranks: p 0.005, corrected 0.005; aces lie " in answer.out
    assert answer.out.count(", corrected ") == 5


def test_what_is_never_won_is_not_said_to_be_seen_harder(
    winnable: Callable[..., Any], tmp_path: Path
) -> None:
    """Random players hardly ever win: nothing is harder than that, and the share does not fall below 0."""
    hands = write_hands(tmp_path / "hands", even_decks(12, 7))
    answer = winnable("audit", "spider", "--hands", hands, *QUICK)
    assert "equity of the random ones: 0.0 %\n" in answer.out
    assert "harder hands would not be seen, not even hands that are never won\n" in answer.out
    assert "\nhands easier to win by " in answer.out
    assert "to see 5 points takes about " in answer.out
    _, found = audit(winnable, "--hands", hands, *QUICK)
    assert found["visible_harder"] is None
    assert 0.2 < found["visible_easier"] < 1


def test_few_hands_say_little(winnable: Callable[..., Any], tmp_path: Path) -> None:
    hands = write_hands(tmp_path / "hands", even_decks(3, 1))
    answer = winnable("audit", "--hands", hands, *QUICK)
    assert answer.code == 0
    assert "too few hands for an interval" in answer.out
    assert "these are too few hands to say how much easier or harder they are to win" in answer.out


def test_deals_and_repeats(winnable: Callable[..., Any], tmp_path: Path) -> None:
    """A range of deals instead of a folder; a hand that comes twice counts once, and that is said."""
    options = ("spider:suits=1", "--policy", "random", "--count", "2", "--shuffles", "19")
    _, found = audit(winnable, *options, "--hands", "seed:1..5")
    assert (found["from"], found["hands"], found["repeated"]) == ("seed:1..5", 5, 0)
    twice = write_hands(tmp_path / "hands", [even_decks(1, 3)[0]] * 2, "spider:suits=1")
    answer = winnable("audit", *options, "--hands", twice)
    assert answer.code == 1
    assert (
        f"repeats: 2 hands were given, 1 different; {twice}/hand01.txt:1 is the same as "
        f"{twice}/hand00.txt:1; p " in answer.out
    )


@pytest.mark.parametrize("pool", [1, 5])
def test_hands_that_come_again_are_an_alarm(winnable: Callable[..., Any], tmp_path: Path, pool: int) -> None:
    """The same hand forty times, and forty out of five: nothing else is wrong with them."""
    decks = even_decks(pool, 11)
    hands = write_hands(tmp_path / "hands", [decks[i * i % pool] for i in range(40)])
    code, found = audit(winnable, "--hands", hands, *QUICK)
    different = len({i * i % pool for i in range(40)})
    assert (code, found["alarm"], found["hands"], found["repeated"]) == (1, True, different, 40 - different)
    assert found["p_shuffle"] > 0.05
    assert found["log10_p_repeats"] < -4000
    assert found["p"] == 0
    answer = winnable("audit", "--hands", hands, *QUICK)
    assert (
        "hands come again; if none was written down twice, they are not shuffled anew each time" in answer.out
    )
    assert "; p at most 10^-" in answer.out


def test_hands_that_nobody_saw_whole_are_audited_as_far_as_they_are_known(
    winnable: Callable[..., Any], tmp_path: Path
) -> None:
    hands = Path(write_hands(tmp_path / "hands", even_decks(20, 2024)))
    for number, path in enumerate(sorted(hands.iterdir())):
        lines = path.read_text().splitlines()
        for i, line in enumerate(lines):
            words = line.split()
            if i < 10:  # a column of a hand file: its face-down cards but the last are unknown
                lines[i] = " ".join("-??" if word.startswith("-") and number % 2 else word for word in words)
            else:  # what the stock has for a column: the first row alone was dealt
                lines[i] = " ".join([words[0], *["??"] * 4])
        path.write_text("\n".join(lines) + "\n")
    code, found = audit(winnable, "--hands", str(hands), *QUICK)
    assert (code, found["hands"], found["partly_seen"], found["random_hands"]) == (0, 20, 20, 0)
    unknown = ("share", "random_share", "difference", "difference_interval", "p_equity", "visible_easier")
    assert [found[key] for key in unknown] == [None] * 6
    assert found["p"] == min(1, 2 * found["p_shuffle"])
    names = [test["name"] for test in found["shuffle_tests"]]
    assert names[0] == "ranks face up"
    assert not [name for name in names if "column" in name or "depth" in name]
    answer = winnable("audit", "--hands", str(hands), *QUICK)
    assert "hands: 20 of " in answer.out
    assert ", 20 of them not seen whole\n" in answer.out
    assert "whether these hands are easy to win was not asked" in answer.out
    assert "equity of the hands" not in answer.out
    assert "policy:" not in answer.out


def test_one_hand_seen_in_part_is_enough_for_nothing_to_be_said_of_equities(
    winnable: Callable[..., Any], tmp_path: Path
) -> None:
    """The hands that were seen whole are those that were won."""
    hands = Path(write_hands(tmp_path / "hands", even_decks(6, 5)))
    path = hands / "hand03.txt"
    path.write_text(path.read_text().replace(path.read_text().split()[0], "-??", 1))
    _, found = audit(winnable, "--hands", str(hands), *QUICK)
    assert found["partly_seen"] == 0  # the one card that is missing can only be one
    text = path.read_text().split()
    path.write_text(path.read_text().replace(text[1], "-??", 1).replace(text[2], "-??", 1))
    _, found = audit(winnable, "--hands", str(hands), *QUICK)
    assert (found["partly_seen"], found["p_equity"]) == (1, None)


@pytest.mark.slow
def test_the_seed_decides_and_jobs_do_not(winnable: Callable[..., Any], tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"

    def found(*argv: str) -> dict[str, Any]:
        options = ("spider:suits=1", "--hands", "seed:1..2", "--count", "2", "--shuffles", "19")
        _, data = audit(winnable, *options, *argv)
        del data["stats"]
        return data

    assert found("--jobs", "1") == found("--jobs", "3", "--log", str(log))
    assert found("--seed", "1") != found("--seed", "2")
    assert len(log.read_text().splitlines()) == 8
    assert winnable("check", "spider:suits=1", str(log)).code == 0


def test_what_it_refuses(winnable: Callable[..., Any], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    moved = write_hands(tmp_path / "bad", even_decks(1, 1))
    path = Path(moved) / "hand00.txt"
    path.write_text(path.read_text().replace("-", "", 1))
    for argv, message in (
        ((), "Missing option '--hands'"),
        (("--hands", str(empty)), "there are no hands in"),
        (("--hands", "nowhere"), "cannot read 'nowhere'"),
        (("freecell", "--hands", "1..3"), "has no policies; expected spider"),
        (("--hands", moved), "hand00.txt"),
        (("--hands", "1..2", "--policy", "lucky"), "no policy 'lucky'"),
    ):
        answer = winnable("audit", *argv)
        assert answer.code == 2, argv
        assert message in answer.err
        assert answer.err.count("\n") == 1
