"""What the player marks beside the position: taken back, made again, kept in every variation and in saves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizes import some_of
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.session import Session
from winnable.session.marks import settle

GAME = get_game("undead:size=4x4")


def begun() -> Session[Any, Any]:
    return Session.of_deal(GAME, 1)


def seen(session: Session[Any, Any]) -> tuple[Any, ...]:
    """The board with its marks, as a player sees them."""
    grid = session.scene().grid
    assert grid is not None
    return tuple((cell.holds, cell.pencil, cell.struck) for cell in grid.cells), tuple(
        clue.label for clue in grid.clues if clue.done
    )


def test_marks_are_taken_back_and_made_again_like_moves() -> None:
    session = begun()
    session.mark("r1c1?gv")
    session.play("r1c2=v")
    session.mark("r1c1?g!z")
    session.mark("D1=done")
    boards = [seen(session)]
    for _ in range(4):
        session.undo()
        boards.append(seen(session))
    assert len(set(boards)) == 5
    with pytest.raises(InputError, match="nothing to take back"):
        session.undo()
    for board in boards[-2::-1]:
        session.redo()
        assert seen(session) == board
    with pytest.raises(InputError, match="nothing to make again"):
        session.redo()


def test_a_mark_that_changes_nothing_is_none() -> None:
    session = begun()
    for _ in range(2):
        session.mark("r1c1?gv")
    session.mark("r1c2?")
    assert session.here.marks == ["r1c1?gv"]


def test_what_was_taken_back_is_there_again_when_one_comes_back() -> None:
    session = begun()
    session.mark("r1c1?gv")
    session.play("r1c2=v")
    session.undo()
    session.undo()
    assert seen(session)[0][0] == ("", "", "")
    session.goto(session.root.children[0])
    assert seen(session)[0][0] == ("", "gv", "")


def test_marks_that_were_taken_back_are_gone_after_a_move() -> None:
    session = begun()
    session.mark("r1c1?gv")
    old = session.play("r1c2=v")
    session.undo()
    session.undo()
    session.play("r1c3=v")
    assert seen(session)[0][0] == ("", "", "")
    session.goto(old)
    assert seen(session)[0][0] == ("", "gv", "")


def test_a_game_without_marks_says_so() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    with pytest.raises(InputError, match="FreeCell has no marks beside the position; expected undead"):
        session.mark("r1c1?g")


def test_an_entry_is_left_out() -> None:
    session = begun()
    session.mark("r1c1?gv")
    first = session.play("r1c1=v")
    session.play("r1c2=z")
    session.mark("r1c3?g")
    last = session.play("r1c3=z")
    before = seen(session)
    session.leave_out(first)
    assert [move.text for move in list(session.here.way())[-2::-1]] == ["r1c2=z", "r1c3=z"]
    assert seen(session)[0][0] == ("", "gv", "")
    assert session.undo() is last
    assert seen(session) == before
    session.redo()
    assert session.here.number == 2
    session.leave_out(session.here)
    assert seen(session)[0][2] == ("", "g", "")
    with pytest.raises(InputError, match="did not lead here"):
        session.leave_out(last)


def test_what_a_later_move_needs_is_not_left_out() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    before = set(session.legal())
    first = session.play("4a")
    needs_it = next(text for text in session.legal() if text not in before)
    session.play(needs_it)
    with pytest.raises(InputError, match="could not be made without it"):
        session.leave_out(first)
    assert session.here.text == needs_it


@settings(max_examples=some_of(60), deadline=None)
@given(st.integers(0, 10**6))
def test_saves_keep_every_mark(seed: int) -> None:
    rng, session = Random(seed), begun()
    for _ in range(25):
        some_step(session, rng)
    text = session.save()
    again = Session.load(text)
    assert again.save() == text
    assert seen(again) == seen(session)
    todo = [(session.root, again.root)]
    settle(session)
    while todo:
        one, other = todo.pop()
        todo += zip(one.children, other.children, strict=True)
        session.stand_at(one)
        again.stand_at(other)
        assert seen(again) == seen(session)


def some_step(session: Session[Any, Any], rng: Random) -> None:
    """Plays, marks, goes back, or leaves an entry out."""
    cells = [i for i, letter in enumerate(session.root.placed.board) if letter == "."]
    name = "r{}c{}".format(*(part + 1 for part in divmod(rng.choice(cells), 4)))
    what = rng.randrange(8)
    if what < 3 and (legal := session.legal()):
        session.play(rng.choice(legal))
    elif what < 5:
        letters = rng.choice(["?", "?g", "?gv!z", "!z", "?z!gv"])
        session.mark(rng.choice([name + letters, "fill", "clear", "D2=done", "D2=open"]))
    elif what == 5 and (session.here.parent or len(session.here.marks) > session.marks_back):
        session.undo()
    elif what == 6 and session.here.children:
        session.redo()
    elif what == 7 and session.here.parent:
        session.leave_out(rng.choice(list(session.here.way())[:-1]))


def test_marks_in_a_save_stand_between_angle_brackets() -> None:
    head = "winnable game 1\ngame: undead:size=4x4\nstart: seed:1\nmoves:\n"
    text = head + "<fill r1c1?g!z> r1c2=v <D1=done>\nend\n"
    session = Session.load(text)
    assert session.save() == text
    assert seen(session)[0][0] == ("", "g", "z")
    for wrong, where in [("r1c1?x>", "line 5, column 7: 'r1c1\\?x' is no mark"), ("r1c1", "'<' within")]:
        with pytest.raises(InputError, match=where):
            Session.load(text.replace("r1c1?g!z>", wrong))
    with pytest.raises(InputError, match="FreeCell has no marks"):
        Session.load(text.replace("undead:size=4x4", "freecell").replace("seed:1", "617"))


def test_pencil_marks_of_a_save_file_are_kept() -> None:
    start = begun()
    start.mark("r1c1?gv;D3=done")
    session = Session(GAME, start.root.placed, notes=start.notes)
    assert "<r1c1?gv;D3=done>" in session.save()
    assert seen(Session.load(session.save())) == seen(session)
