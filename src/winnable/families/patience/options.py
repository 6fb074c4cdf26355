"""The rules of pile-building games as a form shows them: the keys of the engine's rules, with their values.

The engine reads them (``native/patience/rules_text.cpp``); a test holds both together.
"""

from __future__ import annotations

from typing import Final

from winnable.choices import Choice, flag, number, numbers, word

__all__ = ["OPTIONS"]

_BUILDS: Final = ("none", "suit", "colour", "alternate", "any")
_COLUMNS: Final = 13

OPTIONS: Final[tuple[Choice, ...]] = (
    number("decks", 1, 2, "how many decks are in play"),
    number("suits", 1, 4, "how many different suits the cards have, but not 3"),
    number("columns", 1, _COLUMNS, "columns in the tableau"),
    number("cells", 0, 8, "cells, each for one card"),
    word("build", _BUILDS, "where a single card lands"),
    word("group_lift", _BUILDS, "what holds a group together, so that it may be lifted"),
    word("group_drop", _BUILDS, "where a group of two or more lands"),
    word(
        "group_size",
        ("one", "limited", "unlimited", "heap"),
        "how many cards of a group move together; heap: any face-up card moves with all that lies on it",
    ),
    word("empty_column", ("none", "king", "any"), "what an empty column takes"),
    word("leave", ("singly", "runs"), "how cards leave: one by one, or only as complete runs"),
    word(
        "run_removal",
        ("auto", "may_stay"),
        "who takes a complete run off: it leaves by itself, or a move takes it off",
    ),
    word("base", ("ace", "beak"), "the rank that the foundations start from; beak: that of the first card"),
    flag("foundation_return", "may the top card of a foundation come back?"),
    word(
        "stock",
        ("none", "rows"),
        "is what the tableau does not take dealt in rows, a card onto each column?",
    ),
    flag("deal_over_empty", "may a row be dealt while a column is empty?"),
    flag("deck_reversed", "is the deck dealt from its other end?"),
    number("cells_filled", 0, 8, "last cards dealt that start in the cells"),
    flag("base_cards_out", "do the cards of the base rank start on the foundations?"),
    flag("deal_to_foundations", "does a card that fits go home while dealing?"),
    word("kings", ("stay", "sink"), "do kings go to the bottom of their column?"),
    numbers("column_cards", 52, _COLUMNS, "cards dealt to each column; empty: evenly"),
    numbers("face_down", 52, _COLUMNS, "how many of these lie face down, the deepest ones"),
)
