"""What Spider and its kin print as JSON beside what all games do."""

from __future__ import annotations

from typing import Final

from winnable.contract import COUNT, FamilyKeys, Form, Key, by_name, listed, pick

__all__ = ["KEYS"]

_END: Final = Form(pick("complete_runs", "score"))

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                **pick("columns", "stock"),
                "down": Key(listed(COUNT), "how many cards of each column lie face down", "cards"),
            },
            {"runs": Key(by_name(COUNT), "how many runs of each suit have left", "runs")},
        ),
        "answer": _END,
        "check": _END,
        "hint": Form(optional=pick("policy", "seed")),
    }
)
