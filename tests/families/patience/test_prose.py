"""Solutions as sentences and as boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnable.cards import CARDS
from winnable.errors import InputError
from winnable.families.patience.conventions import parts_of
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.prose import parse_solution
from winnable.families.patience.setup import make_setup
from winnable.families.patience.solution import replay
from winnable.moves import Autoplay
from winnable.registry import get_game
from winnable.text.solution import parse_moves
from winnable.text.solution_text import Style, format_solution

from .text_strategies import game_named, walks

DATA = Path(__file__).parents[2] / "data" / "freecell"
LIST = (DATA / "fc-solve-msnx.txt").read_text()
FREECELL = game_named("freecell")
START = FREECELL.deal(617)
Walk = tuple[PatienceGame, PatiencePosition, list[PatienceMove]]


@pytest.mark.parametrize("name", ["m", "pt"])
def test_what_fc_solve_prints_of_617(name: str) -> None:
    """Its sentences, and its boards, against its list of moves for the same deal."""
    text = (DATA / f"fc-solve-{name}.txt").read_text()
    found = replay(FREECELL, START, parse_solution(text, "s.txt"))
    listed = replay(FREECELL, START, parse_solution(LIST))
    assert found.won
    assert listed.won
    assert found.positions == listed.positions


@pytest.mark.parametrize("name", ["m", "pt", "msnx"])
def test_all_eight_cells(name: str) -> None:
    game = game_named("eight_off")
    text = (DATA / f"fc-solve-eight_off-30-{name}.txt").read_text()
    found = replay(game, game.deal(30), parse_solution(text))
    assert found.won
    assert len(found.moves) == 106


@pytest.mark.parametrize("name", ["m", "pt", "msnx"])
def test_groups_that_go_in_parts(name: str) -> None:
    """In Simple Simon fc-solve moves 9 to 2 and a jack at once, through the empty columns."""
    game = game_named("simple_simon")
    text = (DATA / f"fc-solve-simple_simon-2-{name}.txt").read_text()
    found = replay(game, game.deal(2), parse_solution(text))
    assert found.won
    assert len(found.moves) == 83


def test_groups_go_in_parts_only_where_there_is_room() -> None:
    game = game_named("simple_simon")
    columns = ["KH 9C 8D", "KS", "TS"]
    rest = [str(card) for card in CARDS if str(card) not in " ".join(columns).split()]
    full = game.position(make_setup([*columns, *(" ".join(rest[k::7]) for k in range(7))]))
    assert parts_of(game, full, 0, 2, 2) == []
    room = game.position(make_setup([*columns, *(" ".join(rest[k::6]) for k in range(6))]))
    assert [(m.from_pile, m.to_pile, m.count) for m in parts_of(game, room, 0, 2, 2)] == [
        (0, 9, 1), (0, 2, 1), (9, 2, 1),
    ]  # fmt: skip
    assert parts_of(game, room, 0, 2, 3) == []  # three parts through one column
    assert parts_of(game, room, 1, 2, 2) == []  # there is one card only
    found = replay(game, room, parse_solution("Move 2 cards from stack 0 to stack 2"))
    assert (found.broken, len(found.moves)) == (None, 3)
    strict = replay(game, room, parse_moves("13v2"))
    assert strict.broken is not None


def test_columns_are_numbered_through() -> None:
    """Freecell Solver's 10a is our 0a, and 1110 our x0; 111 is 1x or x1, whichever is legal."""
    wide = get_game("freecell:cells=1,columns=13")
    columns = ["KC", "", "", "", "", "", "", "", "", "KS", "QH", "", "KH"]
    home = {"C": 12, "D": 13, "H": 11, "S": 12}
    start = wide.position(make_setup(columns, foundations=home))
    for moves, ours in (
        ("111 10a 1h 1h ah 13h", "x1 0a 1h 1h ah zh"),
        ("1110 10h 10h 1h 13h", "x0 0h 0h 1h zh"),
        ("1012v1 11h 12h 1h 13h", "0y xh yh 1h zh"),
    ):
        found = replay(wide, start, parse_solution(moves))
        made = zip(found.positions, found.moves, strict=False)
        assert [wide.notation.format(position, move) for position, move in made] == ours.split()
        assert found.won
    with pytest.raises(InputError, match="'100a' is not a move"):
        replay(wide, start, parse_solution("100a"))


SENTENCES = """\
Move a card from stack 7 to freecell 0

  Move 1 cards from stack 0 to stack 1
MOVE A CARD FROM FREECELL 0 TO THE FOUNDATIONS
Move the sequence on top of Stack 3 to the foundations
Move a card from stack 10 to freecell 7
Move 13 cards from stack 9 to stack 12
This game is solveable.
"""


def test_sentences_are_moves() -> None:
    found = parse_solution(SENTENCES, "s.txt")
    assert [token.text for token in found.tokens] == ["8a", "12v1", "ah", "xi", "0zvd"]
    assert [(token.line, token.column) for token in found.tokens] == [(1, 1), (3, 3), (4, 1), (6, 1), (7, 1)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Move a card from stack 99 to freecell 0", "Move a card from freecell 8 to stack 0",
        "Move a card from stack 1 to the sky", "Move a card from stack one to stack 2",
    ],
)  # fmt: skip
def test_sentences_that_say_nothing(sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_solution(f"Move a card from stack 7 to freecell 0\n {sentence}\n", "s.txt")
    said = str(caught.value)
    assert said.startswith("s.txt:2:2: cannot read the move 'Move a card from ")
    assert said.endswith("; expected such as: Move a card from stack 7 to freecell 0")


@settings(deadline=None)
@given(walks(), st.sampled_from(Autoplay))
def test_our_own_boards_are_read_back(walk: Walk, autoplay: Autoplay) -> None:
    game, start, moves = walk
    try:
        text = format_solution(game, start, moves, style=Style.BOARDS, autoplay=autoplay)
    except InputError:  # not playable under this autoplay
        return
    solution = parse_solution(text)
    assert solution.autoplay is autoplay
    found = replay(game, start, solution)
    assert found.broken is None
    end = start
    for move in moves:
        end = game.play(end, move)
    if autoplay is Autoplay.NONE:
        assert found.positions[-1] == end


def test_a_board_that_no_move_leads_to() -> None:
    text = (DATA / "fc-solve-pt.txt").read_text()
    boards = text.split("====================")
    found = replay(FREECELL, START, parse_solution("====\n".join([boards[0], *boards[2:]]), "s.txt"))
    assert found.broken is not None
    assert str(found.broken) == "s.txt:18:1: move 1 breaks: no move leads from the board before to this one"
    assert len(found.moves) == 0
    with pytest.raises(InputError, match=r"s\.txt:.*QH appears twice"):
        replay(
            FREECELL,
            START,
            parse_solution(text.replace("Freecells:  QH  2S  JS ", "Freecells:  QH  QH  JS ", 1), "s.txt"),
        )


@given(st.text(alphabet="move card from stack freecell 0123456789\nFoundations:7H ", max_size=60))
def test_any_text_is_a_solution_or_an_input_error(text: str) -> None:
    try:
        assert parse_solution(text, "s.txt").source == "s.txt"
    except InputError as error:
        where = error.source, error.line is not None
    else:
        where = "s.txt", True
    assert where == ("s.txt", True)
