"""The rules of pairing games as a form shows them: the keys of the engine's rules, with their values.

The engine reads them (``native/pairing/rules_text.cpp``); a test holds both together.
"""

from __future__ import annotations

from typing import Final

from winnable.choices import Choice, flag, number, number_or_word, word

__all__ = ["OPTIONS"]

OPTIONS: Final[tuple[Choice, ...]] = (
    word("tableau", ("pyramid", "triangle"), "do the rows grow, or shrink, as they are dealt?"),
    number("rows", 1, 9, "rows in the tableau; the rest of the deck is the stock"),
    number("face_down_rows", 0, 9, "of the rows dealt first, how many lie face down"),
    number("columns", 0, 13, "open columns in which the rest of the deck lies; 0: it is the stock"),
    number_or_word("passes", 1, 9, "unlimited", "times through the stock"),
    number("draw", 1, 5, "cards that go to the waste at once"),
    number("waste_cards", 0, 52, "cards that lie on the waste when play begins"),
    word(
        "stock_top",
        ("hidden", "apart", "open"),
        "is the stock's top free? apart: it is, but not together with the waste's top",
    ),
    flag("overlap", "may a card leave with the one that alone covers it?"),
    word("goal", ("tableau", "all"), "what must leave"),
    word("scoring", ("none", "microsoft", "par"), "how points are counted"),
    flag("play_on", "once the goal is reached, may cards still leave, for points?"),
)
