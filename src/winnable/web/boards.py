"""The games that pages have open: sessions by their ids, with what is known of their places."""

from __future__ import annotations

import re
from collections import OrderedDict
from itertools import count
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from winnable.analysis.hint import can_hide
from winnable.analysis.verdict import PositionVerdict
from winnable.errors import InputError
from winnable.family import CAPABILITIES, RegisteredGame
from winnable.plain import to_data
from winnable.search.api import Verdict
from winnable.session import Session
from winnable.session.told import solutions_told, told
from winnable.session.tree import Cut, Node
from winnable.web.begin import begin
from winnable.web.keeper import Keeper
from winnable.web.kept import AGAIN_ID, Again, Record, record_of, row_of
from winnable.web.pool import Look, Pool, look_of
from winnable.web.store import Row, new_id
from winnable.web.wire import Board, ChanceTold, Place, Told

__all__ = ["Boards", "OpenBoard", "begin"]

_MOST_BOARDS: Final = 1000
# A game that is opened again goes on from a revision that no page has seen: places have other numbers now.
_STEP: Final = 10_000
_ID: Final = re.compile(AGAIN_ID)


class OpenBoard:
    """A session on a page. Places go by numbers, which last as long as the board does."""

    def __init__(
        self,
        board_id: str,
        session: Session[Any, Any],
        record: Record | None = None,
        keeper: Keeper | None = None,
        revision: int = 0,
    ) -> None:
        self.id = board_id
        self.session = session
        self.pool = Pool()  # of its own, until it is one of several boards
        self._looks: dict[Node[Any, Any], Look] = {}
        self.revision = revision
        self.record = Record.of_new(session) if record is None else record
        self.keeper = Keeper() if keeper is None else keeper
        self._woken: tuple[int, int] | None = None  # the revision on disk, and the first one here
        self._kept = (board_id, "")  # under which id it is kept, and the stamp of the last writing
        self._text = (-1, "")
        self.cuts: list[Cut[Any, Any]] = []  # deletions that can be taken back, the last one last
        self.known = session.answers
        self._numbers = count()
        self._ids: dict[Node[Any, Any], str] = {}
        self._nodes: dict[str, Node[Any, Any]] = {}
        self._words: dict[Node[Any, Any], str] = {}  # in some games to describe a move takes a search
        self._said: dict[Node[Any, Any], str] = {}
        for node in session.root.all():
            self.number(node)

    def number(self, node: Node[Any, Any]) -> str:
        """The number of a place."""
        if node not in self._ids:
            self._ids[node] = str(next(self._numbers))
            self._nodes[self._ids[node]] = node
        return self._ids[node]

    def place(self, number: str) -> Node[Any, Any]:
        """The place of a number; InputError if there is none."""
        node = self._nodes.get(number)
        if node is None:
            raise InputError("there is no such place in this game", expected="a place of its tree")
        return node

    def changed(self) -> None:
        """Takes note of a change of the session."""
        self.revision += 1
        self.record.note(self.session)
        self.keeper.changed(self)
        alive = set(self.session.root.all())
        for node in [node for node in self._ids if node not in alive]:
            del self._nodes[self._ids.pop(node)]
            self._words.pop(node, None)
            self._looks.pop(node, None)
            self._said.pop(node, None)

    def helped(self, question: str, place: str) -> None:
        """Takes note that a question was answered."""
        self.record.answered(question, place)
        self.touched()

    def touched(self) -> None:
        """What is kept beside the moves has changed; a game in which nothing was done yet is not kept."""
        if self.record.changed:
            self.keeper.changed(self)

    def check(self, revision: str) -> None:
        """409 unless that is the revision here; an empty one is not checked."""
        if revision and revision != str(self.revision):
            raise HTTPException(409, "this game has gone on elsewhere; look at it as it is now")

    @property
    def text(self) -> str:
        """The game as text; made once for each revision."""
        if self._text[0] != self.revision:
            self._text = (self.revision, self.session.save())
        return self._text[1]

    def wake(self, row: Row) -> None:
        """It is the game that is kept there, opened again."""
        self._woken = (row.revision, self.revision)
        self.written(row)

    def is_behind(self, revision: float) -> bool:
        """Was it opened again from an older writing than that revision, and not changed since?"""
        return self._woken is not None and self.revision == self._woken[1] and revision > self._woken[0]

    # What the keeper asks for.

    def row(self) -> Row:
        """As it is kept."""
        kept_as, stamp = self._kept
        return row_of(self.session, self.record, kept_as, stamp=stamp, revision=self.revision, text=self.text)

    def written(self, row: Row) -> None:
        """It is kept so now."""
        self._kept = (row.id, row.stamp)

    def told(self) -> dict[str, Told]:
        """What is known of the places of the tree; nothing in a game played unseen, where answers know every
        card."""
        if self.session.unseen:
            return {}
        known: dict[Node[Any, Any] | None, PositionVerdict | None] = {None: None}
        for node in self.session.root.all():
            known[node] = self.known.below(node, known[node.parent])
        game = self.session.game
        return {
            self.number(node): _told(game, node, answer) for node, answer in known.items() if node and answer
        }

    def look(self, node: Node[Any, Any]) -> Look:
        """What is seen of a place of a game played unseen."""
        if node not in self._looks:
            self._looks[node] = look_of(self.session.game, node.placed)
        return self._looks[node]

    def chances(self) -> dict[str, ChanceTold]:
        """What is known of the places of the tree in a game played unseen, by what is seen there alone."""
        if not self.session.unseen:
            return {}
        told = {self.number(node): self.pool.told(self.look(node)) for node in self.session.root.all()}
        return {number: chance for number, chance in told.items() if chance is not None}

    def board(self) -> Board:
        """As the page gets it."""
        session, game = self.session, self.session.game
        tree = {self.number(node): self._wired(node) for node in session.root.all()}
        return Board(
            id=self.id,
            revision=self.revision,
            game=game.spelled,
            title=game.info.title,
            deal="" if session.deal is None else str(session.deal),
            unseen=session.unseen,
            hides=can_hide(game),
            autoplay=session.autoplay.value,
            outcome=session.outcome.value,
            said=self._told_here(),
            here=self.number(session.here),
            tree=tuple(tree.values()),
            legal=tuple(session.legal()),
            scene=to_data(session.scene()),
            known=self.told(),
            shortens=not session.unseen and session.shortener is not None,
            deleted=self.cuts[-1].moves if self.cuts else 0,
            text=self.text,
            tally=self.record.tally(session),
            warning=self.keeper.warning,
            chances=self.chances(),
            may_undo=session.may_undo,
            may_redo=session.may_redo,
            capabilities=tuple(name for name in CAPABILITIES if getattr(game.family, name) is not None),
        )

    def _told_here(self) -> str:
        here = self.session.here
        if here not in self._said:
            self._said[here] = told(self.session, here, self.words(here))
        return self._said[here]

    def words(self, node: Node[Any, Any]) -> str:
        """What the player's move was that led to a place; nothing for the start."""
        parent, game = node.parent, self.session.game
        if node not in self._words:
            said = "" if parent is None else game.family.describe(game, parent.placed, node.moves[0])
            self._words[node] = said
        return self._words[node]

    def _wired(self, node: Node[Any, Any]) -> Place:
        parent = node.parent
        return Place(
            id=self.number(node),
            parent="" if parent is None else self.number(parent),
            moves=node.texts,
            words=self.words(node),
            comment=node.comment,
            checkpoint=node.checkpoint,
            children=tuple(map(self.number, node.children)),
            marks=tuple(self.session.standing_marks(node)),
        )


