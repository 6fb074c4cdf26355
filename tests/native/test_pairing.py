"""The pairing engine against the oracle, and its Python side: rules, positions as values, refusals."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import pairing as oracle
from oracle.cards import RANKS, SUITS, card, microsoft_deck
from oracle.pairing import Position
from winnable._core import IllegalMove, PairingGame, PairingMove, PairingPosition, PairingRules
from winnable.families.pairing import strategies

from .pairing_agree import (
    ALL_GAMES,
    GAP,
    Pair,
    any_rules,
    from_core,
    pair,
    positions,
    rules_value,
    to_core,
    to_core_move,
    walk,
)

DECK = bytes(microsoft_deck(1))
NAMES = [rank + suit for rank in RANKS for suit in SUITS]


def assert_same(game: Pair, position: Position) -> None:
    """All that both sides say about a position, and about each position after it."""
    native = to_core(game, position)
    expected = oracle.legal_moves(game.rules, position)
    found = game.core.legal_moves(native)
    assert found == [to_core_move(text) for text in expected]
    assert [game.core.format_move(native, move) for move in found] == expected
    assert game.core.outcome(native) == oracle.outcome(game.rules, position)
    assert native.score == oracle.score(game.rules, position)
    assert native.removals == oracle.removals(position)
    assert sorted(native.available) == sorted(oracle.free_cards(game.rules, position))
    for text in expected:
        after = game.core.play(native, game.core.parse_move(native, text))
        following = oracle.play_unchecked(game.rules, position, text)
        assert from_core(game.rules, after) == following
        assert after == to_core(game, following)
        assert game.core.key(after) == game.core.key(to_core(game, following))
    assert from_core(game.rules, native) == position  # positions are values: nothing above changed it


@pytest.mark.parametrize("name", ALL_GAMES)
def test_moves_results_and_scores(name: str) -> None:
    game = pair(name)
    assert game.core.rules.to_dict() == rules_value(game.rules)

    @settings(max_examples=25)
    @given(positions(game.rules))
    def check(position: Position) -> None:
        assert_same(game, position)

    check()


@settings(max_examples=200)
@given(any_rules(), st.data())
def test_moves_under_any_rules(game: Pair, data: st.DataObject) -> None:
    assert_same(game, data.draw(positions(game.rules)))


@settings(max_examples=60)
@given(any_rules(), st.data())
def test_every_other_move_is_refused_with_a_reason(game: Pair, data: st.DataObject) -> None:
    position = data.draw(positions(game.rules))
    native = to_core(game, position)
    legal = set(game.core.legal_moves(native))
    for move in data.draw(st.lists(strategies.any_moves(), min_size=20, max_size=60)):
        why = game.core.why_illegal(native, move)
        assert (why is None) == (move in legal), (move, why)
        if why is not None:
            assert why.strip() == why != ""
            assert "\n" not in why
            with pytest.raises(IllegalMove):
                game.core.play(native, move)


@settings(max_examples=40)
@given(any_rules(), st.data())
def test_keys_are_equal_exactly_for_equal_positions(game: Pair, data: st.DataObject) -> None:
    """Over positions met on walks from one deal: as many keys as different piles."""
    start = oracle.layout(game.rules, list(DECK))
    walks = data.draw(st.lists(st.lists(st.integers(0, 999), max_size=40), min_size=4, max_size=12))
    met = {walk(game.rules, start, choices) for choices in walks}
    for position in list(met):
        moves = oracle.legal_moves(game.rules, position)
        met |= {oracle.play_unchecked(game.rules, position, move) for move in moves}
    natives = [to_core(game, position) for position in met]
    assert len({game.core.key(native) for native in natives}) == len(met)
    assert len(set(natives)) == len(met)
    assert all(0 <= game.core.key(native) < 2**128 for native in natives)


# --- positions as values ----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(any_rules(), st.data())
def test_positions_survive_pickle_and_copies(game: Pair, data: st.DataObject) -> None:
    native = to_core(game, data.draw(positions(game.rules)))
    for other in (pickle.loads(pickle.dumps(native)), copy.copy(native), copy.deepcopy(native)):
        assert other == native
        assert hash(other) == hash(native)
        assert repr(other) == repr(native)
        assert game.core.key(other) == game.core.key(native)
        assert game.core.legal_moves(other) == game.core.legal_moves(native)


def test_positions_of_other_rules_are_others() -> None:
    microsoft, par = pair("pyramid").core.deal(DECK), pair("pyramid:par").core.deal(DECK)
    assert microsoft != par
    assert microsoft == pair("pyramid").core.deal(DECK)
    assert microsoft != "position"
    with pytest.raises(ValueError, match="other rules"):
        pair("pyramid:par").core.legal_moves(microsoft)


def test_a_position_shows_its_piles() -> None:
    game = pair("pyramid").core
    assert repr(game.position(bytes([card("AC")]) + bytes([GAP] * 27), [], b"\x04", b"\x08", 2)) == (
        "<PairingPosition AC" + " --" * 27 + "; waste 2C; stock 3C; pass 2>"
    )
    assert "; pass" not in repr(pair("pyramid:king_tut").core.deal(DECK))
    assert " | " in repr(pair("pyramid:giza").core.deal(DECK))


def test_moves_are_values() -> None:
    pair_of = PairingMove(card("5D"), card("8S"))
    assert pair_of == PairingMove(card("8S"), card("5D"))
    assert hash(pair_of) == hash(PairingMove(card("8S"), card("5D")))
    assert pair_of.cards == [card("5D"), card("8S")]
    assert pair_of < PairingMove(card("KH")) < PairingMove.DRAW < PairingMove.RECYCLE
    assert [PairingMove.DRAW.cards, PairingMove(card("KH")).cards] == [[], [card("KH")]]
    assert PairingMove.DRAW.is_draw
    assert PairingMove.RECYCLE.is_recycle
    assert not pair_of.is_draw
    assert not pair_of.is_recycle
    for move in (pair_of, PairingMove(card("KH")), PairingMove.DRAW, PairingMove.RECYCLE):
        assert pickle.loads(pickle.dumps(move)) == move
    assert repr(pair_of) == "<PairingMove 8S+5D>"


def test_numbers_that_are_no_cards_can_be_shown() -> None:
    assert repr(PairingMove(104, 200)) == "<PairingMove ??+??>"
    assert repr(PairingMove(200)) == repr(PairingMove(255)) == "<PairingMove ??>"
    with pytest.raises(TypeError):
        PairingMove(256)
    with pytest.raises(TypeError):
        PairingMove(-1)


# --- what is no position, no deck, no rule -----------------------------------------------------------------


EMPTY = bytes([GAP] * 28)


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda g: g.position(EMPTY[1:], [], b"", b""), "a tableau of 28 cards or gaps is expected"),
        (lambda g: g.position(EMPTY, [], b"\x07\x07", b""), "2S appears twice"),
        (lambda g: g.position(EMPTY, [], bytes([GAP]), b""), "a card that is none"),
        (lambda g: g.position(EMPTY, [], b"\x34", b""), "a card that is none"),
        (lambda g: g.position(EMPTY, [b"\x07"], b"", b""), "a column too many"),
        (lambda g: g.position(b"\xff\x07" + EMPTY[2:], [], b"", b""), "that others still cover"),
        (lambda g: g.position(EMPTY, [], b"", bytes(range(25))), "25 cards together, not at most 24"),
        (lambda g: g.position(EMPTY, [], b"", b"", 4), "there is no pass 4"),
        (lambda g: g.position(EMPTY, [], b"", b"", 0), "there is no pass 0"),
        (lambda g: g.position(EMPTY, [], b"", b"", -(2**31)), "there is no pass -2147483648"),
        (lambda g: g.deal(DECK[1:]), "a deck has 52 cards"),
        (lambda g: g.deal(DECK[1:] + DECK[1:2]), "twice"),
        (lambda g: g.deal(DECK[1:] + b"\x34"), "a card that is none"),
    ],
)
def test_bad_piles_are_refused_in_one_line(make: Callable[[PairingGame], object], match: str) -> None:
    with pytest.raises(ValueError, match=match) as caught:
        make(pair("pyramid").core)
    assert "\n" not in str(caught.value)


def test_a_state_that_is_no_position_is_refused() -> None:
    position = pair("pyramid").core.deal(DECK)
    for state in [(), (*position.__getstate__()[:5], 4), ({"rows": 10}, *position.__getstate__()[1:])]:
        with pytest.raises((ValueError, TypeError)):
            PairingPosition.__new__(PairingPosition).__setstate__(state)


def dealt(game: PairingGame) -> object:
    position = game.deal(DECK)
    return position.tableau, position.columns, position.waste, position.stock


def moves_at_the_end(game: PairingGame) -> object:
    """6C under 7D; AC on the waste, QC the stock's top."""
    tableau = bytes([card("6C"), card("7D")]) + bytes([GAP] * 26)
    position = game.position(tableau, [], bytes([card("AC")]), bytes(map(card, ("QC", "2C", "3C"))))
    return [repr(move) for move in game.legal_moves(position)]


