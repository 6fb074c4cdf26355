"""Solutions of pairing games written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count its actions, and its points if there are any;
``winnable.families.pairing.text`` reads back the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.families.pairing.solution import PairingReplay, count_actions, replay, replay_moves
from winnable.families.pairing.text import format_board
from winnable.families.pairing.words import describe_move
from winnable.text.phrases import counted
from winnable.text.plain_solution import PlainText
from winnable.text.solution import Solutions, parse_moves

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
    from winnable.search.api import SolveResult

__all__ = ["SOLUTIONS", "WRITER", "describe_actions"]


def describe_actions(game: PairingGame, played: PairingReplay) -> str:
    """``45 actions: 26 removals, 17 draws, 2 recycles; 1280 points``."""
    made = len(played.moves)
    text = f"{counted(made, 'action')}: {count_actions(played.moves)}"
    return (
        text if game.rules["scoring"] == "none" else f"{text}; {counted(played.positions[-1].score, 'point')}"
    )


def _board(game: PairingGame, position: PairingPosition) -> str:
    return format_board(game.setup(position), game.core)


WRITER: Final = PlainText(describe_move, describe_actions, _board)


def _summary(game: PairingGame, played: PairingReplay) -> str:
    """What was made, and what the list leaves out."""
    made = describe_actions(game, played)
    left_out = len(played.moves) - sum(played.player)
    if left_out == 1:
        return f"{made} (the list leaves out a draw or recycle)"
    return f"{made} (the list leaves out {left_out} draws and recycles)" if left_out else made


def _facts(game: PairingGame, played: PairingReplay) -> dict[str, Any]:
    actions = count_actions(played.moves)._asdict()
    return actions | {"score": played.positions[-1].score} if game.info.scored else actions


def _found(result: SolveResult[PairingMove], texts: Sequence[str]) -> str:
    """What a search found, in a line."""
    proof = ", proved fewest" if result.optimal else ""
    removals = count_actions(result.moves).removals
    kind = "a removal" if removals == 1 else "removals"
    return f"{counted(round(result.cost), 'move')}{proof}, {removals} of them {kind}"


SOLUTIONS: Final[Solutions[PairingGame, PairingPosition, PairingMove]] = Solutions(
    example="8S+5D KH draw",
    parse=parse_moves,
    replay=replay,
    replay_moves=replay_moves,
    write=WRITER.write,
    summary=_summary,
    facts=_facts,
    found=_found,
)
