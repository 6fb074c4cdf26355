"""How often deals can be won with all cards known: the table of docs/howto/winnability.md."""

from __future__ import annotations

from typing import Final

from winnable.analysis.measured import Measured

__all__ = ["MEASURED"]


def _known(share: float, deals: int = 10_000) -> tuple[Measured, ...]:
    return (Measured(share, deals, "can be won, all cards known", "howto/winnability"),)


MEASURED: Final = {
    "pyramid": _known(0.6648, 100_000),
    "pyramid:par": _known(0.6648, 100_000),  # the same moves; only what is aimed at differs
    "pyramid:passes=2": _known(0.6004),
    "pyramid:passes=1": _known(0.0973, 20_000),
    "pyramid:passes=unlimited": _known(0.6775),
    "pyramid:goal=all": _known(0.6695),
    "pyramid:overlap=true": _known(0.8342),
    "pyramid:passes=1,overlap=true": _known(0.2381),
    "pyramid:hoyle": _known(0.0743),
    "pyramid:thirteen": _known(0.0743),  # Hoyle's with hidden cards: the same deals can be won
    "pyramid:relaxed": _known(0.6739),
    "pyramid:pysol": _known(0.6695),
    "pyramid:king_tut": _known(0.5663),
    "pyramid:tuts_tomb": _known(0.1263),
    "pyramid:tuts_tomb,draw=3": _known(0.0081),
    "pyramid:giza": _known(0.3750),
    "pyramid:triangle": _known(0.6566),
}
