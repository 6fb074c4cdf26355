"""Reviews of a tree: every move that lost a won game is listed, and few questions are asked."""

from __future__ import annotations

from math import log2
from pathlib import Path
from random import Random
from typing import Any

import pytest

from registered import start_of
from winnable.analysis.verdict import PositionVerdict, position_verdict
from winnable.game import Outcome
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.session import Session
from winnable.session.tree import Node
from winnable.session.tree_review import TreeReview
from won_lines import before_the_end

LIMITS = Limits(nodes=200_000)
WHOLE = Limits(nodes=5_000_000)  # enough for each question
GAMES = ("freecell", "bakers_game", "eight_off", "pyramid", "undead")
SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
# FreeCell 617: lost by the sixth move, 3c.
LOST = ["6b", "58", "4a", "83", "32", "3c", "3d", "65", "b6", "6b", "b6", "46"]


def wander(session: Session[Any, Any], rng: Random, most: int) -> None:
    """Random moves from where a session stands."""
    game = session.game
    for _ in range(most):
        place = session.here.placed
        if game.outcome(place) is not Outcome.OPEN:
            return
        session.enter([rng.choice(list(game.distinct_moves(place)) or list(game.legal_moves(place)))])


def bushy(name: str, seed: int) -> Session[Any, Any]:
    """A game with side lines off side lines; at the end of the first line."""
    rng, game = Random(seed), get_game(name)
    start = before_the_end(name, 30 + seed) if seed % 2 else start_of(game)(seed + 1)
    session = Session(game, start, open_cards=game.info.hidden)
    wander(session, rng, 14)
    end = session.here
    for _ in range(4):
        session.stand_at(rng.choice(list(session.root.all())))
        wander(session, rng, 5)
    session.stand_at(end)
    return session


