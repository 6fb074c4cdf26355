"""Training Spider's evaluation: reproducible, resumable, and the header it writes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from winnable._core import CancelToken, SpiderPlayer, spider_shape, spider_terms
from winnable.cli.main import cli
from winnable.deals import DealNumber
from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame
from winnable.families.spider.stages import open_starts, stage_start
from winnable.families.spider.train import (
    STAGES,
    Generation,
    TrainSettings,
    first_state,
    header,
    write_header,
)
from winnable.families.spider.train import train as train_by
from winnable.registry import get_game
from winnable.search.policy import Starts

SETTINGS = TrainSettings(suits=1, boards=60, games=3, population=4, elite=2, seed=3)


def play(
    game: SpiderGame, shapes: Sequence[list[list[int]]], boards: int, starts: Starts
) -> list[tuple[int, int]]:
    """The games of a generation, in one thread."""
    positions = [game.deal(one) if isinstance(one, DealNumber) else one for one in starts]
    found = []
    for shape in shapes:
        games = SpiderPlayer.shaped(game.core, shape, boards).play_many(positions, [0] * len(positions))
        found.append((sum(one.won for one in games), sum(one.runs for one in games)))
    return found


def train(settings: TrainSettings, generations: int, **options: Any) -> list[Generation]:
    return list(train_by(settings, generations, play, **options))


HEADER = Path(__file__).parents[3] / "native" / "spider" / "policy" / "shapes.hpp"


def test_the_same_settings_give_the_same_shapes() -> None:
    one = train(SETTINGS, 2)
    assert one == train(SETTINGS, 2)
    assert [found.state.generation for found in one] == [1, 2]
    assert train(SETTINGS, 1) == one[:1]
    assert train(replace(SETTINGS, seed=4), 2) != one


def test_one_stage_is_tuned_from_boards_on_which_it_begins() -> None:
    settings = replace(SETTINGS, boards=100, rows=1, positions=3)
    start = first_state(settings)
    one, two = (train(settings, 2, jobs=jobs) for jobs in (1, 2))
    assert one == two
    for before, after in zip(start.mean, one[-1].state.mean, strict=True):
        changed = [rows for rows in range(STAGES) if before[rows] != after[rows]]
        assert changed == [1]
    other = replace(settings, rows=None)
    (found,) = train(other, 1)
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
    *_, last = train(settings, 12)
    for first, after in zip(start.step, last.state.step, strict=True):
        assert 0.1 * first <= after
    assert any(after < first for first, after in zip(start.step, last.state.step, strict=True))


def test_boards_found_are_told() -> None:
    told: list[int] = []
    settings = replace(SETTINGS, boards=100, rows=1, positions=3)
    train(settings, 1, on_position=told.append)
    assert told == [1, 2, 3]


def test_it_can_be_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    assert train(SETTINGS, 2, token=token) == []


def test_what_ends_in_the_middle_of_a_generation_is_none_of_it() -> None:
    left = iter([True, False])
    found = train_by(SETTINGS, 3, lambda *asked: play(*asked) if next(left) else None)
    assert list(found) == train(SETTINGS, 1)


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


def test_the_command_trains_as_the_games_themselves_say_and_refuses_other_games() -> None:
    few = ["--boards", "60", "--count", "3", "--population", "4", "--elite", "2", "--seed", "3"]
    argv = ["train", "spider:suits=1", *few, "--generations", "2", "--jobs", "2", "--quiet"]
    for options, settings in (
        ([], SETTINGS),
        (["--stock-rows", "1", "--positions", "3"], replace(SETTINGS, rows=1, positions=3)),
    ):
        answer = CliRunner().invoke(cli, [*argv, *options], catch_exceptions=False)
        assert answer.output.splitlines() == [
            f"generation {number}: {found.won:.1%} won, {found.best:.1%} by the best shape"
            for number, found in enumerate(train(settings, 2), 1)
        ]
    with pytest.raises(InputError, match="FreeCell has no policies to train"):
        CliRunner().invoke(cli, ["train", "freecell", *few], catch_exceptions=False)


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (["--output", "/nowhere/h"], "/nowhere/h cannot be written; expected a path that can be written"),
        (["--positions", "9"], "--positions is of a stage's boards; expected --stock-rows with it"),
    ],
)
def test_what_cannot_be_is_told_before_any_training(option: list[str], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(cli, ["train", "spider", *option], catch_exceptions=False)
    assert str(caught.value) == complaint