def draw_twice(game: PairingGame) -> object:
    position = game.deal(DECK)
    for _ in range(2):
        position = game.play(position, PairingMove.DRAW)
    return position.waste


def last_of_the_waste(game: PairingGame) -> object:
    position = game.position(EMPTY[1:] + b"\xff", [], b"\x07", b"", 2)
    return game.outcome(position), [repr(move) for move in game.legal_moves(position)], position.score


# For each key: two values, the other rules that give it something to do, and what shows the difference.
CASES: dict[str, tuple[object, object, dict[str, object], Callable[[PairingGame], object]]] = {
    "tableau": ("pyramid", "triangle", {"scoring": "none"}, lambda game: game.covers),
    "rows": (7, 6, {"scoring": "none"}, dealt),
    "face_down_rows": (0, 6, {}, lambda game: game.deal(DECK).known),
    "columns": (0, 8, {"passes": 1}, dealt),
    "passes": (2, 3, {"play_on": True}, last_of_the_waste),
    "draw": (1, 3, {}, draw_twice),
    "waste_cards": (0, 1, {}, dealt),
    "stock_top": ("open", "apart", {}, moves_at_the_end),
    "overlap": (False, True, {}, moves_at_the_end),
    "goal": ("tableau", "all", {}, last_of_the_waste),
    "scoring": ("microsoft", "par", {}, last_of_the_waste),
    "play_on": (False, True, {"passes": 4}, last_of_the_waste),
}


