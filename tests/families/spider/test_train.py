"""Training Spider's evaluation: reproducible, resumable, and the header it writes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from winnable._core import CancelToken, SpiderPlayer, spider_shape, spider_terms
from winnable.cli.main import cli
from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame
from winnable.families.spider.stages import open_starts, stage_start
from winnable.families.spider.train import (
    STAGES,
    TrainSettings,
    append_log,
    first_state,
    header,
    read_log,
    train,
    write_header,
)
from winnable.registry import get_game

SETTINGS = TrainSettings(suits=1, boards=60, games=3, population=4, elite=2, seed=3)
HEADER = Path(__file__).parents[3] / "native" / "spider" / "policy" / "shapes.hpp"


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


def test_one_stage_is_tuned_from_boards_on_which_it_begins() -> None:
    settings = replace(SETTINGS, boards=100, rows=1, positions=3)
    start = first_state(settings)
    one, two = (list(train(settings, start, 2, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    for before, after in zip(start.mean, one[-1].state.mean, strict=True):
        changed = [rows for rows in range(STAGES) if before[rows] != after[rows]]
        assert changed == [1]
    other = replace(settings, rows=None)
    (found,) = train(other, start, 1)
    for before, after in zip(start.mean, found.state.mean, strict=True):
        steps = {round(new - old, 6) for old, new in zip(before, after, strict=True)}
        assert len(steps) == 1  # the same at every stage
        assert steps != {0}


def test_a_stage_begins_with_its_rows_left_and_is_open() -> None:
    game = get_game("spider:suits=1")
    assert isinstance(game, SpiderGame)

    def make() -> SpiderPlayer:
        return SpiderPlayer.shaped(game.core, spider_shape(1), 100)

    with ThreadPoolExecutor(1) as pool:
        found = list(islice(open_starts(game, make, 2, 7, pool), 4))
    for seen in found:
        assert seen.stock == 20
        assert sum(seen.unseen) == 20 + sum(seen.down)
    played = make().play_many([game.deal("seed:1")], [0])[0]
    start = stage_start(game, played, 5)
    assert start is not None
    assert game.key(start) == game.key(played.start)
    later = stage_start(game, played, 4)
    assert later is not None
    assert len(later.stock) == 40


def test_a_search_for_open_boards_in_vain_ends() -> None:
    game = get_game("spiderette")
    assert isinstance(game, SpiderGame)

    def make() -> SpiderPlayer:
        return SpiderPlayer.shaped(game.core, spider_shape(4), 1)

    with ThreadPoolExecutor(2) as pool, pytest.raises(InputError, match=r"in 10,\d+ deals there is no board"):
        next(open_starts(game, make, 0, 7, pool))


def test_steps_narrow_to_a_tenth_of_the_first_ones() -> None:
    settings = replace(SETTINGS, scale=0.05)
    start = first_state(settings)
    *_, last = train(settings, start, 12)
    for first, after in zip(start.step, last.state.step, strict=True):
        assert 0.1 * first <= after
    assert any(after < first for first, after in zip(start.step, last.state.step, strict=True))


def test_boards_found_are_told() -> None:
    told: list[int] = []
    settings = replace(SETTINGS, boards=100, rows=1, positions=3)
    list(train(settings, first_state(settings), 1, on_position=told.append))
    assert told == [1, 2, 3]


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
    assert first_state(SETTINGS).mean == tuple(map(tuple, spider_shape(1)))
    by_hand = first_state(replace(SETTINGS, start="first"))
    assert by_hand.mean == tuple((first,) * STAGES for _, first, _ in spider_terms())
    assert by_hand.step == tuple(step for _, _, step in spider_terms())


def test_the_header_in_use_is_what_the_command_writes(tmp_path: Path) -> None:
    assert header() == HEADER.read_text(encoding="utf-8")
    state = first_state(replace(SETTINGS, start="first"))
    write_header(tmp_path / "h", 1, state)
    text = (tmp_path / "h").read_text(encoding="utf-8")
    assert text.partition("kSpiderShape2")[2] == header().partition("kSpiderShape2")[2]
    assert "{{" + ", ".join(str(round(n)) for n in state.mean[0]) in text.partition("kSpiderShape2")[0]


def test_the_command_trains_and_refuses_other_games(tmp_path: Path) -> None:
    few = ["--boards", "60", "--games", "2", "--population", "3", "--elite", "1", "--jobs", "1"]
    log = str(tmp_path / "log")
    first = CliRunner().invoke(cli, ["train", "spider:suits=1", *few, "--generations", "1", "--log", log])
    assert first.output.startswith("generation 1: ")
    more = CliRunner().invoke(cli, ["train", "spider:suits=1", *few, "--generations", "2", "--log", log])
    assert more.output.startswith("generation 2: ")
    started = ["train", "spider:suits=1", *few, "--log", log]
    with pytest.raises(InputError, match="has 2 generations; expected --generations not below that"):
        CliRunner().invoke(cli, [*started, "--generations", "1"], catch_exceptions=False)
    with pytest.raises(InputError, match="other settings"):
        CliRunner().invoke(cli, [*started, "--start", "first"], catch_exceptions=False)
    with pytest.raises(InputError, match="FreeCell has no policies to train"):
        CliRunner().invoke(cli, ["train", "freecell", *few], catch_exceptions=False)


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (["--scale", "nan"], "--scale is nan; expected a number from 0.001 to 10"),
        (["--header", "/nowhere/h"], "/nowhere/h cannot be written; expected a path that can be written"),
        (["--header", "/"], "/ cannot be written; expected a path that can be written"),
        (["--log", "/nowhere/l"], "/nowhere/l cannot be written; expected a path that can be written"),
        (
            ["--log", "-"],
            "a log cannot be standard output; expected a file name; for a file called -, ./-",
        ),
        (["--positions", "9"], "--positions is of a stage's boards; expected --rows with it"),
    ],
)
def test_what_cannot_be_is_told_before_any_training(option: list[str], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(cli, ["train", "spider", *option], catch_exceptions=False)
    assert str(caught.value) == complaint
