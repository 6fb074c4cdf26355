"""Named boards of Undead whose answer is known; ``tests/families/test_presets.py`` proves every claim.

Those up to 7x7 were made by the generator of sgt-puzzles; the large ones need search (``tests/data/undead``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from winnable.choices import Preset

__all__ = ["PRESETS"]


def _board(level: str, size: str, rest: str) -> Preset:
    return Preset(name=level, start=f"{size}:{rest}", won=True, level=level, about=size)


PRESETS: Final[Mapping[str, tuple[Preset, ...]]] = {
    "undead": (
        _board("easy", "4x4", "2,7,2,bLLdLLdLa,3,3,0,0,0,4,1,3,3,2,0,1,1,1,4,4"),
        _board("medium", "5x5", "2,9,4,LLRbLcLdRRaLaRaRc,1,0,0,5,0,2,1,3,1,2,0,5,2,1,1,1,0,4,0,1"),
        _board(
            "hard",
            "7x7",
            "10,17,6,RRgLcRiRLRaRaRRRbRbRaLLbLe,0,4,2,4,2,6,0,6,0,5,0,2,3,6,2,1,2,2,0,1,4,0,4,6,3,5,2,0",
        ),
        _board("expert", "6x6", "9,11,6,LLRfRgRLgLcLLLc,0,0,0,0,2,4,5,4,3,3,4,2,0,2,6,0,0,0,0,5,0,5,4,4"),
        _board(
            "master",
            "7x7",
            "6,17,6,bRRRLcLaLfRRRdRaRcLRcRRbRaRaLRbR,4,4,2,0,0,0,5,1,3,0,2,3,2,0,0,2,1,2,0,4,0,4,3,3,5,4,3,0",
        ),
        _board(
            "grandmaster",
            "10x10",
            "17,29,25,gRaRLbLgRgRbRbRdLaLbRLReRRcLLaRaRdLgLeLeLLaLLRdLL,"
            "3,3,4,6,7,8,4,5,7,6,2,4,0,8,6,0,3,8,6,6,4,2,6,6,4,7,2,8,1,3,0,6,2,3,4,4,2,3,4,4",
        ),
        Preset(
            name="proved impossible",
            start="4x4:3,3,3,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3",
            won=False,
            about="4x4 with a zombie too many and a vampire too few",
        ),
    ),
}
