"""Rules as values: every key is read, and what is no key or no value is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oracle.cards import card, microsoft_deck
from winnable import _core
from winnable._core import PatienceGame, PatienceRules, SpiderGame

RuleValue = int | bool | str | list[int]
Probe = Callable[[PatienceGame], object]
SpiderProbe = Callable[[SpiderGame], object]


def dealt(game: PatienceGame) -> object:
    position = game.deal(bytes(microsoft_deck(3)))
    return position.columns, position.cells, position.home, position.base


def moves_from(*columns: str, cells: str = "", home: tuple[int, ...] = (0, 0, 0, 0)) -> Probe:
    """The moves among the first columns of a board whose other cards lie in the last column."""
    shown = [[card(word) for word in column.split()] for column in columns]
    held = [255 if word == "-" else card(word) for word in cells.split()]
    used = {c for column in shown for c in column} | set(held)
    used |= {4 * r + s for s, laid in enumerate(home) for r in range(laid)}

    def probe(game: PatienceGame) -> object:
        rules = game.rules.to_dict()
        rest = [c for c in range(51, -1, -1) if c not in used]  # an ace or a two ends the heap
        blank = [[] for _ in range(rules["columns"] - len(shown) - 1)]
        position = game.position([bytes(c) for c in [*shown, rest, *blank]], bytes(held), home)
        return [repr(move) for move in game.legal_moves(position)]

    return probe


# For each key: two values, the other rules that give it something to do, and what shows the difference.
CASES: dict[str, tuple[RuleValue, RuleValue, dict[str, RuleValue], Probe]] = {
    "columns": (8, 7, {}, dealt),
    "cells": (4, 3, {}, dealt),
    "build": ("alternate", "suit", {}, moves_from("7C", "8C", "8D")),
    "group_lift": ("alternate", "suit", {}, moves_from("7D 6C", "8S")),
    "group_drop": ("alternate", "suit", {}, moves_from("7D 6C", "8S")),
    "group_size": ("limited", "one", {}, moves_from("7D 6C", "8S")),
    "empty_column": ("any", "king", {}, moves_from("7D", "KC")),
    "leave": ("singly", "runs", {}, moves_from("AD")),
    "base": ("ace", "beak", {}, dealt),
    "foundation_return": (False, True, {}, moves_from("4D", home=(3, 0, 0, 0))),
    "deck_reversed": (False, True, {}, dealt),
    "cells_filled": (0, 2, {}, dealt),
    "base_cards_out": (False, True, {}, dealt),
    "deal_to_foundations": (False, True, {"base_cards_out": True}, dealt),
    "kings": ("stay", "sink", {}, dealt),
    "column_cards": ([], [9, 9, 9, 5, 5, 5, 5, 5], {}, dealt),
}


def dealt_spider(game: SpiderGame) -> object:
    deck = bytes(microsoft_deck(3)) * int(game.rules.to_dict()["decks"])
    position = game.deal(deck)
    return position.columns, position.down, position.stock


def moves_over_an_empty_column(game: SpiderGame) -> object:
    cards = bytes(card(rank + suit) for rank in "A23456789TJQK" for suit in "CDHS")
    columns = [cards[:13], cards[13:26], cards[26:39], cards[39:45]]
    position = game.position([*columns, b"", b"", b""], [0] * 7, cards[45:], [0, 0, 0, 0])
    return [repr(move) for move in game.legal_moves(position)]


def moves_out_of_order(game: SpiderGame) -> object:
    cards = bytes(microsoft_deck(3))
    position = game.position([cards[:26], cards[26:], *[b""] * 5], [0] * 7, b"", [0, 0, 0, 0])
    return [repr(move) for move in game.legal_moves(position)]


def moves_of_a_run(game: SpiderGame) -> object:
    run = bytes(range(51, -1, -4))
    position = game.position([run] + [b""] * 6, [0] * 7, b"", [1, 1, 1, 0])
    return len(game.legal_moves(position)), position.runs


_SPIDERETTE: dict[str, RuleValue] = {
    "columns": 7,
    "cells": 0,
    "build": "any",
    "group_lift": "any",
    "group_drop": "any",
    "group_size": "unlimited",
    "leave": "runs",
    "stock": "rows",
    "column_cards": [1, 2, 3, 4, 5, 6, 7],
}
_NO_STOCK: dict[str, RuleValue] = {"stock": "none", "column_cards": []}

# The same for what only games of the Spider kind have.
SPIDER_CASES: dict[str, tuple[RuleValue, RuleValue, dict[str, RuleValue], SpiderProbe]] = {
    "decks": (1, 2, _SPIDERETTE, dealt_spider),
    "suits": (4, 2, _SPIDERETTE, dealt_spider),
    "stock": ("none", "rows", {**_SPIDERETTE, "column_cards": [16, 6, 6, 6, 6, 6, 5]}, dealt_spider),
    "deal_over_empty": (False, True, _SPIDERETTE, moves_over_an_empty_column),
    "run_removal": ("auto", "may_stay", {**_SPIDERETTE, **_NO_STOCK}, moves_of_a_run),
    "face_down": ([], [0, 1, 2, 3, 4, 5, 6], _SPIDERETTE, dealt_spider),
    "group_size": ("unlimited", "heap", {**_SPIDERETTE, **_NO_STOCK}, moves_out_of_order),
}


def test_every_key_has_a_case() -> None:
    assert set(CASES) | set(SPIDER_CASES) == set(PatienceRules.from_dict({}).to_dict())


@pytest.mark.parametrize("key", SPIDER_CASES)
def test_every_key_of_spider_is_read(key: str) -> None:
    one, other, context, probe = SPIDER_CASES[key]
    shown = []
    for value in (one, other):
        try:
            rules = PatienceRules.from_dict({**context, key: value})
        except ValueError as error:  # a number of cards that the other value does not allow
            shown.append(str(error))
            continue
        assert rules.to_dict()[key] == value
        assert PatienceRules.from_dict(rules.to_dict()) == rules
        shown.append(repr(probe(SpiderGame(rules))))
    assert shown[0] != shown[1]


def test_open_engine_refuses_games_of_the_spider_kind() -> None:
    with pytest.raises(ValueError, match="Spider kind"):
        PatienceGame(PatienceRules.from_dict(_SPIDERETTE))


@pytest.mark.parametrize("key", CASES)
def test_every_key_is_read(key: str) -> None:
    one, other, context, probe = CASES[key]
    shown = []
    for value in (one, other):
        rules = PatienceRules.from_dict({**context, key: value})
        assert rules.to_dict()[key] == value
        shown.append(probe(PatienceGame(rules)))
    assert shown[0] != shown[1]


@pytest.mark.parametrize("key", CASES)
def test_rules_round_trip_and_compare_by_value(key: str) -> None:
    _, other, context, _ = CASES[key]
    rules = PatienceRules.from_dict({**context, key: other})
    again = PatienceRules.from_dict(rules.to_dict())
    assert rules == again
    assert hash(rules) == hash(again)
    assert rules != PatienceRules.from_dict(context)


@pytest.mark.parametrize(
    ("rules", "match"),
    [
        ({"cell": 4}, "unknown rule 'cell'; the rules are decks, suits, columns, cells"),
        ({"": 4}, "unknown rule"),
        ({"cells": 9}, "rule cells: '9' is not a number from 0 to 8"),
        ({"cells": -1}, "rule cells"),
        ({"cells": "four"}, "rule cells: 'four'"),
        ({"cells": 4.0}, "a number, true or false, a word"),
        ({"cells": None}, "a number, true or false, a word"),
        ({"cells": True}, "rule cells: 'true'"),
        ({"cells": 10**30}, "rule cells"),
        ({"cells": "4 "}, "rule cells"),
        ({"columns": 0}, "columns: must be 1 to 13"),
        ({"columns": 14}, "rule columns"),
        ({"build": "suits"}, "rule build: 'suits' is not one of none, suit, colour, alternate, any"),
        ({"build": 1}, "rule build"),
        ({"foundation_return": 1}, "rule foundation_return: '1' is not one of false, true"),
        ({"column_cards": [52, 1]}, "column_cards"),
        ({"column_cards": [60]}, "rule column_cards"),
        ({"column_cards": ["a"]}, "numbers only"),
        ({"column_cards": [1] * 14}, "at most 13 numbers"),
        ({"cells": 2, "cells_filled": 3}, "cells_filled: more than the game has cells"),
        ({"leave": "runs", "foundation_return": True}, "foundation_return"),
        ({"leave": "runs", "base_cards_out": True}, "base_cards_out"),
        ({"leave": "runs", "deal_to_foundations": True}, "deal_to_foundations"),
        ({"decks": 3}, "rule decks: '3' is not a number from 1 to 2"),
        ({**_SPIDERETTE, "suits": 3}, "suits: must be 1, 2 or 4, so that each suit has as many cards"),
        ({**_SPIDERETTE, "leave": "singly"}, "leave: must be runs"),
        ({**_SPIDERETTE, "base": "beak"}, "base: must be ace"),
        ({**_SPIDERETTE, "cells": 1}, "cells: must be 0"),
        ({**_SPIDERETTE, "kings": "sink"}, "kings: must stay"),
        ({**_SPIDERETTE, "column_cards": [52]}, "leave some for the stock"),
        ({**_SPIDERETTE, "face_down": [1]}, "face_down: must leave a card face up"),
        ({**_SPIDERETTE, "face_down": [0] * 7 + [1]}, "face_down: more entries than columns"),
        ({**_SPIDERETTE, "group_lift": "suit", "group_size": "heap"}, "group_lift: must be any"),
        ({"deal_over_empty": True}, "deal_over_empty: this game has no stock"),
        ({"run_removal": "may_stay"}, "run_removal: no runs leave in this game"),
        ({"run_removal": "stays"}, "rule run_removal: 'stays' is not one of auto, may_stay"),
        ({7: 4}, "named by words"),
    ],
)
def test_bad_rules_are_refused_in_one_line(rules: dict[object, object], match: str) -> None:
    with pytest.raises(ValueError, match=match) as caught:
        PatienceRules.from_dict(rules)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_freecell_is_what_is_left_out() -> None:
    rules = PatienceRules.from_dict({}).to_dict()
    assert (rules["columns"], rules["cells"], rules["build"]) == (8, 4, "alternate")
    assert _core.PatienceGame(PatienceRules.from_dict(rules)).rules == PatienceRules.from_dict({})
