"""Solutions of games in which nothing plays itself: replayed, and written out.

What is a family's own stands in its ``solution_text.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from winnable.errors import InputError
from winnable.game import Game, IllegalMove
from winnable.moves import Autoplay, lay_out
from winnable.text.reveals import OtherCardsError, Reveals, learned, split_reveal
from winnable.text.solution import Break, Record, Replay, Solution
from winnable.text.solution_text import SpelledGame, Style, name_deal, number_lines

P = TypeVar("P")
M = TypeVar("M")


G = TypeVar("G", bound=SpelledGame)


def refuse_autoplay(game: Game[P, M], autoplay: Autoplay | None) -> None:
    """InputError unless nothing is to move by itself."""
    if autoplay not in (None, Autoplay.NONE):
        raise InputError(f"{game.info.name} has no autoplay {autoplay}", expected="none")


def refuse_cards(game: Game[P, M], style: Style) -> None:
    """InputError where moves are to be taken apart into single cards."""
    if style is Style.CARDS:
        what = f"{game.info.name} has no moves of several cards"
        raise InputError(what, expected="the style moves, words or boards")


def replay_moves(
    game: Game[P, M], position: P, moves: Sequence[M], autoplay: Autoplay = Autoplay.NONE
) -> Replay[P, M]:
    """Plays ``moves`` from ``position``; InputError for an autoplay."""
    refuse_autoplay(game, autoplay)
    return Record(game, position).replay_all(moves)


def replay(
    game: Any,
    position: P,
    solution: Solution,
    autoplay: Autoplay | None = None,
    *,
    reveals: Reveals[Any, P, Any] | None = None,
) -> Replay[P, Any]:
    """Plays ``solution`` from ``position``, move by move as it is written.

    With ``reveals`` moves may name the cards that they bring to light; it breaks where these are others.

    InputError, with the place, for a text that is no move at all, and for an autoplay.
    """
    refuse_autoplay(game, autoplay if autoplay is not None else solution.autoplay)
    record: Record[P, Any] = Record(game, position)
    for number, token in enumerate(solution.tokens, 1):
        try:
            text, cards = (token.text, ()) if reveals is None else split_reveal(token.text)
            move = game.notation.parse(record.position, text)
            if reveals is not None and cards:
                made = record.replay().moves
                learned(reveals, game, game.setup(position), made, text, cards)
            record.play(move)
        except (IllegalMove, OtherCardsError) as error:
            return record.replay(Break(number, token, str(error), solution.source))
        except ValueError as error:
            what, source = f"move {number}: {error}", solution.source
            raise InputError(what, source=source, line=token.line, column=token.column) from None
    return record.replay()


class PlainText(Generic[G, P, M]):
    """Writes solutions of one family of games.

    ``describe`` puts a move into words, ``length`` says how long a solution is, and ``board`` draws a
    position.
    """

    def __init__(
        self,
        describe: Callable[[G, P, M], str],
        length: Callable[[G, Replay[P, M]], str],
        board: Callable[[G, P], str],
    ) -> None:
        self.describe, self.length, self.board = describe, length, board

    def write(
        self, game: G, position: P, moves: Sequence[M], style: Style, autoplay: Autoplay
    ) -> PlainSolutionText[G, P, M]:
        """A solution written out; InputError for single cards, for an autoplay, or an illegal move."""
        refuse_cards(game, style)
        played = replay_moves(game, position, moves, autoplay)
        if played.broken is not None:
            raise InputError(f"this is no solution: {played.broken}", expected="legal moves")
        return PlainSolutionText(self, game, played, style)


class PlainSolutionText(Generic[G, P, M]):
    """A solution as one of these games was played; satisfies
    :class:`winnable.text.solution.SolutionText`."""

    autoplay = Autoplay.NONE

    def __init__(self, by: PlainText[G, P, M], game: G, played: Replay[P, M], style: Style) -> None:
        self._by, self._game, self._played, self._style = by, game, played, style

    @property
    def texts(self) -> list[str]:
        """The notation of each move."""
        return [self._game.notation.format(before, move) for before, move in self._made()]

    def text(self, deal: str | None = None) -> str:
        """The whole text; ``deal`` names the position in the first line."""
        game, texts = self._game, self.texts
        head = f"{name_deal(game, deal)}# length: {self._by.length(game, self._played)}\n"
        if self._style is Style.MOVES:
            return head + lay_out(texts)
        words = [self._by.describe(game, before, move) for before, move in self._made()]
        if self._style is Style.WORDS:
            return head + number_lines(texts, words)
        told = zip(texts, words, strict=True)
        titles = ["start", *(f"{i}. {text}: {says}" for i, (text, says) in enumerate(told, 1))]
        shown = zip(titles, self._played.positions, strict=True)
        return head + "".join(f"# {title}\n{self._by.board(game, there)}" for title, there in shown)

    def _made(self) -> Iterator[tuple[P, M]]:
        """Each move with the position before it."""
        return zip(self._played.positions, self._played.moves, strict=False)
