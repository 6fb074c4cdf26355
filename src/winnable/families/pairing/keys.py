"""What pairing games print as JSON beside what all games do."""

from __future__ import annotations

from typing import Final

from winnable.contract import (
    COUNT,
    NUMBER,
    SHARE,
    TEXT,
    TEXTS,
    TRUTH,
    WHOLE,
    FamilyKeys,
    Form,
    Key,
    listed,
    object_of,
    or_null,
    pick,
)

__all__ = ["KEYS"]

_TRAITS: Final = {
    "choices": Key(COUNT, "how many legal moves there are at all positions on the way", "moves"),
    "losing": Key(COUNT, "how many of these moves lose the game", "moves"),
    "losing_share": Key(SHARE, "the share of the losing moves among them"),
    "narrow": Key(COUNT, "how many positions there are at which only one of several moves wins", "positions"),
    "last_escape": Key(
        COUNT,
        "the number of the last move in whose place another one would have lost, from 1; 0 if there is none",
    ),
    "passes": Key(COUNT, "the fewest passes that a win takes; 0 without a stock", "passes"),
    "actions": Key(COUNT, "the fewest actions that a win takes", "actions"),
}

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                "tableau": Key(
                    listed(listed(or_null(TEXT))),
                    "the rows as they were dealt; null is the place of a card that has left",
                )
            },
            {
                **pick("columns", "stock"),
                "waste": Key(TEXTS, "the cards of the waste; the one that was drawn first comes first"),
                "pass": Key(COUNT, "the number of the pass through the stock, from 1"),
                "played": Key(TEXTS, "the cards that have left, in their order, if the rules need that"),
            },
        ),
        "answer": Form(
            optional={
                **pick("score"),
                "score_bound": Key(WHOLE, "it is proved that nobody can make more points", "points"),
                "cleared": Key(COUNT, "how many cards of the challenge's rank have left", "cards"),
            }
        ),
        "total": Form(
            {
                "challenge": Key(TEXT, "the challenge"),
                "met": Key(
                    or_null(TRUTH),
                    "whether the challenge is met; null if that was not decided within the limits",
                ),
                "cleared": Key(COUNT, "how many cards of the challenge's rank have left", "cards"),
            }
        ),
        "check": Form(
            {
                "removals": Key(COUNT, "how many moves remove cards", "moves"),
                "draws": Key(COUNT, "how many moves draw cards", "moves"),
                "recycles": Key(COUNT, "how many moves make the waste the stock again", "moves"),
            },
            pick("score"),
        ),
        "hint": Form(
            optional={
                **pick("score", "policy", "seed"),
                "plays_on": Key(
                    TEXT, "the policy that plays the games of `equities`; empty if no games are played"
                ),
                "equities": Key(
                    listed(object_of("move_equity")),
                    "the legal moves with their chances, if cards are hidden, the best first",
                ),
            }
        ),
        "difficulty": Form(
            {
                "rating": Key(
                    or_null(NUMBER), "the number from which the level follows; null if it was not measured"
                ),
                "traits": Key(
                    or_null(object_of("traits")), "from what the number follows; null without a level"
                ),
                **pick("moves", "length"),
            }
        ),
    },
    {
        "traits": Form(_TRAITS),
        "move_equity": Form(
            {
                **pick("move", "games", "wins", "share", "interval"),
                "exact": Key(
                    TRUTH,
                    "whether the chance is exact: `games` are then all orders of the hidden cards, and "
                    "`wins` those that the best play wins",
                ),
            }
        ),
    },
)
