"""Moves as text and back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import rules as oracle
from oracle.cards import card
from oracle.games import GAMES
from oracle.notation import format_move
from winnable import _core
from winnable.registry import get_game

from .agree import Pair, any_rules, pair, positions, to_core, to_core_move


def assert_round_trip(game: Pair, position: oracle.Position) -> None:
    native = to_core(game, position)
    texts = []
    for move in oracle.legal_moves(game.rules, position):
        text = game.core.format_move(native, to_core_move(move))
        assert text == format_move(game.rules, position, move)
        assert game.core.parse_move(native, text) == to_core_move(move)
        texts.append(text)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_round_trips(name: str) -> None:
    game = pair(name)

    @settings(max_examples=25)
    @given(positions(game.rules))
    def check(position: oracle.Position) -> None:
        assert_round_trip(game, position)

    check()


@settings(max_examples=80)
@given(any_rules(), st.data())
def test_round_trip_under_any_rules(game: Pair, data: st.DataObject) -> None:
    assert_round_trip(game, data.draw(positions(game.rules)))


@settings(max_examples=300)
@given(
    st.one_of(
        st.text(max_size=5),
        st.text("0123456789abcdefghixyzCDHSvV", min_size=2, max_size=4),
    ),
    st.data(),
)
def test_any_text_is_a_legal_move_or_a_one_line_error(text: str, data: st.DataObject) -> None:
    game = pair("freecell")
    native = to_core(game, data.draw(positions(game.rules)))
    readable = {game.core.format_move(native, move).lower() for move in game.core.legal_moves(native)}
    plain = text.lower()
    try:
        move = game.core.parse_move(native, text)
    except ValueError:
        assert plain not in readable
        return
    assert game.core.why_illegal(native, move) is None
    assert plain in readable or (plain[2:] == f"v{move.count:x}" and plain[:2] in readable)


def empty_column_board() -> tuple[Pair, _core.PatiencePosition]:
    """Column 1 ends in a run of three, column 2 is empty, three cells are free."""
    game = pair("freecell")
    run = (card("6S"), card("5H"), card("4C"))
    rest = tuple(c for c in range(52) if c not in run and c != card("KS"))
    columns = (run, (), rest, (card("KS"),), (), (), (), ())
    return game, to_core(game, oracle.Position(columns, (None,) * 4))


def test_without_a_count_the_longest_run_moves() -> None:
    game, position = empty_column_board()
    assert game.core.parse_move(position, "12").count == 3
    assert game.core.parse_move(position, "12v2").count == 2
    assert game.core.parse_move(position, "12v3").count == 3  # spelled out, still the same move
    assert game.core.parse_move(position, "12V1").count == 1


@pytest.mark.parametrize("text", ["", "1", "123", "1-2", "12v", "12vx", "12v0", "12w2", "?2", "1?", "12v2x"])
def test_what_is_no_move_is_no_illegal_move_either(text: str) -> None:
    game, position = empty_column_board()
    with pytest.raises(ValueError, match="is not a move") as caught:
        game.core.parse_move(position, text)
    assert not isinstance(caught.value, _core.IllegalMove)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("21", "empty"),
        ("a1", "empty"),
        ("13", "does not go on"),
        ("11", "two piles"),
        ("1h", "does not fit yet"),
        ("h1", "do not come back"),
        ("12v4", "lifted together"),
        ("91", "no such pile"),
        ("e1", "no such pile"),
    ],
)
def test_a_move_that_is_not_allowed_says_why(text: str, why: str) -> None:
    game, position = empty_column_board()
    with pytest.raises(_core.IllegalMove, match=why):
        game.core.parse_move(position, text)


def test_formatting_an_illegal_move_raises() -> None:
    game, position = empty_column_board()
    with pytest.raises(_core.IllegalMove):
        game.core.format_move(position, _core.PatienceMove(1, 0, 1))


@pytest.mark.parametrize("name", ["freecell", "spider", "pyramid", "undead"])
@pytest.mark.parametrize("text", ["2\0a", "\0", "26\0", "\x07", "2\x1b[2J", "2\na"])
def test_what_cannot_be_printed_is_told_as_an_escape(name: str, text: str) -> None:
    game = get_game(name)
    with pytest.raises(ValueError, match="is not a move: expected ") as caught:
        game.notation.parse(game.deal(3), text)
    assert str(caught.value).startswith(f"'{text.encode('unicode_escape').decode()}' is not a move")
    assert str(caught.value).isprintable()
