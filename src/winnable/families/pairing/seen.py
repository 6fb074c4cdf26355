"""The text of a position of Pyramid and its kin from its table as it is seen."""

from __future__ import annotations

from collections.abc import Sequence

from winnable.cards import DECK_SIZE
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame
from winnable.families.pairing.setup import row_lengths
from winnable.families.pairing.text import GAP
from winnable.text.laid import LaidPile, TableText

__all__ = ["table_text"]

_UNKNOWN = "??"


def table_text(game: PairingGame, piles: Sequence[LaidPile]) -> TableText:
    """The board, its stock unknown. Where the top of the stock lies face down, though the game asked for
    shows it, the game is the one in which it does not.

    One look tells how many cards stock and waste have only at the start of a deal: later there are cards that
    have left, and cards below the top of the waste.

    Raises:
        InputError: cards have left, or more cards may lie on the waste than are seen.
    """
    by_name = {pile.name: pile.words for pile in piles if pile.role == "pyramid"}
    lines, there = [], 0
    lengths = row_lengths(game.core)
    for row, length in enumerate(lengths, 1):
        names = [f"row {row} card {i}" for i in range(1, length + 1)]
        words = [next(iter(by_name.get(name, ())), GAP) for name in names]
        there += sum(word != GAP for word in words)
        lines.append("  " * (max(lengths) - length) + "  ".join(words))
    columns = [pile for pile in piles if pile.role == "reserve"]
    if game.rules["columns"]:
        lines += [" ".join((f"Column {i}:", *pile.words)) for i, pile in enumerate(columns, 1)]
        return TableText(game.spelled, "\n".join(lines) + "\n")
    stock, waste = _only(piles, "stock"), _only(piles, "waste")
    _check_start(game, there, sum(lengths), len(waste))
    top = stock[-1:] if stock and stock[-1] != _UNKNOWN else ()
    below = DECK_SIZE - there - len(waste) - len(top)
    lines += [
        " ".join(("Stock:", *top, *[_UNKNOWN] * below)),
        " ".join(("Waste:", *waste)),
    ]
    return TableText(_spelled(game, hidden=not top), "\n".join(lines) + "\n")


def _only(piles: Sequence[LaidPile], role: str) -> tuple[str, ...]:
    """The words of the one pile of this role."""
    return next((pile.words for pile in piles if pile.role == role), ())


def _check_start(game: PairingGame, there: int, whole: int, waste: int) -> None:
    if there < whole:
        gone = "1 card has" if whole - there == 1 else f"{whole - there} cards have"
        what = f"{gone} left the tableau, and one look does not tell which"
        raise InputError(what, expected="the start of a deal", mend="read the game from its start on")
    if waste != game.rules["waste_cards"]:
        seen = "1 card is seen" if waste == 1 else f"{waste} cards are seen"
        what = f"{seen} on the waste, and one look does not tell what lies below"
        expected = f"{game.rules['waste_cards']}, as at the start of a deal of {game.spelled}"
        raise InputError(what, expected=expected, mend="name the variant, or read the game from its start on")


def _spelled(game: PairingGame, *, hidden: bool) -> str:
    """The game, with a stock whose top is not seen where that is so."""
    if not hidden or game.rules["stock_top"] == "hidden":
        return game.spelled
    return game.spelled + ("," if ":" in game.spelled else ":") + "stock_top=hidden"
