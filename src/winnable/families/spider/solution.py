"""Games of Spider and its kin replayed: every move is the player's, and runs leave by themselves."""

from __future__ import annotations

from winnable._core import PatienceMove, SpiderPosition
from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame
from winnable.game import IllegalMove
from winnable.moves import Autoplay
from winnable.text.plain_solution import refuse_autoplay, replay_moves
from winnable.text.solution import Break, Record, Replay, Solution

__all__ = ["SpiderReplay", "replay", "replay_moves"]

SpiderReplay = Replay[SpiderPosition, PatienceMove]


def replay(
    game: SpiderGame, position: SpiderPosition, solution: Solution, autoplay: Autoplay | None = None
) -> SpiderReplay:
    """Plays ``solution`` from ``position``.

    InputError, with the place, for a text that is no move at all, and for an autoplay.
    """
    refuse_autoplay(game, autoplay if autoplay is not None else solution.autoplay)
    record = Record(game, position)
    for number, token in enumerate(solution.tokens, 1):
        try:
            record.play(game.notation.parse(record.position, token.text))
        except IllegalMove as error:
            return record.replay(Break(number, token, str(error), solution.source))
        except ValueError as error:
            what, source = f"move {number}: {error}", solution.source
            raise InputError(what, source=source, line=token.line, column=token.column) from None
    return record.replay()
