"""Solutions of Undead, read and replayed in every form, and written out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.families.undead.game import UndeadMove, UndeadPosition
from winnable.families.undead.sgt import parse_game_id
from winnable.families.undead.solution import find_fault
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.text.boards import write_position
from winnable.text.solution import Replay, parse_solution, replay, replay_moves
from winnable.text.solution_text import Style, format_solution, move_texts, write_solution

from .ids import SAMPLE, SOLVED_SAMPLE
from .text_strategies import DRAWN, GAME, at, boards, positions

WON = "r1c2=v r1c3=v r2c1=v r2c3=g r2c4=z r3c1=g r3c3=z r4c2=v r4c4=g"
STRING = "S;V0;V1;V2;G3;Z4;G5;Z6;V7;G8"
SOLVED = at().filled(SOLVED_SAMPLE)
BARE = "\\vv/\nv\\gz\ng/z/\n\\v/g\n"

UndeadReplay = Replay[UndeadPosition, UndeadMove]


def check(text: str, position: UndeadPosition | None = None) -> UndeadReplay:
    solution = parse_solution(text, "s.txt", GAME)
    return replay(GAME, at() if position is None else position, solution)


def message(text: str, position: UndeadPosition | None = None) -> str:
    with pytest.raises(InputError) as caught:
        check(text, position)
    assert str(caught.value).isprintable()
    return str(caught.value)


FORMS = {
    "moves": WON,
    "moves on lines": "".join(f"{i}. {move}  # yes\n" for i, move in enumerate(WON.split(), 1)),
    "json moves": json.dumps({"deal": 1, "moves": WON.split()}),
    "sgt's solve": STRING,
    "sgt's moves": STRING.removeprefix("S;").replace(";", "\n"),
    "bare board": BARE,
    "bare board in upper case": "# mine\n\n" + BARE.upper(),
    **{form: write_position(GAME, SOLVED, form) for form in ("board", "save", "paths", "json")},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_solution(form: str) -> None:
    played = check(FORMS[form])
    assert played.won
    assert played.positions[-1] == SOLVED
    assert len(played.moves) == 9
    assert find_fault(played) is None


@pytest.mark.parametrize("form", FORMS)
def test_from_the_middle(form: str) -> None:
    """A board repeats what stands there, and so may sgt's numbers; our own moves may not."""
    middle = GAME.play(at(), GAME.notation.parse(at(), "r1c2=v"))
    played = check(FORMS[form], middle)
    if "moves" in form and "sgt" not in form:
        assert played.broken is not None
        assert "r1c2 is filled already" in played.broken.reason
    else:
        assert played.won
        assert len(played.moves) == 8


def test_givens_need_not_be_repeated_but_may() -> None:
    given_first = at(SAMPLE.replace("LbR", "LVaR"))
    assert check(STRING, given_first).won
    assert check(BARE, given_first).won
    assert check(WON.partition(" ")[2], given_first).won


@given(positions(), st.data())
def test_a_filled_board_says_what_its_moves_say(position: UndeadPosition, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(["board", "save", "json", "paths"]))
    played = check(write_position(GAME, position, form), position.start)
    assert played.broken is None
    assert played.positions[-1] == position
    again = check(format_solution(GAME, position.start, played.moves), position.start)
    assert again.positions == played.positions
    assert check(" ".join(move_texts(GAME, position.start, played.moves)), position.start) == again


@given(boards(4), st.data())
def test_a_fault_is_one_and_comes_no_sooner(board: UndeadPosition, data: st.DataObject) -> None:
    size = len(board.board)
    letters = data.draw(st.lists(st.sampled_from("gvz"), min_size=size, max_size=size))
    pairs = zip(board.board, letters, strict=True)
    squares = "".join(letter if square == "." else square for square, letter in pairs)
    played = check(write_position(GAME, board.filled(squares), "board"), board)
    fault = find_fault(played)
    assert (fault is None) == (played.outcome is Outcome.WON)
    if fault is not None:
        assert not _can_be_right(played.positions[fault.move])
        assert fault.move == 0 or _can_be_right(played.positions[fault.move - 1])


