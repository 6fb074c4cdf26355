"""Eight Off: eight cells, four of them filled."""

from __future__ import annotations

from winnable.families.patience.games.bakers_game import KO_BAKERS

EIGHT_OFF = KO_BAKERS.vary(
    name="eight_off",
    title="Eight Off",
    summary="8 columns of 6, 8 cells (4 filled), build down in suit; only kings fill an empty column",
    rules={"cells": 8, "cells_filled": 4},
)
