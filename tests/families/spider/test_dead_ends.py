"""Positions of Spider that are lost at sight: proved by the oracle, and said by everybody who is asked."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from native.spider_agree import pair, to_core, toy_pair
from oracle.solve import TooManyPositionsError
from oracle.spider_solve import is_winnable
from oracle.spider_toys import ending
from winnable import _core
from winnable.analysis.hint import hint as hint_of
from winnable.analysis.review import review
from winnable.analysis.verdicts import move_verdicts, position_verdict
from winnable.families.spider.hint import hint
from winnable.families.spider.policy import make_policy
from winnable.families.spider.solver import SpiderSolver
from winnable.search.algorithms import search
from winnable.search.api import Limits, Verdict
from winnable.search.policy import play

# Strict game, whether the same with rows dealt over empty columns, columns.
TOYS = (
    ("spider", "spider:deal_over_empty=true", 4),
    ("spiderette", "spiderette:deal_over_empty=true", 5),
    ("scorpion:deal_over_empty=false", "scorpion", 4),
)
WHY = "6 cards on the table can never fill 10 columns, and while one is empty no row is dealt"


def dead_position() -> _core.SpiderPosition:
    """Six cards in one column, and two rows in the stock."""
    game = pair("spider").game
    rows = (
        "5C TC 7C 6C 8S JS QS 2C 3C 9S JC 4C KC 8C 7S AC TS QC 9C KS".split()  # noqa: SIM905
    )
    ranks = "A23456789TJQK"
    stock = bytes(4 * ranks.index(card[0]) + "CDHS".index(card[1]) for card in rows)
    column = bytes(4 * rank + 3 for rank in range(5, -1, -1))
    return game.core.position([column] + [b""] * 9, [0] * 10, stock, (1, 2, 2, 1))


@pytest.mark.parametrize(("strict", "loose", "columns"), TOYS)
def test_what_is_lost_at_sight_is_lost(strict: str, loose: str, columns: int) -> None:
    """By the oracle; and a strict game is never easier than the same one with rows over empty columns."""
    one, other = toy_pair(strict, columns), toy_pair(loose, columns)
    found: Counter[tuple[bool, bool]] = Counter()
    for seed in range(60):
        rng = Random(f"dead {strict} {seed}")
        position = ending(one.rules, rng, runs=1, pieces=6, stock=rng.randint(1, 12))
        start, free = to_core(one.game, position), to_core(other.game, position)
        dead = len(position.stock) > 0 and sum(map(len, position.columns)) < columns
        assert bool(start.dead_end) is dead
        assert not free.dead_end
        verdicts = SpiderSolver(one.game).solve(start), SpiderSolver(other.game).solve(free)
        try:
            winnable = is_winnable(one.rules, position, 3000)
            freely = is_winnable(other.rules, position, 3000)
        except TooManyPositionsError:
            continue
        assert [v.verdict is Verdict.SOLVED for v in verdicts] == [winnable, freely]
        assert not (winnable and not freely)
        assert not (dead and winnable)
        if dead:
            assert (verdicts[0].why, verdicts[0].stats.expanded) == (start.dead_end, 0)
        found[dead, winnable] += 1
    assert {(True, False), (False, True)} <= set(found), found


def test_the_count_of_cards_that_decides() -> None:
    """As many cards as columns are enough; one fewer is not, face down or not."""
    toy = toy_pair("spider", 4)
    stock = bytes(range(12, 52, 4))  # nine clubs and a king
    enough = toy.game.core.position([bytes([0]), bytes([4]), bytes([8]), b""], [0] * 4, stock, (1, 2, 2, 2))
    assert "3 cards on the table can never fill 4 columns" in enough.dead_end
    stock = bytes(range(16, 52, 4))
    enough = toy.game.core.position(
        [bytes([12, 0]), bytes([4]), bytes([8]), b""], [1, 0, 0, 0], stock, (1, 2, 2, 2)
    )
    assert enough.dead_end == ""


def test_everybody_says_so_at_once() -> None:
    game, position = pair("spider").game, dead_position()
    seen = game.observe(position)
    assert position_verdict(game, position).why == WHY
    table = move_verdicts(game, position, limits=Limits(nodes=1))
    assert table.text() == f"lost: {WHY}\n"
    assert {(row.verdict, row.why) for row in table} == {(Verdict.UNSOLVABLE, WHY)}
    for said in (
        hint(game, seen),
        hint(game, seen, policy="random"),
        hint_of(game, position, open_cards=True),
    ):
        assert (said.verdict, said.why) == (Verdict.UNSOLVABLE, (f"lost: {WHY}",))
    for name in ("fast", "random", "moveblocks"):
        played = play(game, position, make_policy(game, name))
        assert (played.won, played.reason, played.moves, played.why) == (False, "conceded", (), WHY)
    found = review(game, position, game.legal_moves(position)[:1])
    assert (found.lost_after, found.why, found.expanded) == (0, (WHY,), 0)
    assert search(game, position, "breadth_first").verdict is Verdict.UNSOLVABLE


def test_the_policy_in_python_stops_there_too() -> None:
    class Never:
        def decide(self, observation: object, seed: int) -> list[_core.PatienceMove]:
            raise AssertionError("nobody is asked for a move in a lost position")

    game = pair("spider").game
    played = play(game, dead_position(), Never())
    assert (played.reason, played.why) == ("conceded", WHY)
    free = pair("spider:deal_over_empty=true").game
    assert not free.core.position(
        dead_position().columns, dead_position().down, dead_position().stock, dead_position().runs
    ).dead_end


@pytest.mark.parametrize("empty", range(1, 6))
def test_columns_that_a_row_needs_filled_are_filled(empty: int) -> None:
    """Positions of won games in one suit, in which columns are empty and a row is left: won, in few steps."""
    game = pair("spider:suits=1").game
    player = _core.SpiderPlayer.search(game.core, best=False, boards=300)
    solver = SpiderSolver(game)
    met = 0
    for seed in range(200):
        played = player.play_many([game.deal(f"seed:{seed}")], [seed])[0]
        places = [played.start]
        for move in played.moves if played.won else ():
            places.append(game.play(places[-1], move))
        late = [p for p in places if p.stock and sum(not column for column in p.columns) == empty]
        if not late:
            continue
        position = Random(seed).choice(late)
        assert solver.solve(position, limits=Limits(nodes=40_000)).verdict is Verdict.SOLVED, position
        met += 1
        if met == 3:
            return
    raise AssertionError("too few such positions")
