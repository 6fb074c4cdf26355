"""What games of patience print as JSON beside what all games do."""

from __future__ import annotations

from typing import Final

from winnable.contract import COUNT, TEXT, FamilyKeys, Form, Key, by_name, listed, one_of, or_null, pick

__all__ = ["KEYS"]

_AUTOPLAY: Final = Form(
    {"autoplay": Key(one_of("none", "horne", "safe", "max"), "what makes the moves left out")}
)

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                **pick("columns"),
                "cells": Key(listed(or_null(TEXT)), "the cells; null is an empty one"),
                "foundations": Key(
                    by_name(COUNT), "how many cards lie on the foundation of each suit", "cards"
                ),
                "base": Key(TEXT, "the rank that the foundations begin with"),
            }
        ),
        "answer": _AUTOPLAY,
        "check": _AUTOPLAY,
    }
)
