"""Levels of Pyramid deals: the traits against a slow count of them, order, limits, and finding deals."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from winnable._core import CancelToken
from winnable.analysis.difficulty import LEVELS, SHARES, Level, difficulty, find_deals
from winnable.analysis.verdicts import move_verdicts
from winnable.deals import consecutive_deals, random_deals
from winnable.families.pairing import difficulty as module
from winnable.families.pairing.difficulty import Difficulty, Grader, level_of
from winnable.families.pairing.game import PairingGame
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import solve
from winnable.text.detect import read_file

DATA = Path(__file__).parents[1] / "data" / "pyramid"


@pytest.fixture(scope="module")
def pyramid() -> PairingGame:
    game: PairingGame = get_game("pyramid")
    return game


@pytest.fixture(scope="module")
def decks(pyramid: PairingGame) -> dict[str, Difficulty]:
    """Microsoft's decks, graded."""
    grader = Grader(pyramid)
    return {
        str(entry.label): grader.grade(entry.position(pyramid))
        for entry in read_file(str(DATA / "microsoft-decks.txt"), get_game("pyramid"))
    }


def test_the_traits_are_those_of_the_line(pyramid: PairingGame, decks: dict[str, Difficulty]) -> None:
    """Move by move with the verdicts that the command of that name gives."""
    (entry,) = (
        e for e in read_file(str(DATA / "microsoft-decks.txt"), get_game("pyramid")) if e.label == "simple"
    )
    graded, position = decks["simple"], entry.position(pyramid)
    choices = losing = narrow = last = 0
    for number, text in enumerate(graded.line, 1):
        verdicts = [answer.verdict for answer in move_verdicts(pyramid, position)]
        won = verdicts.count(Verdict.SOLVED)
        choices += len(verdicts)
        losing += len(verdicts) - won
        narrow += won == 1 and len(verdicts) > 1
        last = number if won < len(verdicts) else last
        position = pyramid.play(position, pyramid.notation.parse(position, text))
    assert pyramid.outcome(position).value == "won"
    traits = graded.traits
    assert traits is not None
    assert (traits.choices, traits.losing, traits.narrow, traits.last_escape) == (
        choices,
        losing,
        narrow,
        last,
    )
    assert traits.losing_share == losing / choices
    assert traits.actions == len(graded.line) == 39


def test_microsofts_decks_come_in_order(decks: dict[str, Difficulty]) -> None:
    scores = {name: graded.score for name, graded in decks.items()}
    assert scores["simple"] < scores["expert"] < min(scores["master"], scores["master2"])
    levels = [LEVELS.index(decks[name].level) for name in ("simple", "expert", "master")]
    assert levels[0] < levels[2]
    assert levels == sorted(levels)


def test_every_level_has_its_scores() -> None:
    ends = module.THRESHOLDS
    assert list(ends) == sorted(set(ends))
    assert len(ends) == len(LEVELS) - 1 == len(SHARES) - 1
    assert sum(SHARES) == pytest.approx(1)
    for below, end, above in zip(LEVELS, ends, LEVELS[1:], strict=False):
        assert (level_of(end - 1e-9), level_of(end)) == (below, above)


def test_harder_traits_never_score_lower(decks: dict[str, Difficulty]) -> None:
    """No weight rewards trouble."""
    traits = decks["expert"].traits
    assert traits is not None
    for name in ("last_escape", "losing", "passes", "actions"):
        harder = replace(traits, **{name: getattr(traits, name) + 1})
        assert module.score(harder) >= module.score(traits), name


def test_an_unwinnable_deal_has_no_level_and_says_why(pyramid: PairingGame) -> None:
    lost = next(n for n in range(1, 100) if solve(pyramid, pyramid.deal(n)).verdict is Verdict.UNSOLVABLE)
    graded = difficulty(pyramid, pyramid.deal(lost))
    assert (graded.verdict, graded.level, graded.traits, graded.line) == (Verdict.UNSOLVABLE, None, None, ())
    assert graded.why.startswith("it cannot be won")


