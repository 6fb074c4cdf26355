"""Positions of Spider as JSON."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from families.patience.test_json import json_values
from winnable.cards import parse_card
from winnable.errors import InputError, Place
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.json import KEYS, SpiderJson, format_position, parse_position, to_data
from winnable.families.spider.setup import BOARD, RUNS, SpiderSetup

from .text_strategies import loose_setups, positions, spider_game

SPIDER = spider_game()
START = to_data(SPIDER.setup(SPIDER.deal("kpat:101")), "spider")


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        SPIDER.position(parse_position(text, "p.json").setup)
    return str(caught.value)


@given(positions())
def test_round_trip_of_positions(found: tuple[SpiderGame, SpiderPosition]) -> None:
    game, position = found
    for indent in (None, 1):
        text = format_position(game.setup(position), game.spelled, indent=indent)
        read = parse_position(text)
        assert (game.position(read.setup), read.game, read.deal) == (position, game.spelled, None)


@given(loose_setups())
def test_what_is_read_is_what_was_written(setup: SpiderSetup) -> None:
    assert parse_position(format_position(setup)) == SpiderJson(setup)


@given(loose_setups())
def test_places_are_where_the_cards_stand(setup: SpiderSetup) -> None:
    text = format_position(setup, indent=1)
    lines = text.splitlines()
    read = parse_position(text, "p.json", 5).setup
    assert read.places[BOARD] == Place(5, 1)
    assert (RUNS in read.places) is (setup.runs is not None)
    for slot, card in read.slots():
        place = read.places[slot]
        assert lines[place.line - 5][place.column - 1 :].startswith(f'"{card}"')


@given(json_values)
def test_any_json_is_a_position_or_an_input_error(value: Any) -> None:
    with suppress(InputError):
        SPIDER.position(parse_position(json.dumps(value)).setup)


def test_what_may_be_left_out() -> None:
    assert tuple(START) == KEYS[1:]
    read = parse_position('{"columns": [["KC"]], "deal": "mine"}')
    assert read == SpiderJson(SpiderSetup([[parse_card("KC")]]), None, "mine")
    assert read.setup.down == (0,)
    assert read.setup.stock == ()
    assert read.setup.runs is None
    assert parse_position('{"columns": [], "runs": {"S": 2}}').setup.runs == (0, 0, 0, 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", "p.json:1:1: this JSON is not a position; expected an object with columns"),
        ('{"stock": []}', 'p.json:1:1: this position has no columns; expected a key "columns"'),
        ('{"columns": [], "waste": []}',
         "p.json:1:17: unknown key 'waste'; expected one of deal, game, columns, down, stock, runs"),
        ('{"columns": {}}', "p.json:1:13: columns is not a list; expected a list in [ ]"),
        ('{"columns": [["XX"]]}',
         "p.json:1:15: unknown card 'XX'; expected a rank A23456789TJQK then a suit CDHS"),
        ('{"columns": [[7]]}', 'p.json:1:15: columns[0][0] is not a card; expected a text such as "TH"'),
        ('{"columns": [], "down": 5}', "p.json:1:25: down is not a list; expected a list in [ ]"),
        ('{"columns": [[]], "down": ["5"]}', "p.json:1:28: down[0] is not a number; expected a whole number"),
        ('{"columns": [], "runs": [1]}',
         'p.json:1:25: the runs are not an object; expected an object such as {"C": 1}'),
        ('{"columns": [], "runs": {"X": 1}}', "p.json:1:26: unknown suit 'X'; expected one of CDHS"),
        ('{"columns": [], "runs": {"C": true}}',
         "p.json:1:31: runs.C is not a number; expected a whole number"),
        ('{"columns": [["5H"]], "down": [1]}',
         "p.json:1:15: the last card of column 1 lies face down; "
         "expected a face-up card, since the game turns it; turn it"),
        ('{"columns": [["5H"]], "down": [2]}',
         "p.json:1:32: 2 face-down cards in column 1, which has 1 card; "
         "expected as many as lie face down there"),
        ('{"columns": [], "runs": {"C": 3}}', "p.json:1:25: 3 runs of clubs; expected 0 to 2 in Spider"),
        ('{"columns": [["??"]]}',
         "p.json:1:15: an unknown card that lies face up in column 1; "
         "expected unknown cards only face down and in the stock; say which it is"),
        ('{"columns": [["5H"], [}', "p.json:1:23: not JSON: Expecting value; expected one JSON object"),
    ],
)  # fmt: skip
def test_mistakes(text: str, expected: str) -> None:
    assert message(text) == expected
