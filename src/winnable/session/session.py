"""The session of a game: moves are made and taken back, questions are asked, and the game is saved.

A game that hides cards may be played unseen: then nothing is taken back, and no answer knows more than the
player does. One in which nothing is ever taken back is played so unless it is opened; others where that is
asked for, or where cards are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.analysis.chances import Chances, review_unseen
from winnable.analysis.explain import Explained
from winnable.analysis.hint import Hint, advise, can_hide, hint, observe, plays_unseen
from winnable.analysis.mistakes import BoardCheck
from winnable.analysis.outlook import MoveChances, WinChance, move_chances, win_chance
from winnable.analysis.refusal import why_not
from winnable.analysis.review import OnStep, Review, review
from winnable.analysis.scenes import scene_of
from winnable.analysis.verdict import PositionVerdict, position_verdict, shortening_solver
from winnable.analysis.verdicts import MoveVerdicts, move_verdicts
from winnable.deals import DealNumber, checked_deal
from winnable.errors import InputError
from winnable.family import RegisteredGame, observed, require
from winnable.game import Outcome
from winnable.moves import Autoplay, parse_autoplay
from winnable.scene import Scene
from winnable.search.api import Limits
from winnable.session.known import KnownVerdicts
from winnable.session.learned import learn_hint, learn_rows
from winnable.session.live import brings_unknown, how_to_name, known, learn, play_named, some_world
from winnable.session.marks import leave_out, mark, notes_here, settle, standing
from winnable.session.told import taken_back
from winnable.session.tree import Cut, Node, View
from winnable.text.readers import Notes
from winnable.text.reveals import split_reveal
from winnable.text.solution import Solution, replay, replay_moves

__all__ = ["Session"]

P = TypeVar("P")
M = TypeVar("M")

_MOST_COMMENT = 10_000  # characters


class Session(Generic[P, M]):
    """A game from a start on.

    Args:
        game: any registered game.
        start: a position of it.
        deal: the deal that the start is, if it is one; saved games then name it.
        open_cards: for games that hide cards: every card is known to the player, who may go back.
        autoplay: which cards go home by themselves after each move, in games that play themselves.
        notes: what the player has noted beside the start, such as pencil marks.
        unseen: is it played unseen? By default, if nothing is ever taken back in this game and it is not
            opened.

    Raises:
        InputError: an autoplay for a game in which nothing plays itself, or a game played unseen that does
            not say what its player sees.
    """

    def __init__(
        self,
        game: RegisteredGame[P, M],
        start: P,
        *,
        deal: DealNumber | str | None = None,
        open_cards: bool = False,
        autoplay: Autoplay | str = Autoplay.NONE,
        notes: Notes | None = None,
        unseen: bool | None = None,
    ) -> None:
        self.game = game
        self.unseen = plays_unseen(game) and not open_cards if unseen is None else unseen
        if self.unseen:
            observed(game)
            if open_cards:
                raise InputError("all cards known, and played unseen", expected="one of them")
        self.noted = notes
        self.deal = None if deal is None else checked_deal(deal, game.info.dialects[0])
        self.open_cards = open_cards
        self.autoplay = Autoplay.NONE
        self.answers: KnownVerdicts[P, M] = KnownVerdicts(game)  # what is known of its places
        self.set_autoplay(autoplay)
        self.root: Node[P, M] = Node(start)
        self.here: Node[P, M] = self.root
        self.given: Any = None  # the setup, where cards of the start are unknown even to us

    @classmethod
    def of_deal(
        cls, game: RegisteredGame[P, M], number: int | str | DealNumber, **options: Any
    ) -> Session[P, M]:
        """A session from a deal: 617, "ms:617"; options as for the class."""
        deal = checked_deal(number, game.info.dialects[0])
        return cls(game, game.deal(deal), deal=deal, **options)

    @classmethod
    def of_setup(cls, game: RegisteredGame[P, M], setup: Any, **options: Any) -> Session[P, M]:
        """A session from a setup. In a game that hides cards these may be unknown: then it is played unseen,
        and no move that brings one to light can be made, unless it names the card: ``37=QH``."""
        try:
            return cls(game, game.position(setup), **options)
        except InputError:
            if not can_hide(game) or options.get("open_cards"):
                raise
        whole = observed(game).checked(setup)
        session = cls(game, some_world(game, whole), **{**options, "unseen": True})
        session.given = whole
        return session

    def __repr__(self) -> str:
        return f"<Session of {self.game.spelled}, move {self.here.number}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Session.load, (self.save(),)

    @property
    def here(self) -> Node[P, M]:
        """The place where the player is."""
        return self._here

    @here.setter
    def here(self, node: Node[P, M]) -> None:
        self._here = node
        self.marks_back = 0  # so many of the marks that were made here are taken back
        self.came_from: Node[P, M] | None = None  # where undo goes back to, if not to the place before
        self.went_to: Node[P, M] | None = None  # and where redo goes on to

    # --- what is seen --------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """The position; InputError in a game played unseen: ``seen`` is what there is to be seen of it."""
        self._refuse_unseen("the position has every card", "what is seen of it")
        return self.here.placed

    @property
    def seen(self) -> Any:
        """The position, or in a game played unseen what its player sees of it."""
        place = self.here.placed
        return observe(self.game, place) if self.unseen else place

    @property
    def known(self) -> Any:
        """The setup here, as far as the player knows it: written down, it can be read and played on.

        In a game played unseen that is what is seen, and the hidden cards that the text of a start with
        unknown cards named.
        """
        place = self.here.placed
        return known(self) if self.unseen else self.game.setup(place)

    @property
    def notes(self) -> Notes | None:
        """What is noted beside the position: what was noted at the start and marked since, as the moves leave
        it."""
        return notes_here(self)

    @property
    def outcome(self) -> Outcome:
        """Won, stuck or open."""
        return self.game.outcome(self.here.placed)

    def legal(self) -> list[str]:
        """Every legal move, as text."""
        place = self.here.placed
        return [self.game.notation.format(place, move) for move in self.game.legal_moves(place)]

    def why_not(self, source: str, index: int, target: str) -> str:
        """Why the card at ``index`` of a pile, with all that lies on it, cannot go onto another.

        InputError for a pile or a card that is not there, and for a move that is legal.
        """
        return why_not(self.game, self.here.placed, self.scene(), source, index, target)

    def scene(self, **marks: Any) -> Scene:
        """What is on the table; ``marks`` as for :func:`~winnable.analysis.scenes.scene_of`."""
        return scene_of(self.game, self.seen, open_cards=self.open_cards, notes=self.notes, **marks)

    def view(self) -> View:
        """What the player sees, as a value to send."""
        way = list(self.here.way())[::-1]
        return View(
            self.game.spelled,
            self.seen,
            tuple(chain.from_iterable(node.texts for node in way)),
            tuple(self.legal()),
            tuple(child.text for child in self.here.children),
            self.outcome,
            self.here.comment,
            not self.unseen,
            self.scene(),
        )

    def opened(self) -> Session[P, M]:
        """The same game with all cards known, so that one may go back; this session stays as it is.

        InputError where there are cards that nobody knows.
        """
        if self.given is not None and self.given != self.game.setup(self.root.placed):
            raise InputError(
                "cards of this position are unknown", expected="a position with every card, to open it"
            )
        session = Session(
            self.game,
            self.root.placed,
            deal=self.deal,
            open_cards=True,
            autoplay=self.autoplay,
            notes=self.noted,
        )
        self.copy_to(session)
        return session

    # --- moving --------------------------------------------------------------------------------------------

    def play(self, text: str, *, autoplay: Autoplay | str | None = None) -> Node[P, M]:
        """Makes a move from here, and what ``autoplay`` does after it: it sends no card back that the move
        took from its foundation. A move that was made from here before leads to where it led, another one
        begins a variation. Where moves bring cards to light, the text may name them, in the order in which
        they come: ``37=QH``, ``deal=KS,QH,...``.

        Raises:
            InputError: no move, or one that is not legal, or one that brings to light an unknown card that is
                not named, or others than those named.
        """
        policy = self.autoplay if autoplay is None else self._checked_autoplay(autoplay)
        if self.game.family.reveals is not None:
            text, cards = split_reveal(text)
            if cards:
                learn(self, text, cards)
        move = self._parse(text)
        made = replay_moves(self.game, self.here.placed, [move], policy)
        return self.enter(made.moves[: taken_back(self.game, made)])

    def enter(self, moves: Sequence[M]) -> Node[P, M]:
        """Makes a move of the player's from here, with those that make themselves after it: :meth:`play` in
        values. IllegalMove if one cannot be made; else as there."""
        for child in self.here.children:
            if child.moves == tuple(moves):
                settle(self)
                return self._go_on(child)
        positions = [self.here.placed]
        for move in moves:
            positions.append(self.game.play(positions[-1], move))
        self._refuse_news(positions[-1])
        if self.unseen and self.here.children:
            self._refuse_going_back()
        texts = [
            self.game.notation.format(place, move) for place, move in zip(positions, moves, strict=False)
        ]
        settle(self)
        node = Node(positions[-1], self.here, moves, texts)
        self.here.children.append(node)
        return self._go_on(node)

    def play_all(self, solution: Solution, autoplay: Autoplay | None = None) -> Node[P, M]:
        """Makes the moves of a list from here, with what it leaves out, as
        :func:`~winnable.text.solution.replay` does.

        Raises:
            InputError: with the place, a move that cannot be made, and as for :meth:`play`.
        """
        if self.game.family.reveals is not None and any("=" in token.text for token in solution.tokens):
            return play_named(self, solution)
        played = replay(self.game, self.here.placed, solution, autoplay)
        for place, token in zip(played.positions[1:], solution.tokens, strict=False):
            try:
                self._refuse_news(place)
            except InputError as error:
                raise error.at(source=solution.source, line=token.line, column=token.column) from None
        if (broken := played.broken) is not None:
            number, token, reason, source = broken
            what, mend = f"move {number} cannot be made: {reason}", "leave it out, with what follows"
            raise InputError(what, mend=mend, source=source, line=token.line, column=token.column)
        group: list[M] = []
        for move, by_player in zip(played.moves, played.player, strict=True):
            # What makes itself follows a move; draws that a list leaves out are moves of their own.
            if group and (by_player or not self.game.info.plays_itself):
                self.enter(group)
                group = []
            group.append(move)
        return self.enter(group) if group else self.here

    def set_autoplay(self, autoplay: Autoplay | str) -> None:
        """What makes moves by itself from now on; InputError for a game in which nothing plays itself."""
        self.answers.autoplay = self.autoplay = self._checked_autoplay(autoplay)

    def mark(self, text: str) -> None:
        """Marks something beside the position, such as ``r1c2?g`` where pencil marks are made; it holds on in
        what follows. InputError for a game without marks, and for a text that is none on this board."""
        mark(self, text)

    def standing_marks(self, node: Node[P, M]) -> Sequence[str]:
        """The marks that were made at a place, without those that are taken back."""
        return standing(self, node)

    def leave_out(self, node: Node[P, M]) -> Node[P, M]:
        """Goes to the line without one move of those that led here, and makes the later ones again: a
        variation; undo comes back. InputError where a later one needs it, and as for :meth:`goto`."""
        self._refuse_going_back()
        return leave_out(self, node)

    @property
    def may_undo(self) -> bool:
        """Is there something to take back?"""
        marked, came = self.marks_back < len(self.here.marks), self.came_from is not None
        return not self.unseen and (marked or came or self.here.parent is not None)

    @property
    def may_redo(self) -> bool:
        """Is there something to make again?"""
        went = self.went_to is not None and self._is_in(self.went_to)
        return bool(self.marks_back or went or self.here.children)

    def undo(self) -> Node[P, M]:
        """Goes back by one mark that was made here, else by one move; InputError at the start, and in a game
        played unseen."""
        self._refuse_going_back()
        if self.marks_back < len(self.here.marks) and self.came_from is None:
            self.marks_back += 1
            return self.here
        if (last := self.came_from) is not None and self._is_in(last):
            here = self.here
            self.stand_at(last)
            self.went_to = here
            return self.here
        if self.here.parent is None:
            raise InputError("there is nothing to take back", expected="a move that was made")
        self.here = self.here.parent
        return self.here

    def redo(self) -> Node[P, M]:
        """Goes on to where one was last, else along the main line; InputError at an end."""
        if self.marks_back:
            self.marks_back -= 1
            return self.here
        if (last := self.went_to) is not None and self._is_in(last):
            here = self.here
            self.stand_at(last)
            self.came_from = here
            return self.here
        onward = self.here.onward
        if onward not in self.here.children:
            onward = self.here.children[0] if self.here.children else None
        if onward is None:
            raise InputError("there is nothing to make again", expected="a move that was taken back")
        self._go_on(onward)
        self.marks_back = len(onward.marks)  # they are made again one by one
        return onward

    def goto(self, node: Node[P, M]) -> Node[P, M]:
        """Goes to a place of the tree; InputError for one of another tree, and in a game played unseen."""
        if node is self.here:
            return node
        self._refuse_going_back()
        self._check(node)
        return self.stand_at(node)

    def promote(self, node: Node[P, M]) -> None:
        """Makes a variation the main line at the place where it begins; InputError as for :meth:`goto`."""
        parent = self._parent_of(node)
        parent.children.remove(node)
        parent.children.insert(0, node)

    def delete(self, node: Node[P, M]) -> Cut[P, M]:
        """Takes a move out, with all that follows it; who stands there goes back to before it. What is taken
        out can be put back by :meth:`restore`. InputError for the root, and as for :meth:`goto`."""
        parent = self._parent_of(node)
        cut = Cut(node, parent.children.index(node), self.here)
        if node in self.here.way():
            self.stand_at(parent)
        parent.children.remove(node)
        if parent.onward is node:
            parent.onward = None
        return cut

    def restore(self, cut: Cut[P, M]) -> None:
        """Puts back what :meth:`delete` took out, and stands where one stood then if that was in it.

        InputError where the place before it is gone, or where that move was made again meanwhile.
        """
        parent = cut.node.parent
        assert parent is not None
        self._check(parent)
        if any(child.moves == cut.node.moves for child in parent.children):
            raise InputError("this move was made again meanwhile", expected="a place without it")
        parent.children.insert(min(cut.index, len(parent.children)), cut.node)
        if cut.node in cut.here.way():
            self.stand_at(cut.here)

    def checkpoint(self, on: bool = True, node: Node[P, M] | None = None) -> None:
        """Marks a place, here by default, as one to come back to, or takes the mark away; InputError for a
        place of another tree."""
        node = node or self.here
        self._check(node)
        node.checkpoint = on

    def add_line(self, texts: Sequence[str]) -> None:
        """Adds moves from here to the tree and stays here; :meth:`redo` follows them. Nothing makes itself
        between them: a line names every move. InputError for a move that cannot be made, and in a game played
        unseen; then nothing is added."""
        self._refuse_going_back()
        here, place, moves = self.here, self.here.placed, []
        for text in texts:
            try:
                moves.append(self.game.notation.parse(place, text))
                place = self.game.play(place, moves[-1])
            except ValueError as error:
                raise InputError(str(error)) from None
        for move in moves:
            self.enter([move])
        self.here = here

    def comment(self, text: str, node: Node[P, M] | None = None) -> None:
        """Writes a comment on a place, here by default; an empty one takes it away.

        InputError for a place of another tree, a text with control characters, and a very long one.
        """
        node = node or self.here
        self._check(node)
        if len(text) > _MOST_COMMENT or not text.replace("\n", "").isprintable():
            expected = f"lines of printable text, at most {_MOST_COMMENT} characters"
            raise InputError("this comment cannot be kept", expected=expected)
        node.comment = text

    def line(self) -> list[Node[P, M]]:
        """The places from the start to here and on along the main line, to its end."""
        way = list(self.here.way())[::-1]
        while way[-1].children:
            way.append(way[-1].children[0])
        return way

    # --- asking --------------------------------------------------------------------------------------------

    def verdict(
        self, *, solver: str = "auto", limits: Limits | None = None, token: CancelToken | None = None
    ) -> PositionVerdict:
        """Can the game still be won from here, with what makes moves by itself? InputError in a game played
        unseen."""
        self._refuse_unseen("a verdict knows every card", "hint, or review")
        asked: dict[str, Any] = {"solver": solver, "limits": limits, "token": token}
        answer = position_verdict(self.game, self.here.placed, autoplay=self.autoplay, **asked)
        self.answers.tell(self.here, answer)
        return answer

    @property
    def shortener(self) -> str | None:
        """The solver that looks for shorter wins than :meth:`verdict` finds, given time; None where there is
        none."""
        return shortening_solver(self.game, self.autoplay)

    def move_verdicts(
        self,
        *,
        solver: str | None = None,
        limits: Limits | None = None,
        token: CancelToken | None = None,
        every: bool = False,
        on_part: Callable[[MoveVerdicts[M], int], None] | None = None,
    ) -> MoveVerdicts[M]:
        """Can it still be won after each legal move, equal ones in one row unless ``every`` is true?
        ``on_part`` hears of them one by one. InputError in a game played unseen."""
        self._refuse_unseen("a verdict knows every card", "hint, or review")
        asked: dict[str, Any] = {"solver": solver, "limits": limits, "token": token, "every": every}
        asked |= {"on_part": on_part, "known": self._known_of}
        found = move_verdicts(self.game, self.here.placed, autoplay=self.autoplay, **asked)
        learn_rows(self, found)
        return found

    def hint(
        self,
        *,
        policy: str | None = None,
        seed: int = 0,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> Hint[M]:
        """The best move, and why; in a game played unseen by a policy, which has no limits."""
        if self.unseen:
            return advise(self.game, self.seen, policy=policy, seed=seed)
        if policy is not None:
            raise InputError("here a solver is asked, which knows every card", mend="name no policy")
        asked: dict[str, Any] = {"limits": limits, "token": token, "autoplay": self.autoplay}
        asked |= {"notes": self.notes, "known": self._known_of}
        advice = hint(self.game, self.here.placed, open_cards=True, **asked)
        learn_hint(self, advice)
        return advice

    def chance(self, **options: Any) -> WinChance:
        """How likely a win is from here in a game played unseen, by what is seen alone; options as for
        :func:`~winnable.analysis.outlook.win_chance`. InputError in a game with all cards known."""
        self._refuse_seen()
        return win_chance(self.game, self.seen, **options)

    def move_chances(self, **options: Any) -> MoveChances:
        """The same after each legal move; see :func:`~winnable.analysis.outlook.move_chances`."""
        self._refuse_seen()
        return move_chances(self.game, self.seen, **options)

    def explain(
        self,
        *,
        hardest: str | None = None,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> Explained:
        """How the game is solved from here, step by step; InputError for games without explanations."""
        explainer = require(self.game, "explain", self.game.family.explain)()
        return explainer.explain(self.game, self.here.placed, hardest=hardest, limits=limits, token=token)

    def mistakes(self, *, limits: Limits | None = None, token: CancelToken | None = None) -> BoardCheck:
        """Which of the player's entries and marks no solution has; InputError for games without such."""
        look = require(self.game, "mistakes", self.game.family.mistakes)()
        return look(self.game, self.here.placed, notes=self.notes, limits=limits, token=token)

    def review(
        self,
        *,
        policy: str = "fast",
        games: int = 30,
        seed: int = 0,
        jobs: int = 1,
        limits: Limits | None = None,
        token: CancelToken | None = None,
        on_step: OnStep | None = None,
    ) -> Review | Chances:
        """Looks over the line that one is on: the move that lost the game or, in a game played unseen, where
        the chance of a win fell, by ``policy`` in so many ``games``."""
        nodes = self.line()[1:]
        moves = [move for node in nodes for move in node.moves]
        start = self.root.placed
        common: dict[str, Any] = {"limits": limits, "token": token, "on_step": on_step}
        if self.unseen:
            return review_unseen(
                self.game, start, moves, policy=policy, games=games, seed=seed, jobs=jobs, **common
            )
        by_player = [i == 0 for node in nodes for i in range(len(node.moves))]
        return review(self.game, start, moves, by_player=by_player, **common)

    # --- saving --------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The game as text, which :meth:`load` reads; see docs/formats.md. A game played unseen shows no
        hidden card there: its deal, or its board in letters that say nothing to the eye."""
        from winnable.session.saves import save

        return save(self)

    @staticmethod
    def load(text: str, source: str | None = None) -> Session[Any, Any]:
        """The game that a text has saved.

        Raises:
            InputError: with the place, for a text that is none, an unknown game, an illegal move.
        """
        from winnable.session.saves import load

        return load(text, source)

    def copy_to(self, other: Session[P, M]) -> None:
        """Makes in another session, which is at the start of the same game, all moves of this one."""
        found = {self.root: other.root}
        todo = [self.root]
        _copy_told(self.root, other.root)
        while todo:
            before = todo.pop()
            for node in before.children:
                other.here = found[before]
                found[node] = other.enter(node.moves)
                _copy_told(node, found[node])
                todo.append(node)
        for node in found.values():
            node.onward = None
        other.stand_at(found[self.here])

    # --- within --------------------------------------------------------------------------------------------

    def _parse(self, text: str) -> M:
        try:
            return self.game.notation.parse(self.here.placed, text)
        except ValueError as error:
            raise InputError(str(error)) from None

    def stand_at(self, node: Node[P, M]) -> Node[P, M]:
        """Stands at a place of the tree, whatever the rules of play say."""
        self.here = node
        for place in node.way():
            if place.parent is not None:
                place.parent.onward = place
        return node

    def _known_of(self, position: P) -> PositionVerdict | None:
        """What is known of the position where one is, or of another one."""
        at_here = position is self.here.placed
        return self.answers.of(self.here) if at_here else self.answers.at(position)

    def _go_on(self, node: Node[P, M]) -> Node[P, M]:
        """To a child of the place where one stands."""
        self.here.onward = node
        self.here = node
        return node

    def _is_in(self, node: Node[P, M]) -> bool:
        way = list(node.way())
        return way[-1] is self.root and all(
            place.parent is None or place in place.parent.children for place in way
        )

    def _check(self, node: Node[P, M]) -> None:
        if not self._is_in(node):
            raise InputError("this place is not in this game", expected="a place of its tree")

    def _parent_of(self, node: Node[P, M]) -> Node[P, M]:
        self._refuse_going_back()
        self._check(node)
        if node.parent is None:
            raise InputError("the start is no move", expected="a move of the tree")
        return node.parent

    def _checked_autoplay(self, autoplay: Autoplay | str) -> Autoplay:
        policy = parse_autoplay(autoplay)
        if policy is not Autoplay.NONE and not self.game.info.plays_itself:
            raise InputError(f"nothing plays itself in {self.game.info.name}", expected="autoplay none")
        return policy

    def _refuse_going_back(self) -> None:
        if self.unseen:
            raise InputError(
                f"{self.game.info.title} is played unseen here: nothing is taken back",
                expected="a session with all cards known, to go back",
            )

    def _refuse_unseen(self, what: str, expected: str) -> None:
        if self.unseen:
            raise InputError(
                f"{self.game.info.title} is played unseen here, and {what}",
                expected=f"a session with all cards known; else {expected}",
            )

    def _refuse_seen(self) -> None:
        if not self.unseen:
            raise InputError(
                f"nothing is hidden in this game of {self.game.info.title}",
                expected="a game played unseen; else ask for a verdict",
            )

    def _refuse_news(self, after: P) -> None:
        """InputError for a move after which a card is seen that nobody knows."""
        if brings_unknown(self, after):
            raise InputError(
                "this move turns or deals a card that is unknown",
                expected=how_to_name(self.game),
            )


def _copy_told(node: Node[Any, Any], to: Node[Any, Any]) -> None:
    """What a player wrote and marked at a place."""
    to.comment, to.checkpoint, to.marks = node.comment, node.checkpoint, list(node.marks)
