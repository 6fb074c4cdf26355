"""Challenges of pairing games: with the board, the most of a rank; and what is no challenge."""

from __future__ import annotations

from typing import Any

import pytest

from native.pairing_agree import ALL_GAMES
from oracle.cards import RANKS
from oracle.pairing import gone_of_rank, is_won, score
from winnable.errors import InputError
from winnable.families.pairing.solver import Challenge, parse_challenge
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.solvers import make_solver

from .test_solvers import METRICS, any_case, check_challenge, paid, price, scored, small


def check_boards(case: Any, game: Any, rank: int) -> int:
    """Each number of cards of a rank, with a win. How many more can be had without it?"""
    rules, reached = case.reach.rules, case.reach.after
    most = max((gone_of_rank(position, rank) for position in reached if is_won(rules, position)), default=0)
    for amount in range(1, 5):
        challenge = f"clear=board+{amount}x{RANKS[rank]}"
        texts = check_challenge(case, game, case.position, challenge, amount <= most)
        if amount <= most:
            end = case.end(texts)
            assert is_won(rules, end)
            assert gone_of_rank(end, rank) >= amount
    return case.reach.most_of_rank(rank) - most


@pytest.mark.parametrize("name", ALL_GAMES)
def test_cards_of_a_rank_and_the_board(name: str) -> None:
    for number, case in enumerate(small(name)):
        check_boards(case, get_game(name), (5 * number + 12) % 13)


def test_cards_of_a_rank_and_the_board_under_any_rules() -> None:
    cases = [found for seed in range(80) if (found := any_case(seed)) is not None]
    costly = [check_boards(case, game, rank) for game, case in cases for rank in (0, 6, 12)]
    assert len(cases) > 60
    assert sum(cost > 0 for cost in costly) > 20


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_most_of_a_rank(name: str) -> None:
    game = get_game(name)
    for number, case in enumerate(small(name)):
        rank = number % 13
        (found,) = make_solver(game, challenge=f"most={RANKS[rank]}").solve_many([case.position])
        most = case.reach.most_of_rank(rank)
        assert found.verdict == ("solved" if most else "unsolvable")
        assert not most or gone_of_rank(case.end(list(found.texts)), rank) == most


def test_a_limit_leaves_the_most_open() -> None:
    game = get_game("pyramid")
    solver = make_solver(game, challenge="most=A")
    assert solver.solve_many([game.deal(16)], limits=Limits(nodes=1))[0].verdict == "unknown"


@pytest.mark.parametrize(
    "text", ["points=500", "clear=3x9", "clear=board+4xA", "most=K", "clear=12xA", "clear=4xT"]
)
def test_challenges_read_back(text: str) -> None:
    assert str(parse_challenge(text)) == text
    assert parse_challenge(f" {text.upper()} ") == parse_challenge(text)


