"""POSITION arguments: a deal, a range of deals, a file, standard input, or a game ID itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from winnable.deals import DealNumber, looks_like_deal, parse_deals
from winnable.errors import InputError, quote

# How answers name a position: the bare number of a deal in the game's usual dialect, else a text.
Label = int | str


def all_positions(game: Any, text: str) -> Iterator[tuple[Label, Any]]:
    """The positions that an argument names, one by one, each with its label.

    Raises:
        InputError: no such file or deal, or a text that holds no legal position.
    """
    usual = game.info.dialects[0]
    if not text.strip():
        raise InputError("POSITION is empty", expected="a deal, a file, or - for standard input")
    if text != "-" and looks_like_deal(text) and not Path(text).is_file():
        for deal in parse_deals(text, usual).deals():
            yield _label(deal, usual), game.deal(deal)
        return
    from winnable.formats.detect import read_file, read_lines

    family = game.info.family
    entries = (
        read_lines([text], None, usual, family) if _is_game_id(game, text) else read_file(text, usual, family)
    )
    for entry in entries:
        label = entry.label if entry.deal is None else _label(entry.deal, usual)
        yield label, entry.position(game)


def one_position(game: Any, text: str, after: str = "") -> tuple[Label, Any]:
    """The one position that an argument names, after the moves in ``after``; InputError if there are more."""
    found = all_positions(game, text)
    label, position = next(found)
    if next(found, None) is not None:
        raise InputError(f"{quote(text)} names several positions", expected="one")
    return label, play_moves(game, position, after)


def play_moves(game: Any, position: Any, text: str) -> Any:
    """The position after the moves in ``text``, all written; InputError at the first that cannot be."""
    from winnable.moves import split_moves

    for number, token in enumerate(split_moves([text]), 1):
        try:
            position = game.play(position, game.notation.parse(position, token.text))
        except ValueError as error:
            raise InputError(f"--after, move {number}: {error}", line=1, column=token.column) from None
    return position


def _is_game_id(game: Any, text: str) -> bool:
    """Is the argument a whole board in one word, rather than the name of a file?"""
    if game.info.family != "undead":
        return False
    from winnable.formats.sgt import looks_like_game_id

    return looks_like_game_id(text)


def _label(deal: DealNumber, usual: str) -> Label:
    return deal.number if deal.dialect == usual else str(deal)
