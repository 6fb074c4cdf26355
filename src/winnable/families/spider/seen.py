"""The text of a Spider position from its table as it is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from winnable.cards import SUIT_LETTERS
from winnable.errors import InputError
from winnable.families.patience.seen import foundation_words
from winnable.families.spider.game import SpiderGame
from winnable.families.spider.text import BAR
from winnable.text.laid import LaidPile, TableText
from winnable.text.phrases import counted

__all__ = ["table_text"]

_RANKS = 13
_UNKNOWN = "??"


def table_text(game: SpiderGame, piles: Sequence[LaidPile]) -> TableText:
    """The board; how many cards the stock has follows from the others, for none of its own can be counted.

    Raises:
        InputError: the cards that are seen leave a number for the stock that it never has.
    """
    facts = game.facts
    columns = [pile for pile in piles if pile.role == "tableau"]
    runs = Counter(word[1] for word in foundation_words(piles))
    seen = sum(len(pile.words) for pile in columns)
    stock = facts.cards - _RANKS * runs.total() - seen
    if stock not in facts.stock_sizes:
        gone = counted(runs.total(), "complete run")
        what = f"{counted(seen, 'card')} in the columns and {gone} leave {stock} for the stock"
        sizes = ", ".join(map(str, facts.stock_sizes))
        raise InputError(what, expected=f"one of {sizes} in {facts.game}", mend="show the whole table")
    lines = ["Runs: " + " ".join(f"{suit}-{runs[suit]}" for suit in SUIT_LETTERS)]
    for number, pile in enumerate(columns, 1):
        bar = [BAR] if pile.down else []
        words = (*pile.words[: pile.down], *bar, *pile.words[pile.down :])
        lines.append(" ".join((f"Column {number}:", *words)))
    for row, at in enumerate(range(0, stock, facts.columns), 1):
        cards = [_UNKNOWN] * min(facts.columns, stock - at)
        lines.append(" ".join((f"Row {row}:", *cards)))
    return TableText(game.spelled, "\n".join(lines) + "\n")
