"""Solutions of pairing games written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count its actions, and its points if there are any;
``winnable.formats.pairing_text`` reads back the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from winnable.errors import InputError
from winnable.formats.pairing_solution import (
    PairingReplay,
    count_actions,
    refuse_autoplay,
    replay_moves,
)
from winnable.formats.pairing_text import format_board
from winnable.formats.solution_text import Style, number_lines
from winnable.games.pairing_words import describe_move
from winnable.moves import Autoplay, lay_out

if TYPE_CHECKING:
    from winnable.games.pairing import PairingGame, PairingMove, PairingPosition

__all__ = ["describe_actions", "format_solution", "move_texts", "playable_autoplay"]


def move_texts(
    game: PairingGame,
    position: PairingPosition,
    moves: Sequence[PairingMove],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
) -> list[str]:
    """The notation of each move; InputError for single cards, for an autoplay, or an illegal move."""
    return _texts(game, _play(game, position, moves, style, autoplay))


def format_solution(
    game: PairingGame,
    position: PairingPosition,
    moves: Sequence[PairingMove],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
    deal: str | None = None,
) -> str:
    """The text of a solution; ``deal`` names the position in the first line. InputError as above."""
    played = _play(game, position, moves, style, autoplay)
    head = f"# {game.spelled}" + (f" {deal}" if deal is not None else "")
    head += f"\n# length: {describe_actions(game, played)}\n"
    if style is Style.WORDS:
        return head + number_lines(_texts(game, played), _words(game, played))
    if style is Style.BOARDS:
        return head + _boards(game, played)
    return head + lay_out(_texts(game, played))


def playable_autoplay(
    game: PairingGame,
    position: PairingPosition,
    moves: Sequence[PairingMove],
    wanted: Autoplay,
    *,
    style: Style = Style.MOVES,
) -> Autoplay:
    """NONE; InputError for any other, since nothing plays itself in these games."""
    refuse_autoplay(game, wanted)
    return Autoplay.NONE


def describe_actions(game: PairingGame, played: PairingReplay) -> str:
    """``45 actions: 26 removals, 17 draws, 2 recycles; 1280 points``."""
    made = len(played.moves)
    text = f"{made} action{'' if made == 1 else 's'}: {count_actions(played.moves)}"
    return text if game.rules["scoring"] == "none" else f"{text}; {played.positions[-1].score} points"


def _play(
    game: PairingGame,
    position: PairingPosition,
    moves: Sequence[PairingMove],
    style: Style,
    autoplay: Autoplay,
) -> PairingReplay:
    if style is Style.CARDS:
        what = f"{game.info.name} has no moves of several cards"
        raise InputError(what, expected="the style moves, words or boards")
    played = replay_moves(game, position, moves, autoplay)
    if played.broken is not None:
        raise InputError(f"this is no solution: {played.broken}", expected="legal moves")
    return played


def _texts(game: PairingGame, played: PairingReplay) -> list[str]:
    return [
        game.notation.format(before, move)
        for before, move in zip(played.positions, played.moves, strict=False)
    ]


def _words(game: PairingGame, played: PairingReplay) -> list[str]:
    return [
        describe_move(game, before, move)
        for before, move in zip(played.positions, played.moves, strict=False)
    ]


def _boards(game: PairingGame, played: PairingReplay) -> str:
    """The start and the board after each move."""
    told = zip(_texts(game, played), _words(game, played), strict=True)
    titles = ["start", *(f"{i}. {text}: {words}" for i, (text, words) in enumerate(told, 1))]
    return "".join(
        f"# {title}\n{format_board(game.setup(position), game.core)}"
        for title, position in zip(titles, played.positions, strict=True)
    )
