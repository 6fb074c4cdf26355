"""Levels of FreeCell and its kin: figures against a slow count, equal positions, limits, what people say."""

from __future__ import annotations

import random
import tomllib
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sizes import ALL
from winnable._core import CancelToken
from winnable.analysis.difficulty import LEVELS, Level, Tally, difficulty, find_deals, make_grader
from winnable.deals import random_deals
from winnable.errors import InputError
from winnable.families.patience import FAMILY
from winnable.families.patience import difficulty as module
from winnable.families.patience.difficulty import PatienceGrader, PatienceTraits
from winnable.families.patience.levels import cutoffs, level_of
from winnable.families.patience.players import CAREFUL, HASTY, play_all, play_games, score
from winnable.families.patience.setup import Setup
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import solve

REPORTED = Path(__file__).parents[1] / "data" / "freecell" / "reported.toml"
FREECELL: Any = get_game("freecell")


def scored(number: int | str, game: Any = FREECELL) -> float:
    played = play_all(game, game.deal(number))
    assert isinstance(played, tuple)
    return score(*played)


@pytest.fixture(scope="module")
def graded() -> Any:
    return PatienceGrader(FREECELL).grade(FREECELL.deal("ms:617"))


def test_the_line_wins_and_its_moves_are_counted(graded: Any) -> None:
    """Every legal move is made and its position solved by itself; equal positions count once."""
    position, places = FREECELL.deal("ms:617"), []
    limits = Limits(nodes=module.MOVE_EFFORT)
    for text in graded.line:
        after = FREECELL.play(position, FREECELL.notation.parse(position, text))
        found: list[Any] = []
        for move in FREECELL.legal_moves(position):
            one = FREECELL.play(position, move)
            if one not in (position, *found):
                found.append(one)
        assert after in found
        verdicts = [
            "solved" if one == after else solve(FREECELL, one, limits=limits).verdict.value for one in found
        ]
        places.append(verdicts)
        position = after
    assert FREECELL.outcome(position).value == "won"
    traits: PatienceTraits = graded.traits
    assert traits.choices == sum(map(len, places))
    assert traits.losing == sum(place.count("unsolvable") for place in places)
    solved = sum(place.count("solved") for place in places)
    assert (
        0 <= traits.winning - solved <= len(places)
    )  # a move back to an earlier place of the line wins, too
    assert traits.losing + traits.winning <= traits.choices
    assert traits.losing_share == traits.losing / traits.choices
    assert 0 < traits.first_trap <= len(graded.line)


def test_the_cells_needed_do_and_one_fewer_is_not_known_to() -> None:
    for number in ("ms:617", "ms:164"):
        traits = difficulty(FREECELL, FREECELL.deal(number)).traits  # type: ignore[attr-defined]
        limits = Limits(nodes=module.CELLS_EFFORT)
        enough = get_game(f"freecell:cells={traits.cells}")
        assert (
            traits.cells == 4 or solve(enough, enough.deal(number), limits=limits).verdict is Verdict.SOLVED
        )
        if traits.cells:
            fewer = get_game(f"freecell:cells={traits.cells - 1}")
            verdict = solve(fewer, fewer.deal(number), limits=limits).verdict
            assert verdict is (Verdict.UNSOLVABLE if traits.cells_proved else Verdict.UNKNOWN)


def test_occupied_cells_are_needed() -> None:
    position = FREECELL.deal("ms:164")
    for text in ("1a", "2b", "3c"):
        position = FREECELL.play(position, FREECELL.notation.parse(position, text))
    traits = difficulty(FREECELL, position).traits  # type: ignore[attr-defined]
    assert traits.cells >= 3


def test_equal_positions_are_equally_hard() -> None:
    """The same columns in another order, the same cards in other cells."""
    for name, number in (("freecell", "ms:25"), ("eight_off", "ms:3"), ("simple_simon", "ms:1")):
        game: Any = get_game(name)
        start = game.deal(number)
        turned = Setup.from_indices(start.columns[::-1], start.cells[::-1], start.home, start.base)
        assert game.position(turned) == start
        assert play_all(game, game.position(turned)) == play_all(game, start)


def test_games_add_up() -> None:
    hasty = play_games(FREECELL, FREECELL.deal(2), HASTY)
    careful = play_games(FREECELL, FREECELL.deal(2), CAREFUL)
    for games, player in ((hasty, HASTY), (careful, CAREFUL)):
        assert not isinstance(games, StopReason)
        lost = games.games - games.wins
        assert games.games == player.games
        assert lost <= games.left * games.games <= 52 * lost
        assert games.lost_after is not None
        assert games.lost_after > 1
    assert hasty == play_games(FREECELL, FREECELL.deal(2), HASTY)


def test_what_is_nearly_won_is_easy() -> None:
    position = FREECELL.deal("ms:617")
    line = solve(FREECELL, position).moves
    for move in line[:-6]:
        position = FREECELL.play(position, move)
    end = difficulty(FREECELL, position)
    assert (end.level, end.score) == (Level.EASY, 0.0)  # type: ignore[attr-defined]
    for move in line[-6:]:
        position = FREECELL.play(position, move)
    assert difficulty(FREECELL, position).why == "it is won already"


