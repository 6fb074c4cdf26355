"""The chance of a win in games played unseen: by what is seen alone, in batches that can be gone on with."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from native.spider_agree import to_core
from oracle.spider_cases import Case
from winnable._core import CancelToken
from winnable.analysis.outlook import MoveChances, WinChance, game_over, move_chances, win_chance
from winnable.errors import InputError
from winnable.families.spider.setup import SpiderSetup
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import policy_names, quick_policy
from winnable.session import Session

from .test_chances import ENDINGS, SURE, both, exact_share

HIDING = ["spider", "spiderette", "scorpion", "pyramid"]


def seen_of(name: str, deal: int = 5) -> tuple[Any, Any]:
    game: Any = get_game(name)
    return game, game.observe(game.deal(deal))


def worlds_of(found: MoveChances) -> dict[str, str]:
    return {move["move"]: move["worlds"] for move in found.data()["moves"]}


# --- the count ---------------------------------------------------------------------------------------------


def test_batches_double_and_the_interval_narrows() -> None:
    game, seen = seen_of("scorpion")
    told: list[WinChance] = []
    found = win_chance(game, seen, games=150, on_batch=told.append)
    assert [now.games for now in told] == [5, 10, 20, 40, 80]
    assert (found.games, found.stopped) == (150, "games")
    assert found.interval == wilson(found.wins, 150)
    assert 0 < found.wins < 150
    assert all(now.wins <= later.wins for now, later in zip(told, [*told[1:], found], strict=True))
    assert all(not now.stopped for now in told)


def test_it_stops_where_the_interval_is_narrow() -> None:
    game, seen = seen_of("spider")
    found = win_chance(game, seen, policy="random", half_width=0.05)
    low, high = found.interval
    assert found.stopped == "narrow"
    assert high - low <= 0.1
    assert found.games in (40, 80, 160)
    again = win_chance(game, seen, policy="random", half_width=0.05, so_far=(found.wins, found.games))
    assert again == found


def test_going_on_finds_what_one_count_finds() -> None:
    game, seen = seen_of("scorpion")
    first = win_chance(game, seen, games=30, seed=3)
    both = win_chance(game, seen, games=100, seed=3, so_far=(first.wins, first.games))
    whole = win_chance(game, seen, games=100, seed=3)
    assert both == whole
    assert whole.wins > 0


def test_going_on_with_each_move_finds_what_one_count_finds() -> None:
    game, seen = seen_of("scorpion")
    first = move_chances(game, seen, games=7, seed=3)
    both = move_chances(game, seen, games=40, seed=3, so_far=worlds_of(first))
    assert both == move_chances(game, seen, games=40, seed=3)
    assert (first.games, both.games) == (7, 40)


@pytest.mark.parametrize("case", ENDINGS[:6], ids=str)
def test_the_interval_holds_the_exact_share(case: Case) -> None:
    """Of all worlds that look so, each as likely, played out one by one."""
    game = both(case).game
    position = to_core(game, case.position)
    found = win_chance(game, game.observe(position), policy="fast", games=200, half_width=0.001)
    exact = exact_share(case, position, "fast")
    if found.sure:
        assert exact == {"lost": 0, "won": 1}[found.sure]
        return
    low, high = wilson(found.wins, found.games, SURE)
    assert low <= exact <= high


def test_every_game_with_policies_has_a_quick_one() -> None:
    for name in HIDING:
        assert quick_policy(get_game(name)) in policy_names(get_game(name))
    assert quick_policy(get_game("spider")) == "fast"
    assert quick_policy(get_game("scorpion")) == "random"
    with pytest.raises(InputError):
        quick_policy(get_game("freecell"))


# --- each move ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HIDING)
def test_each_move_in_the_same_worlds(name: str) -> None:
    game, seen = seen_of(name)
    told: list[int] = []
    policy = "greedy" if name == "pyramid" else "random"
    found = move_chances(game, seen, policy=policy, games=5, on_batch=lambda now: told.append(now.games))
    assert told == [1, 2, 4]
    assert {len(move.wins) for move in found.moves} == {5}
    assert [move.share for move in found.moves] == sorted((m.share for m in found.moves), reverse=True)
    legal = game.legal_moves(game.deal(5))
    assert {move.move for move in found.moves} <= {game.notation.format(game.deal(5), one) for one in legal}
    assert found.moves[0].less.share == 0
    for move in found.moves[1:]:
        low, high = move.less.interval
        assert low <= move.less.share <= high
        assert move.less.share == pytest.approx(found.moves[0].share - move.share)
        assert move.is_worse == (low > 0)


def test_what_is_clearly_worse_is_told_from_what_is_too_close() -> None:
    game, seen = seen_of("pyramid")
    found = move_chances(game, seen, policy="greedy", games=120)
    spoils = next(move for move in found.moves if move.move == "8H+5H")
    assert spoils.is_worse
    assert "worse by" in found.text()
    assert "too close to tell" in found.text()
    assert not found.is_clear
    data = found.data()
    assert [move["worse"] for move in data["moves"]] == [move.is_worse for move in found.moves]
    assert not found.moves[0].is_worse


def test_words_say_nothing_that_is_true_in_one_world_alone() -> None:
    """Of Pyramid's stock the top is seen, but not what a draw brings later."""
    game: Any = get_game("pyramid")
    after = game.observe(game.play(game.deal(5), game.notation.parse(game.deal(5), "draw")))
    found = move_chances(game, after, policy="greedy", games=2)
    words = {move.move: move.words for move in found.moves}
    world = game.determinise(after, Random(1))
    for text, said in words.items():
        assert said in ("", game.family.describe(game, world, game.notation.parse(world, text)))


