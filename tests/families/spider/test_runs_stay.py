"""Spider where a complete run may stay: taken off by a move, and of use until then."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from native.spider_agree import Pair, from_core, pair, random_deal, to_core, toy_pair
from oracle import spider as oracle
from oracle.solve import TooManyPositionsError
from oracle.spider import Position
from oracle.spider_solve import is_winnable
from oracle.spider_toys import ending
from winnable.errors import InputError
from winnable.families.spider.hint import hint
from winnable.families.spider.policy import make_policy, policy_names
from winnable.families.spider.scene import open_scene
from winnable.families.spider.setup import SpiderSetup
from winnable.families.spider.solver import SpiderSolver
from winnable.families.spider.text import parse_texts
from winnable.families.spider.words import takes_run_off
from winnable.game import IllegalMove, Outcome
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.policy import play

AT_MOST = 1500  # positions that the oracle may meet
STAY = "run_removal=may_stay"
RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
# Taken off, the run leaves nine cards for ten columns, and no row is dealt any more.
FULL = f"""\
Runs: S-4
Column 1: {RUN}
Column 2: KS
Column 3: QS
Column 4: JS
Column 5: KS
Column 6: QS
Column 7: JS
Column 8: KS
Column 9: QS
Column 10: JS
Row 1: TS 9S 8S 7S 6S TS 9S 8S TS 9S
Row 2: 8S 7S 6S 5S 5S 4S 7S 6S 4S 5S
Row 3: 4S 3S 2S AS 3S 2S AS 3S 2S AS
"""


def setup_of(text: str) -> SpiderSetup:
    (setup,) = parse_texts(text.splitlines())
    assert isinstance(setup, SpiderSetup)
    return setup


def endings(toy: Pair, number: int) -> Iterator[tuple[Position, bool]]:
    """Endings of two runs, often whole and perhaps below other cards, each with whether it can be won."""
    for seed in range(number):
        rng = Random(f"stay {toy} {seed}")
        stock = 0 if toy.game.rules["stock"] == "none" else rng.choice([0, 2])
        position = ending(toy.rules, rng, runs=2, pieces=2 + seed % 3, down=rng.randint(0, 2), stock=stock)
        try:
            yield position, is_winnable(toy.rules, position, AT_MOST)
        except TooManyPositionsError:
            continue


def has_run(position: Position, *, covered: bool) -> bool:
    """Does a complete run end a column, or lie below other cards?"""
    for column, down in zip(position.columns, position.down, strict=True):
        ends = range(down + 13, len(column)) if covered else [len(column)]
        if any(oracle.is_complete(column[max(down, end - 13) : end]) for end in ends):
            return True
    return False


@pytest.mark.parametrize(
    ("name", "columns"),
    [(f"spider:{STAY}", 2), (f"spiderette:{STAY}", 3), (f"mrs_mop:{STAY}", 2), (f"scorpion:{STAY}", 4)],
)
def test_solvers_answer_as_trying_everything(name: str, columns: int) -> None:
    toy = toy_pair(name, columns)
    solver = SpiderSolver(toy.game)
    answers, standing, covered = set(), 0, 0
    for position, winnable in endings(toy, 60):
        start = to_core(toy.game, position)
        assert from_core(start) == position  # nothing leaves by itself
        found = solver.solve(start)
        answers.add(winnable)
        standing += has_run(position, covered=False)
        covered += has_run(position, covered=True)
        assert (found.verdict is Verdict.SOLVED) == winnable, position
        assert found.reason in (StopReason.GOAL, StopReason.EXHAUSTED)
        here = start
        for move in found.moves:
            here = toy.game.play(here, move)
        assert not winnable or toy.game.outcome(here) is Outcome.WON
        shortest = search(toy.game, start, "breadth_first")
        assert (shortest.verdict is Verdict.SOLVED) == winnable
        best = search(toy.game, start, "a_star")
        assert best.optimal == winnable
        assert best.cost == shortest.cost
    assert answers == {True, False}
    assert standing >= 5
    assert covered >= (0 if columns == 4 else 1)


# Endings on two columns, two with a row, which is dealt only while neither is empty.
OF_USE = (
    (
        "spider",
        Position(
            columns=(
                (12, 8, 4, 0, 48),
                (24, 20, 16, 48, 44, 40, 36, 32, 28, 44, 40, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0),
            ),
            down=(0, 0),
            runs=(0, 2, 2, 2),
        ),
    ),
    (
        "spiderette",
        Position(
            columns=(
                (30, 26, 22, 18, 14, 10, 6, 2, 46, 42, 38, 34),
                (45, 41, 37, 33, 29, 25, 21, 17, 13, 9, 5, 50),
            ),
            down=(0, 0),
            stock=(49, 1),
            runs=(1, 0, 0, 1),
        ),
    ),
    (
        "spiderette",
        Position(
            columns=(
                (48, 44, 36, 32, 28, 24, 20, 16, 12, 8, 4, 1, 49, 45, 41, 37, 33, 29, 25, 21, 17, 13, 9, 5),
                (),
            ),
            down=(0, 0),
            stock=(0, 40),
            runs=(0, 0, 1, 1),
        ),
    ),
)


@pytest.mark.parametrize(("game", "position"), OF_USE)
def test_a_run_that_stays_wins_what_is_lost_without_it(game: str, position: Position) -> None:
    """By the oracle and by the solver."""
    for name, winnable in ((game, False), (f"{game}:{STAY}", True)):
        toy = toy_pair(name, 2)
        assert is_winnable(toy.rules, position) is winnable
        found = SpiderSolver(toy.game).solve(to_core(toy.game, position))
        assert found.verdict is (Verdict.SOLVED if winnable else Verdict.UNSOLVABLE)


def test_who_may_keep_a_run_never_loses_by_it() -> None:
    leaving, staying = toy_pair("spiderette", 2), toy_pair(f"spiderette:{STAY}", 2)
    won = 0
    for seed in range(60):
        rng = Random(f"of use {seed}")
        position = ending(
            leaving.rules, rng, runs=2, pieces=3, down=rng.randint(0, 1), stock=rng.choice([0, 2])
        )
        answers = [
            SpiderSolver(toy.game).solve(to_core(toy.game, position)).verdict for toy in (leaving, staying)
        ]
        won += answers[0] is Verdict.SOLVED
        assert answers[0] is Verdict.UNSOLVABLE or answers[1] is Verdict.SOLVED
    assert 10 <= won <= 50


@pytest.mark.parametrize("name", [f"spider:{STAY}", f"spider:suits=1,{STAY}", f"spider:suits=2,{STAY}"])
def test_whole_deals_are_won(name: str) -> None:
    game = get_game(name)
    usual = name.replace(f",{STAY}", "").replace(f":{STAY}", "")
    deck = bytes(random_deal(pair(usual).rules, Random(1)))
    start = game.deal_deck(deck)
    found = SpiderSolver(game).solve(start, limits=Limits(nodes=100_000))
    assert found.verdict is Verdict.SOLVED
    assert sum(map(takes_run_off, found.moves)) == 8
    for move in found.moves:
        start = game.play(start, move)
    assert game.outcome(start) is Outcome.WON


def test_a_board_with_a_complete_run() -> None:
    setup = setup_of(FULL)
    position = get_game(f"spider:suits=1,{STAY}").position(setup)
    assert list(position.runs) == [0, 0, 0, 4]
    assert len(position.columns[0]) == 13
    with pytest.raises(InputError, match="a complete run of spades still lies in column 1"):
        get_game("spider:suits=1").position(setup)


def test_the_move_that_takes_it_off() -> None:
    game = get_game(f"spider:suits=1,{STAY}")
    position = game.position(setup_of(FULL))
    off = game.notation.parse(position, "1h")
    assert game.notation.format(position, off) == "1h"
    after = game.play(position, off)
    assert list(after.runs) == [0, 0, 0, 5]
    assert after.columns[0] == b""
    assert after.dead_end.startswith("9 cards on the table")
    with pytest.raises(
        IllegalMove, match="2h: only a complete run leaves, from a king at its head to an ace"
    ):
        game.notation.parse(position, "2h")
    with pytest.raises(ValueError, match="2h for a complete run, or deal"):
        game.notation.parse(position, "2")
    with pytest.raises(IllegalMove, match="they leave by themselves"):
        get_game("spider:suits=1").notation.parse(get_game("spider:suits=1").deal(1), "2h")


def test_the_table_shows_where_it_goes() -> None:
    game = get_game(f"spider:suits=1,{STAY}")
    position = game.position(setup_of(FULL))
    table = open_scene(game, position)
    (move,) = (move for move in table.moves if move.text == "1h")
    assert (move.source, move.index, move.target) == ("column 1", 0, "run 5")
    assert table.pile("run 5").cards == ()
    assert (
        len(open_scene(game, game.play(position, game.notation.parse(position, "1h"))).pile("run 5").cards)
        == 13
    )


def test_what_is_seen_holds_it() -> None:
    game = get_game(f"spiderette:suits=1,{STAY}")
    columns = f"Column 1: 7S 6S | {RUN}\nColumn 2: KS QS JS TS 9S 8S | 5S\nColumn 3: AS\n"
    position = game.position(setup_of(f"Runs: S-2\n{columns}Row 1: 4S 3S 2S\n"))
    seen = game.observe(position)
    assert seen.columns[0] == bytes(range(51, -1, -4))
    assert game.observe(game.determinise(seen, Random(2))) == seen
    after = game.play(position, game.notation.parse(position, "1h"))
    assert (after.down[0], after.columns[0]) == (1, bytes([27, 23]))


def test_policies() -> None:
    game = get_game(f"spider:suits=1,{STAY}")
    assert policy_names(game) == ("random",)
    position = game.position(setup_of(FULL))
    for name in ("best", "fast", "moveblocks"):
        with pytest.raises(InputError, match=f"the policy {name} plays only games whose complete runs leave"):
            make_policy(game, name)
    played = play(game, position, make_policy(game, "random"), 5)
    assert len(played.moves) > 1
    told = hint(game, game.observe(position), policy="random", seed=1)
    assert told.move_text


def test_a_hint_where_nothing_is_hidden() -> None:
    game = get_game(f"spider:suits=1,{STAY}")
    position = game.position(setup_of(f"Runs: S-6\nColumn 1: {RUN}\nColumn 2: {RUN}\n"))
    told = hint(game, game.observe(position))
    assert told.verdict is Verdict.SOLVED
    assert told.line == ("1h", "2h")
    assert told.words == "take the run of spades off column 1"
    assert told.why[0] == "it empties column 1"


def test_games_that_do_not_take_the_rule() -> None:
    with pytest.raises(InputError, match="simple_simon: run_removal: must be auto here"):
        get_game(f"simple_simon:{STAY}")
    with pytest.raises(InputError, match="freecell: run_removal: no runs leave in this game"):
        get_game(f"freecell:{STAY}")
    with pytest.raises(InputError, match="rule run_removal: 'stays' is not one of auto, may_stay"):
        get_game("spider:run_removal=stays")