def test_every_key_has_a_case() -> None:
    assert set(CASES) == set(PairingRules.from_dict({}).to_dict())


@pytest.mark.parametrize("key", CASES)
def test_every_key_is_read(key: str) -> None:
    one, other, context, probe = CASES[key]
    shown = []
    for value in (one, other):
        rules = PairingRules.from_dict({**context, key: value})
        assert rules.to_dict()[key] == value
        assert PairingRules.from_dict(rules.to_dict()) == rules
        assert hash(PairingRules.from_dict(rules.to_dict())) == hash(rules)
        shown.append(probe(PairingGame(rules)))
    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("rules", "match"),
    [
        ({"pass": 3}, "unknown rule 'pass'; the rules are tableau, rows"),
        ({"rows": 0}, "rule rows: '0' is not a number from 1 to 9"),
        ({"rows": 10}, "rule rows"),
        ({"rows": 6}, "rule scoring: microsoft"),
        ({"passes": 10}, "rule passes: '10'"),
        ({"passes": 4, "scoring": "par"}, "rule scoring: par counts 1 to 3 passes"),
        ({"passes": "unlimited", "scoring": "par"}, "rule scoring: par"),
        ({"draw": 6}, "rule draw: '6' is not a number from 1 to 5"),
        ({"draw": True}, "rule draw"),
        ({"waste_cards": 25}, "rule waste_cards: the stock has only 24 cards"),
        ({"face_down_rows": 8}, "rule face_down_rows: there are only 7 rows"),
        ({"columns": 8}, "rule columns: these leave no stock; set passes=1"),
        ({"columns": 14, "passes": 1}, "rule columns"),
        ({"tableau": "triangle"}, "rule scoring"),
        ({"tableau": "square"}, "rule tableau: 'square' is not one of pyramid, triangle"),
        ({"stock_top": "Hidden"}, "rule stock_top: 'Hidden' is not one of hidden, apart, open"),
        ({"goal": None}, "a number, true or false, a word"),
        ({7: 4}, "named by words"),
    ],
)
def test_bad_rules_are_refused_in_one_line(rules: dict[object, object], match: str) -> None:
    with pytest.raises(ValueError, match=match) as caught:
        PairingGame(PairingRules.from_dict(rules))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
