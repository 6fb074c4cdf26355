"""Bits of sentences that every game needs: lists and counted nouns."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["count_noun", "counted", "join_words"]


def count_noun(number: int, noun: str) -> str:
    """``1 ghost``, ``3 ghosts``, ``no ghosts``."""
    return f"{number or 'no'} {noun}" + ("" if number == 1 else "s")


def counted(number: int, noun: str) -> str:
    """``1 card``, ``3 cards``, ``0 cards``: where the number is a figure."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def join_words(words: Sequence[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; ``last`` stands before the last word."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
