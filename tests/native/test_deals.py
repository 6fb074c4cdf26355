"""Deal numbers and the layout of each game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.cards import microsoft_deck
from oracle.games import GAMES
from oracle.pysol import PYSOL_NAMES, pysol_card
from oracle.rules import canonical
from winnable import _core
from winnable.registry import get_game

from .agree import from_core, pair


@given(st.one_of(st.integers(0, 40000), st.integers(2**31 - 3, 2**31 + 3), st.integers(0, 2**33 - 1)))
def test_microsoft_decks(number: int) -> None:
    assert list(_core.microsoft_deck(number)) == microsoft_deck(number)


@pytest.mark.parametrize("number", [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1])
def test_microsoft_decks_at_the_edges(number: int) -> None:
    assert list(_core.microsoft_deck(number)) == microsoft_deck(number)


def test_there_is_no_microsoft_deal_past_the_last() -> None:
    with pytest.raises(IndexError):
        _core.microsoft_deck(2**33)


@pytest.mark.parametrize("name", GAMES)
def test_layouts(name: str) -> None:
    """The same columns in the same order; which cells are filled makes no difference to play."""
    game = pair(name)

    @settings(max_examples=60)
    @given(st.permutations(range(52)))
    def check(deck: list[int]) -> None:
        native = from_core(game.core.deal(bytes(deck)))
        expected = game.rules.layout(game.rules, list(deck))
        assert native.columns == expected.columns
        assert canonical(native) == canonical(expected)

    check()


@pytest.mark.parametrize("columns", range(4, 11))
def test_freecell_with_other_numbers_of_columns(columns: int) -> None:
    game = _core.PatienceGame(_core.PatienceRules.from_dict({"columns": columns}))
    deck = microsoft_deck(617)
    assert game.deal(bytes(deck)).columns == [bytes(deck[k::columns]) for k in range(columns)]


@pytest.mark.parametrize("name", PYSOL_NAMES)
def test_numbered_deals_are_those_of_pysol_cards(name: str) -> None:
    """From the number to the board: shuffle and layout together."""
    deal_game = pytest.importorskip("pysol_cards.deal_game")
    dealer = pytest.importorskip("pysol_cards.random_base").RandomBase
    for number in (32001, 100000, 2**40 + 1):
        theirs = deal_game.Game(PYSOL_NAMES[name], number, dealer.DEALS_PYSOLFC)
        theirs.deal()
        getattr(theirs, theirs.game_class)()
        columns = [bytes(map(pysol_card, column)) for column in theirs.board.columns.cols]
        assert get_game(name).deal(f"pysol:{number}").columns == columns
