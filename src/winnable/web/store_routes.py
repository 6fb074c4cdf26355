"""The routes of kept games: they are listed, deleted, given up, and counted. Asking takes the token as well,
since ids of games are secrets of their player: so these are POST."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from winnable.errors import InputError
from winnable.web.boards import Boards
from winnable.web.kept import AGAIN_ID, Tally
from winnable.web.routes import Route
from winnable.web.statistics import (
    DailyStatistics,
    GameStatistics,
    games_csv,
    of_days,
    of_games,
    statistics_csv,
)
from winnable.web.store import Row, Store, StoreError
from winnable.web.wire import Board, Text

__all__ = ["StoreRoutes"]

T = TypeVar("T")

_MOST_LISTED: Final = 100
_MOST_TICK: Final = 600.0  # seconds that a page may add to the clock at once


class _Body(msgspec.Struct, forbid_unknown_fields=True):
    """What the page sends."""


class Ticked(_Body):
    """So many seconds the page was looked at, the game being open, since it last said so."""

    seconds: Annotated[float, msgspec.Meta(ge=0, le=_MOST_TICK)]


class GivenUp(_Body):
    """Is the game given up, or is that taken back?"""

    given_up: bool


class Search(_Body):
    """Words that each stand in a game's title, name, deal, day or ending."""

    search: Annotated[str, msgspec.Meta(max_length=200)] = ""


class OneGame(_Body):
    """A kept game by its id."""

    game: Annotated[str, msgspec.Meta(pattern=AGAIN_ID)]


class Forget(_Body):
    """A game as spelled, whose statistics are to begin anew; an empty name: all."""

    game: str = ""


class Remember(_Body):
    """What a reset answered, to take it back."""

    reset: float


class Table(_Body):
    """Which table: one line for each game that was played, or one for each kind of game."""

    table: Literal["games", "statistics"] = "games"


class KeptGame(msgspec.Struct, frozen=True):
    """A game in the list. Times are seconds since 1970."""

    id: str
    game: str
    title: str
    deal: str
    daily: str
    started: float
    changed: float
    seconds: float
    moves: int
    ending: str


class KeptGames(msgspec.Struct, frozen=True):
    """The games that were changed last, how many there are in all, and what is wrong with keeping them, if
    anything is."""

    games: tuple[KeptGame, ...]
    all: int
    warning: str


class Statistics(msgspec.Struct, frozen=True):
    """Of each kind of game, and of daily deals. ``reset`` takes back the reset that this answers."""

    games: tuple[GameStatistics, ...]
    daily: DailyStatistics
    warning: str
    reset: float | None = None


class StoreRoutes:
    """Of kept games."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._keeper = boards.keeper

    def routes(self) -> list[Route]:
        """The table."""
        one, kept, statistics = "/api/boards/{board}", "/api/kept", "/api/statistics"
        return [
            Route("POST", f"{one}/clock", "Adds to the time played.", Tally, self.clock, Ticked),
            Route("POST", f"{one}/give-up", "Gives the game up.", Board, self.give_up, GivenUp),
            Route("POST", kept, "The games that are kept.", KeptGames, self.kept, Search),
            Route("POST", f"{kept}/delete", "Deletes one.", KeptGames, self.delete, OneGame),
            Route("POST", f"{kept}/restore", "Has it back.", KeptGames, self.restore, OneGame),
            Route("POST", statistics, "One's own games in numbers.", Statistics, self.statistics),
            Route("POST", f"{statistics}/reset", "Begins them anew.", Statistics, self.reset, Forget),
            Route("POST", f"{statistics}/unreset", "Takes that back.", Statistics, self.unreset, Remember),
            Route("POST", f"{statistics}/table", "The same as CSV.", Text, self.table, Table),
        ]

    # --- a game that is open -------------------------------------------------------------------------------

    async def clock(self, board: str, body: Ticked) -> Tally:
        opened = self._boards.open(board)
        opened.record.tick(body.seconds)
        opened.touched()
        return opened.record.tally(opened.session)

    async def give_up(self, board: str, body: GivenUp) -> Board:
        opened = self._boards.open(board)
        opened.record.give_up(body.given_up)
        opened.changed()
        return opened.board()

    # --- the list ------------------------------------------------------------------------------------------

    async def kept(self, body: Search) -> KeptGames:
        return await self._listed(body.search)

    async def delete(self, body: OneGame) -> KeptGames:
        await self._one(lambda store: store.delete(body.game))
        return await self._listed()

    async def restore(self, body: OneGame) -> KeptGames:
        await self._one(lambda store: store.restore(body.game))
        return await self._listed()

    async def _one(self, change: Callable[[Store], bool]) -> None:
        await self._keeper.flush()
        if not await self._do(change):
            raise InputError("this game is not kept here", expected="one of the list")

    async def _listed(self, search: str = "") -> KeptGames:
        await self._keeper.flush()
        try:
            rows, number = await self._keeper.do(lambda store: store.listed(search, _MOST_LISTED))
        except StoreError as error:
            return KeptGames((), 0, str(error))
        return KeptGames(tuple(map(_kept, rows)), number, self._keeper.warning)

    # --- statistics ----------------------------------------------------------------------------------------

    async def statistics(self) -> Statistics:
        return await self._counted()

    async def reset(self, body: Forget) -> Statistics:
        await self._keeper.flush()
        return await self._counted(await self._do(lambda store: store.reset(body.game)))

    async def unreset(self, body: Remember) -> Statistics:
        await self._do(partial(Store.unreset, when=body.reset))
        return await self._counted()

    async def table(self, body: Table) -> Text:
        write = games_csv if body.table == "games" else statistics_csv
        await self._keeper.flush()
        return Text(write(await self._do(Store.played)))

    async def _counted(self, reset: float | None = None) -> Statistics:
        await self._keeper.flush()
        try:
            rows, warning = await self._keeper.do(Store.played), self._keeper.warning
        except StoreError as error:
            rows, warning = [], str(error)
        return Statistics(of_games(rows), of_days(rows, date.fromtimestamp(time.time())), warning, reset)

    async def _do(self, work: Callable[[Store], T]) -> T:
        """Does something with the store; InputError where that fails."""
        try:
            return await self._keeper.do(work)
        except StoreError as error:
            raise InputError(str(error).rstrip(".")) from None


def _kept(row: Row) -> KeptGame:
    return KeptGame(
        id=row.id,
        game=row.game,
        title=row.title,
        deal=row.deal,
        daily=row.daily,
        started=row.started,
        changed=row.changed,
        seconds=round(row.seconds, 1),
        moves=row.moves,
        ending=row.ending,
    )
