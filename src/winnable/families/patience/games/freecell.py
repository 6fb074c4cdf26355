"""FreeCell, and its variants that only change the cells or how many cards move at once."""

from __future__ import annotations

from winnable.family import Spec

FREECELL = Spec(
    name="freecell",
    title="FreeCell",
    summary="8 columns, 4 cells, build down in alternating colours; any card fills an empty column",
    rules={
        "columns": 8,
        "cells": 4,
        "build": "alternate",
        "group_lift": "alternate",
        "group_drop": "alternate",
        "group_size": "limited",
        "empty_column": "any",
    },
)

RELAXED = FREECELL.vary(
    name="relaxed",
    title="Relaxed FreeCell",
    summary="FreeCell where a run of any length moves at once",
    rules={"group_size": "unlimited"},
)

FORECELL = FREECELL.vary(
    name="forecell",
    title="ForeCell",
    summary="FreeCell that starts with all four cells filled; only kings fill an empty column",
    rules={"cells_filled": 4, "empty_column": "king"},
)
