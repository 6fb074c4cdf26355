"""Solutions of pairing games written out: moves, numbered lines in words, or every board.

Each begins with comments that name the deal and count its actions, and its points if there are any;
``winnable.families.pairing.text`` reads back the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.errors import InputError
from winnable.families.pairing.solution import Actions, PairingReplay, count_actions, replay, replay_moves
from winnable.game import IllegalMove
from winnable.moves import Autoplay
from winnable.text.phrases import counted
from winnable.text.plain_solution import refuse_autoplay, refuse_cards
from winnable.text.solution import Solutions, parse_moves
from winnable.text.solution_text import Style, name_deal

if TYPE_CHECKING:
    from winnable._core import PairingWritten
    from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
    from winnable.search.api import SolveResult

__all__ = ["SOLUTIONS", "PairingText", "describe_actions", "write"]


def describe_actions(game: PairingGame, actions: Actions, score: int) -> str:
    """``45 actions: 26 removals, 17 draws, 2 recycles; 1280 points``."""
    text = f"{counted(sum(actions), 'action')}: {actions}"
    return f"{text}; {counted(score, 'point')}" if game.info.scored else text


class PairingText:
    """A solution as the core has written it; satisfies :class:`winnable.text.solution.SolutionText`."""

    autoplay = Autoplay.NONE

    def __init__(self, game: PairingGame, written: PairingWritten) -> None:
        self._game, self._written = game, written

    @property
    def texts(self) -> list[str]:
        """The notation of each move."""
        return self._written.texts

    def text(self, deal: str | None = None) -> str:
        """The whole text; ``deal`` names the position in the first line."""
        written = self._written
        actions = Actions(written.removals, written.draws, written.recycles)
        length = describe_actions(self._game, actions, written.score)
        return f"{name_deal(self._game, deal)}# length: {length}\n{written.body}"


def write(
    game: PairingGame,
    position: PairingPosition,
    moves: Sequence[PairingMove],
    style: Style,
    autoplay: Autoplay,
) -> PairingText:
    """A solution written out; InputError for single cards, for an autoplay, or an illegal move."""
    refuse_cards(game, style)
    refuse_autoplay(game, autoplay)
    try:
        return PairingText(game, game.core.write(position, moves, style.value))
    except IllegalMove as error:
        raise InputError(f"this is no solution: {error}", expected="legal moves") from None


def _summary(game: PairingGame, played: PairingReplay) -> str:
    """What was made, and what the list leaves out."""
    made = describe_actions(game, count_actions(played.moves), played.positions[-1].score)
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
    write=write,
    summary=_summary,
    facts=_facts,
    found=_found,
)
