"""Positions of any game written out and read back."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families.pairing.text_strategies import games, pairing_game, positions
from families.patience.text_strategies import game_named, walks
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.readers import start_deck
from winnable.text.boards import position_data, write_position
from winnable.text.detect import read_lines, text_lines

starts = st.tuples(games, st.integers(0, 2**64 - 1).map("seed:{}".format))


def read(text: str, game: Any) -> Any:
    (entry,) = read_lines(text_lines(io.BytesIO(text.encode())), game)
    return entry.position(game)


@given(starts, st.sampled_from(["board", "flat", "thesis", "json"]))
def test_every_form_holds_a_start(start: tuple[PairingGame, str], form: str) -> None:
    game, deal = start
    position = game.deal(deal)
    assert read(write_position(game, position, form), game) == position


@given(positions(), st.sampled_from(["board", "json"]))
def test_boards_and_json_hold_any_position(found: tuple[PairingGame, PairingPosition], form: str) -> None:
    game, position = found
    assert read(write_position(game, position, form), game) == position


@given(positions(), st.sampled_from(["flat", "thesis"]))
def test_decks_hold_starts_alone(found: tuple[PairingGame, PairingPosition], form: str) -> None:
    game, position = found
    deck = game.setup(position).dealt_order()
    if len(deck) == 52 and game.deal_deck(deck) == position:
        assert read(write_position(game, position, form), game) == position
        return
    with pytest.raises(InputError) as caught:
        write_position(game, position, form)
    assert str(caught.value) == (
        f"this position is not the start of a deal, which is all that {form!r} can hold; "
        "write it as a board or as json"
    )


def test_a_drawn_card_is_no_start() -> None:
    game = pairing_game("pyramid:microsoft")
    move = game.notation.parse(game.deal(1), "draw")
    with pytest.raises(InputError, match="not the start of a deal"):
        start_deck(game, game.play(game.deal(1), move))


@given(walks(most=20), st.sampled_from(["board", "json"]))
def test_freecell_too(walk: tuple[Any, Any, list[Any]], form: str) -> None:
    game, position, moves = walk
    for move in moves:
        position = game.play(position, move)
    assert read(write_position(game, position, form), game) == position


def test_forms_that_a_family_lacks() -> None:
    game = game_named("freecell")
    with pytest.raises(InputError) as caught:
        write_position(game, game.deal(1), "thesis")
    assert str(caught.value) == "freecell has no format 'thesis'; expected one of board, json"


def test_data_names_the_game() -> None:
    for game in (game_named("freecell:cells=3"), pairing_game("pyramid:hoyle,rows=1,draw=2")):
        assert position_data(game, game.deal(1))["game"] == game.spelled
