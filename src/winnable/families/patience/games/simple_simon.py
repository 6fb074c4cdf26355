"""Simple Simon: an open Spider with one deck."""

from __future__ import annotations

from winnable.families.patience.games.castle import STREETS_AND_ALLEYS

SIMPLE_SIMON = STREETS_AND_ALLEYS.vary(
    name="simple_simon",
    title="Simple Simon",
    summary="10 columns, build down whatever the suit, runs in suit move; a full suit leaves",
    rules={
        "columns": 10,
        "group_lift": "suit",
        "group_size": "unlimited",
        "leave": "runs",
        "column_cards": [8, 8, 8, 7, 6, 5, 4, 3, 2, 1],
    },
)
