"""Solutions of Undead written out: moves, numbered lines in words, or every board.

Each begins with comments that name the board and the solution's length; ``winnable.families.undead.text``
reads back the boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from winnable.families.undead.solution import UndeadReplay, find_fault, parse_solution, replay, replay_moves
from winnable.families.undead.text import format_board
from winnable.families.undead.words import describe_move
from winnable.text.phrases import count_noun
from winnable.text.plain_solution import PlainText
from winnable.text.solution import Solution, Solutions

if TYPE_CHECKING:
    from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition

__all__ = ["SOLUTIONS", "WRITER"]


def _length(_: UndeadGame, played: UndeadReplay) -> str:
    return count_noun(len(played.moves), "move")


def _board(game: UndeadGame, position: UndeadPosition) -> str:
    return format_board(game.setup(position))


WRITER: Final = PlainText(describe_move, _length, _board)


def _facts(game: UndeadGame, played: UndeadReplay) -> dict[str, Any]:
    """What is wrong on the board, and from which move on: 0 where it was so before the first."""
    fault = None if played.won else find_fault(played)
    if fault is None:
        return {"wrong": None}
    return {"wrong": {"number": fault.move, "clues": fault.clues}, "why": [fault.reason]}


def _fault(game: UndeadGame, played: UndeadReplay, solution: Solution) -> str:
    """Which clue is wrong, and since when, unless the moves are only those of a board's cells in order."""
    fault = find_fault(played)
    if fault is None:
        return f"; open cells: {played.positions[-1].squares.count('.')}"
    if fault.move == 0:
        return f"; wrong before the first move: {fault.reason}"
    if solution.board is not None:
        return f"; wrong: {fault.reason}"
    move = game.notation.format(played.positions[fault.move - 1], played.moves[fault.move - 1])
    return f"; wrong since move {fault.move}, {move}: {fault.reason}"


SOLUTIONS: Final[Solutions[UndeadGame, UndeadPosition, UndeadMove]] = Solutions(
    example="r1c2=g r1c3=v, or a filled board",
    parse=parse_solution,
    replay=replay,
    replay_moves=replay_moves,
    write=WRITER.write,
    summary=_length,
    facts=_facts,
    fault=_fault,
    found=lambda result, texts: f"{count_noun(len(texts), 'cell')} filled in",
)
