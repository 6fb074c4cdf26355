"""The thesis's own search for Pyramid, its heuristics one by one, and what it wished for.

Santhosh Basina, "Playing Solitaire Automatically" (University of St Andrews, 2024): depth-first
over removals; the next card is drawn only where nothing else can be played, so a draw is never a
choice, and the search, even when it ends, proves nothing. With ``draw_moves`` draw and recycle are
moves like all others, and it does.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from winnable import _core
from winnable.errors import InputError, quote
from winnable.families.pairing.game import PairingGame, PairingMove
from winnable.search.algorithms import SearchKind
from winnable.search.api import Limits, Observer, SolveResult, Verdict
from winnable.search.call import limits_spec, replay, search_result, watch
from winnable.search.options import SearchOption

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingPosition

__all__ = ["DEAD_ENDS", "SEARCHES", "ThesisFigures", "ThesisResult", "thesis_search"]

DEAD_ENDS = ("both", "single", "shared", "none")


@dataclass(frozen=True, slots=True)
class ThesisFigures:
    """The five figures of the thesis's tables, as its printed run counts them.

    ``generated``: nodes of the search tree, the start among them. ``visited``: nodes taken from the
    stack, the start and the won one among them. ``backtracks``: visited nodes without a move, or
    known to the table. ``depth``: visited less backtracks, as in all but two rows of its tables;
    the true depth is ``stats.depth``. ``seconds``: wall-clock time.
    """

    generated: int = 0
    visited: int = 0
    depth: int = 0
    backtracks: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ThesisResult(SolveResult[PairingMove]):
    """A search's answer with the thesis's figures; ``moves`` and ``cost`` include draws and recycles."""

    figures: ThesisFigures = field(default_factory=ThesisFigures)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return SolveResult.data(self) | {"figures": asdict(self.figures)}


def thesis_search(
    game: PairingGame,
    position: PairingPosition,
    *,
    kings: bool = True,
    pyramid: bool = True,
    frees: bool = True,
    dead_ends: str = "both",
    table: bool = False,
    draw_moves: bool = False,
    limits: Limits | None = None,
    observer: Observer | None = None,
    token: _core.CancelToken | None = None,
) -> ThesisResult:
    """Searches as the thesis does, in any pairing game.

    Args:
        game: Pyramid in any variant.
        position: where to start.
        kings: kings first (section 6.3.1).
        pyramid: pairs within the pyramid first, then pyramid with stock or waste, then stock with
            waste (6.3.2).
        frees: among those, what frees more cards first (6.3.3).
        dead_ends: which pairs of stock with waste are left out (6.3.4): ``single``, those that take
            the only partner of a card of the pyramid; ``shared``, those after which several cards
            that have the same partners find too few of them; ``both`` or ``none``.
        table: search each position once, which the thesis names as future work.
        draw_moves: draw and recycle are moves, tried last; the search is then complete.
        limits: visited nodes, seconds and bytes.
        observer: sees the events of the search.
        token: cancels the search from another thread or a signal handler.

    Returns:
        The result. It is ``UNSOLVABLE`` only with ``draw_moves``.

    Raises:
        InputError: a game without pairs, or a word for ``dead_ends`` that is none.
        ReplayError: a solution was found that the game does not accept.
    """
    if not isinstance(game, PairingGame):
        raise InputError("the thesis's search plays pairing games", expected="a game such as pyramid")
    if dead_ends not in DEAD_ENDS:
        raise InputError(f"dead_ends is {quote(dead_ends)}", expected="one of " + ", ".join(DEAD_ENDS))
    options = _core.ThesisOptions()
    options.kings, options.pyramid, options.frees = kings, pyramid, frees
    options.single_partner = dead_ends in ("both", "single")
    options.shared_partners = dead_ends in ("both", "shared")
    options.table, options.draw_moves = table, draw_moves
    spec = limits_spec(limits or Limits())
    raw, figures = _core.search_thesis(game.core, position, spec, options, token, watch(observer, spec))
    answer = search_result(raw)
    texts = replay(game, position, answer.moves) if answer.verdict is Verdict.SOLVED else ()
    return ThesisResult(
        answer.verdict,
        answer.reason,
        answer.moves,
        answer.cost,
        stats=answer.stats,
        texts=texts,
        figures=ThesisFigures(*figures),
    )


def _run(
    game: PairingGame,
    position: PairingPosition,
    *,
    no_kings_first: bool = False,
    no_pyramid_first: bool = False,
    no_frees_first: bool = False,
    **options: Any,
) -> ThesisResult:
    kings, pyramid, frees = not no_kings_first, not no_pyramid_first, not no_frees_first
    return thesis_search(game, position, kings=kings, pyramid=pyramid, frees=frees, **options)


SEARCHES: Final = {
    "thesis": SearchKind(
        "thesis",
        "the thesis's own depth-first search",
        _run,
        (
            SearchOption("no_kings_first", "Kings have no precedence", default="no"),
            SearchOption("no_pyramid_first", "Pairs within the pyramid have no precedence", default="no"),
            SearchOption("no_frees_first", "Freeing more cards gives no precedence", default="no"),
            SearchOption("dead_ends", "Checks for dead ends", "choice", "both", DEAD_ENDS),
            SearchOption("table", "Search each position once", default="no"),
            SearchOption("draw_moves", "Draw and recycle are moves, too; complete", default="no"),
        ),
    )
}