def test_a_won_game_has_no_level(pyramid: PairingGame, decks: dict[str, Difficulty]) -> None:
    (entry,) = (
        e for e in read_file(str(DATA / "microsoft-decks.txt"), get_game("pyramid")) if e.label == "simple"
    )
    position = entry.position(pyramid)
    for text in decks["simple"].line:
        position = pyramid.play(position, pyramid.notation.parse(position, text))
    assert difficulty(pyramid, position).why == "it is won already"


def test_the_middle_of_a_game_is_graded_by_what_is_left(
    pyramid: PairingGame, decks: dict[str, Difficulty]
) -> None:
    (entry,) = (
        e for e in read_file(str(DATA / "microsoft-decks.txt"), get_game("pyramid")) if e.label == "master"
    )
    position = entry.position(pyramid)
    for text in decks["master"].line[:20]:
        position = pyramid.play(position, pyramid.notation.parse(position, text))
    graded, whole = difficulty(pyramid, position), decks["master"]
    assert graded.traits is not None
    assert whole.traits is not None
    assert graded.traits.actions == whole.traits.actions - 20
    assert graded.traits.passes <= whole.traits.passes


def test_a_limit_leaves_no_level(pyramid: PairingGame) -> None:
    graded = difficulty(pyramid, pyramid.deal("ms:1"), limits=Limits(nodes=1))
    assert (graded.verdict, graded.reason, graded.level) == (Verdict.UNKNOWN, StopReason.NODES, None)
    assert graded.why == "stopped by nodes before it was graded"


def test_cancelled_before_it_began(pyramid: PairingGame) -> None:
    token = CancelToken()
    token.cancel()
    assert difficulty(pyramid, pyramid.deal("ms:1"), token=token).reason is StopReason.CANCELLED


@pytest.mark.parametrize("variant", ["hoyle", "relaxed", "king_tut", "tuts_tomb", "giza", "triangle"])
def test_other_variants_are_graded_too(variant: str) -> None:
    game = get_game("pyramid", variant)
    found = next(find_deals(game, random_deals(5)))
    graded = difficulty(game, found.position)
    assert graded.level in LEVELS
    assert graded.traits is not None
    assert graded.traits.actions == len(graded.line) > 0


def test_found_deals_are_those_of_the_level(pyramid: PairingGame) -> None:
    grader = Grader(pyramid)
    deals = list(consecutive_deals("ms:1", 30))
    levels = [grader.grade(pyramid.deal(str(deal))).level for deal in deals]
    wanted = next(level for level in levels if level)
    told: list[int] = []
    found = list(find_deals(pyramid, deals, level=wanted, on_deal=told.append))
    assert told == list(range(1, 31))
    assert [one.deal for one in found] == [
        deal for deal, level in zip(deals, levels, strict=True) if level is wanted
    ]
    assert [one.difficulty and one.difficulty.level for one in found] == [wanted] * len(found)


def test_winnable_deals_are_found_in_any_game() -> None:
    game = get_game("freecell:cells=1")
    deals = list(islice(random_deals(0), 12))
    winnable = [deal for deal in deals if solve(game, game.deal(str(deal))).verdict is Verdict.SOLVED]
    assert 0 < len(winnable) < 12
    assert [one.deal for one in find_deals(game, deals)] == winnable


def test_it_gives_up_after_so_many_in_a_row() -> None:
    game = get_game("freecell:cells=1")
    deals = list(islice(random_deals(0), 40))
    told: list[int] = []
    found = [one.deal for one in find_deals(game, iter(deals), give_up=3, on_deal=told.append)]
    looked_at = deals[: told[-1]]
    assert len(looked_at) < len(deals)
    assert not set(looked_at[-3:]) & set(found)
    assert found == [one.deal for one in find_deals(game, looked_at)]
    winnable = [deal in found for deal in looked_at]
    assert all(any(winnable[i : i + 3]) for i in range(len(winnable) - 3))


def test_levels_are_microsofts_names() -> None:
    assert [level.value for level in Level] == ["easy", "medium", "hard", "expert", "master", "grandmaster"]
