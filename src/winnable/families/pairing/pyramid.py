"""Pyramid in all its variants: the rules in which they differ, and who plays them so."""

from __future__ import annotations

from typing import Final

from winnable.family import Spec

PYRAMID: Final = Spec(
    name="pyramid",
    title="Pyramid",
    summary="pairs that make thirteen leave a pyramid of 28; the stock goes round three times",
    rules={},
    source="Microsoft Solitaire Collection",
)

HOYLE: Final = PYRAMID.vary(
    name="hoyle",
    title="Pyramid (Hoyle)",
    summary="one pass, and all 52 cards must leave",
    rules={"passes": 1, "goal": "all", "scoring": "none"},
    source="the rule books",
)

RELAXED: Final = PYRAMID.vary(
    name="relaxed",
    title="Relaxed Pyramid",
    summary="three passes, the first card already on the waste; the pyramid must leave",
    rules={"waste_cards": 1, "scoring": "none"},
    source="PySolFC",
)

PYSOL: Final = RELAXED.vary(
    name="pysol",
    title="Pyramid (PySolFC)",
    summary="three passes, the first card already on the waste; all 52 cards must leave",
    rules={"goal": "all"},
    source="PySolFC",
)

THIRTEEN: Final = HOYLE.vary(
    name="thirteen",
    title="Thirteen",
    summary="one pass, the upper six rows face down; all 52 cards must leave",
    rules={"face_down_rows": 6},
    source="AisleRiot",
)

KING_TUT: Final = PYRAMID.vary(
    name="king_tut",
    title="King Tut",
    summary="three cards at a time to the waste, as often as you like; only its top card is in play",
    rules={"passes": "unlimited", "draw": 3, "stock_top": "hidden", "scoring": "none"},
    source="PySolFC",
)

TUTS_TOMB: Final = PYRAMID.vary(
    name="tuts_tomb",
    title="Tut's Tomb",
    summary="one pass, only the waste's top card in play; a card may leave with the one that alone covers it",
    rules={"passes": 1, "stock_top": "hidden", "overlap": True, "scoring": "none"},
    source="Microsoft Entertainment Pack",
)

GIZA: Final = PYRAMID.vary(
    name="giza",
    title="Giza",
    summary="no stock: eight open columns of three; all 52 cards must leave",
    rules={"columns": 8, "passes": 1, "goal": "all", "scoring": "none"},
    source="Michael Keller; PySolFC",
)

TRIANGLE: Final = PYSOL.vary(
    name="triangle",
    title="Triangle",
    summary="the pyramid upside down; all 52 cards must leave",
    rules={"tableau": "triangle"},
    source="PySolFC",
)

PAR: Final = PYRAMID.vary(
    name="par",
    title="Par Pyramid",
    summary="Pyramid scored by the pass in which it clears, less the cards left",
    rules={"scoring": "par", "play_on": True},
    source="Morehead and Mott-Smith",
)

# By name; the game's own rules go by the name of their best-known program.
VARIANTS: Final = {
    "microsoft": PYRAMID,
    **{
        spec.name: spec
        for spec in (HOYLE, RELAXED, PYSOL, THIRTEEN, KING_TUT, TUTS_TOMB, GIZA, TRIANGLE, PAR)
    },
}
