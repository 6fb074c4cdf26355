"""Solutions of Undead written out: moves, numbered lines in words, or every board.

Each begins with comments that name the board and the solution's length; ``winnable.formats.undead_text``
reads back the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from winnable.errors import InputError
from winnable.formats.solution_text import Style, number_lines
from winnable.formats.undead_solution import UndeadReplay, refuse_autoplay, replay_moves
from winnable.formats.undead_text import format_board
from winnable.games.undead_words import describe_move
from winnable.moves import Autoplay, lay_out

if TYPE_CHECKING:
    from winnable.games.undead import UndeadGame, UndeadMove, UndeadPosition

__all__ = ["format_solution", "move_texts", "playable_autoplay"]


def move_texts(
    game: UndeadGame,
    position: UndeadPosition,
    moves: Sequence[UndeadMove],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
) -> list[str]:
    """The notation of each move; InputError for single cards, for an autoplay, or an illegal move."""
    return _texts(game, _play(game, position, moves, style, autoplay))


def format_solution(
    game: UndeadGame,
    position: UndeadPosition,
    moves: Sequence[UndeadMove],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
    deal: str | None = None,
) -> str:
    """The text of a solution; ``deal`` names the position in the first line. InputError as above."""
    played = _play(game, position, moves, style, autoplay)
    head = f"# {game.spelled}" + (f" {deal}" if deal is not None else "")
    head += f"\n# length: {len(moves)} move{'' if len(moves) == 1 else 's'}\n"
    if style is Style.MOVES:
        return head + lay_out(_texts(game, played))
    told = [
        describe_move(game, before, move)
        for before, move in zip(played.positions, played.moves, strict=False)
    ]
    if style is Style.WORDS:
        return head + number_lines(_texts(game, played), told)
    titles = ["start", *(f"{i}. {words}" for i, words in enumerate(told, 1))]
    return head + "".join(
        f"# {title}\n{format_board(game.setup(position))}"
        for title, position in zip(titles, played.positions, strict=True)
    )


def playable_autoplay(
    game: UndeadGame,
    position: UndeadPosition,
    moves: Sequence[UndeadMove],
    wanted: Autoplay,
    *,
    style: Style = Style.MOVES,
) -> Autoplay:
    """NONE; InputError for any other, since nothing plays itself here."""
    refuse_autoplay(wanted)
    return Autoplay.NONE


def _play(
    game: UndeadGame,
    position: UndeadPosition,
    moves: Sequence[UndeadMove],
    style: Style,
    autoplay: Autoplay,
) -> UndeadReplay:
    if style is Style.CARDS:
        raise InputError("undead has no cards", expected="the style moves, words or boards")
    played = replay_moves(game, position, moves, autoplay)
    if played.broken is not None:
        raise InputError(f"this is no solution: {played.broken}", expected="legal moves")
    return played


def _texts(game: UndeadGame, played: UndeadReplay) -> list[str]:
    return [
        game.notation.format(before, move)
        for before, move in zip(played.positions, played.moves, strict=False)
    ]
