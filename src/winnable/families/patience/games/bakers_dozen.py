"""Baker's Dozen: thirteen columns of four, kings at the bottom."""

from __future__ import annotations

from winnable.families.patience.games.castle import STREETS_AND_ALLEYS

BAKERS_DOZEN = STREETS_AND_ALLEYS.vary(
    name="bakers_dozen",
    title="Baker's Dozen",
    summary="13 columns of 4, kings sunk, single cards build down whatever the suit; no filling of columns",
    # PySolFC, whose deal numbers these are, deals this game from the other end of the deck.
    rules={
        "columns": 13,
        "group_size": "one",
        "empty_column": "none",
        "kings": "sink",
        "deck_reversed": True,
    },
)