def test_ten_is_a_rank_however_it_is_written() -> None:
    assert parse_challenge("clear=2x10") == parse_challenge("clear=2xT")
    assert parse_challenge("most=13") == Challenge(rank=parse_challenge("most=K").rank)


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("pyramid", "points=-3", "points=-3: every position of pyramid has 0 points or more"),
        ("pyramid", "points=0", "points=0: every position of pyramid has 0 points or more"),
        ("pyramid:par", "points=-52", "points=-52: every position of pyramid:par has -52 points or more"),
        ("pyramid", "clear=0x9", "a rank has 4 cards, not 0; expected 1 to 4, or up to 1000"),
        ("pyramid", "clear=board+5x9", "a rank has 4 cards, not 5; expected points=500"),
        ("pyramid", "clear=9", "'clear=9' is no challenge; expected points=500, clear=3x9"),
        ("pyramid", "most=14", "unknown rank '14'"),
        ("pyramid:hoyle", "points=500", "these rules count no points"),
    ],
)  # fmt: skip
def test_what_is_no_challenge(game: str, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        make_solver(get_game(game), challenge=text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_most_points_are_no_challenge() -> None:
    with pytest.raises(InputError, match="takes no challenge; expected the solver auto or fewest"):
        make_solver(get_game("pyramid"), "score", challenge="clear=1xA")


@pytest.mark.parametrize(
    ("challenge", "actions"),
    [("clear=3x9", 21), ("clear=board+4xA", 41), ("most=A", 38), ("points=300", 37), ("points=1290", 41)],
)
def test_the_cheapest_line_on_a_deal(challenge: str, actions: int) -> None:
    game = get_game("pyramid")
    (found,) = make_solver(game, "fewest", challenge=challenge).solve_many([game.deal(4)])
    assert (found.cost, found.lower_bound, len(found.texts)) == (actions, actions, actions)


def test_points_below_nothing_are_a_challenge_for_par() -> None:
    game = get_game("pyramid:par")
    assert make_solver(game, challenge="points=-14").solve_many([game.deal(16)])[0].verdict == "solved"
    assert make_solver(game, challenge="points=-13").solve_many([game.deal(16)])[0].verdict == "unsolvable"


# --- the cheapest line -------------------------------------------------------------------------------------


def check_cheapest(case: Any, game: Any, rank: int, metric: str) -> tuple[int, int]:
    """How many challenges were met, and of how many the least cost is proved."""
    rules, met, proved = case.reach.rules, 0, 0
    for amount in range(1, 5):
        for board in (False, True):

            def done(position: Any, amount: int = amount, board: bool = board) -> bool:
                return gone_of_rank(position, rank) >= amount and (not board or is_won(rules, position))

            least = case.reach.fewest(lambda move: price(metric, move), done)
            challenge = f"clear={'board+' if board else ''}{amount}x{RANKS[rank]}"
            (found,) = make_solver(game, "fewest", metric, challenge).solve_many([case.position])
            assert (found.verdict == "solved") is (least is not None), (challenge, case)
            if least is None:
                continue
            least += metric == "passes" and not rules.columns
            texts = list(found.texts)
            assert done(case.end(texts))
            assert found.cost == paid(metric, texts, rules)
            assert found.lower_bound <= least <= found.cost, (challenge, case)
            met, proved = met + 1, proved + (found.lower_bound == found.cost)
    return met, proved


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_cheapest_line_that_clears_cards(name: str) -> None:
    met, proved = 0, 0
    for number, case in enumerate(small(name)[:8]):
        of_case = check_cheapest(case, get_game(name), number % 13, METRICS[number % 3])
        met, proved = met + of_case[0], proved + of_case[1]
    assert proved >= 0.9 * met > 0


def test_the_cheapest_line_that_clears_cards_under_any_rules() -> None:
    cases = [found for seed in range(200, 240) if (found := any_case(seed)) is not None]
    counts = [
        check_cheapest(case, game, (0, 6, 12)[number % 3], METRICS[number % 2])
        for number, (game, case) in enumerate(cases)
    ]
    assert sum(proved for _, proved in counts) >= 0.9 * sum(met for met, _ in counts) > 50


def check_cheapest_points(case: Any, game: Any, rules: Any, metric: str, step: int) -> int:
    """How many challenges cost something."""
    p = case.position
    position = game.core.position(p.tableau, p.columns, p.waste, p.stock, p.pass_number)
    first, most = score(rules, case.reach.start), max(score(rules, end) for end in case.reach.after)
    costly = 0
    for points in range(most, first, -step):

        def done(reached: Any, points: int = points) -> bool:
            return score(rules, reached) >= points

        if points <= (0 if rules.scoring == "microsoft" else -52):
            break  # what every position has is no challenge
        least = case.reach.fewest(lambda move: price(metric, move), done)
        (found,) = make_solver(game, "fewest", metric, f"points={points}").solve_many([position])
        assert found.verdict == "solved", (points, case)
        assert least is not None
        texts = list(found.texts)
        assert done(case.end(texts))
        least += metric == "passes" and not rules.columns
        assert least == found.cost == found.lower_bound == paid(metric, texts, rules), (points, case)
        costly += least > 0
    (beyond,) = make_solver(game, "fewest", metric, f"points={most + 1}").solve_many([position])
    assert beyond.verdict == "unsolvable"
    return costly


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_cheapest_line_that_makes_points(name: str) -> None:
    costly = 0
    for game, rules in scored(name):
        for number, case in enumerate(small(name)[:8]):
            costly += check_cheapest_points(case, game, rules, METRICS[number % 3], 9 + number)
    assert costly > 5 or not list(scored(name))


def test_the_cheapest_line_that_makes_points_under_any_rules() -> None:
    costly = 0
    for seed in range(300, 340):
        found = any_case(seed)
        if found is not None and found[1].reach.rules.scoring != "none":
            game, case = found
            costly += check_cheapest_points(case, game, case.reach.rules, METRICS[seed % 3], 13)
    assert costly > 20


def test_what_a_limit_leaves_of_the_cheapest_line_that_makes_points() -> None:
    game = get_game("pyramid")
    solver = make_solver(game, "fewest", challenge="points=100")
    cut = 0
    for number in range(1, 9):
        position = game.deal(number)
        (whole,) = solver.solve_many([position])
        for nodes in (1, 30, 300):
            (found,) = solver.solve_many([position], limits=Limits(nodes=nodes))
            assert found.verdict in (whole.verdict, "unknown")
            if found.verdict == whole.verdict == "solved":
                assert found.lower_bound <= whole.cost <= found.cost
                cut += found.lower_bound < found.cost
    assert cut > 5
