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
    "choices": Key(COUNT, "legal moves of all positions on the line", "moves"),
    "losing": Key(COUNT, "those after which the game is lost", "moves"),
    "losing_share": Key(SHARE, "the losing ones among them"),
    "narrow": Key(COUNT, "positions at which only one of several moves wins", "positions"),
    "last_escape": Key(COUNT, "the last move at whose place another would have lost, from 1; 0: none would"),
    "passes": Key(COUNT, "the fewest passes that a win takes; 0 without a stock", "passes"),
    "actions": Key(COUNT, "the fewest actions that a win takes", "actions"),
}

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                "tableau": Key(
                    listed(listed(or_null(TEXT))), "the rows as they were dealt; null where a card has left"
                )
            },
            {
                **pick("columns", "stock"),
                "waste": Key(TEXTS, "the cards of the waste, first drawn first"),
                "pass": Key(COUNT, "which pass through the stock it is, from 1"),
                "played": Key(
                    TEXTS, "the cards that have left, in their order, where the rules ask for that"
                ),
            },
        ),
        "answer": Form(
            optional={
                **pick("score"),
                "score_bound": Key(WHOLE, "no line makes more points", "points"),
                "cleared": Key(COUNT, "cards of the challenge's rank that have left", "cards"),
            }
        ),
        "total": Form(
            {
                "challenge": Key(TEXT, "what was to be reached"),
                "met": Key(or_null(TRUTH), "is it reached? null: a limit left that open"),
                "cleared": Key(COUNT, "cards of the challenge's rank that have left", "cards"),
            }
        ),
        "check": Form(
            {
                "removals": Key(COUNT, "moves by which cards leave", "moves"),
                "draws": Key(COUNT, "moves by which cards are drawn", "moves"),
                "recycles": Key(COUNT, "moves by which the waste becomes the stock again", "moves"),
            },
            pick("score"),
        ),
        "difficulty": Form(
            {
                "rating": Key(
                    or_null(NUMBER), "the number that the level is made of; null where it was not measured"
                ),
                "traits": Key(
                    or_null(object_of("traits")), "what the number is made of; null without a level"
                ),
                **pick("moves", "length"),
            }
        ),
    },
    {"traits": Form(_TRAITS)},
)