class Boards:
    """Open boards by id; of many the ones least used are closed. An id is a secret of its page. Games that
    are kept on disk are opened again when they are asked for."""

    def __init__(self, most: int = _MOST_BOARDS, keeper: Keeper | None = None) -> None:
        self._most = most
        self.pool = Pool()
        self._open: OrderedDict[str, OpenBoard] = OrderedDict()
        self.keeper = Keeper() if keeper is None else keeper

    def __len__(self) -> int:
        return len(self._open)

    def add(self, session: Session[Any, Any], daily: str = "") -> OpenBoard:
        """A new board; an id says nothing of the deal."""
        return self._add(OpenBoard(new_id(), session, Record.of_new(session, daily), self.keeper))

    def get(self, board_id: str) -> OpenBoard | None:
        """The board of an id, if it is open."""
        board = self._open.get(board_id)
        if board is not None:
            self._open.move_to_end(board_id)
        return board

    def open(self, board_id: str) -> OpenBoard:
        """The same; 404 where it is not open."""
        board = self.get(board_id)
        if board is None:
            raise HTTPException(404, "this game is not open here; load it again")
        return board

    async def awake(self, board_id: str) -> OpenBoard | None:
        """Opens the board of an id again if it is kept and not open; InputError if it cannot be read."""
        if board_id in self._open or not _ID.match(board_id):
            return self.get(board_id)
        waiting = self.keeper.waiting(board_id)
        if isinstance(waiting, OpenBoard):  # it was closed for others before it could be written
            return self._add(waiting)
        row = await self.keeper.find(board_id)
        if row is None:
            return self.get(board_id)
        session = await run_in_threadpool(Session.load, row.text)
        if board_id in self._open:  # somebody was faster
            return self.get(board_id)
        board = OpenBoard(board_id, session, record_of(row), self.keeper, (row.revision // _STEP + 1) * _STEP)
        board.wake(row)
        return self._add(board)

    async def again(self, again: Again, text: str) -> OpenBoard:
        """A game that a page had open: as it is here or on disk, unless the page knows more.

        Raises:
            InputError: it is not kept, and the page has no text that can be read.
        """
        board = await self.awake(again.board)
        if board is not None and not board.is_behind(again.revision):
            return board
        if not text.strip():
            if board is not None:
                return board
            raise InputError("this game is not kept here any more", expected="its text")
        session = await run_in_threadpool(Session.load, text)
        if (now := self.get(again.board)) is not board and now is not None:
            return now
        revision = (int(again.revision) // _STEP + 1) * _STEP
        newer = OpenBoard(again.board, session, Record.of_again(session, again), self.keeper, revision)
        if board is not None:
            newer.written(board.row())
            newer.record.started = board.record.started
        self._add(newer)
        newer.touched()
        return newer

    def _add(self, board: OpenBoard) -> OpenBoard:
        board.pool = self.pool
        self._open[board.id] = board
        self._open.move_to_end(board.id)
        while len(self._open) > self._most:
            self._open.popitem(last=False)
        return board


def _told(game: RegisteredGame[Any, Any], node: Node[Any, Any], known: PositionVerdict) -> Told:
    limits = known.limits
    return Told(
        verdict=known.verdict.value,
        length=len(known.moves),
        shortest=known.optimal,
        why=known.why,
        stopped_by=known.reason.value if known.verdict is Verdict.UNKNOWN else "",
        expanded=known.expanded,
        seconds=round(known.seconds, 3) or None,
        megabytes=round(known.peak_bytes / 1e6, 3) or None,
        limit_seconds=None if limits is None else limits.seconds,
        limit_megabytes=None if limits is None else limits.bytes / 1e6,
        words=solutions_told(node, known) if game.info.on_squares and game.family.marks is not None else "",
    )
