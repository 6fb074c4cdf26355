"""Penguin: the first card dealt, the beak, sets the rank that the foundations start from."""

from __future__ import annotations

from winnable.families.patience.games.bakers_game import KO_BAKERS

PENGUIN = KO_BAKERS.vary(
    name="penguin",
    title="Penguin",
    summary="7 columns of 7, 7 cells, build down in suit; the first card's rank starts the foundations",
    rules={"columns": 7, "cells": 7, "group_size": "unlimited", "base": "beak", "base_cards_out": True},
)
