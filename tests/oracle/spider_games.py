"""Spider and its kin as rules of the oracle, by the names that the registry gives them."""

from .cards import microsoft_deck, rank, suit
from .rules import kings, same_suit
from .spider import Position, Rules, layout

SPIDER_DEALT = (6,) * 4 + (5,) * 6
SPIDER_DOWN = (5,) * 4 + (4,) * 6


def spider(suits: str = "CDHS", deal_over_empty: bool = False) -> Rules:
    """Two decks, or as many cards in fewer suits."""
    return Rules("spider", suits, 8 // len(suits), SPIDER_DEALT, SPIDER_DOWN, deal_over_empty=deal_over_empty)


SPIDER_GAMES: dict[str, Rules] = {
    "spider": spider(),
    "spiderette": Rules("spiderette", "CDHS", 1, (1, 2, 3, 4, 5, 6, 7), (0, 1, 2, 3, 4, 5, 6)),
    "will_o_the_wisp": Rules("will_o_the_wisp", "CDHS", 1, (3,) * 7, (2,) * 7),
    "mrs_mop": Rules("mrs_mop", "CDHS", 2, (8,) * 13, (0,) * 13),
    "scorpion": Rules(
        "scorpion",
        "CDHS",
        1,
        (7,) * 7,
        (3,) * 4 + (0,) * 3,
        builds=same_suit,
        fills=kings,
        heaps=True,
        deal_over_empty=True,
    ),
}

SPIDER_VARIANTS: dict[str, Rules] = {
    "spider:suits=1": spider("S"),
    "spider:suits=2": spider("HS"),
    "spider:deal_over_empty=true": spider(deal_over_empty=True),
    "spiderette:deal_over_empty=true": SPIDER_GAMES["spiderette"]._replace(deal_over_empty=True),
    "scorpion:deal_over_empty=false": SPIDER_GAMES["scorpion"]._replace(deal_over_empty=False),
    "spider:run_removal=may_stay": spider()._replace(runs_stay=True),
    "spiderette:run_removal=may_stay": SPIDER_GAMES["spiderette"]._replace(runs_stay=True),
    "mrs_mop:run_removal=may_stay": SPIDER_GAMES["mrs_mop"]._replace(runs_stay=True),
    "scorpion:run_removal=may_stay": SPIDER_GAMES["scorpion"]._replace(runs_stay=True),
}


# What each suit C D H S of KPat's decks becomes, by the suits of the game.
_KPAT_SUITS = {"S": "SSSS", "HS": "HSHS", "CDHS": "CDHS"}


def kpat_start(rules: Rules, number: int) -> Position:
    """The start of KPat's deal of a number; Spider itself in 54 cards row by row, the last ten face up."""
    deck = microsoft_deck(number, rules.copies * len(rules.suits) // 4)
    suits = ["CDHS".index(s) for s in _KPAT_SUITS[rules.suits]]
    deck = [4 * rank(card) + suits[suit(card)] for card in deck]
    if rules.name != "spider":
        return layout(rules, deck)
    columns = tuple(tuple(deck[i:54:10]) for i in range(10))
    return Position(columns, tuple(len(column) - 1 for column in columns), tuple(deck[54:]))
