"""The routes of watching a search: which searches a game has, and the lines that they look at."""

from __future__ import annotations

from typing import Any, Final

from starlette.concurrency import run_in_threadpool

from winnable.analysis.scenes import scene_of
from winnable.analysis.watch import heuristics_of, searches_of
from winnable.errors import InputError, quote
from winnable.plain import to_data
from winnable.session import Session
from winnable.web.boards import Boards
from winnable.web.routes import Route
from winnable.web.trace import refuse_unseen
from winnable.web.wire import Along, SearchEntry, Searches, SearchOptionEntry, Shown

__all__ = ["SearchRoutes"]

_MOST_MOVES: Final = 10_000


class SearchRoutes:
    """Of searches that are watched."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def routes(self) -> list[Route]:
        """The table."""
        one = "/api/boards/{board}"
        return [
            Route("GET", f"{one}/searches", "The searches to watch here.", Searches, self.searches),
            Route("POST", f"{one}/look", "What is to be seen at the end of a line.", Shown, self.look, Along),
        ]

    async def searches(self, board: str) -> Searches:
        session = self._boards.open(board).session
        if session.unseen:
            return Searches((), (), {})
        heuristics = heuristics_of(session.game)
        entries = tuple(
            SearchEntry(
                choice.name,
                choice.summary,
                choice.own,
                choice.default_heuristic,
                tuple(map(_option, choice.options)),
            )
            for choice in searches_of(session.game).values()
        )
        return Searches(entries, heuristics.features, dict(heuristics.named))

    async def look(self, board: str, body: Along) -> Shown:
        opened = self._boards.open(board)
        refuse_unseen(opened.session)
        return await run_in_threadpool(_look, opened.session, opened.place(body.place).placed, body)


def _option(option: Any) -> SearchOptionEntry:
    return SearchOptionEntry(option.name, option.words, option.kind, option.default, option.choices)


def _words(body: Along) -> list[str]:
    words = body.moves.split()
    if len(words) > _MOST_MOVES:
        raise InputError(f"a line of {len(words)} moves", expected=f"at most {_MOST_MOVES}")
    return words


def _played(session: Session[Any, Any], position: Any, words: list[str]) -> Any:
    """The position after some moves; InputError with the number of one that cannot be made."""
    game = session.game
    for number, word in enumerate(words, start=1):
        try:
            position = game.play(position, game.notation.parse(position, word))
        except ValueError as error:
            what = f"move {number} of the line, {quote(word)}, cannot be made: {error}"
            raise InputError(what, expected="moves that can be made one after the other") from None
    return position


def _look(session: Session[Any, Any], position: Any, body: Along) -> Shown:
    there = _played(session, position, _words(body))
    return Shown(to_data(scene_of(session.game, there, open_cards=session.open_cards)))
