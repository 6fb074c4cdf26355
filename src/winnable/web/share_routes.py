"""The routes that take a game off the page, or moves onto it: texts in every form, pictures, moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from starlette.concurrency import run_in_threadpool

from winnable.errors import InputError
from winnable.session import Session
from winnable.text.boards import form_warning, write_position
from winnable.text.solution import Solution, parse_solution, replay
from winnable.text.solution_text import Style, write_solution
from winnable.web.boards import Boards
from winnable.web.routes import Route
from winnable.web.wire import Board, Form, MoveList, Pictured, Text, Written

__all__ = ["ShareRoutes"]

_CARD: Final = 80  # pixels of a card's width in a picture
_MOST_MOVES: Final = 5000  # of a list: a page shows each of them


class ShareRoutes:
    """Of open games."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def routes(self) -> list[Route]:
        """The table."""
        one = "/api/boards/{board}"
        return [
            Route("GET", f"{one}/forms", "The position as text, in every form.", Written, self.forms),
            Route("POST", f"{one}/picture", "The board as SVG.", Text, self.picture, Pictured),
            Route(
                "POST",
                f"{one}/solution",
                "A solution from here, in every notation.",
                Written,
                self.solution,
                MoveList,
            ),
            Route("POST", f"{one}/moves", "Makes a list of moves.", Board, self.moves, MoveList),
        ]

    async def forms(self, board: str) -> Written:
        session = self._boards.open(board).session
        return await run_in_threadpool(_forms, session)

    async def picture(self, board: str, body: Pictured) -> Text:
        from winnable.render.style import Style as Look
        from winnable.render.svg import svg_of

        scene = self._boards.open(board).session.scene()
        look = Look(width=_CARD, four_colours=body.four_colours, dark=body.dark)
        return Text(await run_in_threadpool(svg_of, scene, look))

    async def solution(self, board: str, body: MoveList) -> Written:
        session = self._boards.open(board).session
        return await run_in_threadpool(_solution, session, body.text)

    async def moves(self, board: str, body: MoveList, revision: str = "") -> Board:
        opened = self._boards.open(board)
        opened.check(revision)
        opened.session.play_all(_moves_in(opened.session, body.text))
        opened.changed()
        return opened.board()


def _moves_in(session: Session[Any, Any], text: str) -> Solution:
    solution = parse_solution(text, None, session.game)
    if not solution.tokens and solution.board is None:
        raise InputError("there are no moves here", expected=session.game.family.solutions().example)
    if len(solution.tokens) > _MOST_MOVES:
        raise InputError(f"a list of {len(solution.tokens)} moves", expected=f"at most {_MOST_MOVES}")
    return solution


def _written(name: str, write: Callable[[], str], warning: str = "") -> Form:
    """What is written, or why it cannot be."""
    try:
        return Form(name, write(), warning=warning)
    except InputError as error:
        return Form(name, why=str(error))


def _forms(session: Session[Any, Any]) -> Written:
    """The position in every form of its family; of a game played unseen what its player knows."""
    game = session.game
    place = session.known if session.unseen else session.position
    return Written(
        tuple(
            _written(
                form,
                partial(write_position, game, place, form, session.notes),
                "" if session.unseen else form_warning(game, place, form),
            )
            for form in game.family.forms()
        )
    )


def _solution(session: Session[Any, Any], text: str) -> Written:
    """A line of moves from here in every notation that there is; under the autoplay that is on, where it can
    be played so.

    Raises:
        InputError: what is no move; a move that cannot be made; a game played unseen.
    """
    game, place = session.game, session.position
    played = replay(game, place, _moves_in(session, text))
    if played.broken is not None:
        number, token, reason, _ = played.broken
        raise InputError(f"move {number} cannot be made: {reason}", line=token.line, column=token.column)
    deal = None if session.deal is None or session.here.parent is not None else str(session.deal)

    def write(style: Style) -> str:
        policy = session.autoplay
        return write_solution(game, place, played.moves, style=style, autoplay=policy).text(deal)

    return Written(tuple(_written(style.value, partial(write, style)) for style in Style))
