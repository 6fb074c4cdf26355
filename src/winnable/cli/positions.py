"""POSITION arguments: a deal, a range of deals, a file, standard input, or a game ID itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from winnable.deals import looks_like_deal, parse_deals
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable.text.detect import Entry

T = TypeVar("T")


def all_entries(game: Any, text: str) -> Iterator[tuple[str, Entry]]:
    """What an argument names, one by one, each with its label; whether it fits the game is not known yet.

    Raises:
        InputError: no such file or deal, or a text that cannot be read.
    """
    from winnable.text.detect import Entry, read_file, read_lines

    if not text.strip():
        raise InputError("POSITION is empty", expected="a deal, a file, or - for standard input")
    if text != "-" and looks_like_deal(text) and not Path(text).is_file():
        for deal in parse_deals(text, game.info.dialects[0]).deals():
            label = str(deal)
            yield label, Entry(label, deal)
        return
    in_one_word = game.family.readers().in_one_word(text)
    entries = read_lines([text], game) if in_one_word else read_file(text, game)
    for entry in entries:
        yield entry.label, entry


def all_positions(game: Any, text: str) -> Iterator[tuple[str, Any]]:
    """The positions that an argument names, one by one, each with its label.

    Raises:
        InputError: as ``all_entries`` raises it, or a text that holds no legal position.
    """
    for label, entry in all_entries(game, text):
        yield label, entry.position(game)


def one_position(game: Any, text: str, after: str = "") -> tuple[str, Any]:
    """The one position that an argument names, after the moves in ``after``; InputError if there are more."""
    label, position = _only(all_positions(game, text), text)
    return label, play_moves(game, position, after)


def one_setup(game: Any, text: str) -> tuple[str, Any]:
    """The one setup that an argument names, of a game that hides cards: those may be unknown.

    InputError as for ``one_position``.
    """
    label, entry = _only(all_entries(game, text), text)
    return label, entry.checked(game)


def one_observation(game: Any, text: str, after: str = "") -> tuple[str, Any]:
    """What the player of the one position that an argument names sees, after some moves.

    InputError as for ``one_setup``, and for a move that turns or deals a card that is unknown.
    """
    from random import Random

    label, setup = one_setup(game, text)
    if all(card.known for _, card in setup.slots()):
        return label, game.observe(play_moves(game, game.position(setup), after))
    seen = game.observation(setup)
    # One of the worlds that look so; nothing but what is seen in all of them comes of it.
    after_moves = game.observe(play_moves(game, game.determinise(seen, Random(0)), after))
    if (sum(after_moves.down), after_moves.stock) != (sum(seen.down), seen.stock):
        raise InputError(
            "--after turns or deals a card that is unknown",
            expected="moves of cards that are seen",
            mend="write down the position with the new cards in it",
        )
    return label, after_moves


def _only(found: Iterator[T], text: str) -> T:
    first = next(found)
    if next(found, None) is not None:
        raise InputError(f"{quote(text)} names several positions", expected="one")
    return first


def play_moves(game: Any, position: Any, text: str) -> Any:
    """The position after the moves in ``text``, all written; InputError at the first that cannot be."""
    from winnable.moves import split_moves

    for number, token in enumerate(split_moves([text]), 1):
        try:
            position = game.play(position, game.notation.parse(position, token.text))
        except ValueError as error:
            raise InputError(f"--after, move {number}: {error}", line=1, column=token.column) from None
    return position
