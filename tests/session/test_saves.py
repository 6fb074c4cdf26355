"""Saved games as text: what is written reads back, and what is wrong is named with its place."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registered import registered_names
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.session import Session
from winnable.text.saves import parse_save, seal, unseal
from won_lines import before_the_end

SAVE = """\
winnable game 1
game: freecell
autoplay: safe
start: ms:617
moves:
{begun \\} on a train}
1. 4a {not yet} 82 (6b 2c @) 6b
end
"""


def grown(name: str, seed: int, most: int = 25) -> Session[Any, Any]:
    """A session with a tree of some size and comments."""
    rng = Random(f"{name} {seed}")
    game = get_game(name)
    session = Session(game, before_the_end(name, 30), open_cards=True)
    for _ in range(most):
        legal = session.legal()
        if not legal or rng.random() < 0.3:
            if session.here is not session.root:
                session.undo()
            continue
        session.play(rng.choice(legal))
        if rng.random() < 0.2:
            session.comment(rng.choice(["good", "two\nlines", "a } and a \\ and a {", "end"]))
        session.checkpoint(rng.random() < 0.1)
    return session


@pytest.mark.parametrize("name", registered_names())
def test_boards_of_every_game_are_kept(name: str) -> None:
    session = grown(name, 1)
    text = session.save()
    assert "start: board" in text
    again = Session.load(text, "save.txt")
    assert again.save() == text
    assert again.root.placed == session.root.placed
    assert again.position == session.position
    assert all(len(line) <= 200 for line in text.splitlines())


def test_it_reads_as_documented() -> None:
    session = Session.load(SAVE)
    assert session.game.spelled == "freecell"
    assert session.autoplay == "safe"
    assert session.root.comment == "begun } on a train"
    first = session.root.children[0]
    assert (first.text, first.comment) == ("4a", "not yet")
    assert [child.text for child in first.children] == ["82", "6b"]
    assert session.here.text == "2c"
    assert session.here.parent is first.children[1]
    assert Session.load(session.save()).save() == session.save()


def test_long_lines_and_deep_trees() -> None:
    session = Session(get_game("freecell"), before_the_end("freecell", 14))
    for number in range(2501):  # to and fro
        session.play(("13", "31")[number % 2])
    text = session.save()
    assert max(map(len, text.splitlines())) <= 100
    again = Session.load(text)
    assert again.here.number == 2501
    assert again.position == session.position
    nested = Session(get_game("freecell"), before_the_end("freecell", 14))
    for number in range(1500):  # variations of variations
        onward = ("13", "31")[number % 2]
        nested.play(next(text for text in nested.legal() if text != onward))
        nested.undo()
        nested.play(onward)
    assert Session.load(nested.save()).save() == nested.save()
    assert Session.load(nested.save()).here.number == 1500


@pytest.mark.parametrize("name", ["freecell", "spider", "undead", "pyramid"])
def test_a_file_that_is_cut_off_is_said_to_be(name: str) -> None:
    """Wherever it is cut: never another game, and one line that says where."""
    text = grown(name, 3).save()
    unseen = Session(get_game("spider"), get_game("spider").deal(1))
    unseen.play(unseen.legal()[0])
    for whole in (text, unseen.save(), SAVE):
        for end in range(len(whole) - 1):
            with pytest.raises(InputError) as caught:
                Session.load(whole[:end], "cut.txt")
            said = str(caught.value)
            assert re.match(r"cut\.txt:\d+(:\d+)?: ", said), said
            assert "\n" not in said


WRONG = [
    ("winnable game 1", "", "x:2:1: this is no saved game: 'game: freecell'; expected a first line"),
    (
        "game 1",
        "game 2",
        "x:1:15: a save of version 2; expected version 1, the newest that this program reads",
    ),
    ("game 1", "game one", "x:1:1: this is no saved game"),
    ("game: freecell", "game: freesell", "x:2:7: unknown game 'freesell'; did you mean freecell?"),
    ("game: freecell", "game: freecell:cells=x", "x:2:7: "),
    ("game: freecell\n", "", "the save has no game; expected a line game:"),
    ("start: ms:617\n", "", "the save has no start"),
    ("start: ms:617", "start: ms:0", "x:4:8: there is no ms deal 0"),
    ("start: ms:617", "start: board", "x:4:8: there is no board; expected its lines below this one"),
    ("start: ms:617", "start: board\n  2S XH", "x:5:6: unknown card 'XH'"),
    ("start: ms:617", "start: sealed\n  abcd", "x:5:3: these lines are not as they were written"),
    ("start: ms:617", "start: board\n  617", "a deal where a board stands"),
    ("autoplay: safe", "autoplay: often", "x:3:11: unknown autoplay 'often'"),
    ("autoplay: safe", "cards: unseen", "x:3:8: FreeCell is not played unseen; expected no line cards:"),
    ("autoplay: safe", "cards: few", "x:3:8: cards are 'few'; expected unseen or open"),
    ("autoplay: safe", "colour: red", "x:3:1: 'colour: red' says nothing here; expected one of game:"),
    ("autoplay: safe", "game: pyramid", "x:3:1: a second line game:"),
    ("moves:", "moves: 4a", "x:5:8: moves stand behind moves:"),
    ("1. 4a", "1. 4x4", "x:7:4: '4x4' is not a move"),
    ("1. 4a", "1. 4a4a", "x:7:4: "),
    ("82 (", "1h (", "x:7:17: "),
    ("(6b 2c", "(6b ch", "x:7:24: ch: that cell is empty; take it out"),
    ("(6b", "6b)", "x:7:22: a ) that closes nothing"),
    ("1. 4a", "(1. 4a", "x:7:1: a variation before any move"),
    ("(6b 2c @)", "()", "x:7:21: a variation without a move"),
    ("(6b 2c @)", "({x} 6b)", "x:7:21: a comment before the variation's first move"),
    ("(6b 2c @)", "(@ 6b)", "x:7:21: an @ before the variation's first move"),
    ("(6b 2c @)", "(* 6b)", "x:7:21: a * before the variation's first move"),
    ("6b\nend", "@\nend", "x:7:30: a second @; expected one, where the player is"),
    ("1. 4a", "1. [4a]", "x:7:4: a [ before any move"),
    ("4a {", "4a [{", "x:7:8: "),
    ("4a {not yet}", "4a [1h]", "x:7:8: "),
    ("not yet}", "not yet", "this comment has no end"),
    ("@) 6b", "@ 6b", "x:7:20: this variation has no end"),
    ("end\n", "", "x:7: the save ends without end; expected a last line end; it was cut off"),
    ("end\n", "end\nmore", "x:9:1: the save goes on behind its end"),
    ("end\n", "]\nend\n", "x:8:1: a ] that closes nothing"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, said: str) -> None:
    assert SAVE.count(old) >= 1
    with pytest.raises(InputError) as caught:
        Session.load(SAVE.replace(old, new, 1), "x")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("x:")


def test_an_illegal_move_says_how_to_mend_it() -> None:
    with pytest.raises(InputError, match=r"; take it out, with the moves that follow it$"):
        Session.load(SAVE.replace("1. 4a", "1. 1h"), "x")


def test_an_unseen_game_with_variations_is_refused() -> None:
    session = Session.of_deal(get_game("spider"), 1)
    first, second = session.legal()[:2]
    session.play(first)
    text = session.save()
    with pytest.raises(InputError, match=r"^x:6:\d+: .* nothing is taken back"):
        Session.load(text.replace(f"1. {first}", f"1. {first} ({second})"), "x")
    with pytest.raises(InputError, match="a game played unseen that was taken back"):
        Session.load(text.replace("moves:", "moves:\n@"), "x")
    sealed = Session(get_game("spider"), get_game("spider").deal(1)).save()
    with pytest.raises(InputError, match="the sealed board is no position of this game"):
        Session.load(sealed.replace("game: spider", "game: spiderette"), "x")


def test_a_move_that_cannot_be_written_is_refused() -> None:
    session = Session.of_deal(get_game("freecell"), 1)
    session.play("2a").texts = ("2 a",)
    with pytest.raises(InputError, match="cannot be saved"):
        session.save()


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400))
def test_sealed_boards_come_back(board: str) -> None:
    assert unseal(seal(board)) == board


@given(st.text(max_size=200))
def test_any_text_is_a_save_or_an_input_error(text: str) -> None:
    for whole in (text, SAVE.partition("moves:")[0] + "moves:\n" + text):
        with suppress(InputError):
            parse_save(whole)
