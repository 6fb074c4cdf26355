"""What an answer may spend: shared by all searches that it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from winnable import get_game
from winnable._core import CancelToken
from winnable.analysis.hint import hint
from winnable.analysis.review import review
from winnable.analysis.verdicts import move_verdicts
from winnable.search.api import Limits, Verdict
from winnable.search.budget import Budget
from winnable.search.native import ask_in_turn
from winnable.search.solvers import make_solver
from winnable.session import Session
from winnable.session.tree_review import TreeReview
from winnable.session.tried import tried


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nodes_are_spent_and_seconds_pass() -> None:
    clock = Clock()
    budget = Budget(1000, 8.0, clock=clock)
    half = budget.part(2)
    assert (half.nodes, half.seconds) == (500, 4.0)
    half.spend(300)
    assert (half.nodes, budget.nodes) == (200, 700)
    clock.now += 3.0
    assert (half.seconds, budget.seconds) == (1.0, 5.0)
    clock.now += 2.0
    assert half.spent
    assert not budget.spent
    assert budget.part(3).nodes == 234  # rounded up: the last node is somebody's
    budget.spend(10_000)
    assert (budget.nodes, half.nodes) == (0, 0)
    assert budget.spent


def test_a_part_never_has_more_than_the_whole() -> None:
    budget = Budget(100, None)
    part = budget.part(2)
    budget.spend(90)
    assert part.nodes == 10
    assert part.seconds is None


def test_limits_of_an_answer() -> None:
    limits = Limits(nodes=100, seconds=5.0)
    assert limits.left() is limits
    assert not limits.may_go_on
    begun = limits.for_answer()
    assert begun.for_answer() is begun
    assert begun == limits
    begun.spend(60)
    left = begun.left()
    assert left.nodes == 40
    assert left.seconds is not None
    assert left.seconds <= 5.0
    assert left.budget is None
    assert replace(begun, nodes=7).left().nodes == 7
    begun.spend(60)
    assert begun.left().nodes == 1
    assert not begun.may_go_on
    assert Limits().for_answer() == Limits()
    assert Limits().for_answer().budget is None


@dataclass
class Raw:
    """An answer of a solver that needs ``needs`` nodes."""

    needs: int
    given: int

    @property
    def verdict(self) -> str:
        return Verdict.SOLVED.value if self.needs <= self.given else Verdict.UNKNOWN.value

    reason = "nodes"

    @property
    def stats(self) -> dict[str, float]:
        return {"expanded": min(self.needs, self.given)}


def asked(needs: Sequence[int], nodes: int) -> tuple[list[str], int, list[tuple[int, int]]]:
    log = list[tuple[int, int]]()

    def ask(need: int, left: Limits) -> Any:
        assert left.nodes is not None
        log.append((need, left.nodes))
        return Raw(need, left.nodes)

    limits = Limits(nodes=nodes).for_answer()
    answers = ask_in_turn(ask, needs, limits)
    assert limits.budget is not None
    assert limits.budget.nodes is not None
    return [answer.verdict for answer in answers], limits.budget.nodes, log


def test_a_hard_question_leaves_something_for_the_others() -> None:
    verdicts, left, log = asked([5000, 10, 20, 30], 400)
    assert verdicts == ["unknown", "solved", "solved", "solved"]
    # A quarter of all; a third of what is left then; and so on. In the end once more, with what is left.
    assert log == [(5000, 100), (10, 100), (20, 145), (30, 270), (5000, 240)]
    assert left == 0


def test_what_is_left_over_goes_to_the_hard_ones() -> None:
    verdicts, left, log = asked([200, 10, 10, 10], 400)
    assert verdicts == ["solved"] * 4
    assert log[-1] == (200, 270)
    assert left == 70


def test_a_limit_of_its_own_is_not_asked_again() -> None:
    log = []

    def ask(need: int, left: Limits) -> Any:
        log.append(left.nodes)
        return Raw(need, left.nodes or 0)

    ask_in_turn(ask, [5000, 5000], replace(Limits(nodes=1000).for_answer(), nodes=50))
    assert log == [50, 50]


FREECELL = get_game("freecell")
HARD = FREECELL.deal(11982)  # lost; the proof takes many nodes
MOVES = ["2a", "27", "3b"]


def line(texts: Sequence[str]) -> list[Any]:
    position, moves = FREECELL.deal(617), []
    for text in texts:
        moves.append(FREECELL.notation.parse(position, text))
        position = FREECELL.play(position, moves[-1])
    return moves


def tree_review(limits: Limits, token: CancelToken) -> None:
    session = Session(FREECELL, FREECELL.deal(617))
    for text in MOVES:
        session.play(text)
    looked = TreeReview(session, limits=limits, token=token)
    looked.decide()
    list(looked.shorten())
    looked.blunders()


def try_a_move(limits: Limits, token: CancelToken) -> None:
    session = Session(FREECELL, FREECELL.deal(617))
    session.play("3a")
    tried(session, limits=limits, token=token)


ANSWERS: dict[str, Callable[[Limits, CancelToken], object]] = {
    "hint": lambda limits, token: hint(FREECELL, FREECELL.deal(617), limits=limits, token=token),
    "hint of what is hard": lambda limits, token: hint(FREECELL, HARD, limits=limits, token=token),
    "hint in Pyramid": lambda limits, token: hint(
        get_game("pyramid"), get_game("pyramid").deal(5), limits=limits, token=token
    ),
    "hint in Spider": lambda limits, token: hint(
        get_game("spider"), get_game("spider").deal("seed:1"), limits=limits, token=token, open_cards=True
    ),
    "verdicts": lambda limits, token: move_verdicts(FREECELL, HARD, limits=limits, token=token),
    "verdicts, told one by one": lambda limits, token: move_verdicts(
        FREECELL, HARD, limits=limits, token=token, on_part=lambda found, left: None
    ),
    "review": lambda limits, token: review(
        FREECELL, FREECELL.deal(617), line(MOVES), limits=limits, token=token
    ),
    "review of a tree": tree_review,
    "tried": try_a_move,
}


@pytest.mark.parametrize("nodes", [50, 3000])
@pytest.mark.parametrize("what", ANSWERS)
def test_nodes_are_for_the_whole_answer(what: str, nodes: int) -> None:
    """Counted by the core itself. Where nothing is left a search still looks at one position."""
    token = CancelToken()
    begun = Limits(nodes=nodes).for_answer()
    ANSWERS[what](begun, token)
    searches = 100  # at most, of one position each
    assert token.nodes <= nodes + searches


def test_the_same_hint_with_as_many_nodes() -> None:
    hints = [hint(FREECELL, FREECELL.deal(617), limits=Limits(nodes=80_000)) for _ in range(2)]
    assert hints[0] == hints[1]
    assert hints[0].verdict is Verdict.SOLVED


def test_which_moves_are_left_undecided_is_told() -> None:
    found = hint(FREECELL, FREECELL.deal(2), limits=Limits(nodes=150))
    assert found.verdict is Verdict.SOLVED
    unknown = [move.move_text for move in found.others if move.verdict is Verdict.UNKNOWN]
    assert unknown
    assert sum(clause.endswith("not known within the limits") for clause in found.why) == 1


def test_a_solver_asked_about_many_spends_one_budget() -> None:
    positions = [HARD, FREECELL.deal(617), FREECELL.deal(1)]
    limits = Limits(nodes=60_000).for_answer()
    answers = make_solver(FREECELL).solve_many(positions, limits=limits)
    assert sum(answer.stats["expanded"] for answer in answers) <= 60_000
    assert [answer.verdict for answer in answers][1:] == ["solved", "solved"]