# --- what is hidden ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HIDING)
def test_equal_observations_get_equal_answers(name: str) -> None:
    """Sessions of two deals that look the same, which no player can tell apart."""
    game, seen = seen_of(name)
    truth = game.deal(5)
    other = game.determinise(seen, Random(99))
    assert game.key(truth) != game.key(other)
    assert game.observe(other) == seen
    policy = "greedy" if name == "pyramid" else "random"
    sessions = [Session(game, position, unseen=True) for position in (truth, other)]
    one, two = (session.chance(policy=policy, games=10) for session in sessions)
    assert one.data() == two.data()
    one, two = (session.move_chances(policy=policy, games=2) for session in sessions)
    assert one.data() == two.data()


def test_other_seeds_are_other_games() -> None:
    game, seen = seen_of("scorpion")
    worlds = {tuple(worlds_of(move_chances(game, seen, games=40, seed=seed)).items()) for seed in range(3)}
    assert len(worlds) == 3


@pytest.mark.parametrize(
    "session", [Session.of_deal(get_game("freecell"), 1), Session.of_deal(get_game("pyramid"), 1)]
)
def test_a_game_with_all_cards_known_has_no_chance(session: Any) -> None:
    for ask in (session.chance, session.move_chances):
        with pytest.raises(InputError, match="nothing is hidden in this game of") as refused:
            ask()
        assert "\n" not in str(refused.value)


# --- what is certain, and limits ---------------------------------------------------------------------------


def ending(columns: list[list[Any]], down: list[int], runs: tuple[int, ...]) -> tuple[Any, Any]:
    game: Any = get_game("spider")
    rest = [[] for _ in range(10 - len(columns))]
    setup = SpiderSetup([*columns, *rest], [*down, *(0 for _ in rest)], (), runs)
    return game, setup


def test_what_is_lost_at_sight_is_said_without_a_game() -> None:
    """Six cards in one column, and two rows in the stock, which cannot be dealt over empty columns."""
    game: Any = get_game("spider")
    six = bytes(4 * rank + 3 for rank in range(5, -1, -1))
    position = game.core.position([six] + [b""] * 9, [0] * 10, STOCK, (1, 2, 2, 1))
    seen = game.observe(position)
    found = win_chance(game, seen)
    assert (found.sure, found.why, found.games) == ("lost", position.dead_end, 0)
    assert found.text().startswith("lost, whatever lies hidden: 6 cards on the table")
    assert move_chances(game, seen).sure == "lost"


def test_a_game_that_is_won_is_won() -> None:
    game, setup = ending([], [], (2, 2, 2, 2))
    won = game.position(setup)
    assert game_over(game, won) == ("won", "")
    assert win_chance(game, game.observe(won)).sure == "won"


def test_with_nothing_hidden_one_win_is_enough() -> None:
    run = [SPADES[rank] for rank in range(12, -1, -1)]
    game, setup = ending([run[:12], run[12:]], [0, 0], (2, 2, 2, 1))
    seen = game.observe(game.position(setup))
    found = win_chance(game, seen)
    assert (found.sure, found.games, found.wins, found.hidden, found.stopped) == ("winnable", 1, 1, 0, "sure")


ROWS = "5C TC 7C 6C 8S JS QS 2C 3C 9S JC 4C KC 8C 7S AC TS QC 9C KS"
STOCK = bytes(4 * "A23456789TJQK".index(rank) + "CDHS".index(suit) for rank, suit in ROWS.split())
SPADES = [card for card in get_game("spider").facts.faces if card.suit == 3]


def test_limits_and_cancelling_hold() -> None:
    game, seen = seen_of("spider")
    assert win_chance(game, seen, limits=Limits(seconds=0.2)).stopped == "time"
    short = move_chances(game, seen, limits=Limits(seconds=0.2))
    assert (short.stopped, {len(move.wins) for move in short.moves}) == ("time", {short.games})
    token = CancelToken()
    found = win_chance(game, seen, policy="random", token=token, on_batch=lambda now: token.cancel())
    assert found.stopped == "cancelled"
    assert found.games >= 5
    assert win_chance(game, seen, token=token).games == 0


def test_a_game_that_is_broken_off_is_not_counted() -> None:
    game, seen = seen_of("pyramid")
    found = win_chance(game, seen, policy="best", limits=Limits(bytes=1))
    assert (found.games, found.stopped) == (0, "memory")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"games": 0}, "games is 0"),
        ({"half_width": 0.0}, "half-width is 0"),
        ({"policy": "luck"}, "no policy .luck"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    game, seen = seen_of("spider")
    for ask in (win_chance, move_chances):
        with pytest.raises(InputError, match=said):
            ask(game, seen, **options)
    with pytest.raises(InputError, match="not of these moves"):
        move_chances(game, seen, so_far={"deal": "01"})


def test_where_no_game_was_finished_no_share_is_told() -> None:
    game, seen = seen_of("spider")
    found = move_chances(game, seen, limits=Limits(seconds=0.0001))
    assert found.games == 0
    assert found.text() == f"no move was tried to the end by the policy {found.policy}\n"
