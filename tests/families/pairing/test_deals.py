"""The exact solvers of pairing games on whole deals: one move later, and under easier rules."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from native.pairing_agree import ALL_GAMES, from_core
from oracle.cards import card
from oracle.pairing import is_won, layout, removals, score
from oracle.pairing_solve import replay
from search.node_counts import COUNTS, HEADER, RUNS, line
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.solvers import make_solver

DATA = Path(__file__).parents[2] / "data" / "pyramid"
METRICS = ("actions", "removals", "passes")
LIMITS = Limits(nodes=15_000)  # what takes more is left out

# --- one move later ----------------------------------------------------------------------------------------


def midgame(game: PairingGame, rng: Random) -> PairingPosition:
    position = game.deal(f"seed:{rng.randrange(2**32)}")
    for _ in range(rng.randint(0, 70)):
        moves = game.legal_moves(position)
        if not moves:
            break
        removing = [move for move in moves if move.cards]
        position = game.play(position, rng.choice(removing if removing and rng.random() < 0.6 else moves))
    return position


def paid(metric: str, move: PairingMove) -> int:
    return {"actions": 1, "removals": int(bool(move.cards)), "passes": int(move.is_recycle)}[metric]


def answers(solver: Any, positions: list[PairingPosition]) -> list[Any] | None:
    """None if one of them meets the limit."""
    results = solver.solve_many(positions, limits=LIMITS)
    done = all(result.verdict == "unsolvable" or result.reason == "goal" for result in results)
    return results if done else None


def check_fewest(game: PairingGame, position: PairingPosition, metric: str) -> bool:
    """A win costs what its first move costs and what is left then; nothing wins if no move leads to a win."""
    moves = game.legal_moves(position)
    found = answers(make_solver(game, "fewest", metric), [position, *(game.play(position, m) for m in moves)])
    if found is None:
        return False
    here, *after = found
    totals = [
        paid(metric, move) + result.cost
        for move, result in zip(moves, after, strict=True)
        if result.verdict == "solved"
    ]
    if game.outcome(position).value == "won":
        totals.append(int(metric == "passes" and not game.rules["columns"]))
    assert (here.verdict == "solved") == bool(totals), position
    assert not totals or here.cost == min(totals), position
    assert make_solver(game).solve_many([position])[0].verdict == here.verdict, position
    return True


def check_score(game: PairingGame, position: PairingPosition) -> bool:
    """The most points are those of here or of a position one move later."""
    after = [game.play(position, move) for move in game.legal_moves(position)]
    found = answers(make_solver(game, "score"), [position, *after])
    if found is None:
        return False
    assert found[0].score == max([position.score, *(result.score for result in found[1:])]), position
    return True


@pytest.mark.parametrize("name", ALL_GAMES)
def test_a_move_brings_the_end_no_nearer_than_its_cost(name: str) -> None:
    game = get_game(name)
    rng = Random(name)
    checked = 0
    for number in range(9):
        position = midgame(game, rng)
        checked += check_fewest(game, position, METRICS[number % 3])
        if game.rules["scoring"] != "none":
            checked += check_score(game, position)
    assert checked >= 6


def test_the_apex_falls_exactly_in_winnable_deals() -> None:
    """1150 points are those of all seven rows: by the challenge, by the most points, and by a win."""
    game = get_game("pyramid")
    deals = [game.deal(number) for number in range(1, 41)]
    wins = make_solver(game).solve_many(deals)
    best = make_solver(game, "score").solve_many(deals)
    met = make_solver(game, challenge="points=1150").solve_many(deals)
    for deal, win, points, challenge in zip(deals, wins, best, met, strict=True):
        assert win.verdict == challenge.verdict
        assert (win.verdict == "solved") == (points.score >= 1150)
        rules = ALL_GAMES["pyramid"]
        start = from_core(rules, deal)
        assert score(rules, replay(rules, start, list(points.texts))) == points.score
        assert win.verdict != "solved" or is_won(rules, replay(rules, start, list(win.texts)))


def test_removals_of_a_whole_solution_add_up() -> None:
    """Where all cards must leave every solution has 28 removals: 24 pairs and four kings."""
    game = get_game("pyramid:pysol")
    rules = ALL_GAMES["pyramid:pysol"]
    for number in range(1, 8):
        position = game.deal(number)
        result = make_solver(game, "fewest", "removals").solve_many([position])[0]
        if result.verdict == "solved":
            assert result.cost == 28
            assert removals(replay(rules, from_core(rules, position), list(result.texts))) == 28


# --- published answers -------------------------------------------------------------------------------------


def check_published(decks: list[str], lengths: list[int]) -> None:
    """Decks as text with the fewest actions that clear each, 0 for none; every line is replayed."""
    game, rules = get_game("pyramid"), ALL_GAMES["pyramid"]
    dealt = [[card(word.upper()) for word in deck.split()] for deck in decks]
    results = make_solver(game, "fewest").solve_many([game.deal_deck(bytes(deck)) for deck in dealt])
    assert [result.length for result in results] == lengths
    for deck, result in zip(dealt, results, strict=True):
        if result.length:
            assert is_won(rules, replay(rules, layout(rules, deck), list(result.texts)))


def random_decks() -> tuple[list[str], list[int]]:
    lengths = (DATA / "decks500.lengths.txt").read_text().split()
    return (DATA / "decks500.txt").read_text().splitlines(), list(map(int, lengths))


def test_published_lengths_of_microsoft_decks() -> None:
    lines = [line.split("\t") for line in (DATA / "microsoft-decks.txt").read_text().splitlines()[1:]]
    check_published([deck for _, _, deck in lines], [int(length) for _, length, _ in lines])


def test_published_lengths_of_random_decks() -> None:
    decks, lengths = random_decks()
    check_published(decks[:60], lengths[:60])


@pytest.mark.slow
def test_published_lengths_of_all_random_decks() -> None:
    check_published(*random_decks())


# --- easier rules ------------------------------------------------------------------------------------------


@cache
def winnable_deals(name: str, deals: range) -> set[int]:
    game = get_game(name)
    results = make_solver(game).solve_many([game.deal(f"ms:{number}") for number in deals])
    assert {result.verdict for result in results} <= {"solved", "unsolvable"}
    return {number for number, result in zip(deals, results, strict=True) if result.verdict == "solved"}


# Each game can be won wherever the one before it can.
EASIER = {
    "more passes": ("pyramid:passes=1", "pyramid:passes=2", "pyramid", "pyramid:passes=4"),
    "more passes for all cards": ("pyramid:hoyle", "pyramid:hoyle,passes=2"),
    "unlimited passes": ("pyramid:passes=9", "pyramid:passes=unlimited"),
    "overlap": ("pyramid", "pyramid:overlap=true"),
    "overlap in one pass": ("pyramid:passes=1", "pyramid:passes=1,overlap=true"),
    "overlap in columns": ("pyramid:giza", "pyramid:giza,overlap=true"),
    "the tableau only": ("pyramid:goal=all", "pyramid"),
    "the tableau only, beside columns": ("pyramid:giza", "pyramid:giza,goal=tableau"),
    "the stock's top in play": ("pyramid:stock_top=hidden", "pyramid:stock_top=apart", "pyramid"),
}


def check_easier(change: str, deals: range) -> None:
    won = [winnable_deals(name, deals) for name in EASIER[change]]
    for harder, easier in pairwise(won):
        assert harder <= easier, f"{change} lost deals {sorted(harder - easier)[:10]}"
    assert won[-1]


@pytest.mark.parametrize("change", EASIER)
def test_easier_rules_lose_no_deal(change: str) -> None:
    check_easier(change, range(1, 201))


@pytest.mark.slow
@pytest.mark.parametrize("change", EASIER)
def test_easier_rules_lose_no_deal_of_10000(change: str) -> None:
    check_easier(change, range(1, 10_001))


@pytest.mark.parametrize(("kind", "metric"), [("auto", None), *(("fewest", metric) for metric in METRICS)])
def test_a_used_solver_answers_as_a_fresh_one(kind: str, metric: str | None) -> None:
    game = get_game("pyramid")
    positions = [game.deal(number) for number in range(1, 7)]
    used = make_solver(game, kind, metric).solve_many(positions + positions[::-1])
    for position, one, other in zip(positions, used, used[::-1], strict=False):
        fresh = make_solver(game, kind, metric).solve_many([position])[0]
        for result in (one, other):
            assert (result.verdict, list(result.texts)) == (fresh.verdict, list(fresh.texts))
            assert result.stats["expanded"] == fresh.stats["expanded"]


# --- the signature -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run[0]} {run[1]} {run[2]}")
def test_the_number_of_nodes_is_the_committed_one(run: tuple[str, str, str, int]) -> None:
    assert line(*run) in COUNTS.read_text().splitlines(), "see tests/search/node_counts.py"


def test_no_count_is_left_over() -> None:
    assert len(COUNTS.read_text().splitlines()) == HEADER.count("\n") + len(RUNS)


# --- one after the other -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["auto", "fewest", "score"])
def test_what_a_limit_allows_depends_on_no_deal_before(kind: str) -> None:
    game = get_game("pyramid")
    limits = Limits(bytes=4_000_000)
    positions = [game.deal(number) for number in range(1, 13)]
    together = make_solver(game, kind).solve_many(positions, limits=limits)
    for position, among in zip(positions, together, strict=True):
        (alone,) = make_solver(game, kind).solve_many([position], limits=limits)
        for name in ("verdict", "reason", "texts"):
            assert getattr(alone, name) == getattr(among, name)
        for name in ("peak_bytes", "expanded"):
            assert alone.stats[name] == among.stats[name]
