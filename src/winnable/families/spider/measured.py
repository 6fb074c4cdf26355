"""How often the strongest policy wins unseen: the table of docs/howto/spider_policy.md; and how many deals
can be won with all cards known: docs/rules/spider.md."""

from __future__ import annotations

from typing import Final

from winnable.analysis.measured import Measured

__all__ = ["MEASURED"]


def _played(share: float) -> Measured:
    return Measured(share, 1_000, "won by the policy best, playing unseen", "howto/spider_policy")


MEASURED: Final = {
    "spider": (
        _played(0.454),
        Measured(0.997, 1_000, "won by the solver within ten seconds, all cards known", "rules/spider"),
    ),
    "spider:suits=2": (_played(0.801),),
    "spider:suits=1": (_played(0.958),),
}
