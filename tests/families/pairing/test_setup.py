"""Setups of pairing games: every position of play is one, and what is wrong is found in its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnable.cards import CARDS, UNKNOWN, Card, parse_card
from winnable.errors import InputError, Place
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.problems import problems
from winnable.families.pairing.setup import BOARD, PASS, DeckSetup, PairingSetup, row_lengths

from .text_strategies import any_card, games, pairing_game, played_cards, positions

PYRAMID = pairing_game("pyramid:microsoft")
GIZA = pairing_game("pyramid:giza")
START = PYRAMID.setup(PYRAMID.deal(1))
# Deal ms:1: KS of the last row but one, and AS 5C TS QH that end the last row.
PLACES = {
    BOARD: Place(1, 1),
    PASS: Place(10, 7),
    ("tableau", 3, 0): Place(3, 5),
    ("waste", 0, 0): Place(9, 8),
    ("waste", 1, 0): Place(9, 11),
    ("stock", 0, 0): Place(8, 8),
    ("stock", 24, 0): Place(8, 80),
    ("played", 0, 0): Place(11, 9),
    ("played", 1, 0): Place(11, 12),
    ("column", 0, -1): Place(12, 1),
    ("column", 8, -1): Place(20, 1),
    ("column", 2, 3): Place(14, 20),
    ("row", 1, 0): Place(2, 5),
    ("row", 7, 0): Place(8, 1),
}


def cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


def changed(setup: PairingSetup, **changes: object) -> PairingSetup:
    names = ("tableau", "columns", "waste", "stock", "pass_number", "played", "rows")
    parts = {name: getattr(setup, name) for name in names} | changes
    rows = parts.pop("rows")
    return PairingSetup(*parts.values(), rows=rows, places=PLACES, source="p.txt")  # type: ignore[arg-type]


def message(setup: PairingSetup, game: PairingGame = PYRAMID) -> str:
    with pytest.raises(InputError) as caught:
        game.position(setup)
    return str(caught.value)


def without(*names: str) -> PairingSetup:
    """The start of ms:1, these cards gone from wherever they lie."""
    gone = {parse_card(name) for name in names}
    return changed(
        START,
        tableau=[None if card in gone else card for card in START.tableau],
        stock=[card for card in START.stock if card not in gone],
    )


@given(positions())
def test_every_position_of_play_is_one(found: tuple[PairingGame, PairingPosition]) -> None:
    game, position = found
    setup = game.setup(position)
    assert list(problems(setup, game)) == []
    assert game.position(setup) == position
    listed = changed(setup, played=[CARDS[n] for n in played_cards(setup)], rows=row_lengths(game.core))
    assert game.position(listed) == position


@given(positions(), st.data())
@settings(max_examples=300)
def test_what_passes_is_a_position(found: tuple[PairingGame, PairingPosition], data: st.DataObject) -> None:
    """A setup spoiled in some way is an InputError, or a position with just these piles."""
    game = data.draw(games)
    setup = found[0].setup(found[1])
    tableau, waste, stock = list(setup.tableau), list(setup.waste), list(setup.stock)
    for _ in range(data.draw(st.integers(0, 3))):
        pile = data.draw(st.sampled_from([tableau, waste, stock]))
        if not pile:
            continue
        at = data.draw(st.integers(0, len(pile) - 1))
        change = data.draw(st.sampled_from(["take", "put", "draw", "gap"]))
        if change == "take":
            del pile[at]
        elif change == "put":
            pile.insert(at, data.draw(any_card))
        elif change == "gap" and tableau:
            tableau[at % len(tableau) : at % len(tableau) + 1] = [None]
        elif stock:
            waste.append(stock.pop(0))
    number = data.draw(st.integers(-1, 10))
    spoiled = PairingSetup(tableau, setup.columns, waste, stock, number)
    try:
        position = game.position(spoiled)
    except InputError as error:
        assert str(error) == str(next(problems(spoiled, game)))  # noqa: PT017 - the check alone refuses
        return
    assert game.setup(position) == spoiled


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        # ---- the tableau
        (changed(START, tableau=START.tableau[:27]),
         "p.txt:1:1: the tableau has 27 cards, gaps included; expected 28, in rows of 1 to 7"),
        (changed(START, rows=[1, 1, 3, 4, 5, 6, 7]),
         "p.txt:2:5: row 2 of the tableau has 1 card; expected 2, gaps included; "
         "write -- for each card that has left"),
        (changed(START, rows=[1, 3, 3, 4, 5, 6, 7]),
         "p.txt:2:5: row 2 of the tableau has 3 cards; expected 2, gaps included; "
         "take out what is too much, or put --- between two boards"),
        (changed(START, rows=[1, 2, 3, 4, 5, 6]),
         "p.txt:1:1: the tableau has 6 rows; expected 7 in pyramid, of 1 to 7 cards and gaps"),
        (changed(START, rows=[1, 2, 3, 4, 5, 6, 7, 8]),
         "p.txt:8:1: the tableau has 8 rows; expected 7 in pyramid, of 1 to 7 cards and gaps"),
        # ---- stock and waste
        (changed(START, stock=[*START.stock, START.stock[0]]),
         "p.txt:8:80: the stock holds 25 cards; expected at most 24 in pyramid"),
        (changed(START, waste=cards("4H")),
         "p.txt:9:8: the waste holds 1 card, and 0 of 24 have been drawn; "
         "expected at most 0 beside a stock of 24; take out of the stock what lies on the waste"),
        (changed(START, waste=cards("AC 4H"), stock=START.stock[1:]),
         "p.txt:9:11: the waste holds 2 cards, and 1 of 24 have been drawn; "
         "expected at most 1 beside a stock of 23; take out of the stock what lies on the waste"),
        # ---- the pass
        (changed(START, pass_number=4),
         "p.txt:10:7: there is no pass 4: pyramid has 3; expected 1 to 3; "
         "name a game with more passes"),
        (changed(START, pass_number=0),
         "p.txt:10:7: there is no pass 0: pyramid has 3; expected 1 to 3"),
        # ---- columns
        (changed(START, columns=[[]]),
         "p.txt:12:1: a column too many: pyramid has none; expected Stock and Waste instead"),
        # ---- cards
        (changed(START, tableau=[UNKNOWN, *START.tableau[1:]]),
         "p.txt: an unknown card; expected every card of pyramid; say which it is"),
        (changed(START, tableau=[*START.tableau[:3], START.tableau[0], *START.tableau[4:]]),
         "p.txt:3:5: JD appears twice; expected each of the 52 cards once; take one out"),
        (changed(START, stock=[START.tableau[3], *START.stock[1:]]),
         "p.txt:8:8: JC appears twice, first at line 3, column 5; "
         "expected each of the 52 cards once; take one out"),
        # ---- what has left
        (changed(START, played=cards("QH 4H")),
         "p.txt:11:9: QH is listed as played and is still on the board; "
         "expected each of the 52 cards once; take one out"),
        (changed(START, played=cards("4H")),
         "p.txt:11:9: 4H is listed as played and is still on the board at line 8, column 8; "
         "expected each of the 52 cards once; take one out"),
        (changed(without("AC", "QH"), played=cards("QH QH AC")),
         "p.txt:11:12: QH is listed as played twice, first at line 11, column 9; "
         "expected each of the 52 cards once; take one out"),
        (changed(without("AC", "QH"), played=[UNKNOWN]),
         "p.txt:11:9: an unknown card; expected the cards that have left"),
        (changed(without("AC", "QH"), played=cards("QH")),
         "p.txt:1:1: 1 card of 52 is missing: AC; expected every card on the board or among the played; "
         "put it where it lies, or list it"),
        (without("JC", "2C"),
         "p.txt:3:5: a card has left here that 7C and 5H still cover; expected the card that lies here; "
         "write it, or -- for 7C and 5H too"),
        (without("AC"),
         "p.txt:1:1: 1 card of 52 is missing: AC; "
         "expected cards to leave in pairs that make thirteen, and kings; put it where it lies"),
        (without("AC", "QH", "AS"),
         "p.txt:1:1: 1 card of 52 is missing, among AC, AS; "
         "expected cards to leave in pairs that make thirteen, and kings; put it where it lies"),
        (changed(START, stock=()),
         "p.txt:1:1: 10 cards of 52 are missing, among 2C, 2H, 4D, 4H, 4S, ...; "
         "expected cards to leave in pairs that make thirteen, and kings; put each where it lies"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_pyramid(setup: PairingSetup, said: str) -> None:
    assert message(setup) == said


RELAXED = pairing_game("pyramid:relaxed")
RELAXED_START = RELAXED.setup(RELAXED.deal(1))
TUT = pairing_game("pyramid:king_tut")
TOMB = pairing_game("pyramid:tuts_tomb,draw=3,waste_cards=2")
TOMB_START = TOMB.setup(TOMB.deal(1))
GIZA_START = GIZA.setup(GIZA.deal(1))


@pytest.mark.parametrize(
    ("game", "setup", "said"),
    [
        (RELAXED, changed(START),
         "p.txt:8:8: the stock holds 24 cards in pass 1; expected at most 23; "
         "put the first of them on the waste, where it lies at the start"),
        (TOMB, changed(TOMB_START, waste=TOMB_START.waste + TOMB_START.stock[:1], stock=TOMB_START.stock[1:]),
         "p.txt:8:8: the stock holds 21 cards in pass 1, and 1 have been drawn; expected a multiple of 3"),
        (TUT, changed(START, pass_number=2),
         "p.txt:10:7: pass 2: pyramid:king_tut has as many as one likes, and does not count them; "
         "expected 1; leave the pass out"),
        (GIZA, changed(START),
         "p.txt:8:8: pyramid:giza has no stock; expected 8 columns; write Column 1: and on"),
        (GIZA, changed(START, stock=(), waste=START.stock),
         "p.txt:9:8: pyramid:giza has no waste; expected 8 columns; write Column 1: and on"),
        (GIZA, changed(GIZA_START, pass_number=2),
         "p.txt:10:7: there is no pass 2: pyramid:giza has 1; expected 1; name a game with more passes"),
        (GIZA, changed(GIZA_START, columns=[*GIZA_START.columns, []]),
         "p.txt:20:1: a column too many: pyramid:giza has 8, not 9; take it out"),
        (GIZA, changed(GIZA_START, columns=[(), (), GIZA_START.columns[2] + GIZA_START.columns[0]]),
         "p.txt:14:20: column 3 holds 6 cards; expected at most 3"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_variants(game: PairingGame, setup: PairingSetup, said: str) -> None:
    assert message(setup, game) == said


def test_a_recycled_stock_may_be_full() -> None:
    """Only the deal puts a first card on the waste."""
    again = changed(START, pass_number=2)
    assert RELAXED.setup(RELAXED.position(again)) == again


def test_columns_at_the_end_may_be_left_out() -> None:
    setup = PairingSetup([None] * 28, [(), cards("QC AC")])
    position = GIZA.position(setup)
    assert position.columns == [b"", bytes(card.index for card in cards("QC AC")), *[b""] * 6]
    assert GIZA.setup(position) == setup
    assert hash(GIZA.setup(position)) == hash(setup)


DECK = [CARDS[n] for n in START.dealt_order()]
DECK_PLACES = {BOARD: Place(2, 4), **{("deck", i, 0): Place(2, 4 + 3 * i) for i in range(53)}}


def deck_error(deck: list[Card], rows: list[int] | None = None, game: PairingGame = PYRAMID) -> str:
    with pytest.raises(InputError) as caught:
        DeckSetup(deck, rows=rows, places={**PLACES, **DECK_PLACES}, source="d.txt").deck(game)
    return str(caught.value)


def test_a_deck_is_dealt() -> None:
    deck = DeckSetup(DECK, rows=range(1, 8)).deck(PYRAMID)
    assert PYRAMID.deal_deck(deck) == PYRAMID.deal(1)
    assert DeckSetup(DECK).deck(GIZA) == deck == GIZA_START.dealt_order() == RELAXED_START.dealt_order()


def test_what_is_wrong_with_a_deck() -> None:
    once = "expected each of the 52 cards once"
    assert deck_error(DECK[:-1]) == f"d.txt:2:4: 1 card of 52 is missing: 6H; {once}, the tableau first"
    assert deck_error([*DECK[:51], DECK[0]]) == (
        f"d.txt:2:157: JD appears twice, first at line 2, column 4; {once}; take one out"
    )
    assert deck_error([*DECK, DECK[1]]) == (
        f"d.txt:2:160: 53 cards: 2D appears twice, first at line 2, column 7; {once}; take one out"
    )
    assert deck_error([UNKNOWN, *DECK[1:]]) == (
        "d.txt:2:4: an unknown card; expected every card of pyramid; say which it is"
    )
    assert deck_error(DECK, [1, 3, 2, 4, 5, 6, 7]).startswith("d.txt:2:5: row 2 of the tableau has 3 cards;")
    assert deck_error([]).startswith("d.txt:2:4: 52 cards of 52 are missing: AC, AD, AH, AS, 2C, ...;")


def test_equality_is_about_the_cards() -> None:
    assert START == changed(START, rows=[28], played=[]) != changed(START, pass_number=2)
    assert hash(START) == hash(changed(START))
    assert START != "a setup"
    assert DeckSetup(DECK) == DeckSetup(DECK, rows=[28], source="x") != DeckSetup(DECK[1:])
    assert hash(DeckSetup(DECK)) == hash(DeckSetup(DECK, rows=[52]))
    assert DeckSetup(DECK) != START


def test_repr_shows_everything() -> None:
    setup = PairingSetup([None, *cards("2D")], [cards("AC")], (), cards("3C 4C"), 2, cards("KC"))
    assert repr(setup) == (
        "<PairingSetup tableau -- 2D; column AC; waste none; stock 3C 4C; pass 2; played KC>"
    )
    assert repr(DeckSetup(cards("2D AC"))) == "<DeckSetup 2D AC>"


@pytest.mark.parametrize(
    ("name", "lengths"),
    [("pyramid:hoyle", (1, 2, 3, 4, 5, 6, 7)), ("pyramid:triangle", (7, 6, 5, 4, 3, 2, 1)),
     ("pyramid:hoyle,rows=1,draw=2", (1,))],
)  # fmt: skip
def test_row_lengths(name: str, lengths: tuple[int, ...]) -> None:
    assert row_lengths(pairing_game(name).core) == lengths
