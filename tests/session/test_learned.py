"""One session gives one answer: what a question finds out, the others know."""

from __future__ import annotations

from typing import Any

import pytest

from winnable.analysis.verdict import PositionVerdict, position_verdict
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.session import Session

LIMITS = Limits(nodes=20_000)
LITTLE = Limits(nodes=2)


def middle(*, autoplay: str = "none") -> Session[Any, Any]:
    """Five moves into deal 617."""
    session = Session.of_deal(get_game("freecell"), 617, autoplay=autoplay)
    for text in ("6b", "58", "4a", "83", "32"):
        session.play(text, autoplay="none")
    return session


def known(session: Session[Any, Any]) -> PositionVerdict:
    answer = session.answers.of(session.here)
    assert answer is not None
    return answer


def played(session: Session[Any, Any], moves: tuple[str, ...]) -> Outcome:
    """Where these moves lead by the rules alone."""
    game, position = session.game, session.position
    for text in moves:
        position = game.play(position, game.notation.parse(position, text))
    return game.outcome(position)


@pytest.mark.parametrize("autoplay", ["none", "safe", "max"])
def test_all_questions_know_the_shortest_win_that_one_of_them_found(autoplay: str) -> None:
    """The verdict spoke of 108 moves where the hint had said 94."""
    session = Session.of_deal(get_game("freecell"), 25, autoplay=autoplay)
    first = session.verdict(limits=LIMITS)
    lengths = [len(first.moves)]
    for limits in (LIMITS, LITTLE, LIMITS):
        advice = session.hint(limits=limits)
        lengths.append(len(advice.line))
        rows = session.move_verdicts(limits=limits)
        lengths.append(rows[0].length)
        assert lengths[-1] == len(known(session).moves)
        assert played(session, known(session).moves) is Outcome.WON
        assert played(session, advice.line) is Outcome.WON
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < lengths[0]


def test_a_win_that_a_longer_search_found_is_the_one_of_which_a_hint_tells() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    assert session.hint(limits=LITTLE).move is None
    short = session.verdict(solver="short", limits=LIMITS)
    assert short.moves
    advice = session.hint(limits=LITTLE)
    assert len(advice.line) == len(short.moves)
    assert f"it wins in at most {len(short.moves)} moves" in advice.why
    rows = session.move_verdicts(limits=LITTLE)
    assert (rows[0].move_text, rows[0].length) == (short.moves[0], len(short.moves))
    assert rows.text().startswith(f"{short.moves[0]}    winnable in at most {len(short.moves)} moves")


def test_moves_that_lose_are_known_where_they_lead() -> None:
    session = middle()
    rows = session.move_verdicts(limits=LIMITS)
    lost = [text for row in rows if row.verdict is Verdict.UNSOLVABLE for text in (row.move_text, *row.equal)]
    assert {"3c", "3d"} <= set(lost)
    for text in lost:
        node = session.play(text)
        assert known(session).verdict is Verdict.UNSOLVABLE
        assert known(session).text() == "lost: no line wins\n"  # and nothing was searched for it now
        assert position_verdict(session.game, node.placed).verdict is Verdict.UNSOLVABLE
        session.undo()


def test_what_is_known_to_be_lost_stays_so_in_a_shorter_search() -> None:
    session = middle()
    session.play("3c")
    assert session.verdict().verdict is Verdict.UNSOLVABLE
    advice = session.hint(limits=LITTLE)
    assert (advice.verdict, advice.move) == (Verdict.UNSOLVABLE, None)
    assert session.move_verdicts(limits=LITTLE).verdict is Verdict.UNSOLVABLE
    session.undo()
    fresh = middle().move_verdicts(limits=LITTLE)
    assert {row.move_text: row.verdict for row in fresh}["3c"] is Verdict.UNKNOWN
    rows = {row.move_text: row.verdict for row in session.move_verdicts(limits=LITTLE)}
    assert rows["3c"] is Verdict.UNSOLVABLE


def test_that_a_win_is_the_shortest_is_known_too() -> None:
    session = Session.of_deal(get_game("pyramid"), 5)
    advice = session.hint()
    assert "it begins a win in 39 actions, the fewest" in advice.why
    assert (len(known(session).moves), known(session).optimal) == (39, True)
    assert session.hint(limits=LITTLE).line == advice.line  # nothing is left to be searched


def test_the_line_to_the_most_points_is_not_taken_for_a_win() -> None:
    session = Session.of_deal(get_game("pyramid:par"), 12)
    advice = session.hint(limits=LIMITS)
    assert advice.score is not None
    assert session.answers.of(session.here) is None
    assert session.verdict().verdict is Verdict.UNSOLVABLE


def test_a_deduction_teaches_nothing_of_a_board_with_mistakes() -> None:
    session = Session.of_deal(get_game("undead:size=5x5"), 1)
    (solution,) = {session.verdict().moves}
    wrong = {"g": "v", "v": "z", "z": "g"}[solution[0][-1]]
    session.play(f"{solution[0][:-1]}{wrong}")
    session.hint()
    answer = session.answers.of(session.here)
    assert answer is None or answer.verdict is Verdict.UNSOLVABLE


def test_when_every_move_is_found_to_lose_the_place_before_is_lost() -> None:
    session = middle()
    session.play("3c")
    moves = {text: PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED) for text in session.legal()}
    last = moves.popitem()
    session.answers.tell_losses(session.here, moves)
    assert session.answers.of(session.here) is None
    session.answers.tell_losses(session.here, dict([last]), Autoplay.NONE)
    assert known(session).verdict is Verdict.UNSOLVABLE
    assert session.answers.losses(session.here).keys() == {*moves, last[0]}
