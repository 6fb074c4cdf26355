"""Positions of pairing games as JSON, the thesis's starts among them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families.patience.test_json import json_values
from winnable.cards import parse_card
from winnable.errors import InputError, Place
from winnable.families.pairing import thesis_deal as thesis
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.json import KEYS, PairingJson, format_position, parse_positions, to_data
from winnable.families.pairing.setup import BOARD, PASS, DeckSetup, PairingSetup, row_lengths

from .text_strategies import loose_setups, pairing_game, positions

DATA = Path(__file__).parents[2] / "data" / "pyramid"
PYRAMID = pairing_game("pyramid:microsoft")
START = PYRAMID.setup(PYRAMID.deal(1))
THESIS = json.loads((DATA / "thesis.json").read_text())


def only(text: str) -> PairingJson:
    (found,) = parse_positions(text, "p.json")
    return found


def message(text: str, game: PairingGame = PYRAMID) -> str:
    with pytest.raises(InputError) as caught:
        take(game, only(text).setup)
    return str(caught.value)


def take(game: PairingGame, setup: PairingSetup | DeckSetup) -> PairingPosition:
    return game.deal_deck(setup.deck(game)) if isinstance(setup, DeckSetup) else game.position(setup)


@given(positions(), st.sampled_from([None, 1]))
def test_round_trip_of_positions(found: tuple[PairingGame, PairingPosition], indent: int | None) -> None:
    game, position = found
    text = format_position(game.setup(position), game.core, game.spelled, indent=indent)
    read = only(text)
    assert isinstance(read.setup, PairingSetup)
    assert (game.position(read.setup), read.game, read.deal) == (position, game.spelled, None)
    assert ("\n" in text) is (indent is not None)


@given(loose_setups())
def test_what_is_read_is_what_was_written(setup: PairingSetup) -> None:
    cards = iter(setup.tableau)
    assert setup.rows is not None
    value: dict[str, Any] = {
        "tableau": [
            [None if card is None else str(card) for card in (next(cards) for _ in range(length))]
            for length in setup.rows
        ],
        "columns": [list(map(str, column)) for column in setup.columns],
        "waste": list(map(str, setup.waste)),
        "stock": list(map(str, setup.stock)),
        "pass": setup.pass_number,
    }
    if setup.played is not None:
        value["played"] = list(map(str, setup.played))
    found = only(json.dumps(value)).setup
    assert isinstance(found, PairingSetup)
    assert (found, found.rows, found.played) == (setup, setup.rows, setup.played)


def test_what_it_looks_like() -> None:
    game = pairing_game("pyramid:hoyle,rows=1,draw=2")
    setup = PairingSetup([None], (), [parse_card("QC")], [parse_card("AD")], 1, [parse_card("KS")])
    assert format_position(setup, game.core, "pyramid:x") == (
        '{"game": "pyramid:x", "tableau": [[null]], "waste": ["QC"], "stock": ["AD"], "pass": 1, '
        '"played": ["KS"]}'
    )
    giza = pairing_game("pyramid:giza")
    data = to_data(giza.setup(giza.deal(1)), giza.core)
    assert list(data) == ["tableau", "columns"]
    assert [len(row) for row in data["tableau"]] == [1, 2, 3, 4, 5, 6, 7]
    assert data["columns"][0] == ["4H", "8H", "6C"]


def test_only_the_tableau_is_needed() -> None:
    found = only('{"tableau": [["10h", null, "??"]], "deal": 3, "game": null}')
    assert found.setup == PairingSetup([parse_card("TH"), None, parse_card("??")])
    assert (found.game, found.deal) == (None, 3)


def test_places_are_those_in_the_text() -> None:
    text = '\n{"pass": 2, "tableau": [["4H"],\n [null, "5S"]], "waste": ["AC", "2C"],"stock":["3C"],\n'
    text += '"played": ["KC"], "columns": [["KD"]]}'
    (found,) = parse_positions(text, first_line=10)
    assert dict(found.setup.places) == {
        BOARD: Place(11, 1),
        PASS: Place(11, 10),
        ("row", 0, 0): Place(11, 25),
        ("row", 1, 0): Place(12, 2),
        ("tableau", 0, 0): Place(11, 26),
        ("tableau", 1, 0): Place(12, 3),
        ("tableau", 2, 0): Place(12, 9),
        ("waste", 0, 0): Place(12, 27),
        ("waste", 1, 0): Place(12, 33),
        ("stock", 0, 0): Place(12, 48),
        ("played", 0, 0): Place(13, 12),
        ("column", 0, -1): Place(13, 31),
        ("column", 0, 0): Place(13, 32),
    }


def test_the_thesis_deals() -> None:
    found = list(parse_positions((DATA / "thesis.json").read_text()))
    assert [deal for _, _, deal in found] == ["transcript", "fig9"]
    for setup, game, deal in found:
        assert game is None
        assert isinstance(setup, DeckSetup)
        deck = setup.deck(PYRAMID)
        written = thesis.to_data(deck, row_lengths(PYRAMID.core))
        assert written == {key: THESIS[deal][key] for key in ("pyramid", "deck")}
        position = PYRAMID.deal_deck(deck)
        assert position.tableau[0] == parse_card(THESIS[deal]["pyramid"][-1][0]).index
        assert position.tableau[27] == parse_card(THESIS[deal]["pyramid"][0][-1]).index
        assert position.stock[0] == parse_card(THESIS[deal]["deck"][0]).index


@given(st.permutations(range(52)).map(bytes), st.sampled_from(["microsoft", "relaxed", "giza", "triangle"]))
def test_round_trip_of_thesis_starts(deck: bytes, variant: str) -> None:
    game = pairing_game(f"pyramid:{variant}")
    found = only(json.dumps(thesis.to_data(deck, row_lengths(game.core))))
    assert take(game, found.setup) == game.deal_deck(deck)


def test_places_in_a_thesis_deal() -> None:
    text = '{"a": {"deck": ["1S"], "note": 7, "pyramid": [["2S", "3S"], ["4S"]], "deal": 5}}'
    (found,) = parse_positions(text)
    assert isinstance(found.setup, DeckSetup)
    assert [str(card) for card in found.setup.cards] == ["4S", "2S", "3S", "AS"]
    assert (found.setup.rows, found.deal) == ((1, 2), 5)
    assert dict(found.setup.places) == {
        BOARD: Place(1, 7),
        ("row", 0, 0): Place(1, 61),
        ("row", 1, 0): Place(1, 47),
        ("deck", 0, 0): Place(1, 62),
        ("deck", 1, 0): Place(1, 48),
        ("deck", 2, 0): Place(1, 54),
        ("deck", 3, 0): Place(1, 17),
    }


def test_several_of_our_own() -> None:
    data = to_data(START, PYRAMID.core)
    found = list(parse_positions(json.dumps({"one": data, "two": {**data, "game": "pyramid"}})))
    assert found == [PairingJson(START, None, "one"), PairingJson(START, "pyramid", "two")]


KEYS_LISTED = ", ".join(KEYS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "1:1: this JSON is not a position; expected an object with tableau"),
        ("{}", '1:1: this position has no tableau; expected a key "tableau"'),
        ('{"tableau": [], "foundations": {}}',
         f"1:17: unknown key 'foundations'; expected one of {KEYS_LISTED}"),
        ('{"columns": [], "cells": []}', f"1:17: unknown key 'cells'; expected one of {KEYS_LISTED}"),
        ('{"x": {"tableau": [], "cells": []}}', f"1:23: unknown key 'cells'; expected one of {KEYS_LISTED}"),
        ('{"x": {"deck": []}}', '1:7: this deal has no pyramid; expected keys "pyramid" and "deck"'),
        ('{"pyramid": [["4H"]]}', '1:1: this deal has no deck; expected keys "pyramid" and "deck"'),
        ('{"pyramid": {}, "deck": []}', "1:13: pyramid is not a list; expected a list in [ ]"),
        ('{"pyramid": [[]], "deck": [null]}', '1:28: deck[0] is not a card; expected a text such as "TH"'),
        ('{"pyramid": [["4H", "14S"]], "deck": []}',
         "1:21: unknown card '14S'; expected a rank A23456789TJQK then a suit CDHS"),
        ('{"fig9": {"pyramid": [], "deck": 2}}', "1:34: fig9.deck is not a list; expected a list in [ ]"),
        ('{"tableau": 3}', "1:13: tableau is not a list; expected a list in [ ]"),
        ('{"tableau": [3]}', "1:14: tableau[0] is not a list; expected a list in [ ]"),
        ('{"tableau": [[3]]}', '1:15: tableau[0][0] is not a card; expected a text such as "TH"'),
        ('{"tableau": [["4HH"]]}',
         "1:15: unknown card '4HH'; expected a rank A23456789TJQK then a suit CDHS"),
        ('{"tableau": [], "waste": [null]}', '1:27: waste[0] is not a card; expected a text such as "TH"'),
        ('{"tableau": [], "played": null}', "1:27: played is not a list; expected a list in [ ]"),
        ('{"tableau": [], "pass": "1"}', "1:25: the pass is no number; expected 1, or the pass it is"),
        ('{"tableau": [], "pass": true}', "1:25: the pass is no number; expected 1, or the pass it is"),
        ('{"tableau": [], "game": 3}', "1:25: the game is not a text; expected a name such as freecell"),
        ('{"x": {"tableau": [], "deal": []}}',
         '1:31: the deal is no name; expected a number, or a text such as "ms:617"'),
    ],
)  # fmt: skip
def test_errors_of_form(text: str, said: str) -> None:
    assert message(text) == f"p.json:{said}"


# Each change of deal ms:1 with the text that the error must point at.
@pytest.mark.parametrize(
    ("change", "pointed", "said"),
    [
        (lambda d: d["tableau"][2].pop(), '["JC", "5D"]',
         "row 3 of the tableau has 2 cards; expected 3, gaps included; write -- for each card that has left"),
        (lambda d: d["tableau"][2].__setitem__(1, None), 'null, "7H"',
         "a card has left here that 5H and KD still cover; expected the card that lies here; "
         "write it, or -- for 5H and KD too"),
        (lambda d: d.__setitem__("waste", ["4H"]), '"4H"',
         "the waste holds 1 card, and 0 of 24 have been drawn; "
         "expected at most 0 beside a stock of 24; take out of the stock what lies on the waste"),
        (lambda d: d.__setitem__("pass", 4), "4}",
         "there is no pass 4: pyramid has 3; expected 1 to 3; name a game with more passes"),
        (lambda d: d.__setitem__("played", ["QH"]), '"QH"]}',
         "QH is listed as played and is still on the board at line 1, column 189; "
         "expected each of the 52 cards once; take one out"),
        (lambda d: d["tableau"].append([]), "[]]",
         "the tableau has 8 rows; expected 7 in pyramid, of 1 to 7 cards and gaps"),
    ],
)  # fmt: skip
def test_errors_of_cards(change: Callable[[dict[str, Any]], object], pointed: str, said: str) -> None:
    data = to_data(START, PYRAMID.core)
    change(data)
    text = json.dumps(data)
    assert message(text) == f"p.json:1:{text.index(pointed) + 1}: {said}"


def test_errors_in_a_thesis_deal() -> None:
    text = json.dumps(THESIS["fig9"]).replace('"3H", ', "")
    column = text.index('["4H"') + 1
    assert message(text) == f"p.json:1:{column}: row 6 of the tableau has 5 cards; expected 6"
    text = json.dumps(THESIS["fig9"]).replace('"8C"', '"11H"')
    assert message(text) == (
        f"p.json:1:{text.rindex('11H')}: 11H appears twice".replace("11H", "JH")
        + f", first at line 1, column {text.index('11H')}; expected each of the 52 cards once; take one out"
    )


@given(json_values)
def test_any_json_is_positions_or_an_input_error(value: object) -> None:
    try:
        found = list(parse_positions(json.dumps(value, ensure_ascii=False)))
    except InputError:
        return
    assert isinstance(value, dict)
    assert found
