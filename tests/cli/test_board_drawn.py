"""Boards that are copied from the screen and pasted at the prompt of `winnable board`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Winnable = Callable[..., Any]


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("freecell 617", ["--after", "2a 27"]),
        ("penguin 4", []),
        ("eight_off 4", []),
        ("beleaguered_castle 4", []),
        ("simple_simon 4", []),
        ("pyramid 3", []),
        ("pyramid 3", ["--open", "--after", "KS draw"]),
        ("pyramid:giza 3", []),
        ("pyramid:triangle 3", []),
        ("spider 3", []),
        ("scorpion 3", []),
        ("undead 4x4:3,4,2,LVaRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3", ["--after", "r2c1=v"]),
    ],
)
def test_a_drawing_pasted_at_the_prompt_is_laid(winnable: Winnable, game: str, more: list[str]) -> None:
    drawing = winnable("show", *game.split(), *more).out
    opened = ["--open"] if "--open" in more else []
    name = game.split()[0]
    for stdin in (f"paste {name}\n{drawing}\nlog\n", f"new {name} -\n{drawing}\nlog\n"):
        answer = winnable("board", *opened, "--no-verdicts", stdin=stdin)
        assert answer.err == ""
        assert drawing.rstrip("\n") in answer.out.split("\n. ")[-1], answer.out
        assert "> log\n" in answer.out


@pytest.mark.parametrize("game", ["freecell", "spider", "undead", "pyramid"])
def test_the_first_line_of_a_drawing_is_no_word_and_no_move(winnable: Winnable, game: str) -> None:
    drawing = winnable("show", game, "3").out
    answer = winnable("board", "--no-verdicts", stdin=f"{drawing}\nlog\n")
    assert answer.err == ""
    assert drawing.rstrip("\n") in answer.out.split("\n. ")[-1]
    if game != "pyramid":  # its first line is a card, and that is a move
        answer = winnable("board", game, "5", "--no-verdicts", stdin=f"{drawing}\nlog\n")
        assert answer.err == ""
        assert drawing.rstrip("\n") in answer.out.split("\n. ")[-1]


def test_a_drawing_that_is_not_whole_ends_with_two_empty_lines(winnable: Winnable) -> None:
    drawing = winnable("show", "spider", "3").out.split("\n\nstock")[0]
    answer = winnable("board", "spider", "-", stdin=f"{drawing}\n\n\nlog\n")
    assert answer.code == 2
    assert "copy the drawing with the line below it, such as stock 50; runs 0 of 8" in answer.err
    assert answer.err.count("\n") == 1
