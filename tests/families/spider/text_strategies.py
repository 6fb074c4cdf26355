"""Games of the Spider kind and positions that play reaches in them, for the tests of formats."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from winnable.cards import CARDS, UNKNOWN
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.setup import SpiderSetup
from winnable.registry import get_game

GAMES = (
    "spider",
    "spider:suits=1",
    "spider:suits=2",
    "spider:deal_over_empty=true",
    "spiderette",
    "spiderette:suits=1",
    "will_o_the_wisp",
    "will_o_the_wisp:suits=2",
    "mrs_mop",
    "mrs_mop:suits=1",
    "scorpion",
)


@cache
def spider_game(name: str = "spider") -> SpiderGame:
    game: SpiderGame = get_game(name)
    return game


games = st.sampled_from(GAMES).map(spider_game)


def weight(text: str) -> int:
    """Deals seldom, so that columns are worked on in between."""
    return 1 if text == "deal" else 8


@st.composite
def positions(draw: st.DrawFn, most: int = 120) -> tuple[SpiderGame, SpiderPosition]:
    """A game, and a position some way into a deal."""
    game = draw(games)
    position = game.deal(f"seed:{draw(st.integers(0, 2**64 - 1))}")
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        legal = game.legal_moves(position)
        if not legal:
            break
        weights = [weight(game.notation.format(position, move)) for move in legal]
        position = game.play(position, random.choices(legal, weights)[0])
    return game, position


@st.composite
def loose_setups(draw: st.DrawFn) -> SpiderSetup:
    """Any columns, stock and runs at all, not a position of any game."""
    card = st.sampled_from((*CARDS, UNKNOWN))
    columns = draw(st.lists(st.lists(card, max_size=6), max_size=12))
    down = [draw(st.integers(0, len(column))) for column in columns]
    stock = draw(st.lists(card, max_size=24))
    runs = draw(st.none() | st.tuples(*[st.integers(0, 8)] * 4))
    return SpiderSetup(columns, down, stock, runs)


@st.composite
def ended_run(draw: st.DrawFn) -> tuple[SpiderGame, SpiderPosition]:
    """A game of one or two suits near its end, some runs gone and the others in random pieces."""
    game = draw(st.sampled_from(["spider:suits=1", "spider:suits=2", "spiderette"]).map(spider_game))
    facts = game.facts
    runs = [0, 0, 0, 0]
    for suit in facts.suits_used:
        runs[suit] = draw(st.integers(0, facts.copies))
    left = [card for card in facts.faces for _ in range(facts.copies - runs[card.suit])]
    order = draw(st.permutations(left))
    columns = [order[i :: facts.columns] for i in range(facts.columns)]
    down = [draw(st.integers(0, max(len(column) - 1, 0))) for column in columns]
    return game, game.position(SpiderSetup(columns, down, (), runs))
