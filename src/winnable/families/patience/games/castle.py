"""The castle family: no cells, build down whatever the suit."""

from __future__ import annotations

from winnable.families.patience.games.freecell import FREECELL

STREETS_AND_ALLEYS = FREECELL.vary(
    name="streets_and_alleys",
    title="Streets and Alleys",
    summary="8 columns, no cells, build down whatever the suit; any card fills an empty column",
    rules={"cells": 0, "build": "any", "group_lift": "any", "group_drop": "any"},
)

BELEAGUERED_CASTLE = STREETS_AND_ALLEYS.vary(
    name="beleaguered_castle",
    title="Beleaguered Castle",
    summary="8 columns of 6, no cells, aces out, build down whatever the suit",
    rules={"base_cards_out": True},
)

CITADEL = BELEAGUERED_CASTLE.vary(
    name="citadel",
    title="Citadel",
    summary="Beleaguered Castle where cards that fit go home while dealing",
    rules={"deal_to_foundations": True},
)