def _can_be_right(position: UndeadPosition) -> bool:
    too_many = any(n > total for n, total in zip(position.counts, position.totals, strict=True))
    return position.impossible_line is None and not too_many


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (WON.replace("r4c4=g", "r4c4=v"), (9, ("L3", "U4"), "L3 sees 0, not 1")),
        (WON.replace("r1c2=v", "r1c2=g"), (1, ("D1", "D4"), "D1 sees 1, not 0")),
        ("r2c1=g r1c2=v", (1, ("R2", "R3"), "R3 can see 1 to 2, not 0")),
        ("r1c2=v", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_first_wrong_clue(text: str, fault: tuple[int, tuple[str, str], str] | None) -> None:
    found = find_fault(check(text))
    if fault is None:
        assert found is None
        return
    assert found is not None
    assert (found.move, set(found.clues)) == (fault[0], set(fault[1]))
    assert found.reason.startswith(fault[2])


def test_too_many_of_a_kind() -> None:
    board = GAME.position(parse_game_id("2x2:2,2,0,d" + 8 * ",-"))
    fault = find_fault(check("r1c1=v r1c2=v r2c1=v", board))
    assert fault is not None
    assert fault == (3, ("vampires",), "there are 3 vampires, not 2")


def test_wrong_before_the_first_move() -> None:
    wrong = at().filled("\\gg/g\\ggg/g/\\g/g")
    fault = find_fault(check("", wrong))
    assert fault is not None
    assert fault.move == 0


def test_sightings_at_odds() -> None:
    """Beside a zombie, U2 needs a ghost and R1 a vampire in r2c2."""
    sightings = [None, None, None, None, 1, None, None, 1]
    board = GAME.core.position(2, 2, ".\\\\.", (1, 0, 1), sightings)
    fault = find_fault(check("r1c1=z", board))
    reason = "U2 cannot see 1 while R1, at the line's other end, sees 1"
    assert fault == (1, ("U2", "R1"), reason)


@pytest.mark.parametrize(
    ("text", "breaks"),
    [
        ("r1c2=v r1c2=g", "s.txt:1:8: move 2 breaks: r1c2=g: r1c2 is filled already; take that back first"),
        ("r1c1=g", "s.txt:1:1: move 1 breaks: r1c1=g: r1c1 holds a mirror"),
        ("r1c2=v\nr9c2=g", "s.txt:2:1: move 2 breaks: r9c2=g: r9c2 lies outside this board of 4x4"),
        ("V0;G0", "s.txt:1:4: move 2 breaks: G0: r1c2 is filled already"),
    ],
)
def test_where_a_list_breaks(text: str, breaks: str) -> None:
    assert str(check(text).broken).startswith(breaks)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", "s.txt:1:1: move 1: 'hello' is not a move"),
        ("r1c2=v rubbish", "s.txt:1:8: move 2: 'rubbish' is not a move"),
        ("V0;V9", "s.txt:1:4: move 2: there is no cell 9; expected 0 to 8"),
        ("V0;E0", "s.txt:1:4: move 2: 'E0' empties a cell"),
        ("{}", "s.txt:1:1: this JSON holds no solution"),
        ('{"moves": [7]}', "s.txt:1:12: this move is not a text"),
        (BARE + "---\n" + BARE, "s.txt:6:1: there are several boards here"),
        ("\\vv/\n", "s.txt:1:1: this is another puzzle: a board of 4x1; expected 4x4"),
        (BARE.replace("z/", "z\\"), "s.txt:3:4: this is another puzzle: '\\' in r3c4; expected '/'"),
        (BARE.replace("z/", "zz"), "s.txt:3:4: this is another puzzle: 'z' in r3c4; expected '/'"),
        (BARE.replace("vv", "v/"), "s.txt:1:3: this is another puzzle: '/' in r1c3; expected a cell"),
        (BARE.replace("vv", "vvv"), "s.txt:2:4: row 2 has 4 squares; expected 5"),
        (DRAWN.replace("zombies 2", "zombies 3"), "s.txt:1:29: this is another puzzle: 3 zombies"),
        (DRAWN.replace("3 1 0", "3 - 0"), "s.txt:7:7: this is another puzzle: U3 is hidden; expected 1"),
        (DRAWN.replace("  0 3 1 0\n", ""), "s.txt:1:1: the sightings below the board are missing"),
    ],
)  # fmt: skip
def test_what_is_no_solution(text: str, expected: str) -> None:
    assert message(text).startswith(expected)


def test_words_and_boards() -> None:
    moves = check(WON).moves
    words = format_solution(GAME, at(), moves, style=Style.WORDS, deal="sample")
    assert words.startswith("# undead sample\n# length: 9 moves\n1. r1c2=v  # a vampire in r1c2\n")
    assert check(words).won
    shown = format_solution(GAME, at(), moves[:1], style=Style.BOARDS)
    assert shown.startswith(
        "# undead\n# length: 1 move\n# start\n" + DRAWN + "# 1. r1c2=v: a vampire in r1c2\n"
    )


def test_nothing_plays_itself() -> None:
    moves = check(WON).moves
    assert write_solution(GAME, at(), moves, autoplay=Autoplay.NONE).autoplay is Autoplay.NONE
    for ask in (
        lambda: write_solution(GAME, at(), moves, autoplay=Autoplay.MAX).autoplay,
        lambda: replay_moves(GAME, at(), moves, Autoplay.MAX),
        lambda: check("# autoplay: max\n" + WON),
        lambda: format_solution(GAME, at(), moves, autoplay=Autoplay.SAFE),
    ):
        with pytest.raises(InputError, match="undead has no autoplay"):
            ask()
    with pytest.raises(InputError, match="no moves of several cards"):
        move_texts(GAME, at(), moves, style=Style.CARDS)
    with pytest.raises(InputError, match="this is no solution: move 1 breaks"):
        move_texts(GAME, SOLVED, moves)