def truth_of(session: Session[Any, Any]) -> dict[Node[Any, Any], Verdict]:
    """Each place asked by itself."""
    return {
        node: position_verdict(session.game, node.placed, limits=LIMITS).verdict
        if session.game.outcome(node.placed) is not Outcome.STUCK
        else Verdict.UNSOLVABLE
        for node in session.root.all()
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_move_that_lost_is_listed_with_a_line_that_wins(name: str) -> None:
    listed = aside = 0
    for seed in range(9):
        session = bushy(name, seed)
        truth = truth_of(session)
        if Verdict.UNKNOWN in truth.values():
            continue
        review = TreeReview(session, limits=WHOLE)
        review.decide()
        assert {node: answer.verdict for node, answer in review.verdicts().items()} == truth
        wrong = {
            node
            for node, verdict in truth.items()
            if node.parent and (truth[node.parent], verdict) == (Verdict.SOLVED, Verdict.UNSOLVABLE)
        }
        found = review.blunders()
        assert {one.node for one in found} == wrong
        for one in found:
            assert one.node.parent
            assert all(one.why)
            here = one.node.parent.placed
            for text in one.line:
                here = session.game.play(here, session.game.notation.parse(here, text))
            assert session.game.outcome(here) is Outcome.WON
        listed += len(found)
        aside += sum(one.node not in review.line for one in found)
        for one in found[1:]:
            assert one.node not in review.line  # a line is lost once
    assert listed >= 3
    assert aside >= 1


def test_few_questions_are_asked_about_a_long_line() -> None:
    for seed in range(4):
        session = Session.of_deal(get_game("freecell"), 617)
        wander(session, Random(seed), 120)
        review = TreeReview(session, limits=WHOLE)
        review.decide()
        assert len(review.verdicts()) == len(review.line)
        assert review.decisions <= 2 + log2(len(review.line))


def test_what_is_known_is_not_asked_again() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    for text in LOST:
        session.play(text)
    TreeReview(session).decide()
    again = TreeReview(session)
    again.decide()
    assert again.decisions == 0
    assert [one.node.text for one in again.blunders()] == ["3c"]


def test_a_blunder_without_a_reason_says_how_large_the_proof_is() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    for text in LOST:
        session.play(text)
    review = TreeReview(session)
    review.decide()
    (blunder,) = review.blunders()
    assert blunder.why[0].startswith("no short reason found: the proof that nothing wins then takes ")
    assert int(blunder.why[0].split()[-2]) > 0
    assert review.as_review().summary == "move 6, 3c, lost the game"


def test_what_the_limits_leave_open_is_asked_about_a_few_times_and_said() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    for text in ("8b", "8d", "b2", "1a", "23", "4c", "14", "46", "2b", "83", "42", "87"):
        session.play(text)
    review = TreeReview(session, limits=Limits(nodes=10_000))
    review.decide()
    assert "between move" in review.as_review().summary
    assert review.decisions <= 2 + log2(len(review.line)) + 1
    assert not review.blunders()
    deeper = TreeReview(session, limits=WHOLE)
    deeper.decide()
    assert deeper.decisions < review.decisions
    assert len(deeper.blunders()) == 1


def test_distances_only_get_shorter_and_a_detour_is_named() -> None:
    game = get_game("freecell")
    session = Session(game, before_the_end("freecell", 22), open_cards=True)
    first = session.root
    straight = position_verdict(game, first.placed).moves
    here = first.placed
    for text in straight[:6]:
        session.play(text)
    here = session.here.placed
    away = next(  # there and back again, three times
        (move, back)
        for move in game.distinct_moves(here)
        for back in game.legal_moves(game.play(here, move))
        if game.play(game.play(here, move), back) == here
    )
    for move in away * 3:
        session.enter([move])
    for text in straight[6:]:
        session.play(text)
    review = TreeReview(session, limits=WHOLE)
    review.decide()
    assert not review.decisions  # the moves themselves win
    before = {node: len(answer.moves) for node, answer in review.verdicts().items()}
    left = list(review.shorten())
    assert left == list(range(len(left)))[::-1]
    after = {node: len(answer.moves) for node, answer in review.verdicts().items()}
    assert all(after[node] <= before[node] for node in before)
    assert after[first] < before[first]
    for node in list(first.all())[1:]:
        assert node.parent
        assert after[node.parent] <= len(node.moves) + after[node]
    assert all(detour.more >= 5 for detour in review.detours())
    assert review.as_review().summary == "the game could be won all the way, and was won"


def test_what_moves_by_itself_may_be_what_loses() -> None:
    """The player's move keeps the win, what followed by itself does not: then it is that which is blamed."""
    game = get_game("freecell")
    for deal in range(1, 60):
        session = Session.of_deal(game, deal)
        win = position_verdict(game, session.here.placed, limits=LIMITS).moves
        for text in win[: len(win) // 2]:
            session.play(text)
        start = session.here
        for move in game.legal_moves(start.placed):
            after = game.play(start.placed, move)
            if position_verdict(game, after, limits=LIMITS).verdict is not Verdict.SOLVED:
                continue
            for bad in game.legal_moves(after):
                lost = position_verdict(game, game.play(after, bad), limits=LIMITS)
                if lost.verdict is Verdict.UNSOLVABLE:
                    node = session.enter([move, bad])
                    review = TreeReview(session, limits=WHOLE)
                    review.decide()
                    found = next(one for one in review.blunders() if one.node is node)
                    assert found.why[0].startswith(f"{node.text} itself keeps the win")
                    return
    pytest.fail("no such moves were found")


def test_guesses_and_the_first_entry_that_no_solution_has() -> None:
    game = get_game("undead")
    session = Session(game, start_of(game)(SAMPLE))
    for text in ("r1c2=v", "r2c3=g", "r4c4=g", "r3c1=z", "r2c1=v"):
        session.play(text)
    review = TreeReview(session)
    review.decide()
    assert [one.node.text for one in review.blunders()] == ["r3c1=z"]
    assert "R3" in review.blunders()[0].why[0]
    said = [guess.words for guess in review.guesses()]
    assert said == [f"{cell} was a guess: nothing that stood there made it certain" for cell in ("r3c1",)]


def test_an_entry_that_needs_an_assumption_was_a_guess() -> None:
    """By the definition: an entry of the solution is a guess unless rules without assumptions reach it."""
    from winnable.families.undead.explain import explain

    game = get_game("undead")
    guessed = 0
    boards = (Path(__file__).parents[1] / "data/undead/search-needed-10x10.txt").read_text().splitlines()
    for line in boards[:2]:
        session = Session(game, start_of(game)(line.split()[-1]))
        answer = position_verdict(game, session.here.placed, limits=LIMITS)
        if answer.verdict is not Verdict.SOLVED:
            continue
        for text in answer.moves:
            session.play(text)
        review = TreeReview(session, limits=WHOLE)
        review.decide()
        found = {guess.node for guess in review.guesses()}
        for node in review.line[1:]:
            assert node.parent
            (move,) = node.moves
            reached = explain(node.parent.placed, hardest="two lines").candidates
            square = move.row * node.placed.width + move.column
            assert (node in found) == (reached[square] != move.monster)
        guessed += len(found)
    assert guessed


def test_a_proof_from_elsewhere_is_asked_for_once_more() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    for text in LOST[:6]:
        session.play(text)
    lost = PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED, (), "every move loses")
    session.answers.tell(session.here, lost)
    review = TreeReview(session)
    review.decide()
    (blunder,) = review.blunders()
    assert "positions" in blunder.why[0]
