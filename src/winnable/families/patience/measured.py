"""How many of Microsoft's deals can be won: docs/rules/freecell.md, and the tables in docs/data."""

from __future__ import annotations

from typing import Final

from winnable.analysis.measured import Measured

__all__ = ["MEASURED"]


def _decided(lost: int, deals: int) -> tuple[Measured, ...]:
    how = "can be won: Microsoft's from 1 on, each decided"
    return (Measured((deals - lost) / deals, deals, how, "rules/freecell"),)


MEASURED: Final = {
    "freecell": _decided(8, 1_000_000),
    "freecell:cells=3": _decided(199, 32_000),
    "freecell:cells=2": _decided(6_619, 32_000),
}
