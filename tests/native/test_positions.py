"""Setups in and out, keys and equality, and what is no position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import rules as oracle
from oracle.cards import card, microsoft_deck
from oracle.games import GAMES

from .agree import EMPTY, Pair, from_core, pair, positions, to_core, walk


def shuffled(draw: st.DrawFn | st.DataObject, position: oracle.Position) -> oracle.Position:
    """The same position to a player: columns and cells in another order."""
    raw = draw.draw if isinstance(draw, st.DataObject) else draw
    columns = raw(st.permutations(position.columns))
    cells = raw(st.permutations(position.cells))
    return position._replace(columns=tuple(columns), cells=tuple(cells))


@pytest.mark.parametrize("name", GAMES)
def test_setups_round_trip(name: str) -> None:
    game = pair(name)

    @settings(max_examples=40)
    @given(positions(game.rules))
    def check(position: oracle.Position) -> None:
        assert oracle.faults(game.rules, position) == []
        assert from_core(to_core(game, position)) == position

    check()


@pytest.mark.parametrize("name", GAMES)
def test_order_of_columns_and_cells_changes_neither_key_nor_equality(name: str) -> None:
    game = pair(name)

    @settings(max_examples=30)
    @given(positions(game.rules), st.data())
    def check(position: oracle.Position, data: st.DataObject) -> None:
        one, other = to_core(game, position), to_core(game, shuffled(data, position))
        assert one == other
        assert hash(one) == hash(other)
        assert game.core.key(one) == game.core.key(other)
        assert 0 <= game.core.key(one) < 2**128

    check()


@pytest.mark.parametrize("name", GAMES)
def test_keys_are_equal_exactly_for_equal_positions(name: str) -> None:
    """Over all positions met on random walks from one deal: as many keys as canonical positions."""
    game = pair(name)

    @settings(max_examples=8)
    @given(st.lists(st.lists(st.integers(0, 999), max_size=25), min_size=10, max_size=25))
    def check(walks: list[list[int]]) -> None:
        start = game.rules.layout(game.rules, microsoft_deck(7))
        met = {oracle.canonical(walk(game.rules, start, choices)) for choices in walks}
        met |= {
            oracle.canonical(oracle.play_unchecked(game.rules, position, move))
            for position in list(met)
            for move in oracle.legal_moves(game.rules, position)
        }
        natives = [to_core(game, position) for position in met]
        assert len({game.core.key(native) for native in natives}) == len(met)
        assert len(set(natives)) == len(met)

    check()


@pytest.mark.parametrize("name", GAMES)
def test_the_key_of_a_played_position_is_the_key_of_its_setup(name: str) -> None:
    """The key kept up move by move is the key computed afresh."""
    game = pair(name)

    @settings(max_examples=15)
    @given(positions(game.rules), st.lists(st.integers(0, 999), max_size=30))
    def check(position: oracle.Position, choices: list[int]) -> None:
        native = to_core(game, position)
        for choice in choices:
            moves = game.core.legal_moves(native)
            if not moves:
                break
            native = game.core.play(native, moves[choice % len(moves)])
        afresh = to_core(game, from_core(native))
        assert native == afresh
        assert game.core.key(native) == game.core.key(afresh)

    check()


# --- bad positions ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def freecell() -> Pair:
    return pair("freecell")


def board() -> tuple[list[bytes], bytes]:
    deck = microsoft_deck(1)
    return [bytes(deck[k::8]) for k in range(8)], bytes([EMPTY] * 4)


def refuse(
    game: Pair, match: str, columns: list[bytes], cells: bytes, home: list[int], base: int = 0
) -> None:
    with pytest.raises(ValueError, match=match) as caught:
        game.core.position(columns, cells, home, base)
    assert "\n" not in str(caught.value)


def test_a_missing_card_is_named(freecell: Pair) -> None:
    columns, cells = board()
    lost = columns[3][-1]
    columns[3] = columns[3][:-1]
    refuse(freecell, _name(lost) + " is missing", columns, cells, [0] * 4)


def test_a_doubled_card_is_named(freecell: Pair) -> None:
    columns, cells = board()
    columns[3] = columns[3][:-1] + columns[0][:1]
    refuse(freecell, _name(columns[0][0]) + " appears twice", columns, cells, [0] * 4)
    columns, cells = board()
    refuse(freecell, "appears twice", columns, columns[0][:1] + cells[1:], [0] * 4)


def test_a_card_on_its_foundation_already_is_named(freecell: Pair) -> None:
    columns, cells = board()
    refuse(freecell, "AH is on its foundation already", columns, cells, [0, 0, 1, 0])


def test_no_such_card(freecell: Pair) -> None:
    columns, cells = board()
    refuse(freecell, "unknown card", [bytes([52]), *columns[1:]], cells, [0] * 4)


@pytest.mark.parametrize("home", [[14, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 300]])
def test_foundations_hold_0_to_13(freecell: Pair, home: list[int]) -> None:
    refuse(freecell, "0 to 13", *board(), home)


@pytest.mark.parametrize("base", [-1, 13, 300])
def test_the_base_is_a_rank(freecell: Pair, base: int) -> None:
    refuse(freecell, "0 to 12", *board(), [0] * 4, base)


def test_a_base_other_than_the_ace_needs_a_game_that_has_one(freecell: Pair) -> None:
    refuse(freecell, "base", *board(), [0] * 4, 5)


def test_too_many_piles(freecell: Pair) -> None:
    columns, cells = board()
    refuse(freecell, "too many columns", [*columns, b""], cells, [0] * 4)
    refuse(freecell, "too many cells", columns, cells + bytes([EMPTY]), [0] * 4)


def test_no_single_cards_home_where_suits_leave_whole() -> None:
    game = pair("simple_simon")
    columns = [bytes(c for c in range(52) if c not in (0, 4)), *[b""] * 9]
    refuse(game, "complete runs", columns, b"", [2, 0, 0, 0])


def test_a_complete_suit_in_a_setup_leaves_at_once() -> None:
    game = pair("simple_simon")
    suit = bytes(4 * rank for rank in range(12, -1, -1))
    others = bytes(c for c in range(52) if c % 4 != 0)
    position = game.core.position([others[:1] + suit, others[1:], *[b""] * 8], b"", [0] * 4)
    assert position.home == (13, 0, 0, 0)
    assert position.columns[0] == others[:1]


def test_a_deck_has_52_different_cards(freecell: Pair) -> None:
    with pytest.raises(ValueError, match="52 cards"):
        freecell.core.deal(bytes(range(51)))
    with pytest.raises(ValueError, match="twice"):
        freecell.core.deal(bytes([0, *range(51)]))
    with pytest.raises(ValueError, match="unknown card"):
        freecell.core.deal(bytes([*range(51), 52]))


def _name(number: int) -> str:
    return next(text for text in (r + s for r in "A23456789TJQK" for s in "CDHS") if card(text) == number)
