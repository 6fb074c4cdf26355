"""Training Spider's evaluation: reproducible, resumable, and the header it writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from winnable._core import CancelToken, spider_shape, spider_terms
from winnable.cli.main import cli
from winnable.errors import InputError
from winnable.studies.train_spider import (
    TrainSettings,
    append_log,
    first_state,
    header,
    read_log,
    train,
    write_header,
)

SETTINGS = TrainSettings(suits=1, boards=60, games=3, population=4, elite=2, seed=3)
HEADER = Path(__file__).parents[2] / "native" / "solvers" / "spider_shapes.hpp"


def test_the_same_settings_give_the_same_shapes_whatever_the_threads() -> None:
    one = list(train(SETTINGS, first_state(SETTINGS), 2, jobs=1))
    two = list(train(SETTINGS, first_state(SETTINGS), 2, jobs=2))
    assert one == two
    assert [found.state.generation for found in one] == [1, 2]
    other = replace(SETTINGS, seed=4)
    assert list(train(other, first_state(other), 2)) != one


def test_a_run_broken_off_goes_on_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert read_log(log, SETTINGS) is None
    whole = list(train(SETTINGS, first_state(SETTINGS), 3))
    append_log(log, SETTINGS, whole[0])
    state = read_log(log, SETTINGS)
    assert state == whole[0].state
    assert list(train(SETTINGS, state, 3)) == whole[1:]


def test_a_log_whose_last_line_is_cut_off_goes_on_from_the_line_before(tmp_path: Path) -> None:
    log = tmp_path / "log"
    first, second = train(SETTINGS, first_state(SETTINGS), 2)
    append_log(log, SETTINGS, first)
    append_log(log, SETTINGS, second)
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])
    assert read_log(log, SETTINGS) == first.state
    append_log(log, SETTINGS, second)
    assert log.read_bytes() == whole


def test_a_log_of_other_settings_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    (found,) = train(SETTINGS, first_state(SETTINGS), 1)
    append_log(log, SETTINGS, found)
    with pytest.raises(InputError, match="other settings"):
        read_log(log, replace(SETTINGS, games=4))
    log.write_text("no log\n", encoding="utf-8")
    with pytest.raises(InputError, match="is no log"):
        read_log(log, SETTINGS)


def test_it_can_be_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    assert list(train(SETTINGS, first_state(SETTINGS), 2, token=token)) == []


def test_training_starts_from_the_package_or_by_hand() -> None:
    assert first_state(SETTINGS).mean == tuple(spider_shape(1))
    by_hand = first_state(SETTINGS, "first")
    assert by_hand.mean == tuple(first for _, first, _ in spider_terms())
    assert by_hand.step == tuple(step for _, _, step in spider_terms())


def test_the_header_in_use_is_what_the_command_writes(tmp_path: Path) -> None:
    assert header() == HEADER.read_text(encoding="utf-8")
    state = first_state(SETTINGS, "first")
    write_header(tmp_path / "h", 1, state)
    text = (tmp_path / "h").read_text(encoding="utf-8")
    assert text.partition("kSpiderShape2")[2] == header().partition("kSpiderShape2")[2]
    assert f"{round(state.mean[0])}," in text.partition("kSpiderShape2")[0]


def test_the_command_trains_and_refuses_other_games(tmp_path: Path) -> None:
    few = ["--boards", "60", "--games", "2", "--population", "3", "--elite", "1", "--jobs", "1"]
    log = str(tmp_path / "log")
    first = CliRunner().invoke(cli, ["train", "spider:suits=1", *few, "--generations", "1", "--log", log])
    assert first.output.startswith("generation 1: ")
    more = CliRunner().invoke(cli, ["train", "spider:suits=1", *few, "--generations", "2", "--log", log])
    assert more.output.startswith("generation 2: ")
    with pytest.raises(InputError, match="is not trained"):
        CliRunner().invoke(cli, ["train", "freecell", *few], catch_exceptions=False)


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (["--scale", "nan"], "--scale is nan; expected a number from 0.001 to 10"),
        (["--header", "/nowhere/h"], "/nowhere/h cannot be written; expected a path that can be written"),
        (["--header", "/"], "/ cannot be written; expected a path that can be written"),
    ],
)
def test_what_cannot_be_is_told_before_any_training(option: list[str], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(cli, ["train", "spider", *option], catch_exceptions=False)
    assert str(caught.value) == complaint
