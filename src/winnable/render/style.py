"""How a scene is drawn: its size, and its colours, light or dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["Palette", "Style"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours, which stand out from what they lie on: marks on cards by 4.5:1, edges by 3:1.

    ``suits`` are in the order C D H S; ``lights`` of the first line drawn, the second and so on.
    """

    felt: str
    card: str
    edge: str
    ink: str
    pale: str
    back: str
    back_line: str
    known_back: str
    empty: str
    ring: str
    lost: str
    given: str
    suits: tuple[str, str, str, str]
    four_suits: tuple[str, str, str, str]
    lights: tuple[str, ...]


_LIGHT: Final = Palette(
    felt="#dfe7e2",
    card="#ffffff",
    edge="#6b7280",
    ink="#111111",
    pale="#4f5b54",
    back="#4b6a8a",
    back_line="#a9bfd4",
    known_back="#c8d6e4",
    empty="#5d7468",
    ring="#005fcc",
    lost="#a63603",
    given="#e3e6e4",
    suits=("#111111", "#c4122f", "#c4122f", "#111111"),
    four_suits=("#0b7d4f", "#1d5fd1", "#c4122f", "#111111"),
    lights=("#f0a020", "#3f8fd0", "#9a5fc0", "#50a050"),
)
_DARK: Final = Palette(
    felt="#14342b",
    card="#1e2228",
    edge="#8b949e",
    ink="#f4f4f4",
    pale="#b4c4bb",
    back="#6f8198",
    back_line="#a9b8cc",
    known_back="#34414f",
    empty="#9db4a9",
    ring="#ffd166",
    lost="#ff9c66",
    given="#39414b",
    suits=("#f4f4f4", "#ff7a70", "#ff7a70", "#f4f4f4"),
    four_suits=("#56d39b", "#82b1ff", "#ff8a80", "#f4f4f4"),
    lights=("#f0a020", "#5aa9e6", "#c08ae0", "#7cc47c"),
)


@dataclass(frozen=True, slots=True)
class Style:
    """Choices of whoever draws. ``width`` is that of a card, or twice that of a grid's square, in pixels.

    ``labels``: names beside piles and clues, and what is placed so far. A picture without them is for paper.
    """

    width: float = 80.0
    four_colours: bool = False
    dark: bool = False
    labels: bool = True

    @property
    def square(self) -> float:
        """The side of a grid's square, in pixels."""
        return self.width / 2

    @property
    def palette(self) -> Palette:
        """The colours."""
        return _DARK if self.dark else _LIGHT

    @property
    def suits(self) -> tuple[str, str, str, str]:
        """The colours of the suits C D H S."""
        return self.palette.four_suits if self.four_colours else self.palette.suits
