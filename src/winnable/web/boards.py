"""The games that pages have open: sessions by their ids, with what is known of their places."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from starlette.exceptions import HTTPException

from winnable.analysis.hint import plays_unseen
from winnable.analysis.scenes import scene_of
from winnable.analysis.verdict import PositionVerdict
from winnable.errors import InputError
from winnable.family import RegisteredGame, observed
from winnable.plain import to_data
from winnable.reading import read
from winnable.registry import game_names, get_game
from winnable.search.api import Verdict
from winnable.session import Session
from winnable.session.known import KnownVerdicts
from winnable.session.tree import Cut, Node
from winnable.text.detect import Entry
from winnable.web.wire import Begin, Board, Place, Told

__all__ = ["Boards", "OpenBoard", "begin"]

_MOST_BOARDS: Final = 1000


class OpenBoard:
    """A session on a page. Places go by numbers, which last as long as the board does."""

    def __init__(self, board_id: str, session: Session[Any, Any]) -> None:
        self.id = board_id
        self.session = session
        self.revision = 0
        self.cuts: list[Cut[Any, Any]] = []  # deletions that can be taken back, the last one last
        self.known: KnownVerdicts[Any, Any] = KnownVerdicts(session.game, autoplay=session.autoplay)
        self._numbers = count()
        self._ids: dict[Node[Any, Any], str] = {}
        self._nodes: dict[str, Node[Any, Any]] = {}
        self._words: dict[Node[Any, Any], str] = {}  # in some games to describe a move takes a search
        for node in _all_nodes(session.root):
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
        self.known.autoplay = self.session.autoplay
        alive = set(_all_nodes(self.session.root))
        for node in [node for node in self._ids if node not in alive]:
            del self._nodes[self._ids.pop(node)]
            self._words.pop(node, None)

    def told(self) -> dict[str, Told]:
        """What is known of the places of the tree; nothing in a game played unseen, where answers know every
        card."""
        if self.session.unseen:
            return {}
        known: dict[Node[Any, Any] | None, PositionVerdict | None] = {None: None}
        for node in _all_nodes(self.session.root):
            known[node] = self.known.below(node, known[node.parent])
        return {self.number(node): _told(answer) for node, answer in known.items() if node and answer}

    def board(self) -> Board:
        """As the page gets it."""
        session, game = self.session, self.session.game
        nodes = list(_all_nodes(session.root))
        return Board(
            id=self.id,
            revision=self.revision,
            game=game.spelled,
            title=game.info.title,
            deal="" if session.deal is None else str(session.deal),
            unseen=session.unseen,
            autoplay=session.autoplay.value,
            outcome=session.outcome.value,
            here=self.number(session.here),
            tree=tuple(self._wired(node) for node in nodes),
            legal=tuple(session.legal()),
            scene=to_data(session.scene()),
            known=self.told(),
            shortens=not session.unseen and session.shortener is not None,
            deleted=self.cuts[-1].moves if self.cuts else 0,
        )

    def _wired(self, node: Node[Any, Any]) -> Place:
        parent, game = node.parent, self.session.game
        if node not in self._words:
            said = "" if parent is None else game.family.describe(game, parent.placed, node.moves[0])
            self._words[node] = said
        return Place(
            id=self.number(node),
            parent="" if parent is None else self.number(parent),
            moves=node.texts,
            words=self._words[node],
            comment=node.comment,
            checkpoint=node.checkpoint,
            children=tuple(map(self.number, node.children)),
        )


class Boards:
    """Open boards by id; of many the ones least used are closed. An id is a secret of its page."""

    def __init__(self, most: int = _MOST_BOARDS) -> None:
        self._most = most
        self._open: OrderedDict[str, OpenBoard] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, session: Session[Any, Any]) -> OpenBoard:
        """A new board; an id says nothing of the deal."""
        board = OpenBoard(secrets.token_urlsafe(12), session)
        self._open[board.id] = board
        while len(self._open) > self._most:
            self._open.popitem(last=False)
        return board

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


def begin(asked: Begin) -> Session[Any, Any]:
    """The session that is asked for.

    Raises:
        InputError: a text that no game reads, that holds several positions, or none that is legal.
    """
    if asked.text.lstrip().startswith("winnable game"):
        return Session.load(asked.text)
    game = get_game(asked.game) if asked.game else None
    if game is not None and not asked.text.strip():
        raise InputError("no deal and no position", expected="a deal such as 617, or a text")
    entries = list(_first_two(read(asked.text, game)))
    if len(entries) != 1:
        raise InputError("this text holds several positions", expected="one")
    entry = entries[0]
    if game is None:
        game = get_game(entry.game) if entry.game is not None else _game_of(entry, asked.text)
    if plays_unseen(game) and not asked.open_cards:
        session = Session.of_setup(game, entry.checked(observed(game)), deal=entry.deal)
    else:
        options: dict[str, Any] = {"deal": entry.deal, "open_cards": asked.open_cards}
        session = Session(game, entry.position(game), notes=entry.notes(game), **options)
    if asked.autoplay != "none" and game.info.plays_itself:
        session.set_autoplay(asked.autoplay)
    return session


def _first_two(entries: Iterator[Entry]) -> Iterator[Entry]:
    for i, entry in enumerate(entries):
        yield entry
        if i:
            return


def _game_of(entry: Entry, text: str) -> RegisteredGame[Any, Any]:
    """The game that a position is of, by the look of it: one that begins so, else the first that may come to
    it."""
    errors: list[InputError] = []
    found: list[RegisteredGame[Any, Any]] = []
    for name in game_names():
        game = get_game(name)
        try:
            (again,) = read(text, game)
            position = again.position(game)
        except (InputError, ValueError) as error:
            errors += [error] if isinstance(error, InputError) else []
            continue
        if _counts(game, position) == _counts(game, game.deal(1)):
            return game
        found.append(game)
    if found:
        return found[0]
    raise errors[0]


def _counts(game: RegisteredGame[Any, Any], position: Any) -> dict[str, int]:
    """How many cards lie in each pile."""
    scene = scene_of(game, position, open_cards=True)
    return {pile.name: len(pile.cards) for pile in scene.piles}


def _all_nodes(root: Node[Any, Any]) -> Iterator[Node[Any, Any]]:
    """Each place before those that follow it, the main line first."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(node.children)


def _told(known: PositionVerdict) -> Told:
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
    )
