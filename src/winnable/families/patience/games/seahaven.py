"""Seahaven Towers: ten short columns."""

from __future__ import annotations

from winnable.families.patience.games.bakers_game import KO_BAKERS

SEAHAVEN = KO_BAKERS.vary(
    name="seahaven",
    title="Seahaven Towers",
    summary="10 columns of 5, 4 cells (2 filled), build down in suit; only kings fill an empty column",
    rules={"columns": 10, "cells": 4, "cells_filled": 2},
)
