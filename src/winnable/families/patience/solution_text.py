"""Solutions of pile-building games written out, under any autoplay.

Each begins with comments that name the deal, the autoplay that the list assumes, and its length in
every metric; ``parse_boards`` reads back the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from winnable.families.patience.prose import parse_solution
from winnable.families.patience.solution import PatienceReplay, replay, replay_moves
from winnable.moves import Autoplay, Metric
from winnable.text.phrases import count_noun, counted
from winnable.text.solution import Solutions
from winnable.text.solution_text import Style, name_deal

if TYPE_CHECKING:
    from winnable._core import PatienceWritten
    from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
    from winnable.search.api import SolveResult


class PatienceText:
    """A solution as the core has written it; satisfies :class:`winnable.text.solution.SolutionText`."""

    def __init__(self, game: PatienceGame, style: Style, written: PatienceWritten) -> None:
        self._game, self._style, self._written = game, style, written
        self.autoplay = Autoplay(written.autoplay)

    @property
    def texts(self) -> list[str]:
        """The notation of each move of the player."""
        return self._written.texts

    def text(self, deal: str | None = None) -> str:
        """The whole text; ``deal`` names the position in the first line."""
        written = self._written
        counts: dict[Metric, int | None] = {
            Metric.MOVES: written.moves,
            Metric.CARDS: written.cards,
            Metric.STEPS: written.steps,
            Metric.PLAYER: written.player,
        }
        told = describe_lengths(counts, self.autoplay)
        if self._style is Style.CARDS and self.autoplay is not Autoplay.NONE:
            told += f", {len(self.texts)} card by card"
        return f"{name_deal(self._game, deal)}# autoplay: {self.autoplay}\n# length: {told}\n{written.body}"


def write(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    style: Style,
    autoplay: Autoplay,
) -> PatienceText:
    """A solution, which ``moves`` hold whole, written for ``autoplay`` or the strongest below it under which
    it can be played; IllegalMove if a move cannot be made."""
    return PatienceText(game, style, game.core.write(position, moves, style.value, autoplay.value))


def describe_lengths(counts: dict[Metric, int | None], autoplay: Autoplay) -> str:
    """``92 moves, 110 cards, 131 steps; 60 player moves under safe autoplay``."""
    metrics = (Metric.MOVES, Metric.CARDS, Metric.STEPS)
    text = ", ".join(counted(counts[metric] or 0, metric.removesuffix("s")) for metric in metrics)
    if autoplay is Autoplay.NONE:
        return text
    player = counts[Metric.PLAYER]
    return f"{text}; {player} player move{'' if player == 1 else 's'} under {autoplay} autoplay"


def _summary(_: PatienceGame, played: PatienceReplay) -> str:
    """``95 moves, 60 of them the player's, under safe autoplay``."""
    made = count_noun(len(played.moves), "move")
    if played.autoplay is Autoplay.NONE:
        return made
    return f"{made}, {sum(played.player)} of them the player's, under {played.autoplay} autoplay"


def _found(result: SolveResult[PatienceMove], texts: Sequence[str]) -> str:
    """What a search found, in a line."""
    proof = ", proved fewest" if result.optimal else ""
    return f"{counted(round(result.cost), 'move')} by the player{proof}, {len(texts)} with the automatic ones"


SOLUTIONS: Final[Solutions[PatienceGame, PatiencePosition, PatienceMove]] = Solutions(
    example="26 3a 5h",
    parse=parse_solution,
    replay=replay,
    replay_moves=replay_moves,
    write=write,
    summary=_summary,
    facts=lambda game, played: {"autoplay": played.autoplay.value},
    found=_found,
)
