"""What may be asked of boards made from seeds, as a form shows it."""

from __future__ import annotations

from typing import Final

from winnable.choices import Choice, text, word
from winnable.families.undead.boards import ANY, GRADES, TECHNIQUES

__all__ = ["OPTIONS"]

OPTIONS: Final[tuple[Choice, ...]] = (
    text("size", ("4x4", "5x5", "6x6", "7x7", "8x8", "10x10"), "width and height of the board", usual="7x7"),
    word("grade", (*GRADES, ANY), "how hard, as Simon Tatham's program grades it", usual=ANY),
    word("technique", (*TECHNIQUES, ANY), "the hardest kind of reasoning that it needs", usual=ANY),
    text("mirrors", ("20%", "30%", "40%", "12"), "mirrors, as a share of the squares or a number"),
    text("hidden", ("0", "20%", "50%"), "sightings that are not shown, as a share or a number", usual="0"),
)