def test_an_impossible_deal_has_no_level() -> None:
    lost = difficulty(FREECELL, FREECELL.deal("ms:11982"))
    assert (lost.verdict, lost.level, lost.why) == (Verdict.UNSOLVABLE, None, "it cannot be won")


def test_limits_leave_no_level() -> None:
    few = difficulty(FREECELL, FREECELL.deal("ms:617"), limits=Limits(nodes=5))
    assert (few.verdict, few.reason, few.level) == (Verdict.UNKNOWN, StopReason.NODES, None)
    assert few.why == "stopped by nodes before it was graded"
    token = CancelToken()
    token.cancel()
    assert difficulty(FREECELL, FREECELL.deal(1), token=token).reason is StopReason.CANCELLED
    assert play_games(FREECELL, FREECELL.deal(1), HASTY, token=token) is StopReason.CANCELLED
    assert play_games(FREECELL, FREECELL.deal(1), HASTY, seconds=1e-9) is StopReason.TIME


@pytest.mark.parametrize("name", FAMILY.games)
def test_every_game_of_the_family_has_levels(name: str) -> None:
    game: Any = get_game(name)
    ends = cutoffs(game)
    assert ends is not None
    assert list(ends) == sorted(set(ends))
    assert len(ends) == len(LEVELS) - 1
    assert 0 < ends[0] < ends[-1] < 52
    for below, end, above in zip(LEVELS, ends, LEVELS[1:], strict=False):
        assert (level_of(end - 1e-9, ends), level_of(end, ends)) == (below, above)


@pytest.mark.parametrize("spelled", ["eight_off:cells=7", "penguin:empty_column=any"])
def test_rules_of_ones_own_are_measured_and_have_no_level(spelled: str) -> None:
    game: Any = get_game(spelled)
    deal = next(find_deals(game, random_deals(1)))
    graded: Any = difficulty(game, deal.position)
    assert (graded.verdict, graded.level) == (Verdict.SOLVED, None)
    assert graded.why == f"levels are not calibrated for the rules of {spelled}"
    assert graded.score is not None
    assert graded.traits is not None
    tally = Tally()
    tally.add(lambda: "one", graded.verdict, graded.level, {})
    assert tally.data()["without_level"] == ["one"]
    with pytest.raises(InputError, match=f"levels are not calibrated for the rules of {spelled}; expected"):
        next(find_deals(game, random_deals(1), level=Level.EASY))


def test_rules_spelled_out_are_the_games_own() -> None:
    assert cutoffs(get_game("freecell:cells=4")) == cutoffs(FREECELL)


def test_games_that_hide_cards_say_why_they_have_no_levels() -> None:
    with pytest.raises(InputError, match="Spider has no levels of difficulty, as its player does not see"):
        make_grader(get_game("spider"))
    with pytest.raises(InputError, match="Mrs Mop has no levels of difficulty; expected freecell, a game"):
        make_grader(get_game("mrs_mop"))


def test_found_deals_are_of_the_level() -> None:
    game: Any = get_game("eight_off")
    (found,) = islice(find_deals(game, random_deals(9), level=Level.MEDIUM), 1)
    assert PatienceGrader(game).grade(found.position).level is Level.MEDIUM


# Games with short lines of play, so that many are scored in little time; all with WINNABLE_ALL_EXAMPLES.
@pytest.mark.parametrize("name", list(FAMILY.games) if ALL else ["eight_off", "seahaven"])
def test_levels_hold_their_shares_of_other_deals(name: str) -> None:
    """Half of other deals are easy or medium, give or take three standard deviations."""
    game: Any = get_game(name)
    ends = cutoffs(game)
    assert ends is not None
    deals = 100 if ALL else 24
    found = islice(find_deals(game, random_deals(20), limits=Limits(nodes=100_000)), deals)
    levels = [level_of(scored(str(one.deal), game), ends) for one in found]
    low = sum(level in (Level.EASY, Level.MEDIUM) for level in levels) / deals
    high = sum(level in (Level.MASTER, Level.GRANDMASTER) for level in levels) / deals
    assert abs(low - 0.5) < 3 * (0.5 * 0.5 / deals) ** 0.5
    assert high < 0.15 + 3 * (0.15 * 0.85 / deals) ** 0.5


def test_what_people_call_hard_is_harder_than_what_they_call_easy() -> None:
    """A few of the deals that had no part in choosing the players; bench/difficulty.py has all of them."""
    with REPORTED.open("rb") as file:
        lists = tomllib.load(file)
    count = 30 if ALL else 4
    rng = random.Random(3)
    hard = [scored(n) for n in rng.sample(lists["hard"]["openfreecell"]["unseen"], count)]
    easy = [scored(n) for n in rng.sample(lists["easy"]["openfreecell"]["unseen"], count)]

    def auc(ones: list[float], twos: list[float]) -> float:
        return sum((a > b) + (a == b) / 2 for a in ones for b in twos) / (len(ones) * len(twos))

    assert auc(hard, easy) > 0.9
    if ALL:
        others = [scored(n) for n in rng.sample(range(1, 11982), 2 * count)]
        assert auc(hard, others) > 0.8
        assert auc(easy, others) < 0.3
