"""The routes of games: they are begun, shown, played and saved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool

from winnable.errors import InputError
from winnable.plain import to_data
from winnable.web.boards import Boards, OpenBoard, begin
from winnable.web.listing import Listing, listing
from winnable.web.routes import Route
from winnable.web.wire import (
    Autoplaying,
    Begin,
    Board,
    Commented,
    Line,
    Marked,
    Moved,
    Noted,
    Played,
    Shown,
    Text,
    Tried,
)

__all__ = ["BoardRoutes"]

_MOST_CUTS = 20


class BoardRoutes:
    """Of open games."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def routes(self) -> list[Route]:
        """The table."""
        one, change = "/api/boards/{board}", self._change
        return [
            Route("GET", "/api/games", "The games, with their rules and variants.", Listing, self.games),
            Route("POST", "/api/boards", "Begins a game.", Board, self.begin, Begin),
            Route("GET", one, "The game as it stands.", Board, self.show),
            Route("POST", f"{one}/play", "Makes a move.", Board, change(_play), Played),
            Route("POST", f"{one}/undo", "Goes back a move.", Board, change(_undo)),
            Route("POST", f"{one}/redo", "Goes on a move.", Board, change(_redo)),
            Route("POST", f"{one}/goto", "Goes to a place.", Board, change(_goto), Moved),
            Route(
                "POST", f"{one}/promote", "Makes a variation the main line.", Board, change(_promote), Moved
            ),
            Route(
                "POST", f"{one}/delete", "Takes a move out, with what follows.", Board, change(_delete), Moved
            ),
            Route("POST", f"{one}/restore", "Puts back what was deleted last.", Board, change(_restore)),
            Route("POST", f"{one}/line", "Adds moves from here to the tree.", Board, change(_line), Line),
            Route(
                "POST", f"{one}/checkpoint", "Sets a checkpoint, or not.", Board, change(_checkpoint), Marked
            ),
            Route("POST", f"{one}/mark", "Marks something beside the position.", Board, change(_mark), Noted),
            Route(
                "POST",
                f"{one}/leave-out",
                "Leaves one of the moves out that led here, and makes the later ones again.",
                Board,
                change(_leave_out),
                Moved,
            ),
            Route("POST", f"{one}/comment", "Writes a comment.", Board, change(_comment), Commented),
            Route(
                "POST", f"{one}/autoplay", "Sets what moves by itself.", Board, change(_autoplay), Autoplaying
            ),
            Route("POST", f"{one}/why-not", "Why a move cannot be made.", Text, self.why_not, Tried),
            Route("GET", f"{one}/light/{{clue}}", "What a clue looks along.", Shown, self.light),
            Route("GET", f"{one}/save", "The game as text.", Text, self.save),
        ]

    async def games(self) -> Listing:
        return await run_in_threadpool(listing)

    async def begin(self, body: Begin) -> Board:
        if body.again is not None:
            return (await self._boards.again(body.again, body.text)).board()
        session = await run_in_threadpool(begin, body)
        return self._boards.add(session, body.daily).board()

    async def show(self, board: str) -> Board:
        return self._boards.open(board).board()

    async def save(self, board: str) -> Text:
        return Text(self._boards.open(board).session.save())

    async def why_not(self, board: str, body: Tried) -> Text:
        session = self._boards.open(board).session
        if not body.index.is_integer():
            raise InputError("this index is no whole number", expected="the place of a card in its pile")
        return Text(session.why_not(body.source, int(body.index), body.target))

    async def light(self, board: str, clue: str) -> Shown:
        return Shown(to_data(self._boards.open(board).session.scene(line_at=clue)))

    def _change(self, make: Callable[[OpenBoard, Any], None]) -> Callable[..., Awaitable[Board]]:
        """What changes a game, unless it has gone on since the page saw it."""

        async def change(board: str, body: Any = None, revision: str = "") -> Board:
            opened = self._boards.open(board)
            opened.check(revision)
            make(opened, body)
            opened.changed()
            return opened.board()

        return change


def _play(board: OpenBoard, body: Played) -> None:
    board.session.play(body.move, autoplay=body.autoplay or None)


def _undo(board: OpenBoard, _: None) -> None:
    board.session.undo()
    board.record.undone += 1


def _redo(board: OpenBoard, _: None) -> None:
    board.session.redo()


def _goto(board: OpenBoard, body: Moved) -> None:
    place, before = board.place(body.place), board.session.here
    board.session.goto(place)
    if place is not before and place in before.way():
        board.record.undone += 1


def _promote(board: OpenBoard, body: Moved) -> None:
    board.session.promote(board.place(body.place))


def _delete(board: OpenBoard, body: Moved) -> None:
    board.cuts.append(board.session.delete(board.place(body.place)))
    del board.cuts[:-_MOST_CUTS]


def _restore(board: OpenBoard, _: None) -> None:
    if not board.cuts:
        raise InputError("nothing was deleted", expected="a move that was deleted")
    board.session.restore(board.cuts[-1])
    board.cuts.pop()


def _line(board: OpenBoard, body: Line) -> None:
    board.session.add_line(body.moves)


def _checkpoint(board: OpenBoard, body: Marked) -> None:
    board.session.checkpoint(body.on, board.place(body.place))


def _mark(board: OpenBoard, body: Noted) -> None:
    board.session.mark(body.mark)


def _leave_out(board: OpenBoard, body: Moved) -> None:
    board.session.leave_out(board.place(body.place))


def _comment(board: OpenBoard, body: Commented) -> None:
    board.session.comment(body.comment, board.place(body.place))


def _autoplay(board: OpenBoard, body: Autoplaying) -> None:
    board.session.set_autoplay(body.autoplay)
