"""Baker's Game: FreeCell built in suit, as played before FreeCell."""

from __future__ import annotations

from winnable.families.patience.games.freecell import FREECELL

BAKERS_GAME = FREECELL.vary(
    name="bakers_game",
    title="Baker's Game",
    summary="FreeCell built down in suit",
    rules={"build": "suit", "group_lift": "suit", "group_drop": "suit"},
)

KO_BAKERS = BAKERS_GAME.vary(
    name="ko_bakers",
    title="Kings Only Baker's Game",
    summary="Baker's Game where only kings fill an empty column",
    rules={"empty_column": "king"},
)
