"""Setups of Spider: every position of play is one, and what is wrong is found in its place."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import CARDS, UNKNOWN, Card, Suit, parse_card
from winnable.errors import InputError, Place
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.setup import RUNS, SpiderFacts, SpiderSetup

from .text_strategies import ended_run, positions, spider_game

SPIDER = spider_game()
FACTS = SPIDER.facts
START = SPIDER.setup(SPIDER.deal("kpat:101"))
NO_RUNS = (0, 0, 0, 0)
any_position = positions() | ended_run()


def changed(setup: SpiderSetup = START, **changes: object) -> SpiderSetup:
    parts = {name: getattr(setup, name) for name in ("columns", "down", "stock", "runs")} | changes
    columns = parts["columns"]
    places = {
        ("column", i, j): Place(i + 1, j + 1) for i in range(len(columns)) for j in range(len(columns[i]))
    }
    places |= {("column", i, -1): Place(i + 1, 1) for i in range(len(columns))}
    places |= {("down", i, 0): Place(100, i + 1) for i in range(20)}
    places |= {("stock", i, 0): Place(50 + i // 10, i % 10 + 1) for i in range(60)}
    places |= {RUNS: Place(99, 7)}
    return SpiderSetup(*parts.values(), places=places, source="s")  # type: ignore[arg-type]


def with_card(column: int, depth: int, card: str) -> SpiderSetup:
    columns = [list(pile) for pile in START.columns]
    columns[column][depth] = parse_card(card)
    return changed(columns=columns)


def message(setup: SpiderSetup, facts: SpiderFacts = FACTS, *, known: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        setup.check(facts, known=known)
    return str(caught.value)


@given(any_position)
def test_every_position_of_play_is_one(found: tuple[SpiderGame, SpiderPosition]) -> None:
    game, position = found
    setup = game.setup(position)
    assert setup.check(game.facts, known=True) == setup
    assert game.position(setup) == position
    untold = changed(setup, runs=None)
    assert untold.check(game.facts, known=True).runs == position.runs
    assert game.position(untold) == position


@given(any_position)
def test_every_observation_is_one(found: tuple[SpiderGame, SpiderPosition]) -> None:
    game, position = found
    seen = game.observe(position)
    setup = SpiderSetup.of_observation(seen)
    assert setup.check(game.facts) == setup
    assert game.observation(setup) == seen
    assert game.observation(game.setup(position)) == seen


@given(any_position, st.data())
def test_what_passes_is_a_position(found: tuple[SpiderGame, SpiderPosition], data: st.DataObject) -> None:
    """A setup spoiled in some way is an InputError, or a position with just these piles."""
    game, position = found
    setup = game.setup(position)
    columns, stock = [list(column) for column in setup.columns], list(setup.stock)
    down, runs = list(setup.down), list(setup.runs or NO_RUNS)
    pile = data.draw(st.sampled_from([*columns, stock]))
    kind = data.draw(st.sampled_from(["change", "take", "add", "hide", "down", "runs"]))
    at = data.draw(st.integers(0, max(len(pile) - 1, 0)))
    if kind == "change" and pile:
        pile[at] = data.draw(st.sampled_from(CARDS))
    elif kind == "take" and pile:
        del pile[at]
    elif kind == "add":
        pile.insert(at, data.draw(st.sampled_from((*CARDS, UNKNOWN))))
    elif kind == "hide" and pile:
        pile[at] = UNKNOWN
    elif kind == "down":
        down[data.draw(st.integers(0, len(down) - 1))] += data.draw(st.sampled_from([-1, 1]))
    elif kind == "runs":
        runs[data.draw(st.integers(0, 3))] += data.draw(st.sampled_from([-1, 1]))
    spoiled = SpiderSetup(columns, down, stock, data.draw(st.sampled_from([runs, None])))
    try:
        whole = spoiled.check(game.facts)
    except InputError:
        return
    assert whole.columns == tuple(map(tuple, columns))
    assert whole.down == tuple(down)
    seen = game.observation(spoiled)
    unknown = sum(down) + len(stock)
    assert sum(seen.unseen) == unknown
    counted = Counter(card for _, card in whole.slots() if card.known)
    assert whole.runs is not None
    gone = {card: whole.runs[card.suit] for card in game.facts.faces}
    assert all(counted[card] + gone[card] <= game.facts.copies for card in game.facts.faces)


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (
            changed(columns=[START.columns[0][1:], *START.columns[1:]], down=[4, *START.down[1:]]),
            "s: 103 cards: 1 card of 104 is missing: 2C; expected each card twice, "
            "those of runs that left too; put it in a column or the stock",
        ),
        (
            with_card(0, 1, "7C"),
            "s:52:8: a third 7C, the others at line 1, column 2 and line 51, column 6; "
            "expected each card twice; take one out",
        ),
        (
            changed(columns=[[*START.columns[0], parse_card("7C")], *START.columns[1:]]),
            "s:52:8: 105 cards: a third 7C, the others at line 1, column 7 and line 51, column 6; "
            "expected each card twice; take one out",
        ),
        (
            changed(stock=START.stock[1:]),
            "s:50:1: the stock has 49 cards; "
            "expected 50, 40, 30, 20, 10 or 0 in Spider, which deals a card to each column",
        ),
        (
            changed(stock=[*START.stock, UNKNOWN]),
            "s:55:1: the stock has 51 cards; "
            "expected 50, 40, 30, 20, 10 or 0 in Spider, which deals a card to each column",
        ),
        (changed(down=[7, *START.down[1:]]),
         "s:100:1: 7 face-down cards in column 1, which has 6 cards; "
         "expected as many as lie face down there"),
        (changed(down=[-1, *START.down[1:]]),
         "s:100:1: -1 face-down cards in column 1, which has 6 cards; "
         "expected as many as lie face down there"),
        (changed(down=[*START.down, 0]),
         "s:100:11: face-down cards of column 11, which is not there; "
         "expected 10 numbers, one for each column"),
        (changed(runs=(0, 0, 9, 0)), "s:99:7: 9 runs of hearts; expected 0 to 2 in Spider"),
        (changed(runs=(0, 0, -1, 0)), "s:99:7: -1 runs of hearts; expected 0 to 2 in Spider"),
        (
            changed(runs=(1, 0, 0, 0)),
            "s:3:6: 104 cards: a second 2C beside 1 run of clubs that left, the other at line 1, column 1; "
            "expected each card twice; take one out",
        ),
    ],
)  # fmt: skip
def test_mistakes(setup: SpiderSetup, expected: str) -> None:
    assert message(setup).replace("s:1:1: ", "s: ") == expected


def test_a_suit_that_the_game_has_not() -> None:
    assert message(changed(), FACTS._replace(suits=2, game="spider:suits=2")) == (
        "s:1:1: 2C is not in spider:suits=2; expected hearts and spades only; "
        "write 2S, or name a game with more suits"
    )
    assert message(changed(runs=(1, 0, 0, 0)), FACTS._replace(suits=1)) == (
        "s:99:7: 1 run of clubs; expected spades only"
    )


def hidden(setup: SpiderSetup = START, **changes: object) -> SpiderSetup:
    """What a player sees of a setup."""
    columns = [
        [UNKNOWN] * down + list(column[down:]) for column, down in zip(setup.columns, setup.down, strict=True)
    ]
    return changed(setup, **{"columns": columns, "stock": [UNKNOWN] * len(setup.stock), **changes})


def test_unknown_cards_are_no_position() -> None:
    assert hidden().check(FACTS).runs == NO_RUNS
    assert message(hidden(), known=True) == (
        "s:1:1: an unknown card; expected every card of this position of Spider; "
        "say which it is; hint and equity take a hand with unknown cards"
    )
    with pytest.raises(InputError, match="an unknown card"):
        SPIDER.position(hidden())


def test_more_unknown_cards_than_are_unseen() -> None:
    columns = [*hidden().columns[:-1], (UNKNOWN, *hidden().columns[-1])]
    down = [*START.down[:-1], START.down[-1] + 1]
    assert message(hidden(columns=columns, down=down)) == (
        "s:54:10: 95 unknown cards, and with 10 known only 94 are left; expected 94 unknown; take 1 out"
    )
    assert message(hidden(columns=columns, down=down, runs=NO_RUNS)).startswith("s:54:10: 95 unknown cards")


def test_unknown_cards_missing() -> None:
    columns = [hidden().columns[0][1:], *hidden().columns[1:]]
    down = [START.down[0] - 1, *START.down[1:]]
    assert message(hidden(columns=columns, down=down, runs=None)) == (
        "s: 103 cards, of which 93 unknown; expected 104, or 13 less for each run that has left; "
        "write ?? for each card that is not known"
    )
    assert message(hidden(columns=columns, down=down)) == (
        "s: 103 cards, of which 93 unknown; expected 104; write ?? for each card that is not known"
    )
    assert message(hidden(columns=columns, down=down, runs=(0, 0, 1, 0))).startswith(
        "s:53:9: 93 unknown cards, and with 10 known and 1 run gone only 81 are left"
    )


FULL = [[Card.of(rank, suit) for rank in range(12, -1, -1)] for suit in Suit]


def of_runs(*piles: list[Card], hide: int = 0, runs: tuple[int, ...] | None = None) -> SpiderSetup:
    """Piles whose order breaks every run, the first card of each lying face down; some unknown."""
    columns = [pile[::-1] for pile in piles]
    for column in columns[:hide]:
        column[0] = UNKNOWN
    return changed(columns=columns, down=[1] * len(columns), stock=(), runs=runs)


def test_runs_are_found_from_what_is_missing() -> None:
    clubs, diamonds, hearts, spades = FULL
    assert of_runs(clubs, clubs, hearts).check(FACTS).runs == (0, 2, 1, 2)
    assert of_runs().check(FACTS).runs == (2, 2, 2, 2)
    # One card is unknown: it can only be the one that is missing to the suits that are there.
    assert of_runs(clubs, diamonds, hearts, spades, clubs, diamonds, hearts, hide=1).check(FACTS).runs == (
        0,
        0,
        0,
        1,
    )
    assert of_runs(spades, hide=1).check(FACTS).runs == (2, 2, 2, 1)
    both = of_runs(clubs, hearts, hide=2, runs=(1, 2, 1, 2))
    assert both.check(FACTS).runs == (1, 2, 1, 2)


def test_unknown_cards_leave_the_runs_open() -> None:
    columns = [[UNKNOWN, *FULL[0][:0:-1]], [UNKNOWN] * 13 + [parse_card("5H")]]
    setup = changed(columns=columns, down=[1, 13], stock=(), runs=None)
    assert setup.card_count() == 27
    assert message(setup) == (
        "s: 27 cards, of which 14 unknown; expected 104, or 13 less for each run that has left; "
        "write ?? for each card that is not known"
    )
    columns[1].pop(0)
    setup = changed(columns=columns, down=[1, 12], stock=(), runs=None)
    assert setup.check(FACTS).runs == (1, 2, 1, 2)  # for all six there is room in one way only
    columns[1] = [UNKNOWN] * 13 + columns[1]
    setup = changed(columns=columns, down=[1, 25], stock=(), runs=None)
    assert message(setup) == (
        "s: 5 runs gone, and unknown cards leave it open of which suits; "
        "expected the runs that have left by suit; add a line such as Runs: C-1 D-2 H-1 S-1"
    )
    assert changed(setup, runs=(1, 2, 0, 2)).check(FACTS).runs == (1, 2, 0, 2)


def test_known_cards_leave_no_room_for_the_runs() -> None:
    ranks = [Card.of(rank, suit) for rank in range(13) for suit in (0, 1)]
    columns = [[UNKNOWN, *ranks, *ranks]]
    columns[0] += [parse_card("5H"), parse_card("5S"), parse_card("5H"), parse_card("5S")]
    columns[0] += [Card.of(rank, 2) for rank in (0, 5, 6, 7, 8, 9, 10, 11)]
    assert len(columns[0]) == 65
    setup = changed(columns=columns, down=[1], stock=(), runs=None)
    assert message(setup) == (
        "s: 39 cards missing, as after 3 runs, but the known cards leave room for 0; "
        "expected 104 cards, or 13 less for each run"
    )


@pytest.mark.parametrize("runs", [None, (1, 2, 2, 2)])
def test_a_run_left_standing(runs: tuple[int, int, int, int] | None) -> None:
    told = "" if runs is None else " and count it in the runs"
    setup = changed(columns=[[], FULL[0]], down=[0, 0], stock=(), runs=runs)
    assert message(setup) == (
        "s:2:1: a complete run of clubs still lies in column 2; expected it to have left, "
        f"as it does at once; take its 13 cards out{told}"
    )


def test_a_run_that_may_stand() -> None:
    """With its king face down, or with a card upon it where heaps move, a run is none that leaves."""
    assert changed(columns=[FULL[0]], down=[1], stock=(), runs=None).check(FACTS).runs == (1, 2, 2, 2)
    upon = [*FULL[0], *FULL[1][::-1]]
    heaps = FACTS._replace(heaps=True)
    assert changed(columns=[upon], down=[0], stock=(), runs=None).check(heaps).runs == (1, 1, 2, 2)
    assert spider_game("scorpion").facts.heaps
    assert not spider_game("spiderette").facts.heaps


def test_a_run_with_cards_upon_it() -> None:
    """Nothing is built on an ace, and a row is dealt onto what stays: the run would have left before."""
    rest = [card for card in FULL[1] if card != parse_card("7D")]
    setup = changed(columns=[[*FULL[0], parse_card("7D")], rest], down=[0, 0], stock=(), runs=None)
    assert message(setup) == (
        "s:1:1: a complete run of clubs still lies in column 1 below other cards; expected it to have left, "
        "as it does at once; take its 13 cards out"
    )


def test_rows_of_the_stock() -> None:
    def in_rows(*rows: int) -> SpiderSetup:
        return SpiderSetup([], (), [UNKNOWN] * sum(rows), NO_RUNS, rows=rows)

    spiderette = spider_game("spiderette").facts
    assert "the stock has" not in message(in_rows(7, 7, 7, 3), spiderette)
    assert message(in_rows(7, 7, 7, 7), spiderette) == (
        "row 4 of the stock has 7 cards; expected 3, one for each of the first columns"
    )
    assert message(in_rows(3, 7), spiderette) == (
        "row 1 of the stock has 3 cards; expected 7, one for each of the columns"
    )
    assert message(in_rows(7, 7, 7, 7, 3), spiderette) == (
        "the stock has 31 cards; expected 24, 17, 10, 3 or 0 in Spiderette, which deals a card to each column"
    )
    assert (
        message(in_rows(10), spider_game("mrs_mop").facts) == "Mrs Mop has no stock; expected no cards here"
    )


def test_equality_leaves_places_and_empty_columns_out() -> None:
    assert changed() == START
    assert hash(changed()) == hash(START)
    assert SpiderSetup([[], []], (), (), NO_RUNS) == SpiderSetup([], (), (), NO_RUNS)
    assert changed(runs=None) != START
    assert changed(down=[0] * 10) != START
    assert START != 1
    assert repr(START).startswith("<SpiderSetup columns -2C -TD -4H -QS -JH 4D | -5C")
    assert "runs whatever is missing" in repr(changed(runs=None))
