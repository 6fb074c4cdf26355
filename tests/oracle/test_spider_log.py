"""Games that policies play, from their logs, by the slow rules; `bench/outside_spider.py` does a thousand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .spider_games import SPIDER_GAMES, kpat_start
from .spider_log import read_move, replay


def log_of(winnable: Callable[..., Any], tmp_path: Path, *argv: str) -> list[str]:
    path = tmp_path / "games.log"
    assert winnable("play", *argv, "--log", str(path), "--summary").code == 0
    return path.read_text().splitlines()


@pytest.fixture
def winnable(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    from cli.conftest import Answer
    from winnable.cli.main import run

    def call(*argv: str) -> Answer:
        code = run(list(argv))
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return call


@pytest.mark.parametrize(
    ("game", "policy", "deals"),
    [
        ("spider", "fast", "kpat:2001..2003"),
        ("spider:suits=2", "fast", "kpat:2001..2003"),
        ("spider:suits=1", "fast", "kpat:2001..2002"),
        ("spider", "random", "kpat:2004..2013"),
        ("spiderette", "random", "kpat:1..10"),
    ],
)
def test_games_of_policies_are_legal_and_end_as_their_lines_say(
    winnable: Callable[..., Any], tmp_path: Path, game: str, policy: str, deals: str
) -> None:
    for line in log_of(winnable, tmp_path, game, deals, "--policy", policy):
        found = replay(line)
        assert found.wrong == "", json.loads(line)["deal"]
        assert found.moves == len(json.loads(line)["moves"])


def test_a_line_that_is_changed_is_found_out(winnable: Callable[..., Any], tmp_path: Path) -> None:
    (line,) = log_of(winnable, tmp_path, "spider:suits=1", "kpat:5", "--policy", "fast")
    entry = json.loads(line)
    assert replay(line).wrong == ""
    assert entry["won"]
    moves = entry["moves"]
    for changes, wrong in (
        ({"won": False}, "the line says won: False, and it is True"),
        ({"score": entry["score"] + 1}, "the line says score"),
        ({"moves": moves[:-1]}, "the line says won: True, and it is False"),
        ({"moves": ["11", *moves]}, "move 1, 11, is not legal"),
        ({"moves": [*moves[:3], moves[3] + "vd", *moves[4:]]}, "move 4, "),
        ({"deal": "kpat:6"}, "is not legal"),
    ):
        assert wrong in replay(json.dumps({**entry, **changes})).wrong, changes
    with pytest.raises(ValueError, match="a deal of KPat was expected"):
        replay(json.dumps({**entry, "deal": "pysol:5"}))


def test_texts_that_are_no_moves() -> None:
    rules = SPIDER_GAMES["spider"]
    start = kpat_start(rules, 1)
    for text in ("", "3", "1x", "111", "11", "y1"):
        assert read_move(rules, start, text) is None
    assert read_move(rules, start, "deal") is not None
